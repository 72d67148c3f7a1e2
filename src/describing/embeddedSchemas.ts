/** Embeds the record schemas in the document, so that readers need to fetch no other. */
import { isObject, type JsonObject, type NamedSchema } from '../contract/jsonObject.ts';

/** Where schemas are in the document. */
export const schemaPointer = '#/components/schemas/';

export function schemaRef(name: string): JsonObject {
  return { $ref: `${schemaPointer}${name}` };
}

/**
 * Every published schema and each of its definitions, named after its title or definition; references point to one
 * another.
 */
export function embeddedSchemas(schemas: readonly NamedSchema[]): Record<string, JsonObject> {
  // By the text of a reference, from whichever of the files.
  const names = new Map<string, string>();
  for (const { name: file, schema } of schemas) {
    names.set(file, pascalCase(typeof schema['title'] === 'string' ? schema['title'] : file));
    for (const form of Object.keys(formsOf(schema))) {
      names.set(`${file}#/$defs/${form}`, pascalCase(form));
    }
  }
  const nameOf = (reference: string): string => {
    const name = names.get(reference);
    if (name === undefined) throw new Error(`schemas/ has no ${reference}`);
    return name;
  };

  const embedded: Record<string, JsonObject> = {};
  for (const { name: file, schema } of schemas) {
    const { $schema: _, $id: __, $defs: ___, ...keywords } = schema;
    // A file with only definitions is not a schema itself.
    if ('type' in keywords) embedded[nameOf(file)] = members(keywords, nameOf);
    for (const [form, own] of Object.entries(formsOf(schema))) {
      if (isObject(own)) embedded[nameOf(`${file}#/$defs/${form}`)] = members(own, nameOf);
    }
  }
  return embedded;
}

function formsOf({ $defs }: NamedSchema['schema']): JsonObject {
  return isObject($defs) ? $defs : {};
}

function members(schema: object, nameOf: (reference: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
      // Wording for messages of a build.
      if (key === 'x-expected') return [];
      if (key === '$ref' && typeof value === 'string') {
        return Object.entries(schemaRef(nameOf(value)));
      }
      return [[key, embed(value, nameOf)]];
    }),
  );
}

function embed(value: unknown, nameOf: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => embed(item, nameOf));
  return isObject(value) ? members(value, nameOf) : value;
}

/** Names in the document: `host_genera` becomes HostGenera. */
export function pascalCase(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
