/** The schemas of the neighbours of a family's genes (V1). */
import { type FieldNames, publicName } from '../contract/fieldNames.ts';
import { objectSchema, renamed } from './objectSchema.ts';
import { isObject, type JsonObject } from '../contract/jsonObject.ts';

/** `pham` is the schema of a family, `counted` that of a family in its list, both with the site's field names. */
export function neighbourSchemas(
  pham: JsonObject | undefined,
  counted: JsonObject,
  names: FieldNames,
): Record<string, JsonObject> {
  const ofPham = propertiesOf(pham);
  const count = (description: string, minimum = 0): JsonObject => {
    return { description, type: 'integer', minimum };
  };
  const listed = (description: string, items: JsonObject): JsonObject => {
    return { description, type: 'array', maxItems: 20, items };
  };
  const orNull = (field: string): JsonObject => {
    const schema = ofPham[publicName(names, field)];
    return { anyOf: [schema ?? {}, { type: 'null' }] };
  };
  const named = (properties: JsonObject) => renamed(properties, names);
  const found = named({ gene_count: count('How many of the genes there.', 1) });
  const atPlace = objectSchema('A family found at a place; nulls stand for no family.', {
    ...named({ PhamID: orNull('PhamID'), Color: orNull('Color') }),
    ...found,
  });
  const noteAtPlace = objectSchema('Notes of genes at a place.', {
    ...named({ Notes: { description: 'As in the records.', type: 'string' } }),
    ...found,
  });
  const place = objectSchema(
    'What stands at a place.',
    named({
      place: {
        description:
          'Distance in genes, in the direction of the gene: negative before it, 0 for the family itself.',
        type: 'integer',
        minimum: -5,
        maximum: 5,
      },
      gene_count: count('How many genes stand there.'),
      pham_count: count('How many families are found there; genes without one count as one more.'),
      phams: listed('Those found there most often.', atPlace),
      note_count: count('How many different Notes are found there.'),
      notes: listed('Those found there most often.', noteAtPlace),
    }),
  );
  const places = { description: 'From -5 to 5.', type: 'array', items: place };
  return {
    PhamNeighbours: objectSchema('A gene family, and what stands around its genes.', {
      ...propertiesOf(counted),
      ...named({ places }),
    }),
  };
}

function propertiesOf(schema: JsonObject | undefined): JsonObject {
  const { properties } = schema ?? {};
  return isObject(properties) ? properties : {};
}
