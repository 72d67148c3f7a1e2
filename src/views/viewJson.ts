/** Writes what a view says in words of its own: canonical JSON (L1), under the names of the site. */
import { type FieldNames, withPublicNames } from '../contract/fieldNames.ts';
import { escapeLineSeparators } from '../text/lineSeparators.ts';

export function viewJson(value: unknown, names: FieldNames): string {
  return escapeLineSeparators(JSON.stringify(withPublicNames(value, names)));
}
