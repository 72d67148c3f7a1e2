/** What an import changed or left out: counted by kind, and each place kept for `--verbose`. */
import { Failure, reasonOf, systemFailure } from '../base/failure.ts';
import { copied, formatCount } from '../text/words.ts';
import type { ImportFault, PlacedFault } from './annotation.ts';
import { type HandEdit, renderEdits } from './handEdits.ts';
import { notUtf8, shownName, TextFault } from './inputs.ts';
import { type CleanedLine, hadInvisible, keptEntity } from './invisible.ts';

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

/** Values that differ from the input; input that was left out; what should be looked at; what records have no field for. */
const lists = ['changed', 'refused', 'doubtful', 'fieldless'] as const;

export type ImportLog = Readonly<Record<(typeof lists)[number], LoggedKind[]>>;

export function createImportLog(): ImportLog {
  return { changed: [], refused: [], doubtful: [], fieldless: [] };
}

// Enough for a reader; a million places would fill the memory.
const maxPlaces = 10_000;
// Kinds may be names that stand in the input: a hostile file has a million.
const maxKinds = 1000;
// Letters of a place's text: a line may have a million.
const mostShown = 200;

export function logTo(
  kinds: LoggedKind[],
  kind: string,
  what: string,
  { file, line }: InputPlace,
): void {
  const logged = kindIn(kinds, kind);
  logged.count++;
  if (logged.places.length < maxPlaces) logged.places.push({ file, line, what: ownText(what) });
}

/** `what` is what was cleaned: a line or another text. */
export function logCleaned(
  log: ImportLog,
  { line, kept }: CleanedLine,
  { file, what }: { readonly file: string; readonly what: string },
): void {
  if (kept === undefined) logTo(log.changed, hadInvisible, what, { file, line });
  else logTo(log.doubtful, keptEntity, kept, { file, line });
}

let lastShown = '';

function ownText(what: string): string {
  // Of a gene, several things are told one after the other.
  if (what !== lastShown) lastShown = copied(what.slice(0, mostShown));
  return lastShown;
}

/** Adds all that another log says. */
export function addLog(log: ImportLog, other: ImportLog): void {
  for (const list of lists) {
    for (const { kind, count, places } of other[list]) {
      const logged = kindIn(log[list], kind);
      logged.count += count;
      logged.places.push(...places.slice(0, maxPlaces - logged.places.length));
    }
  }
}

function kindIn(kinds: LoggedKind[], given: string): LoggedKind {
  const same = kinds.find((one) => one.kind === given);
  if (same !== undefined) return same;
  const ofKind = (name: string) => kinds.find((one) => one.kind === name);
  // A copy has no half of a surrogate pair, so that equal kinds stay equal.
  const kind = copied(given);
  const name = kinds.length >= maxKinds && ofKind(kind) === undefined ? 'others' : kind;
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
  return new Failure('data', `${shownName(file)}:${line}: expected ${expected}, found ${found}.`, {
    lines: [nothingImported],
    ...(hint === undefined ? {} : { hint }),
  });
}

// Far more than anybody reads; a hostile file has millions, which would fill the memory.
export const maxFaults = 10_000;

/** `expected` says what the input should be. Rethrows errors that the input did not cause. */
export function faultOf(error: unknown, expected = 'text'): ImportFault {
  if (error instanceof TextFault) {
    const { line, message: found } = error;
    return { line, expected, found, ...(found === notUtf8 ? { hint: 'Save it as UTF-8.' } : {}) };
  }
  const ofSystem = systemFailure(error);
  if (ofSystem !== null) throw ofSystem;
  const isPacked = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  if (!isPacked) throw error;
  const found = `one that cannot be unpacked (${reasonOf(error)})`;
  return { line: 1, expected: 'a whole gzip file', found };
}

const shownFaults = 50;

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
  readonly faults: readonly PlacedFault[];
  /** Faults of inputs that were left out, while the rest was imported. */
  readonly left?: readonly PlacedFault[];
}

export interface RecordCounts {
  readonly phages: number;
  readonly genes: number;
  readonly features: number;
  readonly genomes: number;
}

/** How many places of each kind are shown without `--verbose`. */
export const shownPlaces = { changed: 0, refused: 3, doubtful: 20, fieldless: 0 } as const;

const titles = {
  changed: 'Changed on the way',
  refused: 'Not taken',
  doubtful: 'Taken, but please check',
  fieldless: 'Not taken, since records have no field for it',
};

/** Lines with the count of each kind, and at most so many of its places. */
export function renderKinds(kinds: readonly LoggedKind[], most: number): string[] {
  return kinds.flatMap(({ kind, count, places }) => {
    const listed = places.slice(0, most);
    const more = count - listed.length;
    return [
      `  ${kind}: ${formatCount(count)}`,
      ...listed.map(({ file, line, what }) => `    ${placed(file, line)}: ${what}`),
      ...(listed.length > 0 && more > 0 ? [`    … and ${formatCount(more)} more`] : []),
    ];
  });
}

/** The result of an import, as text. `what` says what was imported: `8 phages, 749 genes`. */
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
  const amounts = [what.slice(0, -1).join(', '), what.at(-1)].filter(Boolean).join(' and ');
  const lines = [`${hasChanged ? 'Imported' : 'Unchanged:'} ${amounts}, in ${data}.`];
  lines.push(...renderEdits(edits, verbose), ...gone);
  for (const list of lists) {
    if (log[list].length > 0) lines.push(`${titles[list]}:`);
    lines.push(...renderKinds(log[list], verbose ? Infinity : shownPlaces[list]));
  }
  if (skipped.length > 0)
    lines.push('Not read:', ...skipped.map(({ name, why }) => `  ${name}: ${why}`));
  const isHidden = lists.some((list) =>
    log[list].some(({ places }) => places.length > shownPlaces[list]),
  );
  if ((isHidden || edits.length > 0) && !verbose)
    lines.push('Each of them is listed with --verbose.');
  return `${lines.join('\n')}\n`;
}
