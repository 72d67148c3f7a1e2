/** Takes the records of a bundle one by one: plain ones as they are, the others after full validation. */
import { isUtf8 } from 'node:buffer';
import { closeSync, readSync } from 'node:fs';
import { attempt } from '../base/failure.ts';
import { closing, openRegular, readFully } from '../base/files.ts';
import type { KeyChanges } from '../base/keyChanges.ts';
import type { SpilledRun } from '../base/runs.ts';
import { addRecord, appendText, hasRoomFor, type RecordTable, reserve } from '../base/sortKeys.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import {
  createFactCollectors,
  type FactCollectors,
  factsOf,
  type PieceFacts,
  type PlainRecords,
  shortcutOf,
} from '../records/collection.ts';
import { collections } from '../records/collections.ts';
import { keyOfRefused, type RecordValidator } from '../records/validateRecord.ts';
import type { GenomeOf } from '../sequences/genomeStore.ts';
import { compareFindings, type CountedAs, countedAs, type Finding } from '../text/findings.ts';
import { isSpace, newline } from '../text/json.ts';
import { compactInto } from '../text/plainJson.ts';
import { type RuleChoices, type RuleName, type Severity, severityOf } from '../text/rules.ts';
import { tooMuch, withoutMark } from './decodeSource.ts';
import type { Piece } from './planBundles.ts';

export interface RecordIntake {
  /** Starts the next piece, by its index in the bundle. */
  readonly startPiece: (piece: number) => void;
  /** Ends the piece; returns its facts. */
  readonly endPiece: () => PieceFacts;
  /**
   * Adds the record at an offset of the table's UTF-8 bytes if it is plain and only white space follows on its
   * line. Returns the offset of the line break, or -1 if the record needs `takeAny`.
   */
  readonly takePlain: (start: number, line: number, source: Reported) => number;
  /** Adds any record or reports what is wrong with it; false when the table is full. */
  readonly takeAny: (record: Buffer, line: number, source: Reported) => boolean;
}

/** The file of a record, and what is told of its findings. */
interface Reported {
  readonly file: string;
  readonly report: (finding: Finding) => void;
}

/** Returns the published form of a valid record, given its canonical JSON and its key. */
type Rewrite = (json: string, key: string) => string;

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

  const add = (
    { note, key, breaches }: PlainRecords,
    start: number,
    end: number,
    line: number,
    { file, report }: Reported,
  ) => {
    for (const breach of breaches?.(table.bytes) ?? []) report({ ...breach, file, line });
    note(table.bytes, line);
    addRecord(table, key.keyStart, key.keyEnd, start, end, piece, line);
  };
  /** Adds a record that is plain, except for white space between its tokens if it starts with some. */
  const takeSpaced = (record: Buffer, line: number, source: Reported): boolean => {
    const start = table.used;
    if (plain === null || record.length > table.maxBytes - start) return false;
    reserve(table, record.length);
    const isCompact = !startsSpaced(record);
    if (isCompact && isMissed) return false;
    table.used = isCompact
      ? start + record.copy(table.bytes, start)
      : compactInto(table.bytes, start, record);
    const { match, breaches } = plain;
    // Where it is spread over lines, a breach may be on another.
    const isSound = () => (breaches?.(table.bytes) ?? []).length === 0 && isJson(record);
    if (match(table.bytes, start) === table.used && (isCompact || isSound())) {
      add(plain, start, table.used, line, source);
      return true;
    }
    table.used = start;
    return false;
  };

  return {
    startPiece,
    endPiece: () => facts.finish(),
    takePlain(start, line, source) {
      const end = plain?.match(table.bytes, start) ?? -1;
      isMissed = end < 0;
      if (plain === null || end < 0 || end - start > maxRecordBytes) return -1;
      let lineEnd = end;
      if (table.bytes[lineEnd] === carriageReturn) lineEnd++;
      if (table.bytes[lineEnd] !== newline) return -1;
      add(plain, start, end, line, source);
      return lineEnd;
    },
    takeAny(record, line, source) {
      const { file, report } = source;
      if (takeSpaced(record, line, source)) return true;
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

// The messages between threads for the intake of a bundle: what to read, and the result.

export interface RecordLimits {
  /** A longer record is rejected unread. */
  readonly maxRecordBytes: number;
  /** Maximum depth of nested arrays and objects in a record. */
  readonly maxNesting: number;
}

export interface IntakeTask {
  readonly collection: CollectionName;
  readonly pieces: readonly Piece[];
  /** The run that some of the records are reused from; null when all are read. */
  readonly previous: PreviousRun | null;
  /** File that the sorted records are spilled to. */
  readonly runPath: string;
  readonly limits: RecordLimits;
  /** Whether a later build may use the run and the pieces, which then need hashes. */
  readonly willBeCached: boolean;
  /** Upper bound on the findings of each severity; the rest are only counted. */
  readonly maxFindings: number;
  /** After more refused records than this, no further ones are read; negative to read none. */
  readonly maxRefused?: number;
  readonly allowed: readonly RuleName[];
  readonly denied: readonly RuleName[];
  /** The index of the genomes that genes are compared with; null if there are none. */
  readonly genomes: string | null;
  /** The base URL for a null `fasta_file` of phages with a genome; null to leave it null. */
  readonly linkTo: string | null;
}

export interface GenomesTask extends Pick<
  IntakeTask,
  'pieces' | 'willBeCached' | 'maxFindings' | 'allowed' | 'denied'
> {
  /** File that the genomes are written to. */
  readonly storePath: string;
}

export interface GenomesResult {
  /** In the order of the task's pieces. */
  readonly pieces: readonly PieceResult[];
  readonly storeBytes: number;
}

export interface PreviousRun {
  readonly run: SpilledRun;
  /** For each piece of the task its index in that run, or -1 when it is to be read. */
  readonly keptAs: readonly number[];
}

export interface PieceResult {
  /** Number of line breaks before the next piece of the same file. */
  readonly lineBreaks: number;
  /** Whether it is a part of a file and all white space. */
  readonly isBlank: boolean;
  /** Hash of the piece's bytes; empty without a cache. */
  readonly hash: string;
  readonly facts: PieceFacts;
  /** The first findings; lines are counted from the start of the piece. */
  readonly findings: readonly Finding[];
  /** Findings shown once per file; their lines, too, are counted from the start of the piece. */
  readonly ofFile: readonly Finding[];
  /** Numbers of the findings that were not kept. */
  readonly uncounted: ReadonlyMap<CountedAs, number>;
}

export interface IntakeResult {
  readonly run: SpilledRun;
  /** How many records were refused. */
  readonly refused: number;
  /** In the order of the task's pieces; null if the records were reused. */
  readonly pieces: readonly (PieceResult | null)[];
  /** Compared with the previous run; null when there was none. */
  readonly changes: KeyChanges | null;
}

/** Collects the findings of one piece: keeps the first of each severity, counts the rest. */
export interface PieceLog {
  readonly report: (finding: Finding) => void;
  /** Reports a finding that is shown once per file. */
  readonly reportOnce: (finding: Finding) => void;
  /**
   * Call after each record that may have been reported; `isRefused` if it was without a finding of its own. False once
   * more than `maxRefused` were refused.
   */
  readonly endRecord: (isRefused?: boolean) => boolean;
  readonly refused: () => number;
  /** Call when all are reported: the first of each severity by place, and the number of the others. */
  readonly contents: () => {
    readonly kept: readonly Finding[];
    readonly uncounted: ReadonlyMap<CountedAs, number>;
    /** Faults of the whole file, which its other pieces may report, too. */
    readonly ofFile: readonly Finding[];
  };
}

/** Findings may arrive in any order: a fault of a file may be found before those of its last records. */
export function createPieceLog(
  choices: RuleChoices,
  maxFindings: number,
  maxRefused = Infinity,
): PieceLog {
  const kept = { error: [] as Finding[], warning: [] as Finding[] };
  const uncounted = new Map<CountedAs, number>();

  // The last that is kept, once there are too many.
  const last: { error?: Finding | undefined; warning?: Finding | undefined } = {};

  const countOnly = (finding: Finding) => {
    const as = countedAs(finding);
    uncounted.set(as, (uncounted.get(as) ?? 0) + 1);
  };
  const trim = (severity: Severity) => {
    const list = kept[severity].sort(compareFindings);
    list.splice(maxFindings).forEach(countOnly);
    last[severity] = list.at(-1);
  };

  const ofFile: Finding[] = [];
  let hasError = false;
  let refused = 0;

  return {
    reportOnce: (finding) => void ofFile.push(finding),
    report(finding) {
      const severity = severityOf(finding.rule, choices);
      hasError ||= severity === 'error';
      const bound = last[severity];
      if (bound !== undefined && compareFindings(bound, finding) < 0) return countOnly(finding);
      const list = kept[severity];
      list.push(finding);
      // Trimmed only at twice the bound, so that the sort's cost is amortised and memory stays bounded.
      if (list.length > 2 * maxFindings + 16) trim(severity);
    },
    endRecord(isRefused = hasError) {
      if (isRefused) refused++;
      hasError = false;
      return refused <= maxRefused;
    },
    refused: () => refused,
    contents() {
      trim('error');
      trim('warning');
      return { kept: [...kept.error, ...kept.warning].sort(compareFindings), uncounted, ofFile };
    },
  };
}

const overhangBytes = 1 << 16;

/** Lines in a table's bytes. Each ends in a line break, which is added to the last one if missing. */
export interface LineRegion {
  /** Where the first line starts. */
  readonly start: number;
  /** A line that starts at or after this offset belongs to the next piece. */
  readonly ownEnd: number;
  /** End of the last line, without its line break. */
  readonly end: number;
  /** Line breaks of the range before `start`: 1 if the range begins inside a line. */
  readonly passedBreaks: number;
  /** Start of the piece's own bytes, which end at `ownEnd`. */
  readonly ownStart: number;
  readonly isUtf8: boolean;
  /** Whether the last line continues past `end`: it is too long to be read. */
  readonly isCut: boolean;
}

/**
 * Appends the lines of an uncompressed piece to `table.bytes`. A line longer than `maxRecordBytes` may be cut
 * short. Throws the system's error.
 */
export function readLines(table: RecordTable, piece: Piece, maxRecordBytes: number): LineRegion {
  // The byte before the range tells whether a line starts at its first byte.
  const lead = piece.start > 0 ? 1 : 0;
  const fileStart = piece.start - lead;
  const file = openRegular(piece.source.absolutePath);
  try {
    const base = table.used;
    take(table, file, fileStart, piece.end - fileStart);
    const ownEnd = table.used;
    const isCut = !completeLastLine(table, file, base, piece.end, maxRecordBytes);
    const end = table.used;
    reserve(table, 1);
    table.bytes[end] = newline;
    table.used = end + 1;

    let start = base;
    let passedBreaks = 0;
    if (lead > 0) {
      const first = table.bytes.subarray(base, ownEnd - 1).indexOf(newline);
      start = first < 0 ? end : base + first + 1;
      passedBreaks = first < 0 ? 0 : 1;
    } else {
      start = end - withoutMark(table.bytes.subarray(base, end)).length;
    }
    const isText = isUtf8(table.bytes.subarray(start, end));
    return { start, ownEnd, end, passedBreaks, ownStart: base + lead, isUtf8: isText, isCut };
  } finally {
    closeSync(file);
  }
}

/** The start of a file, at most `most` bytes, without a byte order mark. Throws the system's error. */
export function readBeginning(path: string, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  const read = closing(openRegular(path), (file) => readSync(file, bytes, 0, most, 0));
  return withoutMark(bytes.subarray(0, read));
}

/** Reads up to the end of the range's last line; false if that line is too long. */
function completeLastLine(
  table: RecordTable,
  file: number,
  base: number,
  from: number,
  most: number,
): boolean {
  let position = from;
  let searched = Math.max(base, table.used - 1);
  while (position - from <= most) {
    const found = table.bytes.subarray(searched, table.used).indexOf(newline);
    if (found >= 0) {
      table.used = searched + found;
      return true;
    }
    searched = table.used;
    if (take(table, file, position, overhangBytes) === 0) return true;
    position += table.used - searched;
  }
  return false;
}

/** Appends up to `bytes` bytes from a position of a file; returns how many there were. */
function take(table: RecordTable, file: number, position: number, bytes: number): number {
  reserve(table, bytes);
  const taken = readFully(file, table.bytes.subarray(table.used, table.used + bytes), position);
  table.used += taken;
  return taken;
}
