/** The schemas with the site's names for the fields of records (F1). */
import { isObject } from '../contract/jsonObject.ts';
import { collectionNames, recordNouns } from '../contract/collectionName.ts';
import { type FieldNames, publicName } from '../contract/fieldNames.ts';
import type { LoadedSchema } from './loadSchemas.ts';

export function renamedSchemas(
  schemas: readonly LoadedSchema[],
  names: FieldNames,
): LoadedSchema[] {
  const ofRecords = Object.keys(names).length === 0 ? new Set<string>() : schemasOfRecords(schemas);
  return schemas.map(({ name, schema }) => {
    const properties: unknown = schema['properties'];
    if (!ofRecords.has(name) || !isObject(properties)) return { name, schema };
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

// Words of a description that can be field names: with an underscore, or with a capital other than at the start of a
// sentence.
const fieldInWords = /(?<!\. |^)\b(?:[A-Z]\w*|[A-Za-z]+(?:_\w+|[A-Z]\w*))/g;

/** The schema of a field; fields that its description mentions get the site's names. */
function withNamesInWords(schema: unknown, names: FieldNames): unknown {
  if (!isObject(schema) || typeof schema['description'] !== 'string') return schema;
  const description = schema['description'].replace(fieldInWords, (word) =>
    publicName(names, word),
  );
  return { ...schema, description };
}

/** The schema files of records, and all that they refer to, directly or not. */
export function schemasOfRecords(schemas: readonly LoadedSchema[]): Set<string> {
  const found = new Set(collectionNames.map((name) => `${recordNouns[name]}.schema.json`));
  // Iterating over a set includes what is added on the way.
  for (const name of found) {
    const schema = schemas.find((one) => one.name === name)?.schema;
    for (const [, file = ''] of JSON.stringify(schema ?? {}).matchAll(/"\$ref":"([^#"]+)"/g)) {
      found.add(file);
    }
  }
  return found;
}
