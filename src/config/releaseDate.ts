/** Validates the value of `--release-date`. */

const form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A calendar date, alone or with a time and its offset. */
export function isReleaseDate(text: string): boolean {
  const day = form.exec(text)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  // `Date` reads February 30 as March 1 or 2: the round trip must give the same day.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
