/** Writes genes as FASTA entries: a header line and the protein sequence. */
import { onOneLine } from '../text/onOneLine.ts';
import { readString } from '../json/readString.ts';
import { geneFields, geneSpans } from '../generated/plainRecords.ts';
import { nullValue, spanLength } from '../json/plainJson.ts';
import type { GroupedPhage } from './bulkParts.ts';
import { createGeneReader, type StretchLimits, stretches } from './geneStretches.ts';
import type { PhageMaker } from './maker.ts';
import { placeLength, recordBytes, type RecordPages } from './recordLines.ts';
import {
  addAscii,
  addByte,
  addBytes,
  addText,
  createTextBuffer,
  reserve,
  type TextBuffer,
  writtenSince,
} from './textBuffer.ts';

export const proteins: PhageMaker = {
  form: 'faa',
  head: '',
  add(text, { count, bytes, spans }) {
    for (let gene = 0; gene < count; gene++) addProtein(text, bytes, spans, gene * geneSpans);
    return count;
  },
  pieces: (phage, pages, limits) => ({
    count: phage.places.length / placeLength,
    pieces: proteinPieces(phage, pages, limits),
  }),
};

const lineLetters = 70;
const newline = 0x0a;
/**
 * Adds the entry of the gene whose values start at index `at` of `spans`:
 * `>GeneID Name|Accession|pham PhamID|cluster Cluster|Notes`.
 */
function addProtein(text: TextBuffer, bytes: Buffer, spans: Int32Array, at: number): void {
  const { GeneID, PhageID_Name, PhageID_Accession, PhageID_Cluster } = geneFields;
  const { PhamID_PhamID, Notes, Translation } = geneFields;
  addAscii(text, '>');
  addPart(GeneID);
  addAscii(text, ' ');
  addPart(PhageID_Name);
  addAscii(text, '|');
  addPart(PhageID_Accession);
  addAscii(text, spans[at + PhamID_PhamID * spanLength] === nullValue ? '|' : '|pham ');
  addPart(PhamID_PhamID);
  const clusterAt = spans[at + PhageID_Cluster * spanLength] ?? nullValue;
  const isClustered =
    clusterAt !== nullValue && clusterAt !== spans[at + PhageID_Cluster * spanLength + 1];
  addAscii(text, isClustered ? '|cluster ' : '|Unclustered');
  addPart(PhageID_Cluster);
  addAscii(text, '|');
  addPart(Notes);
  addByte(text, newline);
  addLetters(
    text,
    bytes,
    spans[at + Translation * spanLength] ?? 0,
    spans[at + Translation * spanLength + 1] ?? 0,
  );

  function addPart(field: number): void {
    const first = spans[at + field * spanLength] ?? nullValue;
    const end = spans[at + field * spanLength + 1] ?? nullValue;
    if (first === nullValue) return;
    if (spans[at + field * spanLength + 2] === 0) addBytes(text, bytes, first, end);
    else addText(text, onOneLine(readString(bytes, first, end)));
  }
}

function addLetters(text: TextBuffer, bytes: Buffer, first: number, end: number): void {
  reserve(text, end - first + Math.ceil((end - first) / lineLetters));
  for (let at = first; at < end; at += lineLetters) {
    const letters = Math.min(lineLetters, end - at);
    bytes.copy(text.bytes, text.used, at, at + letters);
    text.used += letters;
    text.bytes[text.used++] = newline;
  }
}

function* proteinPieces(
  { places }: Pick<GroupedPhage, 'places'>,
  pages: RecordPages,
  limits: StretchLimits,
): Generator<Buffer> {
  const readGenes = createGeneReader(pages);
  const text = createTextBuffer();
  const count = places.length / placeLength;
  for (const [from, to] of stretches(count, (gene) => recordBytes(places, gene), limits)) {
    const { bytes, spans } = readGenes(places.subarray(from * placeLength, to * placeLength));
    text.used = 0;
    for (let gene = 0; gene < to - from; gene++) addProtein(text, bytes, spans, gene * geneSpans);
    yield writtenSince(text, 0);
  }
}
