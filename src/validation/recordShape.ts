/** The fields of objects and their order, read from the schemas. */
import type { AnySchemaObject } from 'ajv/dist/2020.js';
import { type CollectionName, recordNouns } from '../contract/collectionName.ts';
import { readSchema } from './loadSchemas.ts';

/** The keys of an object in published order, each with the shape of its value if that is an object, too. */
export type RecordShape = readonly (readonly [key: string, shape: RecordShape | null])[];

/** The shape of a collection's records. */
export function recordShape(collection: CollectionName): RecordShape {
  const name = `${recordNouns[collection]}.schema.json`;
  const shape = shapeOf(readSchema(name));
  if (shape === null) throw new Error(`schemas/${name} is no record schema`);
  return shape;
}

function shapeOf(schema: AnySchemaObject): RecordShape | null {
  const ref: unknown = schema['$ref'];
  if (typeof ref === 'string') return ref.includes('#') ? null : shapeOf(readSchema(ref));
  const anyOf: unknown = schema['anyOf'];
  if (Array.isArray(anyOf)) {
    return (
      anyOf.map((option: AnySchemaObject) => shapeOf(option)).find((shape) => shape !== null) ??
      null
    );
  }
  const properties: unknown = schema['properties'];
  if (typeof properties !== 'object' || properties === null) return null;
  return Object.entries(properties).map(([key, member]) => [key, shapeOf(member)]);
}
