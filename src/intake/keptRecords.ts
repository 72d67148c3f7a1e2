/** Copies the records of unchanged pieces from the previous run. */
import { addRecord, type RecordTable, reserve } from '../sorting/recordTable.ts';
import { openRunCursor } from '../sorting/runCursor.ts';
import type { PreviousRun } from './task.ts';

/** Adds the records to the table. Throws DamagedCache, or the system's error. */
export function takeKeptRecords(table: RecordTable, { run, keptAs }: PreviousRun): void {
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
