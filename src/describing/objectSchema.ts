/** The schema of an object that has all of its members and no others. */
import { type FieldNames, publicName } from '../contract/fieldNames.ts';
import type { JsonObject } from '../contract/jsonObject.ts';

export function objectSchema(description: string, properties: JsonObject): JsonObject {
  return {
    description,
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** The members under the site's names. */
export function renamed(properties: JsonObject, names: FieldNames): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([field, of]) => [publicName(names, field), of]),
  );
}
