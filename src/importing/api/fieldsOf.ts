/** Renames a record's fields from PhagesDB's names, where a service uses these, and completes them. */
import { isObject, type JsonObject } from '../../contract/jsonObject.ts';
import { phagesdbNames } from '../../contract/phagesdbNames.ts';

/** What was noticed along the way; a field is named with its parents: `isolation_host.ATCC_ID`. */
export interface FieldNotes {
  readonly missing: (field: string) => void;
  readonly unknown: (field: string) => void;
}

const otherNames: Readonly<Record<string, string>> = phagesdbNames;

/**
 * The fields of `blank`, in its order, with the values of `record`, or of `blank` where it has none. Nested objects are
 * treated alike.
 */
export function fieldsOf(
  record: JsonObject,
  blank: JsonObject,
  notes: FieldNotes,
  around = '',
): Record<string, unknown> {
  const left = new Set(Object.keys(record));
  const fields = Object.entries(blank).map(([name, unset]): [string, unknown] => {
    const said = [name, otherNames[name]].find((one) => one !== undefined && left.delete(one));
    if (said === undefined) {
      notes.missing(around + name);
      return [name, unset];
    }
    const value = record[said];
    return isObject(value) && isObject(unset)
      ? [name, fieldsOf(value, unset, notes, `${around}${name}.`)]
      : [name, value];
  });
  for (const name of left) notes.unknown(around + name);
  return Object.fromEntries(fields);
}
