/** The clauses of a verification, in the order of the report. */

export const clauseTitles = {
  files: 'no file is missing, none is too many',
  manifest: 'every file has the size and hash that manifest.json says',
  release: 'release.json says what is there',
  answers: 'every request is answered',
  A1: 'links start with the base URL',
  A2: 'a path without its slash leads to the one with it',
  A3: 'names in paths',
  L1: 'canonical JSON',
  L2: 'next and previous',
  count: 'count and page sizes',
  L3: 'order',
  L4: 'the page parameter',
  L5: 'other parameters',
  L6: 'an empty list has one page',
  L7: 'pages as plain files',
  D1: 'single records',
  D3: 'other names of phages',
  V1: 'views of the lists',
  B1: 'bulk files',
  W1: 'pages for people',
  D2: 'unknown paths',
  S2: 'records fulfil their schemas',
  S3: 'rules across fields and records',
  M1: 'headers of every answer',
  M2: 'the type of JSON answers',
  M3: 'HEAD and OPTIONS',
  M4: 'other methods',
  M5: 'validators and caching',
  M6: 'negotiation never changes the body',
} as const;

export type Clause = keyof typeof clauseTitles;

export const clauses = Object.keys(clauseTitles).filter(isClause);

export function isClause(name: string): name is Clause {
  return Object.hasOwn(clauseTitles, name);
}

export interface Departure {
  readonly address: string;
  readonly expected: string;
  readonly found: string;
  readonly hint?: string;
}

export interface Tally {
  checked: boolean;
  failures: number;
  first: Departure | null;
  /** Departures that are not failures: allowed, or from what the service does not promise. */
  notes: number;
  firstNote: Departure | null;
  /** Why nothing was checked, or a remark though nothing is wrong. */
  remark: string | null;
}

export type Tallies = Readonly<Record<Clause, Tally>>;

export interface ClauseLog {
  readonly tallies: Tallies;
  readonly checked: (...which: readonly Clause[]) => void;
  readonly fail: (clause: Clause, departure: Departure) => void;
  readonly note: (clause: Clause, departure: Departure) => void;
  readonly remark: (clause: Clause, text: string) => void;
  readonly merge: (other: Tallies) => void;
}

export function createClauseLog(): ClauseLog {
  const tallies = Object.fromEntries(
    clauses.map((clause) => [clause, emptyTally()]),
  ) as unknown as Tallies;
  return {
    tallies,
    checked(...which) {
      for (const clause of which) tallies[clause].checked = true;
    },
    fail(clause, departure) {
      const tally = tallies[clause];
      tally.checked = true;
      tally.failures++;
      tally.first ??= departure;
    },
    note(clause, departure) {
      const tally = tallies[clause];
      tally.checked = true;
      tally.notes++;
      tally.firstNote ??= departure;
    },
    remark(clause, text) {
      tallies[clause].remark = text;
    },
    merge(other) {
      for (const clause of clauses) {
        const [own, more] = [tallies[clause], other[clause]];
        own.checked ||= more.checked;
        own.failures += more.failures;
        own.first ??= more.first;
        own.notes += more.notes;
        own.firstNote ??= more.firstNote;
        own.remark ??= more.remark;
      }
    },
  };
}

function emptyTally(): Tally {
  return { checked: false, failures: 0, first: null, notes: 0, firstNote: null, remark: null };
}

/** A log for a service that promises only part of the contract: departures from the rest are only noted. */
export function lenientLog(log: ClauseLog, promises: (clause: Clause) => boolean): ClauseLog {
  return {
    ...log,
    fail: (clause, departure) =>
      promises(clause) ? log.fail(clause, departure) : log.note(clause, departure),
  };
}
