/** Objects of parsed JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON Schema of this program. */
export interface NamedSchema {
  /** The file name, which is also its `$id`, and by which other schemas refer to it. */
  readonly name: string;
  readonly schema: JsonObject;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
