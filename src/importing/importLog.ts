/** What an import did to its input besides copying it: counted by kind, with each place kept for `--verbose`. */

export interface InputPlace {
  /** As it was named on the command line, or below a folder named there; or the address of an answer. */
  readonly file: string;
  /** Null where it is all of it. */
  readonly line: number | null;
}

export interface LoggedKind {
  /** Such as `translations made from the genome`. */
  readonly kind: string;
  count: number;
  readonly places: (InputPlace & { readonly what: string })[];
}

export interface ImportLog {
  /** Something was taken otherwise than it stands in the input. */
  readonly changed: LoggedKind[];
  /** Something was not taken. */
  readonly refused: LoggedKind[];
  /** Qualifiers that records have no field for. */
  readonly fieldless: LoggedKind[];
}

export function createImportLog(): ImportLog {
  return { changed: [], refused: [], fieldless: [] };
}

// Enough to read; a million places would fill the memory.
const maxPlaces = 10_000;

export function logTo(
  kinds: LoggedKind[],
  kind: string,
  what: string,
  { file, line }: InputPlace,
): void {
  let logged = kinds.find((one) => one.kind === kind);
  if (logged === undefined) kinds.push((logged = { kind, count: 0, places: [] }));
  logged.count++;
  if (logged.places.length < maxPlaces) logged.places.push({ file, line, what });
}
