/** Takes the records of a bundle one by one: plain ones are copied, the others fully validated. */
import type { Gene } from '../collections/genes/geneRecord.ts';
import type { Phage } from '../collections/phages/phageRecord.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import type { Finding } from '../findings/finding.ts';
import { compareBytes } from '../sorting/compareBytes.ts';
import { addRecord, appendText, hasRoomFor, type RecordTable } from '../sorting/recordTable.ts';
import { tooMuch } from '../sources/sourceFindings.ts';
import { type FactCollector, noteGene, notePhage } from '../validation/pieceFacts.ts';
import { createPlainGeneMatcher } from '../collections/genes/plainGene.ts';
import type { RecordValidator } from '../validation/validateRecord.ts';

export interface RecordIntake {
  /** Starts the next piece, by its index in the bundle. */
  readonly startPiece: (piece: number) => void;
  /**
   * Adds the record at an offset of the table's UTF-8 bytes if it is plain and only white space follows on its
   * line. Returns the offset of the line break, or -1 if the record needs `takeAny`.
   */
  readonly takePlain: (start: number, line: number) => number;
  /** Adds any record or reports what is wrong with it; false when the table is full. */
  readonly takeAny: (
    record: Buffer,
    line: number,
    source: { readonly file: string; readonly report: (finding: Finding) => void },
  ) => boolean;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

export function createRecordIntake(
  collection: CollectionName,
  table: RecordTable,
  facts: FactCollector,
  validator: () => RecordValidator,
  maxRecordBytes: number,
): RecordIntake {
  const { gene, match } = createPlainGeneMatcher();
  let piece = 0;
  // The last summary and phage part that were noted: genes of a phage are usually adjacent, so most repeat them.
  let summary = { start: 0, end: 0 };
  let part = { start: 0, end: 0 };

  const isNoted = (noted: { start: number; end: number }, start: number, end: number) =>
    compareBytes(table.bytes, noted.start, noted.end, table.bytes, start, end) === 0;

  const notePlainGene = (line: number) => {
    const { bytes } = table;
    facts.noteColor(gene.phamId, gene.color, line);
    if (!isNoted(summary, gene.summaryStart, gene.summaryEnd)) {
      summary = { start: gene.summaryStart, end: gene.summaryEnd };
      const phageId = bytes.toString('utf8', gene.phageIdStart - 1, gene.phageIdEnd + 1);
      const text = bytes.toString('utf8', gene.summaryStart, gene.summaryEnd);
      facts.noteSummary(String(JSON.parse(phageId)), text, line);
    }
    if (!isNoted(part, gene.keyStart, gene.phagePartEnd)) {
      part = { start: gene.keyStart, end: gene.phagePartEnd };
      facts.notePhagePart(bytes.toString('latin1', part.start, part.end), line);
    }
  };

  return {
    startPiece(next) {
      piece = next;
      summary = { start: 0, end: 0 };
      part = { start: 0, end: 0 };
    },
    takePlain(start, line) {
      if (collection !== 'genes') return -1;
      const end = match(table.bytes, start);
      if (end < 0 || end - start > maxRecordBytes) return -1;
      let lineEnd = end;
      if (table.bytes[lineEnd] === carriageReturn) lineEnd++;
      if (table.bytes[lineEnd] !== newline) return -1;
      notePlainGene(line);
      addRecord(table, gene.keyStart, gene.keyEnd, start, end, piece, line);
      return lineEnd;
    },
    takeAny(record, line, { file, report }) {
      const valid = validator().validate({ bytes: record, file, line }, report);
      if (valid === null) return true;
      if (!hasRoomFor(table, valid.key, valid.json)) {
        report(tooMuch(file, line, table.maxBytes));
        return false;
      }
      // The schema guarantees the type, except for nulls.
      if (collection === 'genes') noteGene(valid.value as unknown as Gene, facts, line);
      else notePhage(valid.value as unknown as Phage, facts, line);
      const keyStart = appendText(table, valid.key);
      const jsonStart = appendText(table, valid.json);
      addRecord(table, keyStart, jsonStart, jsonStart, table.used, piece, line);
      return true;
    },
  };
}
