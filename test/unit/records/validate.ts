/** Validates one record and collects what is found. */
import { type CollectionName, perCollection } from '../../../src/contract/collectionName.ts';
import type { Finding } from '../../../src/text/findings.ts';
import { createRecordSchemas } from '../../../src/records/schemas.ts';
import { createRecordValidator, type ValidRecord } from '../../../src/records/validateRecord.ts';

export interface Validated {
  readonly record: ValidRecord | null;
  readonly findings: Finding[];
}

export const maxNesting = 100;

const schemaOf = createRecordSchemas();
const validators = perCollection((name) => createRecordValidator(schemaOf(name), { maxNesting }));

/** Validates a record's text, as it stands on line `line` of a file. */
export function validate(
  collection: CollectionName,
  text: string | Uint8Array,
  line = 1,
  file = 'source',
): Validated {
  const findings: Finding[] = [];
  const raw = { bytes: Buffer.from(text), file, line };
  const record = validators[collection].validate(raw, (finding) => void findings.push(finding));
  return { record, findings };
}

/** The canonical text of a record that must be without findings. */
export function canonical(collection: CollectionName, text: string): string {
  const { record, findings } = validate(collection, text);
  if (record === null || findings.length > 0) throw new Error(JSON.stringify(findings));
  return record.json;
}

/** A copy of a record with another value at the pointer; undefined takes the field away. */
export function withValue(record: object, pointer: string, value: unknown): object {
  // Not structuredClone: objects that are one in the example would be one in the copy.
  const copy: object = JSON.parse(JSON.stringify(record));
  const keys = pointer.split('/').slice(1);
  const last = keys.pop() ?? '';
  let holder: unknown = copy;
  for (const key of keys) holder = (holder as Record<string, unknown>)[key];
  if (value === undefined) Reflect.deleteProperty(holder as object, last);
  else Reflect.set(holder as object, last, value);
  return copy;
}

/** The pointers of all fields of a record, at every level; the items of arrays are none. */
export function fieldsOf(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    `${pointer}/${key}`,
    ...fieldsOf(member, `${pointer}/${key}`),
  ]);
}
