/** The clauses of a verification, in the order of the report. */
import {
  collectionNames,
  inAlphabet,
  type PerPublished,
  recordNouns,
} from '../contract/collectionName.ts';
import { leadsToThisMachine } from '../contract/links.ts';
import type { Release } from '../contract/release.ts';
import { printable } from '../text/json.ts';
import { asCalled, formatCount, formatCounted, formatSeconds, inWords } from '../text/words.ts';

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
  H1: 'changes and former releases',
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

interface Tally {
  checked: boolean;
  failures: number;
  first: Departure | null;
  /** Departures that are not failures: allowed, or from what the service does not promise. */
  notes: number;
  firstNote: Departure | null;
  /** Why nothing was checked, or a remark though nothing is wrong. */
  remark: string | null;
}

/** The parts of a departure, in the order in which the report says them. */
export type DepartureParts = readonly [
  address: string,
  expected: string,
  found: string,
  hint?: string,
];

export type Report = (clause: Clause, ...parts: DepartureParts) => void;

export type Tallies = Readonly<Record<Clause, Tally>>;

export interface ClauseLog {
  readonly tallies: Tallies;
  readonly checked: (...which: readonly Clause[]) => void;
  readonly fail: Report;
  readonly note: Report;
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
    fail(clause, ...parts) {
      const tally = tallies[clause];
      tally.checked = true;
      tally.failures++;
      tally.first ??= departureOf(...parts);
    },
    note(clause, ...parts) {
      const tally = tallies[clause];
      tally.checked = true;
      tally.notes++;
      tally.firstNote ??= departureOf(...parts);
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

export function departureOf(...[address, expected, found, hint]: DepartureParts): Departure {
  return { address, expected, found, ...(hint === undefined ? {} : { hint }) };
}

function emptyTally(): Tally {
  return { checked: false, failures: 0, first: null, notes: 0, firstNote: null, remark: null };
}

/** A log for a service that promises only part of the contract: departures from the rest are only noted. */
export function lenientLog(log: ClauseLog, promises: (clause: Clause) => boolean): ClauseLog {
  return {
    ...log,
    fail: (clause, ...parts) => (promises(clause) ? log.fail : log.note)(clause, ...parts),
  };
}

// The result of a verification, as the input of the report.

export interface Verification {
  readonly log: ClauseLog;
  readonly release: Release | null;
  readonly records: PerPublished<number> | null;
  readonly files?: number;
  readonly requests: number | null;
  readonly sampled: boolean;
}

export interface Verdict {
  readonly clause: Clause;
  readonly title: string;
  /** `differs`: departures only from what the service does not promise, or what was allowed. */
  readonly status: 'pass' | 'fail' | 'differs' | 'not applicable';
  readonly departures: number;
  readonly first: Departure | null;
  readonly remark: string | null;
}

export function verdictsOf({ log }: Verification): Verdict[] {
  return clauses.map((clause) => verdictOf(clause, log.tallies[clause]));
}

function verdictOf(clause: Clause, tally: Tally): Verdict {
  const { failures, first, notes, firstNote, checked, remark } = tally;
  const about = { clause, title: clauseTitles[clause] };
  if (failures > 0) return { ...about, status: 'fail', departures: failures, first, remark };
  if (notes > 0)
    return { ...about, status: 'differs', departures: notes, first: firstNote, remark };
  const isChosen = clause === 'L2' && remark !== null;
  const status = checked && !isChosen ? 'pass' : 'not applicable';
  return { ...about, status, departures: 0, first: null, remark };
}

interface VerifiedTarget {
  readonly target: string;
  readonly kind: 'folder' | 'address';
  /** The host, if its capabilities limit what is required; null when everything is. */
  readonly host: string | null;
  readonly verification: Verification;
  /** How the program was called, for suggested commands. */
  readonly calledAs: string;
  readonly elapsedMs: number;
}

const statusWords = {
  pass: 'pass',
  fail: 'FAIL',
  differs: 'note',
  'not applicable': 'n/a',
} as const;

/** The report: a headline, a line for each clause, the amount read, and what to do next. */
export function renderVerification(verified: VerifiedTarget): string {
  const verdicts = verdictsOf(verified.verification);
  const width = Math.max(...verdicts.map(({ clause }) => clause.length));
  const lines = verdicts.flatMap((verdict) => {
    const { clause, title, status, remark } = verdict;
    const heading = remark === null ? title : `${title}: ${remark}`;
    const line = `  ${clause.padEnd(width)}  ${statusWords[status].padEnd(4)}  ${heading}`;
    const details = describe(verdict, verified.calledAs);
    return [line, ...details.map((text) => `${' '.repeat(width + 10)}${text}`)];
  });
  const rows = amounts(verified).map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
  const whole = [headline(verified, verdicts), ...lines, ...rows, nextStep(verified, verdicts)];
  return whole.map((line) => `${line}\n`).join('');
}

export function renderFailures(verified: VerifiedTarget): string {
  const failed = verdictsOf(verified.verification).filter(({ status }) => status === 'fail');
  return failed
    .flatMap((verdict) => {
      const [first = '', ...more] = describe(verdict, verified.calledAs);
      return [`${verdict.clause}: ${first}`, ...more.map((text) => `  ${text}`)];
    })
    .map((line) => `${line}\n`)
    .join('');
}

export function verificationToJson({ target, kind, verification, elapsedMs }: VerifiedTarget) {
  const verdicts = verdictsOf(verification);
  const { release, records, files, requests, sampled } = verification;
  return {
    ok: isGood(verdicts),
    target,
    kind,
    release: release?.release ?? null,
    allowed: release?.allowed ?? [],
    records,
    ...(files === undefined ? {} : { files }),
    ...(requests === null ? {} : { requests }),
    sampled,
    clauses: verdicts,
    elapsedMs: Math.round(elapsedMs),
  };
}

export function isGood(verdicts: readonly Verdict[]): boolean {
  return verdicts.every(({ status }) => status !== 'fail');
}

function describe({ first, departures }: Verdict, calledAs: string): string[] {
  if (first === null) return [];
  const more = departures > 1 ? ` (and ${formatCount(departures - 1)} more)` : '';
  const hint =
    first.hint === undefined ? [] : [`hint: ${printable(asCalled(first.hint, calledAs))}`];
  const { address, expected, found } = first;
  return [`${printable(`${address}: expected ${expected}, found ${found}`)}${more}`, ...hint];
}

function headline(
  { target, host, verification }: VerifiedTarget,
  verdicts: readonly Verdict[],
): string {
  const name = printable(target);
  const hosted = host === null ? '' : `, as far as ${host} can`;
  const failed = verdicts.filter(({ status }) => status === 'fail').length;
  if (failed > 0)
    return `${name} does not keep the contract: ${formatCounted(failed, 'clause')} of ${verdicts.length}.`;
  if (verification.release === null) return `${name} answers as the interface specification says.`;
  return verification.sampled
    ? `${name} keeps the contract, as far as a sample shows${hosted}.`
    : `${name} keeps the contract${hosted}.`;
}

function amounts({ verification, elapsedMs }: VerifiedTarget): [string, string][] {
  const { release, records, files, requests } = verification;
  const rows: [string, string][] = [];
  if (records !== null) {
    const counted = inAlphabet(collectionNames).flatMap((name) => {
      const count = records[name];
      return count === undefined ? [] : [formatCounted(count, recordNouns[name])];
    });
    const by = requests === null ? '' : `, by ${formatCounted(requests, 'request')}`;
    const from = files === undefined ? '' : `, from ${formatCounted(files, 'file')}`;
    rows.push(['read', inWords(counted, 'and') + from + by]);
  }
  if (release !== null && release.allowed.length > 0) {
    const rules = printable(release.allowed.join(', '));
    rows.push(['allowed', `${rules}: broken, and published on purpose, says release.json`]);
  }
  if (release !== null) rows.push(['id', printable(release.release)]);
  rows.push(['time', formatSeconds(elapsedMs)]);
  return rows;
}

function nextStep(
  { kind, calledAs, verification: { release } }: VerifiedTarget,
  verdicts: readonly Verdict[],
): string {
  const isFine = isGood(verdicts);
  if (isFine && release !== null && leadsToThisMachine(release.base_url)) {
    return `Next: build it for its address with --base-url. Its links start with ${printable(release.base_url)}, which works on this machine only.`;
  }
  // Somebody else's service cannot be repaired by whoever verifies it.
  if (kind === 'address' && release === null && !isFine) {
    return 'Next: tell whoever runs the service what departs from its specification.';
  }
  if (kind === 'address') {
    return isFine
      ? 'Next: nothing; readers get what was published.'
      : `Next: verify the folder that was uploaded; if that is good, fix the host (${calledAs} host --list), or upload it again.`;
  }
  return isFine && release !== null
    ? `Next: upload it, then ${calledAs} verify ${printable(release.base_url)}.`
    : 'Next: build the site again, and do not upload this one.';
}
