/** Adds the records of one piece of a source to the table of its bundle. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { attempt } from '../failure.ts';
import type { Finding } from '../findings/finding.ts';
import type { RecordTable } from '../sorting/recordTable.ts';
import { isSameStamp } from '../sources/fileStamp.ts';
import { decisiveBytes, faultOfStart } from '../sources/fileFault.ts';
import { hashRange } from '../sources/hashRange.ts';
import { trimSpace } from '../sources/jsonBytes.ts';
import type { Piece } from '../sources/planBundles.ts';
import { readRecords } from '../sources/readRecords.ts';
import type { Source } from '../sources/source.ts';
import { changedSource, emptySource, tooLong, unreadable } from '../sources/sourceFindings.ts';
import { createBadTextWatch } from '../validation/badText.ts';
import { type LineRegion, readBeginning, readLines } from './readLines.ts';
import type { PieceLog } from './pieceLog.ts';
import type { RecordIntake } from './recordIntake.ts';
import type { IntakeTask, PieceResult } from './task.ts';

export interface PieceTarget
  extends
    Pick<PieceLog, 'report' | 'reportOnce' | 'endRecord'>,
    Pick<IntakeTask, 'limits' | 'willBeCached'> {
  readonly table: RecordTable;
  readonly intake: RecordIntake;
}

type ReadPiece = Pick<PieceResult, 'lineBreaks' | 'isBlank' | 'hash'>;

const newline = 0x0a;

/** Adds every record or reports why not; throws only for errors that are not the source's fault. */
export async function intakePiece(piece: Piece, target: PieceTarget): Promise<ReadPiece> {
  const { source } = piece;
  const isPlain = source.layout === 'lines' && !source.gzipped;
  const read = isPlain ? intakeLines(piece, target) : await intakeFile(source, target);
  // If the file has been deleted since, its content was read.
  const now = attempt(() => statSync(source.absolutePath));
  if (now === undefined || (now.size === source.bytes && isSameStamp(now, source))) return read;
  const isSameFile = now.size === source.bytes && now.mtimeMs === source.mtimeMs;
  if (!isSameFile || now.ino !== source.ino) target.reportOnce(changedSource(source.file));
  // Perhaps only its mode or link count changed. Without a hash, the next build reads it again.
  return { ...read, hash: '' };
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
  let isReading = endRecord(false);
  /** False when the table is full. */
  const take = (record: Buffer, line: number) => {
    const isText = region.isUtf8 || isUtf8(record);
    if (!isText) badText.note(record, line);
    const hasRoom = !isText || intake.takeAny(record, line, { file, report });
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
    let lineEnd = region.isUtf8 && isReading ? intake.takePlain(at, line) : -1;
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
  const badText = createBadTextWatch();
  try {
    return await takeAll();
  } finally {
    const bad = badText.finding(file);
    if (bad !== null) reportOnce(bad);
  }

  async function takeAll(): Promise<boolean> {
    if (!endRecord(false)) return true;
    for await (const batch of readRecords(source, { maxRecordBytes, report }, seen)) {
      for (const { bytes, line } of batch) {
        const isText = isUtf8(bytes);
        if (!isText) badText.note(bytes, line);
        else if (!intake.takeAny(bytes, line, { file, report })) return false;
        if (!(isText ? endRecord() : endRecord(true))) return true;
      }
    }
    return true;
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
