/** A protein with a stop inside is published only with a word about it, wherever it comes from. */

/** The kind of doubt, for the report. */
export const stopInside = 'genes with a stop inside their protein';

/** Whether there is one before its end. */
export function hasStopInside(protein: string): boolean {
  const first = protein.indexOf('*');
  return first >= 0 && first < protein.length - 1;
}
