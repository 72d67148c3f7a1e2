/** Takes the records of a bundle one by one: plain ones as they are, the others after full validation. */
import { factsOf, type PlainRecords, shortcutOf } from '../collections/collection.ts';
import { collections } from '../collections/collections.ts';
import { createFactCollectors, type FactCollectors, type PieceFacts } from '../collections/fact.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import { attempt } from '../failure.ts';
import type { Finding } from '../findings/finding.ts';
import type { GenomeOf } from '../genomes/genomeIndex.ts';
import { isSpace } from '../json/bytes.ts';
import { compactInto } from '../json/compactInto.ts';
import {
  addRecord,
  appendText,
  hasRoomFor,
  type RecordTable,
  reserve,
} from '../sorting/recordTable.ts';
import { tooMuch } from '../sources/sourceFindings.ts';
import { keyOfRefused } from '../validation/keyOfRefused.ts';
import type { RecordValidator } from '../validation/validateRecord.ts';

export interface RecordIntake {
  /** Starts the next piece, by its index in the bundle. */
  readonly startPiece: (piece: number) => void;
  /** Ends the piece; returns its facts. */
  readonly endPiece: () => PieceFacts;
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

/** Returns the published form of a valid record, given its canonical JSON and its key. */
export type Rewrite = (json: string, key: string) => string;

const newline = 0x0a;
const carriageReturn = 0x0d;

export function createRecordIntake(
  collection: CollectionName,
  table: RecordTable,
  validator: () => RecordValidator,
  maxRecordBytes: number,
  genomeOf: GenomeOf | null = null,
  rewrite: Rewrite | null = null,
): RecordIntake {
  const description = collections[collection];
  const known = factsOf(description);
  // The shortcut publishes records unchanged, so it cannot be used with a rewrite.
  const shortcut = rewrite === null ? shortcutOf(description) : null;
  let piece = 0;
  let facts: FactCollectors;
  let plain: PlainRecords | null;
  // Whether `takePlain` has just found that the next record is not plain as it is written.
  let isMissed = false;
  const startPiece = (next: number) => {
    piece = next;
    facts = createFactCollectors(known);
    plain = shortcut?.create(facts, genomeOf) ?? null;
    isMissed = false;
  };

  const add = ({ note, key }: PlainRecords, start: number, end: number, line: number) => {
    note(table.bytes, line);
    addRecord(table, key.keyStart, key.keyEnd, start, end, piece, line);
  };
  /** Adds a record that is plain, except for white space between its tokens if it starts with some. */
  const takeSpaced = (record: Buffer, line: number): boolean => {
    const start = table.used;
    if (plain === null || record.length > table.maxBytes - start) return false;
    reserve(table, record.length);
    const isCompact = !startsSpaced(record);
    if (isCompact && isMissed) return false;
    table.used = isCompact
      ? start + record.copy(table.bytes, start)
      : compactInto(table.bytes, start, record);
    if (plain.match(table.bytes, start) === table.used && (isCompact || isJson(record))) {
      add(plain, start, table.used, line);
      return true;
    }
    table.used = start;
    return false;
  };

  return {
    startPiece,
    endPiece: () => facts.finish(),
    takePlain(start, line) {
      const end = plain?.match(table.bytes, start) ?? -1;
      isMissed = end < 0;
      if (plain === null || end < 0 || end - start > maxRecordBytes) return -1;
      let lineEnd = end;
      if (table.bytes[lineEnd] === carriageReturn) lineEnd++;
      if (table.bytes[lineEnd] !== newline) return -1;
      add(plain, start, end, line);
      return lineEnd;
    },
    takeAny(record, line, { file, report }) {
      if (takeSpaced(record, line)) return true;
      isMissed = false;
      const valid = validator().validate({ bytes: record, file, line }, report);
      if (valid === null) {
        facts.refuse(() => keyOfRefused(record, collection));
        return true;
      }
      const json = rewrite === null ? valid.json : rewrite(valid.json, valid.key);
      if (!hasRoomFor(table, valid.key, json)) {
        report(tooMuch(file, line, table.maxBytes));
        return false;
      }
      facts.note(valid.value, line);
      const keyStart = appendText(table, valid.key);
      const jsonStart = appendText(table, json);
      addRecord(table, keyStart, jsonStart, jsonStart, table.used, piece, line);
      return true;
    },
  };
}

/** Whether white space stands beside the first key: who writes it, writes it there. */
function startsSpaced(record: Buffer): boolean {
  const colon = record.indexOf(0x3a);
  return [1, colon - 1, colon + 1].some((at) => isSpace(record[at] ?? 0));
}

/** Whether no token contains white space. */
function isJson(record: Buffer): boolean {
  return attempt((): unknown => JSON.parse(record.toString('utf8'))) !== undefined;
}
