/** Reads the record schemas, and resolves the references between them. */
import { isObject, type JsonObject, type NamedSchema } from '../contract/jsonObject.ts';

export interface SchemaReader {
  /** Resolves a reference: a schema's file name, or a part of a schema. Throws if there is none. */
  readonly find: (reference: string) => JsonObject;
  /** Resolves references; of a nullable schema, returns the non-null alternative. */
  readonly follow: (schema: unknown) => unknown;
}

export function createSchemaReader(schemas: readonly NamedSchema[]): SchemaReader {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]));
  const find = (reference: string): JsonObject => {
    const [file = '', pointer = ''] = reference.split('#');
    const found = pointer.split('/').slice(1).reduce(memberOf, byName.get(file));
    if (!isObject(found)) throw new Error(`there is no schema ${reference}`);
    return found;
  };
  const follow = (schema: unknown): unknown => {
    if (!isObject(schema)) return schema;
    const { $ref, anyOf } = schema;
    if (typeof $ref === 'string') return follow(find($ref));
    const choices: unknown[] = Array.isArray(anyOf) ? anyOf : [];
    const other = choices.find((choice) => memberOf(choice, 'type') !== 'null');
    return other === undefined ? schema : follow(other);
  };
  return { find, follow };
}

/** A member of a value that may be an object; undefined for anything else. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
