/** What an import changed or left out: counted by kind, and each place kept for `--verbose`. */
import path from 'node:path';
import { Failure, reasonOf, systemFailure } from '../base/failure.ts';
import { copied, formatCount } from '../text/words.ts';
import type { ImportFault, PlacedFault } from './annotation.ts';
import { type HandEdit, renderEdits } from './handEdits.ts';
import { notUtf8, TextFault } from './inputs.ts';

export interface InputPlace {
  /** As named on the command line, or below a folder named there; or the address of a response. */
  readonly file: string;
  /** Null if it concerns the whole file. */
  readonly line: number | null;
}

export interface LoggedKind {
  /** Such as `translations made from the genome`. */
  readonly kind: string;
  count: number;
  readonly places: (InputPlace & { readonly what: string })[];
}

export interface ImportLog {
  /** Values that differ from the input. */
  readonly changed: LoggedKind[];
  /** Input that was left out. */
  readonly refused: LoggedKind[];
  /** What was taken, but should be looked at: each place is shown. */
  readonly doubtful: LoggedKind[];
  /** Qualifiers that records have no field for. */
  readonly fieldless: LoggedKind[];
}

export function createImportLog(): ImportLog {
  return { changed: [], refused: [], doubtful: [], fieldless: [] };
}

// Enough for a reader; a million places would fill the memory.
const maxPlaces = 10_000;
// Kinds may be names that stand in the input: a hostile file has a million.
const maxKinds = 1000;
const otherKinds = 'others';
// Letters of a place's text: a line may have a million.
const mostShown = 200;

export function logTo(
  kinds: LoggedKind[],
  given: string,
  what: string,
  { file, line }: InputPlace,
): void {
  const logged = kindIn(kinds, given);
  logged.count++;
  if (logged.places.length < maxPlaces)
    logged.places.push({ file, line, what: copied(what.slice(0, mostShown)) });
}

/** Adds all that another log says. */
export function addLog(log: ImportLog, other: ImportLog): void {
  for (const list of ['changed', 'refused', 'doubtful', 'fieldless'] as const) {
    for (const { kind, count, places } of other[list]) {
      const logged = kindIn(log[list], kind);
      logged.count += count;
      logged.places.push(...places.slice(0, maxPlaces - logged.places.length));
    }
  }
}

function kindIn(kinds: LoggedKind[], given: string): LoggedKind {
  const ofKind = (name: string) => kinds.find((one) => one.kind === name);
  const same = ofKind(given);
  if (same !== undefined) return same;
  // A copy has no half of a surrogate pair, so that equal kinds stay equal.
  const kind = copied(given);
  const name = kinds.length >= maxKinds && ofKind(kind) === undefined ? otherKinds : kind;
  const known = ofKind(name);
  if (known !== undefined) return known;
  const logged = { kind: name, count: 0, places: [] };
  kinds.push(logged);
  return logged;
}

/** What every refusal of an input ends with. */
const nothingImported = 'Nothing was imported: the data folder is as it was.';

/** A fault that ends an import before it has begun, such as a table that cannot be read. */
export function inputFailure(
  file: string,
  { line, expected, found }: ImportFault,
  hint?: string,
): Failure {
  const shown = path.relative(process.cwd(), path.resolve(file)).split(path.sep).join('/');
  return new Failure('data', `${shown}:${line}: expected ${expected}, found ${found}.`, {
    lines: [nothingImported],
    ...(hint === undefined ? {} : { hint }),
  });
}

// Far more than anybody reads; a hostile file has millions, which would fill the memory.
export const maxFaults = 10_000;

/** `expected` says what the input should be. Rethrows errors that the input did not cause. */
export function faultOf(error: unknown, expected = 'text'): ImportFault {
  if (error instanceof TextFault) {
    const found = error.message;
    const fault = { line: error.line, expected, found };
    return found === notUtf8 ? { ...fault, hint: 'Save it as UTF-8.' } : fault;
  }
  const ofSystem = systemFailure(error);
  if (ofSystem !== null) throw ofSystem;
  const isPacked = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  if (!isPacked) throw error;
  const found = `one that cannot be unpacked (${reasonOf(error)})`;
  return { line: 1, expected: 'a whole gzip file', found };
}

/** The result of an import, as text. */
const shownFaults = 50;
// Of each kind of what was left out, without --verbose.
export const shownPlaces = 3;
export const shownDoubts = 20;

/** `end` says what becomes of the rest. */
export function renderFaults(faults: readonly PlacedFault[], end = nothingImported): string {
  const shown = faults
    .slice(0, shownFaults)
    .map(
      ({ file, line, expected, found, hint }) =>
        `${placed(file, line)}: expected ${expected}, found ${found}\n` +
        (hint === undefined ? '' : `  hint: ${hint}\n`),
    );
  const more = faults.length - shown.length;
  const least = faults.length < maxFaults ? '' : 'at least ';
  if (more > 0) shown.push(`… and ${least}${formatCount(more)} more\n`);
  return `${shown.join('')}${end}\n`;
}

function placed(file: string, line: number | null): string {
  return line === null ? file : `${file}:${line}`;
}

/** What every kind of import reports. */
export interface Imported {
  readonly log: ImportLog;
  /** Rules that a build must be told to allow for this data. */
  readonly allow: readonly string[];
  /** Files below the named folders that were not read, and why. */
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
  /** Faults of inputs that were left out, while the rest was imported. */
  readonly left?: readonly PlacedFault[];
}

/** `what` says what was imported: `8 phages, 749 genes`. */
export function renderImport(
  what: readonly string[],
  { log, skipped }: Pick<Imported, 'log' | 'skipped'>,
  options: {
    readonly data: string;
    readonly hasChanged: boolean;
    readonly edits: readonly HandEdit[];
    /** What is said of inputs that are gone. */
    readonly gone: readonly string[];
    readonly verbose: boolean;
  },
): string {
  const { data, hasChanged, edits, gone, verbose } = options;
  const said = [what.slice(0, -1).join(', '), what.at(-1)].filter(Boolean).join(' and ');
  const lines = [`${hasChanged ? 'Imported' : 'Unchanged:'} ${said}, in ${data}.`];
  lines.push(...renderEdits(edits, verbose), ...gone);
  const shown = verbose ? Infinity : 0;
  lines.push(...section('Changed on the way', log.changed, shown));
  lines.push(...section('Not taken', log.refused, verbose ? Infinity : shownPlaces));
  lines.push(...section('Taken, but please check', log.doubtful, verbose ? Infinity : shownDoubts));
  lines.push(...section('Not taken, since records have no field for it', log.fieldless, shown));
  if (skipped.length > 0) {
    lines.push('Not read:', ...skipped.map(({ name, why }) => `  ${name}: ${why}`));
  }
  const isHidden =
    [...log.changed, ...log.fieldless].some(({ places }) => places.length > 0) ||
    log.refused.some(({ places }) => places.length > shownPlaces) ||
    edits.length > 0 ||
    log.doubtful.some(({ places }) => places.length > shownDoubts);
  if (isHidden && !verbose) lines.push('Each of them is listed with --verbose.');
  return `${lines.join('\n')}\n`;
}

/** With at most `shown` places of each kind. */
function section(title: string, kinds: readonly LoggedKind[], shown: number): string[] {
  if (kinds.length === 0) return [];
  return [
    `${title}:`,
    ...kinds.flatMap(({ kind, count, places }) => {
      const listed = places.slice(0, shown);
      const more = count - listed.length;
      return [
        `  ${kind}: ${formatCount(count)}`,
        ...listed.map(({ file, line, what }) => `    ${placed(file, line)}: ${what}`),
        ...(listed.length > 0 && more > 0 ? [`    … and ${formatCount(more)} more`] : []),
      ];
    }),
  ];
}
