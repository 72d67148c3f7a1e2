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
  /** Qualifiers that records have no field for. */
  readonly fieldless: LoggedKind[];
}

export function createImportLog(): ImportLog {
  return { changed: [], refused: [], fieldless: [] };
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
  // A copy has no half of a surrogate pair, so that equal kinds stay equal.
  const kind = copied(given);
  const ofKind = (name: string) => kinds.find((one) => one.kind === name);
  const name = kinds.length >= maxKinds && ofKind(kind) === undefined ? otherKinds : kind;
  let logged = ofKind(name);
  if (logged === undefined) kinds.push((logged = { kind: name, count: 0, places: [] }));
  logged.count++;
  if (logged.places.length < maxPlaces)
    logged.places.push({ file, line, what: copied(what.slice(0, mostShown)) });
}
