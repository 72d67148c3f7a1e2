/** Writes genes as FASTA entries: a header line and the protein sequence. */
import { readString } from '../json/readString.ts';
import { geneFields } from '../generated/plainRecords.ts';
import { nullValue, spanLength } from '../json/plainJson.ts';
import { addAscii, addByte, addBytes, addText, reserve, type TextBuffer } from './textBuffer.ts';

const lineLetters = 70;
const newline = 0x0a;
// Line breaks of any program, and control characters.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unshown = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

/**
 * Adds the entry of the gene whose values start at index `at` of `spans`: `>GeneID Name|Accession|pham PhamID|Notes`.
 */
export function addProtein(
  proteins: TextBuffer,
  bytes: Buffer,
  spans: Int32Array,
  at: number,
): void {
  const { GeneID, PhageID_Name, PhageID_Accession, PhamID_PhamID, Notes, Translation } = geneFields;
  addAscii(proteins, '>');
  addPart(GeneID);
  addAscii(proteins, ' ');
  addPart(PhageID_Name);
  addAscii(proteins, '|');
  addPart(PhageID_Accession);
  addAscii(proteins, spans[at + PhamID_PhamID * spanLength] === nullValue ? '|' : '|pham ');
  addPart(PhamID_PhamID);
  addAscii(proteins, '|');
  addPart(Notes);
  addByte(proteins, newline);
  addLetters(
    proteins,
    bytes,
    spans[at + Translation * spanLength] ?? 0,
    spans[at + Translation * spanLength + 1] ?? 0,
  );

  function addPart(field: number): void {
    const first = spans[at + field * spanLength] ?? nullValue;
    const end = spans[at + field * spanLength + 1] ?? nullValue;
    if (first === nullValue) return;
    if (spans[at + field * spanLength + 2] === 0) addBytes(proteins, bytes, first, end);
    else addText(proteins, readString(bytes, first, end).replaceAll(unshown, ' '));
  }
}

function addLetters(proteins: TextBuffer, bytes: Buffer, first: number, end: number): void {
  reserve(proteins, end - first + Math.ceil((end - first) / lineLetters));
  for (let at = first; at < end; at += lineLetters) {
    const letters = Math.min(lineLetters, end - at);
    bytes.copy(proteins.bytes, proteins.used, at, at + letters);
    proteins.used += letters;
    proteins.bytes[proteins.used++] = newline;
  }
}
