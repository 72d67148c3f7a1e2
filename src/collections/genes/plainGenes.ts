/** The shortcut of genes: recognises those that match their schema byte by byte and keep the rules within a gene. */
import { geneFields, geneSpans, matchGene } from '../../generated/plainRecords.ts';
import type { GenomeOf } from '../../genomes/genomeIndex.ts';
import { byteTable, createViews, readInteger, spanLength } from '../../json/plainJson.ts';
import { readString } from '../../json/readString.ts';
import { encodes } from '../../sequences/encodes.ts';
import { createRepeatWatch } from '../../sorting/repeatWatch.ts';
import type { Shortcut } from '../collection.ts';
import { geneHostName } from './geneHostName.ts';
import { geneIdCase, phageParts } from './geneIdCase.ts';
import { geneIdForm } from './geneIdForm.ts';
import { geneLength } from './geneLength.ts';
import { genePathName } from './genePathName.ts';
import { genePhageKnown } from './genePhageKnown.ts';
import { geneTranslation, geneWithinGenome } from './geneTranslation.ts';
import { phageSummaries, phageSummaryConsistent } from './phageSummary.ts';
import { phamColorConsistent, phamColors } from './phamColor.ts';

const maxKeyBytes = 200;
const cds = Buffer.from('_CDS_');
// A name of these bytes that contains `_CDS_` is safe as a path (A3).
const nameBytes = byteTable((byte) => Number(/[A-Za-z0-9_-]/.test(String.fromCharCode(byte))));
const digits = byteTable((byte) => Number(byte >= 0x30 && byte <= 0x39));

const startOf = (field: number) => field * spanLength;
const endOf = (field: number) => field * spanLength + 1;
const { GeneID, PhageID, PhageID_PhageID, PhamID_PhamID, PhamID_Color } = geneFields;
const { Start, Stop, Length, Translation, Orientation } = geneFields;
const reverse = 'R'.charCodeAt(0);

export const plainGenes: Shortcut = {
  covers: [
    geneIdForm,
    geneLength,
    genePathName,
    geneIdCase,
    geneHostName,
    genePhageKnown,
    phageSummaryConsistent,
    phamColorConsistent,
    geneWithinGenome,
    geneTranslation,
  ],
  create(facts, genomeOf) {
    const spans = new Int32Array(geneSpans);
    const viewOf = createViews();
    const key = { keyStart: 0, keyEnd: 0 };
    // The end of the phage's name in the key; _CDS_ follows.
    let partEnd = 0;
    const [summaries, colors, parts] = [
      facts.of(phageSummaries),
      facts.of(phamColors),
      facts.of(phageParts),
    ];
    // The genes of a phage are usually adjacent, so most repeat the summary of the one before.
    const lastSummary = createRepeatWatch();
    const lastPart = createRepeatWatch();
    let isNewSummary = true;
    let isNewPart = true;
    // The genome of the gene matched last, and that of the gene noted last; null for a phage without one.
    let genome: Buffer | null = null;
    let lastGenome: Buffer | null = null;
    const passSummary = (view: DataView, from: number): number => {
      const end = lastSummary.pass(view, from);
      isNewSummary = end < 0;
      return end;
    };

    const integerOf = (bytes: Buffer, field: number) =>
      readInteger(bytes, spans[startOf(field)] ?? 0, spans[endOf(field)] ?? 0);

    /** The rules on genes and genomes. */
    const agrees = (bytes: Buffer, of: GenomeOf): boolean => {
      const [from, to] = [startOf(PhageID_PhageID), endOf(PhageID_PhageID)];
      genome = isNewSummary ? of(readString(bytes, spans[from] ?? 0, spans[to] ?? 0)) : lastGenome;
      if (genome === null) return true;
      const [start, stop] = [integerOf(bytes, Start), integerOf(bytes, Stop)];
      if (start > genome.length || stop > genome.length) return false;
      const isReverse = bytes[spans[startOf(Orientation)] ?? 0] === reverse;
      const [first, end] = [spans[startOf(Translation)], spans[endOf(Translation)]];
      const stretch = { start, stop, length: stop - start, isReverse };
      return encodes(genome, stretch, bytes.subarray(first, end));
    };

    /** The rules gene-id-form and path-name. */
    const hasPlainKey = (bytes: Buffer, view: DataView): boolean => {
      const { keyStart, keyEnd } = key;
      if (keyEnd - keyStart > maxKeyBytes) return false;
      let number = keyEnd;
      while (number > keyStart && digits[bytes[number - 1] ?? 0] === 1) number--;
      if (number === keyEnd) return false;
      partEnd = number;
      isNewPart = lastPart.pass(view, keyStart) !== number;
      return !isNewPart || isPlainPart(bytes, keyStart);
    };

    const isPlainPart = (bytes: Buffer, start: number): boolean => {
      for (let at = start; at < partEnd; at++) if (nameBytes[bytes[at] ?? 0] === 0) return false;
      const cdsStart = partEnd - cds.length;
      return cdsStart > start && cds.every((byte, at) => bytes[cdsStart + at] === byte);
    };

    return {
      key,
      match(bytes, start) {
        const view = viewOf(bytes);
        const end = matchGene(bytes, view, start, spans, passSummary);
        if (end < 0) return -1;
        key.keyStart = spans[startOf(GeneID)] ?? 0;
        key.keyEnd = spans[endOf(GeneID)] ?? 0;
        const length = integerOf(bytes, Stop) - integerOf(bytes, Start);
        // The rule gene-length.
        if (integerOf(bytes, Length) !== length || !hasPlainKey(bytes, view)) return -1;
        return genomeOf === null || agrees(bytes, genomeOf) ? end : -1;
      },
      note(bytes, line) {
        // After the #.
        const color = readHex(bytes, (spans[startOf(PhamID_Color)] ?? 0) + 1);
        colors.noteColor(integerOf(bytes, PhamID_PhamID), color, line);
        if (isNewSummary) {
          const [from, to] = [spans[startOf(PhageID)] ?? 0, spans[endOf(PhageID)] ?? 0];
          const [start, end] = [startOf(PhageID_PhageID), endOf(PhageID_PhageID)];
          const phageId = readString(bytes, spans[start] ?? 0, spans[end] ?? 0);
          summaries.noteSummary(phageId, bytes.toString('utf8', from, to), line);
          lastSummary.keep(bytes, from, to);
          lastGenome = genome;
        }
        if (isNewPart) {
          parts.noteText(bytes.toString('latin1', key.keyStart, partEnd - cds.length), line);
          lastPart.keep(bytes, key.keyStart, partEnd);
        }
      },
    };
  },
};

function readHex(bytes: Buffer, from: number): number {
  let value = 0;
  for (let at = from; at < from + 6; at++) {
    const byte = bytes[at] ?? 0;
    // The low four bits of a digit are its value; those of a letter count from one at A.
    value = value * 16 + (byte & 0xf) + (byte > 0x39 ? 9 : 0);
  }
  return value;
}
