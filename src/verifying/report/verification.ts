/** The result of a verification, as the input of the report. */
import type { PerPublished } from '../../contract/collectionName.ts';
import type { Release } from '../../contract/release.ts';
import type { ClauseLog, Departure, Tally } from './clauseLog.ts';
import { type Clause, clauses, clauseTitles } from './clauses.ts';

export interface Verification {
  readonly log: ClauseLog;
  /** The site's release.json; null if there is none that can be read. */
  readonly release: Release | null;
  /** The number of records read; null if none could be. */
  readonly records: PerPublished<number> | null;
  /** The number of files in the folder. */
  readonly files?: number;
  /** The number of requests sent; null for a folder. */
  readonly requests: number | null;
  /** Whether only some pages were read. */
  readonly sampled: boolean;
}

export interface Verdict {
  readonly clause: Clause;
  readonly title: string;
  /** `differs`: departures only from what the service does not promise, or what was allowed. */
  readonly status: 'pass' | 'fail' | 'differs' | 'not applicable';
  /** The number of departures. */
  readonly departures: number;
  readonly first: Departure | null;
  readonly remark: string | null;
}

/** The verdict on each clause, in the order of the report. */
export function verdictsOf({ log }: Verification): Verdict[] {
  return clauses.map((clause) => verdictOf(clause, log.tallies[clause]));
}

function verdictOf(clause: Clause, tally: Tally): Verdict {
  const { failures, first, notes, firstNote, checked, remark } = tally;
  const title = clauseTitles[clause];
  if (failures > 0) return { clause, title, status: 'fail', departures: failures, first, remark };
  if (notes > 0) {
    return { clause, title, status: 'differs', departures: notes, first: firstNote, remark };
  }
  const isChosen = clause === 'L2' && remark !== null;
  const status = checked && !isChosen ? 'pass' : 'not applicable';
  return { clause, title, status, departures: 0, first: null, remark };
}
