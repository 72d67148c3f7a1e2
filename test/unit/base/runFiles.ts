/** Run files made of plain values, and read back into them. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type MergedRun,
  openRunCursor,
  type RunBlock,
  type RunCursor,
  type SpilledRun,
  spillRun,
} from '../../../src/base/runs.ts';
import {
  addRecord,
  appendText,
  createRecordTable,
  createScratch,
  type RecordTable,
} from '../../../src/base/sortKeys.ts';

export interface TestRecord {
  readonly key: string;
  readonly json: string;
  readonly piece: number;
  readonly line: number;
}

/** A table with the records in the order given. */
export function tableOf(records: readonly TestRecord[]): RecordTable {
  const table = createRecordTable(64, createScratch());
  for (const { key, json, piece, line } of records) {
    const keyStart = appendText(table, key);
    const jsonStart = appendText(table, json);
    addRecord(table, keyStart, jsonStart, jsonStart, table.used, piece, line);
  }
  return table;
}

/** The order of a run: by key as bytes, then by place, then as they came (L3). */
export function inRunOrder(records: readonly TestRecord[]): TestRecord[] {
  return records.toSorted(
    (a, b) =>
      Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)) ||
      a.piece - b.piece ||
      a.line - b.line,
  );
}

/** Spills the records as one run, in blocks of the program's own size. */
export function spill(records: readonly TestRecord[], file: string): SpilledRun {
  return spillRun(tableOf(records), file, { withChecksums: true });
}

/**
 * Spills the records as one run whose blocks hold as many records as `blockSizes` says, taken in turn:
 * each block is spilled as a run of its own, and the files are joined.
 */
export function spillInBlocks(
  file: string,
  records: readonly TestRecord[],
  blockSizes: readonly number[],
): SpilledRun {
  const sorted = inRunOrder(records);
  const blocks: RunBlock[] = [];
  const part = `${file}.part`;
  let offset = 0;
  writeFileSync(file, '');
  for (let from = 0, turn = 0; from < sorted.length; turn++) {
    const to = from + (blockSizes[turn % blockSizes.length] ?? 1);
    const spilled = spill(sorted.slice(from, to), part);
    const bytes = readFileSync(part);
    appendFileSync(file, bytes);
    blocks.push(...spilled.blocks.map((block) => ({ ...block, offset: block.offset + offset })));
    offset += bytes.length;
    from = to;
  }
  rmSync(part, { force: true });
  return { path: file, count: sorted.length, blocks };
}

/** The record under a cursor; its piece is the cursor's rank. */
export function recordUnder({
  bytes,
  keyStart,
  keyEnd,
  jsonEnd,
  rank,
  line,
}: RunCursor): TestRecord {
  const key = bytes.toString('utf8', keyStart, keyEnd);
  return { key, json: bytes.toString('utf8', keyEnd, jsonEnd), piece: rank, line };
}

/** Every record of a run from a key on. */
export function readRun(run: MergedRun, fromKey: string | null = null): TestRecord[] {
  const cursor = openRunCursor(run, fromKey === null ? null : Buffer.from(fromKey));
  try {
    const records: TestRecord[] = [];
    while (cursor.next()) records.push(recordUnder(cursor));
    return records;
  } finally {
    cursor.close();
  }
}

/** So many records of keys `k0000`, `k0001` and so on. */
export function numbered(count: number, json = '{}'): TestRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `k${String(index).padStart(4, '0')}`,
    json,
    piece: 0,
    line: index + 1,
  }));
}

/** A path for a run in a folder. */
export function runIn(folder: string, name = 'a.run'): string {
  return path.join(folder, name);
}
