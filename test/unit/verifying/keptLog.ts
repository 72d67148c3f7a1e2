/** A clause log for tests that keeps every departure, not only the first of each clause. */
import {
  type Clause,
  type ClauseLog,
  createClauseLog,
  type Departure,
  departureOf,
} from '../../../src/verifying/clauses.ts';

interface Kept extends Departure {
  readonly clause: Clause;
}

export interface KeptLog {
  readonly log: ClauseLog;
  readonly failures: Kept[];
  readonly notes: Kept[];
  /** Clause and address of each failure: enough where only the place matters. */
  readonly where: () => string[];
}

export function createKeptLog(): KeptLog {
  const log = createClauseLog();
  const [failures, notes]: [Kept[], Kept[]] = [[], []];
  return {
    failures,
    notes,
    where: () => failures.map(({ clause, address }) => `${clause} ${address}`),
    log: {
      ...log,
      fail(clause, ...said) {
        failures.push({ clause, ...departureOf(...said) });
        log.fail(clause, ...said);
      },
      note(clause, ...said) {
        notes.push({ clause, ...departureOf(...said) });
        log.note(clause, ...said);
      },
    },
  };
}
