/** Reads, validates and sorts one bundle, from its files to a spilled run: the work of a worker thread. */
import { isUtf8 } from 'node:buffer';
import { createHash, hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { attempt, naming } from '../base/failure.ts';
import type { KeyChanges } from '../base/keyChanges.ts';
import {
  blockRoom,
  openRunCursor,
  type RunCursor,
  type SpilledRun,
  spillRun,
} from '../base/runs.ts';
import {
  addRecord,
  compareBytes,
  createRecordTable,
  type RecordTable,
  reserve,
  type Scratch,
} from '../base/sortKeys.ts';
import type { LinkGenome } from '../records/collection.ts';
import { collections } from '../records/collections.ts';
import type { StoredGenome } from '../records/genomes.ts';
import { createRecordSchemas } from '../records/schemas.ts';
import {
  createBadTextWatch,
  createRecordValidator,
  type RecordValidator,
} from '../records/validateRecord.ts';
import { type FastaFault, scanFasta } from '../sequences/fasta.ts';
import {
  genomeLengths,
  type GenomeOf,
  type GenomeWriter,
  noGenomes,
  openGenomes,
  writeGenomes,
} from '../sequences/genomeStore.ts';
import type { Finding } from '../text/findings.ts';
import { newline } from '../text/json.ts';
import type { RuleName } from '../text/rules.ts';
import {
  changedSource,
  decisiveBytes,
  decodeSource,
  emptySource,
  faultOfStart,
  placeOf,
  tooLong,
  unreadable,
} from './decodeSource.ts';
import type { Piece } from './planBundles.ts';
import { readRecords, trimSpace } from './readRecords.ts';
import {
  createPieceLog,
  createRecordIntake,
  type GenomesResult,
  type GenomesTask,
  type IntakeResult,
  type IntakeTask,
  type LineRegion,
  type PieceLog,
  type PieceResult,
  type PreviousRun,
  readBeginning,
  readLines,
  type RecordIntake,
} from './recordIntake.ts';
import { hashRange, isSameStamp, type Source } from './source.ts';

/** The intake of one thread, which compiles its schemas at most once. */
export function createBundleIntake(scratch: Scratch): (task: IntakeTask) => Promise<IntakeResult> {
  const schemas = createRecordSchemas();
  let opened: { readonly index: string; readonly genomeOf: GenomeOf } | null = null;
  const genomesIn = (index: string | null): GenomeOf | null => {
    if (index === null) return null;
    if (opened?.index !== index) opened = { index, genomeOf: openGenomes(index) };
    return opened.genomeOf;
  };
  return (task) => intakeBundle(task, scratch, schemas, genomesIn(task.genomes));
}

/** Bad data is in the result; throws the system's error when the run cannot be written. */
async function intakeBundle(
  task: IntakeTask,
  scratch: Scratch,
  schemas: ReturnType<typeof createRecordSchemas>,
  genomeOf: GenomeOf | null,
): Promise<IntakeResult> {
  const { collection, limits, pieces } = task;
  const bytes = pieces.reduce((sum, piece) => sum + piece.end - piece.start, 0);
  const table = createRecordTable(bytes + pieces.length + (1 << 17) + blockRoom, scratch);
  const choices = { allowed: new Set(task.allowed), denied: new Set(task.denied) };
  // Compiled lazily: most bundles need no schema, and compiling takes longer than reading many records.
  let validator: RecordValidator | null = null;
  const loadValidator = () => {
    validator ??= createRecordValidator(schemas(collection), limits, genomeOf ?? noGenomes);
    return validator;
  };
  const { linkTo, genomes, runPath, willBeCached } = task;
  const { linkGenome } = collections[collection];
  let rewrite: ReturnType<LinkGenome> | null = null;
  if (linkTo !== null && genomes !== null && linkGenome !== null) {
    const lengths = genomeLengths(genomes);
    rewrite = linkGenome(linkTo, (phage) => lengths.has(phage));
  }
  const intake = createRecordIntake(
    collection,
    table,
    loadValidator,
    limits.maxRecordBytes,
    genomeOf,
    rewrite,
  );

  if (task.previous !== null) takeKeptRecords(table, task.previous);
  const results: (PieceResult | null)[] = [];
  let refused = 0;
  for (const [index, piece] of pieces.entries()) {
    if ((task.previous?.keptAs[index] ?? -1) >= 0) {
      results.push(null);
      continue;
    }
    const log = createPieceLog(choices, task.maxFindings, (task.maxRefused ?? Infinity) - refused);
    intake.startPiece(index);
    const read = await intakePiece(piece, { table, intake, limits, willBeCached, ...log });
    refused += log.refused();
    const { kept: findings, uncounted, ofFile } = log.contents();
    results.push({ ...read, facts: intake.endPiece(), findings, uncounted, ofFile });
  }
  const run = naming(runPath, () => spillRun(table, runPath, { withChecksums: willBeCached }));
  const changes = task.previous === null ? null : compareRuns(task.previous.run, run);
  return { run, refused, pieces: results, changes };
}

/** Adds the records of one piece of a source to the table of its bundle. */
interface PieceTarget
  extends
    Pick<PieceLog, 'report' | 'reportOnce' | 'endRecord'>,
    Pick<IntakeTask, 'limits' | 'willBeCached'> {
  readonly table: RecordTable;
  readonly intake: RecordIntake;
}

type ReadPiece = Pick<PieceResult, 'lineBreaks' | 'isBlank' | 'hash'>;

/** Adds every record or reports why not; throws only for errors that are not the source's fault. */
export async function intakePiece(piece: Piece, target: PieceTarget): Promise<ReadPiece> {
  const { source } = piece;
  const isPlain = source.layout === 'lines' && !source.gzipped;
  const read = isPlain ? intakeLines(piece, target) : await intakeFile(source, target);
  // Without a hash, the next build reads it again.
  return isUnchanged(source, target.reportOnce) ? read : { ...read, hash: '' };
}

function intakeLines(piece: Piece, target: PieceTarget): ReadPiece {
  const { table, intake, limits, report, reportOnce, endRecord } = target;
  const { file } = piece.source;
  const { maxRecordBytes } = limits;
  const usedBefore = table.used;
  const region = readRegion();
  if (region === null) return { lineBreaks: 0, isBlank: false, hash: '' };
  const fault = faultOfLines(piece, table, region);
  if (fault !== null) {
    reportOnce(fault);
    table.used = usedBefore;
    return { lineBreaks: 0, isBlank: false, hash: '' };
  }
  const badText = createBadTextWatch();
  const reported = { file, report };
  let isReading = endRecord(false);
  /** False when the table is full. */
  const take = (record: Buffer, line: number) => {
    const isText = region.isUtf8 || isUtf8(record);
    if (!isText) badText.note(record, line);
    const hasRoom = !isText || intake.takeAny(record, line, reported);
    isReading = isText ? endRecord() : endRecord(true);
    return hasRoom;
  };

  const own = table.bytes.subarray(region.ownStart, region.ownEnd);
  const digest = target.willBeCached ? hash('sha256', own) : '';
  // The line break that ends the line before the range counts, too.
  let line = 1 + region.passedBreaks;
  let lineBreaks = region.passedBreaks;
  let isBlank = true;
  for (let at = region.start; at < Math.min(region.ownEnd, region.end); line++) {
    let lineEnd = region.isUtf8 && isReading ? intake.takePlain(at, line, reported) : -1;
    if (lineEnd < 0) {
      lineEnd = table.bytes.indexOf(newline, at);
      const record = trimSpace(table.bytes.subarray(at, lineEnd));
      const isCut = region.isCut && lineEnd === region.end;
      // Where reading has ended, the lines are still counted, for those of the next piece.
      if (!isReading) isBlank = false;
      else if (record.length > maxRecordBytes || isCut)
        report(tooLong({ file, maxRecordBytes }, line));
      else if (record.length > 0 && !take(record, line)) break;
      if (record.length > 0 || isCut) isBlank = false;
    } else {
      isBlank = false;
      isReading = endRecord();
    }
    if (lineEnd < region.ownEnd - 1) lineBreaks++;
    at = lineEnd + 1;
  }
  const isPart = piece.start > 0 || piece.end < piece.source.bytes;
  if (isBlank && !isPart) report(emptySource(file));
  const bad = badText.finding(file);
  if (bad !== null) reportOnce(bad);
  return { lineBreaks, isBlank: isBlank && isPart, hash: digest };

  function readRegion() {
    try {
      return readLines(table, piece, maxRecordBytes);
    } catch (error) {
      reportOnce(unreadable(file, 0, error));
      return null;
    }
  }
}

async function intakeFile(source: Source, target: PieceTarget): Promise<ReadPiece> {
  const { limits, table } = target;
  const { maxRecordBytes } = limits;
  const { used, count } = table;
  let digest = '';
  // Opening many small files again to hash them would take a quarter of the time.
  const hashWhole = (bytes: Buffer) => {
    if (bytes.length === source.bytes) digest = hash('sha256', bytes);
  };
  const hasRoom = await intakeRecords(
    source,
    maxRecordBytes,
    target,
    target.willBeCached ? hashWhole : undefined,
  );
  if (!hasRoom) {
    // The file is rejected as a whole; the next one may need the room.
    table.used = used;
    table.count = count;
  }
  if (target.willBeCached && digest === '')
    digest = hashRange({ file: source.absolutePath, start: 0, end: Infinity });
  return { lineBreaks: 0, isBlank: false, hash: digest };
}

async function intakeRecords(
  source: Source,
  maxRecordBytes: number,
  { intake, report, reportOnce, endRecord }: PieceTarget,
  seen?: (bytes: Buffer) => void,
): Promise<boolean> {
  const { file } = source;
  if (!endRecord(false)) return true;
  const badText = createBadTextWatch();
  try {
    for await (const records of readRecords(source, { maxRecordBytes, report }, seen)) {
      for (const { bytes, line } of records) {
        const isText = isUtf8(bytes);
        if (!isText) badText.note(bytes, line);
        else if (!intake.takeAny(bytes, line, { file, report })) return false;
        if (!(isText ? endRecord() : endRecord(true))) return true;
      }
    }
    return true;
  } finally {
    const bad = badText.finding(file);
    if (bad !== null) reportOnce(bad);
  }
}

/** A fault of the piece's whole file: each of its pieces examines the start of the file. */
function faultOfLines(piece: Piece, table: RecordTable, region: LineRegion): Finding | null {
  const { source, start, end } = piece;
  if (start === 0 && end >= Math.min(source.bytes, decisiveBytes)) {
    const bytes = table.bytes.subarray(region.start, region.end).subarray(0, decisiveBytes);
    return faultOfStart(bytes, region.end - region.start < decisiveBytes, source);
  }
  const bytes = readBeginning(source.absolutePath, decisiveBytes);
  return faultOfStart(bytes, source.bytes < decisiveBytes, source);
}

/** Adds the records to the table. Throws DamagedCache, or the system's error. */
function takeKeptRecords(table: RecordTable, { run, keptAs }: PreviousRun): void {
  const newPieces = new Map<number, number>();
  keptAs.forEach((before, now) => {
    if (before >= 0) newPieces.set(before, now);
  });
  if (newPieces.size === 0) return;
  const cursor = openRunCursor(run, null);
  try {
    while (cursor.next()) {
      // The run was opened without ranks, so a rank is the piece's index.
      const { bytes, keyStart, keyEnd, jsonEnd, rank, line } = cursor;
      const piece = newPieces.get(rank);
      if (piece === undefined) continue;
      reserve(table, jsonEnd - keyStart);
      const start = table.used;
      table.used += bytes.copy(table.bytes, start, keyStart, jsonEnd);
      const jsonStart = start + keyEnd - keyStart;
      addRecord(table, start, jsonStart, jsonStart, table.used, piece, line);
    }
  } finally {
    cursor.close();
  }
}

/** Reads both in key order; null for no run. Throws DamagedCache, or the system's error. */
export function compareRuns(before: SpilledRun | null, after: SpilledRun | null): KeyChanges {
  const [changed, added, removed]: [string[], string[], string[]] = [[], [], []];
  const cursors: RunCursor[] = [];
  const open = (run: SpilledRun | null) => {
    const cursor = run && openRunCursor(run, null);
    if (cursor !== null) cursors.push(cursor);
    return cursor;
  };
  const keyOf = ({ bytes, keyStart, keyEnd }: RunCursor) =>
    bytes.toString('utf8', keyStart, keyEnd);
  const step = (cursor: RunCursor | null) => (cursor?.next() === true ? cursor : null);
  try {
    const [old, now] = [open(before), open(after)];
    let [a, b] = [step(old), step(now)];
    while (a !== null || b !== null) {
      const order = a === null ? 1 : b === null ? -1 : compareKeys(a, b);
      if (a !== null && order < 0) removed.push(keyOf(a));
      if (b !== null && order > 0) added.push(keyOf(b));
      if (a !== null && b !== null && order === 0 && !isSameRecord(a, b)) changed.push(keyOf(b));
      if (order <= 0) a = step(old);
      if (order >= 0) b = step(now);
    }
    return { changed, added, removed };
  } finally {
    for (const cursor of cursors) cursor.close();
  }
}

function compareKeys(a: RunCursor, b: RunCursor): number {
  return compareBytes(a.bytes, a.keyStart, a.keyEnd, b.bytes, b.keyStart, b.keyEnd);
}

function isSameRecord(a: RunCursor, b: RunCursor): boolean {
  return a.bytes.compare(b.bytes, b.keyEnd, b.jsonEnd, a.keyEnd, a.jsonEnd) === 0;
}

/** Bad data is in the result; throws the system's error when the store cannot be written. */
export async function intakeGenomes(task: GenomesTask): Promise<GenomesResult> {
  const choices = { allowed: new Set(task.allowed), denied: new Set(task.denied) };
  const store = writeGenomes(task.storePath);
  const pieces: PieceResult[] = [];
  try {
    for (const { source } of task.pieces) {
      const log = createPieceLog(choices, task.maxFindings);
      const digest = createFileDigest(task.willBeCached);
      const genomes = await readGenomes(source, store, log.report, digest);
      const isSame = isUnchanged(source, log.report);
      const fileHash = isSame ? digest.of(source) : '';
      const { kept: findings, uncounted, ofFile } = log.contents();
      const known = { facts: { genomes }, findings, uncounted, ofFile };
      pieces.push({ lineBreaks: 0, isBlank: false, hash: fileHash, ...known });
    }
    return { pieces, storeBytes: store.finish() };
  } catch (error) {
    store.abandon();
    throw error;
  }
}

/** Hashes a file while it is read, and reads it again only if reading ended early. */
function createFileDigest(isWanted: boolean) {
  const digest = createHash('sha256');
  let bytes = 0;
  let known: string | null = null;
  return {
    add: (some: Buffer) => {
      bytes += some.length;
      if (isWanted) digest.update(some);
    },
    /** SHA-256 in hexadecimal; '' if it is not wanted, or the file cannot be read. */
    of(source: Source): string {
      if (!isWanted) return '';
      known ??=
        bytes === source.bytes
          ? digest.digest('hex')
          : hashRange({ file: source.absolutePath, start: 0, end: Infinity });
      return known;
    },
    /** The same for bases from the file. */
    ofBases: (bases: Buffer) => (isWanted ? hash('sha256', bases) : ''),
  };
}

type FileDigest = ReturnType<typeof createFileDigest>;

// More phages than are known. Some facts of each genome are held in memory.
const maxGenomes = 1_000_000;

async function readGenomes(
  source: Source,
  store: GenomeWriter,
  report: (finding: Finding) => void,
  digest: FileDigest,
): Promise<StoredGenome[]> {
  const genomes: StoredGenome[] = [];
  const { file } = source;
  let hasFault = false;
  const found = (finding: Finding) => {
    hasFault = true;
    report(finding);
  };
  const state = { isOver: false };
  try {
    const chunks = chunksOf(source, state, found, digest.add);
    const onFault = (fault: FastaFault) => {
      // A file of that size may be endless.
      if (fault.kind === 'size') state.isOver = true;
      found(toFinding(fault, file));
    };
    for await (const { bases, isLast, name, line, strong, plain } of scanFasta(chunks, onFault)) {
      // A genome that is alone in its file is identified by the file's hash: it needs none of its own.
      const isAlone = genomes.length === 0 && isLast;
      const sha256 = isAlone ? digest.of(source) : digest.ofBases(bases);
      genomes.push({ name, line, strong, plain, sha256, ...store.add(bases) });
      if (genomes.length < maxGenomes) continue;
      const expected = `at most ${maxGenomes} genomes in a file`;
      found({ ...placeOf(file, line), expected, found: 'more' });
      break;
    }
  } catch (error) {
    found(unreadable(file, genomes.at(-1)?.line ?? 0, error));
  }
  if (genomes.length === 0 && !hasFault) report(emptySource(file, 'at least one genome'));
  return genomes;
}

/** Yields the chunks of a file that may be FASTA, until `isOver` is set. */
async function* chunksOf(
  source: Source,
  state: { readonly isOver: boolean },
  report: (finding: Finding) => void,
  seen: (bytes: Buffer) => void,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of decodeSource(source, seen)) {
    if (isFirst) {
      const start = chunk.subarray(0, decisiveBytes);
      const fault = faultOfStart(start, chunk.length < decisiveBytes, source, 'FASTA');
      if (fault !== null) return report(fault);
    }
    isFirst = false;
    yield chunk;
    if (state.isOver) return;
  }
}

const rulesOfFaults: Readonly<Record<FastaFault['kind'], RuleName>> = {
  form: 'fasta-syntax',
  alphabet: 'genome-alphabet',
  text: 'unicode',
  size: 'record-size',
};

function toFinding({ kind, line, column, expected, found }: FastaFault, file: string): Finding {
  const at = column === 0 ? '' : ` at column ${column}`;
  return { ...placeOf(file, line, rulesOfFaults[kind]), expected, found: `${found}${at}` };
}

/** Whether the file's stamp is reliable; reports a file that was written while it was read. */
function isUnchanged(source: Source, report: (finding: Finding) => void): boolean {
  // If the file has been deleted since, its content was read.
  const now = attempt(() => statSync(source.absolutePath));
  if (now === undefined || (now.size === source.bytes && isSameStamp(now, source))) return true;
  if (now.size !== source.bytes || now.mtimeMs !== source.mtimeMs || now.ino !== source.ino) {
    report(changedSource(source.file));
  }
  // Perhaps only its mode or link count changed.
  return false;
}
