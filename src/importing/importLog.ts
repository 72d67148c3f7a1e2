/** What an import changed or left out: counted by kind, and each place kept for `--verbose`. */
import { copied } from '../text/copied.ts';

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
