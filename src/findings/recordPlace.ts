/** The place of a record during intake: enough for findings and for the order of equal keys. */

export interface RecordPlace {
  /** Rank of the record's piece in source order (S1). */
  readonly rank: number;
  /** Line, counted from the start of the piece. */
  readonly line: number;
}

/** A place as a finding names it. */
export interface FilePlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Maps a place during intake to the place in the file. */
export type Locate = (place: RecordPlace) => FilePlace;

/** Source order (S1). */
export function comparePlaces(a: RecordPlace, b: RecordPlace): number {
  return a.rank - b.rank || a.line - b.line;
}

/** A place within a message: `genes/a.ndjson:3`. */
export function showPlace({ file, line }: FilePlace): string {
  return `${file}:${line}`;
}
