/** What a schema says of the values in a column, for those who state it in terms of their own. */
import { type CollectionName, recordNouns } from '../contract/collectionName.ts';
import type { Column, NamedSchema, Schema } from './columns.ts';

/** The schema of the field itself, behind all references; of one that may be null, what else it may be. */
export function fieldForm(
  collection: CollectionName,
  { path }: Column,
  schemas: readonly NamedSchema[],
): Schema {
  const find = (reference: string): unknown => {
    const [file, pointer = ''] = reference.split('#');
    const whole: unknown = schemas.find(({ name }) => name === file)?.schema;
    return pointer.split('/').slice(1).reduce(memberOf, whole);
  };
  const follow = (schema: unknown): unknown => {
    if (!isSchema(schema)) return schema;
    const { $ref, anyOf } = schema;
    if (typeof $ref === 'string') return follow(find($ref));
    const choices: unknown[] = Array.isArray(anyOf) ? anyOf : [];
    return choices.length === 0
      ? schema
      : follow(choices.find((choice) => memberOf(choice, 'type') !== 'null'));
  };
  const record = find(`${recordNouns[collection]}.schema.json`);
  const form = path.reduce(
    (schema, field) => follow(memberOf(memberOf(schema, 'properties'), field)),
    record,
  );
  if (!isSchema(form)) throw new Error(`there is no schema of ${path.join('/')}`);
  return form;
}

function memberOf(schema: unknown, name: string): unknown {
  return isSchema(schema) ? schema[name] : undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
