/** Where a record starts, while it is on its way: as far as findings and the order of equal keys need to know. */

export interface RecordPlace {
  /** Rank of the record's piece in source order (S1). */
  readonly rank: number;
  /** Line within the piece. */
  readonly line: number;
}

/** A place as a finding names it. */
export interface FilePlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** From a place on the way to the place in the file. */
export type Locate = (place: RecordPlace) => FilePlace;

/** Source order (S1). */
export function comparePlaces(a: RecordPlace, b: RecordPlace): number {
  return a.rank - b.rank || a.line - b.line;
}

/** `genes/a.ndjson:3`, as a message names a second place. */
export function showPlace({ file, line }: FilePlace): string {
  return `${file}:${line}`;
}
