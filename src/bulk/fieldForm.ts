/** Finds the schema of a column's field, for translation into other schema languages. */
import { isObject } from '../contract/jsonObject.ts';
import { type CollectionName, recordNouns } from '../contract/collectionName.ts';
import type { Column } from './columns.ts';
import { createSchemaReader, memberOf, type NamedSchema, type Schema } from './schemaReader.ts';

/** The schema of the field, with references resolved; of a nullable field, the non-null alternative. */
export function fieldForm(
  collection: CollectionName,
  { path }: Column,
  schemas: readonly NamedSchema[],
): Schema {
  const { find, follow } = createSchemaReader(schemas);
  const record = find(`${recordNouns[collection]}.schema.json`);
  const form = path.reduce(
    (schema: unknown, field) => follow(memberOf(memberOf(schema, 'properties'), field)),
    record,
  );
  if (!isObject(form)) throw new Error(`there is no schema of ${path.join('/')}`);
  return form;
}
