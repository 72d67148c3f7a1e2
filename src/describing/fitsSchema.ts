/** Whether a valid record is null only where its schema says so: some are published with others, on purpose (S3). */
import { schemaPointer } from './embeddedSchemas.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './jsonValue.ts';

/** `schemas` are those that references lead to, by name. All but the place of nulls is taken for granted. */
export function fitsSchema(
  value: JsonValue,
  schema: JsonObject,
  schemas: Readonly<Record<string, JsonObject>>,
): boolean {
  const fits = (part: JsonValue, of: JsonValue | undefined): boolean => {
    if (!isJsonObject(of)) return true;
    const { $ref: reference, anyOf, type, properties, items } = of;
    if (typeof reference === 'string') return fits(part, schemas[nameIn(reference)]);
    if (isArray(anyOf)) return anyOf.some((choice) => fits(part, choice));
    if (part === null) return type === 'null' || (isArray(type) && type.includes('null'));
    if (type === 'null') return false;
    if (isArray(part)) return part.every((item) => fits(item, items));
    if (!isJsonObject(part) || !isJsonObject(properties)) return true;
    return Object.entries(properties).every(([name, own]) => {
      const member = part[name];
      return member === undefined || fits(member, own);
    });
  };
  return fits(value, schema);
}

function nameIn(reference: string): string {
  return reference.slice(schemaPointer.length);
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
