/** Writes what views generate themselves: canonical JSON (L1), with the site's names. */
import { type FieldNames, withPublicNames } from '../contract/fieldNames.ts';
import { escapeLineSeparators } from '../text/lineSeparators.ts';

export function viewJson(value: unknown, names: FieldNames): string {
  return escapeLineSeparators(JSON.stringify(withPublicNames(value, names)));
}
