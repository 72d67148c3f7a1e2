/** Which departures are only noted because a host states that it cannot keep them. */
import type { Capability, Keeps } from '../../contract/capabilities.ts';
import { type ClauseLog, lenientLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import { neededFor } from './neededFor.ts';
import type { TableRow } from './tableRow.ts';

/** Compression is optional, but what a host compresses must be right on every host (M6). */
export function unkeptOf(row: TableRow, keeps: Keeps | null): Capability[] {
  if (keeps === null) return [];
  return neededFor(row).filter((one) => one !== 'compresses' && keeps[one] !== true);
}

/** The log for common headers, which some hosts set in their own way. */
export function hostLog(log: ClauseLog, keeps: Keeps | null): ClauseLog {
  const lost = new Set<Clause>([
    ...(keeps === null || keeps.headers === true ? [] : (['M1', 'M2', 'M5'] as const)),
    ...(keeps === null || keeps.validators === true ? [] : (['M5'] as const)),
  ]);
  return lenientLog(log, (clause) => !lost.has(clause));
}
