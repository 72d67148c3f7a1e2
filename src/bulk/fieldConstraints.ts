/** What always holds of a column's cells in a table where null and empty text are both an empty cell. */
import { type CollectionName, keyFields } from '../contract/collectionName.ts';
import type { Column } from './columns.ts';
import type { NamedSchema } from './schemaReader.ts';
import { fieldForm } from './fieldForm.ts';

/** As Table Schema names them; all but the first two are of cells that are not empty. */
export interface Constraints {
  readonly required?: true;
  readonly unique?: true;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  /** Of the whole cell, in what the regular expressions of XML Schema and of programming languages share. */
  readonly pattern?: string;
}

/** Only the key is never null: `--allow null-value` lets every other field be. */
export function fieldConstraints(
  collection: CollectionName,
  column: Column,
  schemas: readonly NamedSchema[],
  { hasUniqueKeys }: { readonly hasUniqueKeys: boolean },
): Constraints {
  const form = fieldForm(collection, column, schemas);
  const { minimum, maximum, pattern, enum: choices } = form;
  const portable = typeof pattern === 'string' ? portablePattern(pattern) : null;
  const isKey = column.name === keyFields[collection];
  return {
    ...(isKey ? { required: true } : {}),
    ...(isKey && hasUniqueKeys ? { unique: true } : {}),
    ...(typeof minimum === 'number' ? { minimum } : {}),
    ...(typeof maximum === 'number' ? { maximum } : {}),
    ...(Array.isArray(choices) ? { enum: choices.map(String) } : {}),
    ...(portable === null ? {} : { pattern: portable }),
  };
}

/**
 * A pattern of a whole value without its anchors, which XML Schema takes for characters, and without groups that
 * do not capture, which it does not know; null for one that cannot be put so.
 */
function portablePattern(pattern: string): string | null {
  const inner = /^\^(.*)\$$/s.exec(pattern)?.[1]?.replaceAll('(?:', '(');
  return inner === undefined || inner.includes('(?') ? null : inner;
}
