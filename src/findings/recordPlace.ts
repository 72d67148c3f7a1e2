/** Where a record starts, as far as findings and the order of equal keys need to know. */

export interface RecordPlace {
  /** `Source.ordinal`. */
  readonly ordinal: number;
  readonly file: string;
  readonly line: number;
}

/** Source order (S1). */
export function comparePlaces(a: RecordPlace, b: RecordPlace): number {
  return a.ordinal - b.ordinal || a.line - b.line;
}

/** `genes/a.ndjson:3`, as a message names a second place. */
export function showPlace(place: RecordPlace): string {
  return `${place.file}:${place.line}`;
}
