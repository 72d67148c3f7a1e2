/** What a schema says of the values in a column, for those who state it in terms of their own. */
import { type CollectionName, recordNouns } from '../contract/collectionName.ts';
import type { Column } from './columns.ts';
import {
  createSchemaReader,
  isSchema,
  memberOf,
  type NamedSchema,
  type Schema,
} from './schemaReader.ts';

/** The schema of the field itself, behind all references; of one that may be null, what else it may be. */
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
  if (!isSchema(form)) throw new Error(`there is no schema of ${path.join('/')}`);
  return form;
}
