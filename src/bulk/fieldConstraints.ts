/**
 * Derives the constraints that always hold for a column's cells in a table where null and empty text are both empty
 * cells.
 */
import { type CollectionName, recordNouns } from '../contract/collectionName.ts';
import { isObject, type JsonObject, type NamedSchema } from '../contract/jsonObject.ts';
import type { Column } from './columns.ts';
import { createSchemaReader, memberOf } from './schemaReader.ts';

/** Named as in Table Schema; all but the first two apply to non-empty cells. */
export interface Constraints {
  readonly required?: true;
  readonly unique?: true;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  /** A pattern for the whole cell, in the syntax that XML Schema and programming languages share. */
  readonly pattern?: string;
}

/** `keys` are the fields that order the records; `isUnique` says that no two records have the same key. Only the key is required: `--allow null-value` lets every other field be null. */
export function fieldConstraints(
  collection: CollectionName,
  column: Column,
  schemas: readonly NamedSchema[],
  { keys, isUnique }: { readonly keys: readonly string[]; readonly isUnique: boolean },
): Constraints {
  const form = fieldForm(collection, column, schemas);
  const { minimum, maximum, pattern, enum: choices } = form;
  const portable = typeof pattern === 'string' ? portablePattern(pattern) : null;
  const isKey = keys.includes(column.name);
  const mayBeEmpty = form['type'] === 'string' && !(Number(form['minLength']) > 0);
  return {
    ...(isKey && !mayBeEmpty ? { required: true } : {}),
    ...(isKey && isUnique ? { unique: true } : {}),
    ...(typeof minimum === 'number' ? { minimum } : {}),
    ...(typeof maximum === 'number' ? { maximum } : {}),
    ...(Array.isArray(choices)
      ? { enum: choices.filter((choice) => choice !== null).map(String) }
      : {}),
    ...(portable === null ? {} : { pattern: portable }),
  };
}

/** The schema of the field, with references resolved; of a nullable field, the non-null alternative. */
function fieldForm(
  collection: CollectionName,
  { path }: Column,
  schemas: readonly NamedSchema[],
): JsonObject {
  const { find, follow } = createSchemaReader(schemas);
  const form = path.reduce(
    (schema: unknown, field) => follow(memberOf(memberOf(schema, 'properties'), field)),
    find(`${recordNouns[collection]}.schema.json`),
  );
  if (!isObject(form)) throw new Error(`there is no schema of ${path.join('/')}`);
  return form;
}

/**
 * Converts an anchored pattern: XML Schema takes anchors as literal characters and has no non-capturing groups. Null
 * for a pattern that cannot be converted.
 */
function portablePattern(pattern: string): string | null {
  const inner = /^\^(.*)\$$/s.exec(pattern)?.[1]?.replaceAll('(?:', '(');
  return inner === undefined || inner.includes('(?') ? null : inner;
}
