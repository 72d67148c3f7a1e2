/** A clause log for tests that keeps every departure, not only the first of each clause. */
import {
  type Clause,
  type ClauseLog,
  createClauseLog,
  type Departure,
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
      fail(clause, departure) {
        failures.push({ clause, ...departure });
        log.fail(clause, departure);
      },
      note(clause, departure) {
        notes.push({ clause, ...departure });
        log.note(clause, departure);
      },
    },
  };
}
