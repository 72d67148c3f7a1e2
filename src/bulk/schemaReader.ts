/** Reads record schemas, whose parts refer to one another. */

export type Schema = Readonly<Record<string, unknown>>;

export interface NamedSchema {
  /** File name, by which other schemas refer to it. */
  readonly name: string;
  readonly schema: Schema;
}

export interface SchemaReader {
  /** What a reference means: a schema by its file name, or a part of it. Throws where there is none. */
  readonly find: (reference: string) => Schema;
  /** The schema behind all references; of one that may be null, what else it may be. */
  readonly follow: (schema: unknown) => unknown;
}

export function createSchemaReader(schemas: readonly NamedSchema[]): SchemaReader {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]));
  const find = (reference: string): Schema => {
    const [file = '', pointer = ''] = reference.split('#');
    const found = pointer.split('/').slice(1).reduce(memberOf, byName.get(file));
    if (!isSchema(found)) throw new Error(`there is no schema ${reference}`);
    return found;
  };
  const follow = (schema: unknown): unknown => {
    if (!isSchema(schema)) return schema;
    const { $ref, anyOf } = schema;
    if (typeof $ref === 'string') return follow(find($ref));
    const choices: unknown[] = Array.isArray(anyOf) ? anyOf : [];
    const other = choices.find((choice) => memberOf(choice, 'type') !== 'null');
    return other === undefined ? schema : follow(other);
  };
  return { find, follow };
}

/** A member of what may be an object; undefined of anything else. */
export function memberOf(value: unknown, name: string): unknown {
  return isSchema(value) ? value[name] : undefined;
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
