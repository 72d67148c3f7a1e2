/** What `--release-date` may be. */

const form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A day of the calendar, alone or with a time and its offset. */
export function isReleaseDate(text: string): boolean {
  const day = form.exec(text)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  // February 30 is read as March 1 or 2.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
