/** The place of a record on a page, as the "line" of the facts noted of it. */
import type { RecordPlace } from '../../findings/recordPlace.ts';

// More records than a page can have; multiplied by a page number, still a safe integer.
const recordsPerPage = 2 ** 24;

/** Encodes a record's page and index as the "line" of a fact. */
export function lineOf(page: number, index: number): number {
  return page * recordsPerPage + Math.min(index, recordsPerPage - 1);
}

/** Decodes the page and the index in `results` from a "line". */
export function placeOf({ line }: RecordPlace): { readonly page: number; readonly index: number } {
  return { page: Math.floor(line / recordsPerPage), index: line % recordsPerPage };
}
