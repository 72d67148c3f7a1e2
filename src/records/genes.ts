/** The collection of genes. */
import { createRepeatWatch } from '../base/sortKeys.ts';
import {
  findGene,
  geneFieldCount,
  geneFields,
  geneSpans,
  matchGene,
} from '../generated/plainRecords.ts';
import { encodes } from '../sequences/encodes.ts';
import type { GenomeOf } from '../sequences/genomeStore.ts';
import type { Breach } from '../text/findings.ts';
import { readString } from '../text/json.ts';
import { byteTable, createViews, nullValue, readInteger, spanLength } from '../text/plainJson.ts';
import type { NamedRecords, Gene, Noter, Shortcut } from './collection.ts';
import {
  geneHostName,
  geneIdCase,
  geneIdForm,
  geneLength,
  genePathName,
  genePhageKnown,
  geneTranslation,
  geneWithinGenome,
  phageParts,
  spanBreach,
} from './geneRules.ts';
import { createNoteBook, geneColumns, packColor, phageName } from './notes.ts';
import {
  phageSummaries,
  phageSummaryConsistent,
  phamColorConsistent,
  phamColors,
} from './summaries.ts';

const none: readonly Breach[] = [];
const maxKeyBytes = 200;
const cds = Buffer.from('_CDS_');
// A name of these bytes that contains `_CDS_` is safe as a path (A3).
const nameBytes = byteTable((byte) => Number(/[A-Za-z0-9_-]/.test(String.fromCharCode(byte))));
const digits = byteTable((byte) => Number(byte >= 0x30 && byte <= 0x39));

const startOf = (field: number) => field * spanLength;
const endOf = (field: number) => field * spanLength + 1;
const {
  GeneID,
  PhageID,
  PhageID_PhageID,
  PhamID_PhamID,
  PhamID_Color,
  Start,
  Stop,
  Length,
  Translation,
  Orientation,
  Notes,
} = geneFields;

const reverse = 'R'.charCodeAt(0);

/** Recognises genes that match their schema byte by byte and keep the rules within a gene. */
const plainGenes: Shortcut = {
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
    // Of the gene matched last: whether the rule gene-length has nothing against it.
    let isOfLength = true;
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
        // One that may run through the origin needs facts, and one with a genome a look at it.
        isOfLength = integerOf(bytes, Length) === length;
        if (!isOfLength && (length < 0 || genomeOf !== null)) return -1;
        if (!hasPlainKey(bytes, view)) return -1;
        return genomeOf === null || agrees(bytes, genomeOf) ? end : -1;
      },
      breaches(bytes) {
        if (isOfLength) return none;
        const [start, stop] = [integerOf(bytes, Start), integerOf(bytes, Stop)];
        const [first, end] = [spans[startOf(Translation)] ?? 0, spans[endOf(Translation)] ?? 0];
        // It is plain letters.
        return [spanBreach(start, stop, integerOf(bytes, Length), end - first)];
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

/** Takes notes of genes while their pages are rendered: a row for each run of consecutive genes of one phage. */
function createGeneNoter(): Noter {
  const book = createNoteBook(geneColumns);
  const spans = new Int32Array(geneSpans);
  const startIn = (field: number) => spans[field * spanLength] ?? nullValue;
  const endIn = (field: number) => spans[field * spanLength + 1] ?? nullValue;
  // The genes of a phage are usually consecutive.
  const lastName = createRepeatWatch();
  const viewOf = createViews();
  let lastPage = -1;
  let pointer = 0;
  const placeOf = (bytes: Buffer): number => {
    if (startIn(Start) === nullValue) return 0;
    const place = readInteger(bytes, startIn(Start), endIn(Start)) + 1;
    return bytes[startIn(Orientation)] === reverse ? -place : place;
  };
  const productOf = (bytes: Buffer): number => {
    const [from, to] = [startIn(Notes), endIn(Notes)];
    return from === nullValue || from === to ? 0 : book.pointTo(readString(bytes, from, to));
  };
  return {
    note(bytes, from, _to, { page, start: first, end }) {
      findGene(bytes, from, spans, 0, Notes);
      const isNamed = startIn(PhageID_PhageID) !== nullValue;
      const [start, stop] = isNamed ? [startIn(PhageID_PhageID), endIn(PhageID_PhageID)] : [0, 0];
      const isLast = lastName.pass(viewOf(bytes), start) === stop;
      if (!isLast) {
        pointer = isNamed ? book.pointTo(readString(bytes, start, stop)) : 0;
        lastName.keep(bytes, start, stop);
      }
      if (!isLast || page !== lastPage) book.add(page, first, end, 0, pointer);
      lastPage = page;
      const pham = startIn(PhamID_PhamID);
      const place = placeOf(bytes);
      const product = productOf(bytes);
      if (pham === nullValue) {
        book.addGene(end, 0, place, product);
        return null;
      }
      const id = readInteger(bytes, pham, endIn(PhamID_PhamID));
      const color = startIn(PhamID_Color);
      // After the #.
      const packed = color === nullValue ? 0 : packColor(bytes, color + 1);
      book.addGene(end, book.pointToPham(id, packed), place, product);
      return id;
    },
    finish: book.finish,
  };
}

export const genes: NamedRecords<Gene> = {
  uniqueRule: 'gene-id-unique',
  rules: [
    geneIdForm,
    geneLength,
    genePathName,
    phageSummaryConsistent,
    phamColorConsistent,
    genePhageKnown,
    geneIdCase,
    geneHostName,
    geneWithinGenome,
    geneTranslation,
  ],
  shortcut: plainGenes,
  keyCase: geneIdCase,
  isOrderSpecified: true,
  missingKey: 'Nobody_CDS_999999',
  finder: { fields: geneFieldCount, spans: geneSpans, find: findGene },
  linkGenome: null,
  createNoter: createGeneNoter,
  noteColumns: geneColumns,
  phageColumn: phageName,
  blockRecords: 4096,
  rowsPerGroup: 10_000,
};
