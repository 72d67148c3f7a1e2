/** The schemas with what a site calls the fields of its records (F1). */
import { collectionNames, recordNouns } from '../contract/collectionName.ts';
import { type FieldNames, publicName } from '../contract/fieldNames.ts';
import { isRecord } from './canonicalJson.ts';
import type { NamedSchema } from './loadSchemas.ts';

export function renamedSchemas(schemas: readonly NamedSchema[], names: FieldNames): NamedSchema[] {
  const ofRecords = Object.keys(names).length === 0 ? new Set<string>() : schemasOfRecords(schemas);
  return schemas.map(({ name, schema }) => {
    const properties: unknown = schema['properties'];
    if (!ofRecords.has(name) || !isRecord(properties)) return { name, schema };
    const required: unknown = schema['required'];
    const own = Object.entries(properties).map(([field, of]) => [
      publicName(names, field),
      withNamesInWords(of, names),
    ]);
    return {
      name,
      schema: {
        ...schema,
        properties: Object.fromEntries(own),
        ...(Array.isArray(required)
          ? { required: required.map((field) => publicName(names, String(field))) }
          : {}),
      },
    };
  });
}

// A word of its description that is no word of a sentence: it has an underscore, or a capital but at its beginning.
const fieldInWords = /(?<!\. |^)\b(?:[A-Z]\w*|[A-Za-z]+(?:_\w+|[A-Z]\w*))/g;

/** The schema of a field; where its description names others, it has the names that the site gives them. */
function withNamesInWords(schema: unknown, names: FieldNames): unknown {
  if (!isRecord(schema) || typeof schema['description'] !== 'string') return schema;
  const description = schema['description'].replace(fieldInWords, (word) =>
    publicName(names, word),
  );
  return { ...schema, description };
}

/** The files that records refer to, directly or not, and those of records themselves. */
export function schemasOfRecords(schemas: readonly NamedSchema[]): Set<string> {
  const found = new Set(collectionNames.map((name) => `${recordNouns[name]}.schema.json`));
  // A set takes in what is added while it is gone through.
  for (const name of found) {
    const schema = schemas.find((one) => one.name === name)?.schema;
    for (const [, file = ''] of JSON.stringify(schema ?? {}).matchAll(/"\$ref":"([^#"]+)"/g)) {
      found.add(file);
    }
  }
  return found;
}
