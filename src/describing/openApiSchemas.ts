/** The schemas of response bodies: records, and everything made of them. */
import {
  inAlphabet,
  isObject,
  type JsonObject,
  type NamedSchema,
} from '../contract/collectionName.ts';
import {
  descriptions,
  type PublishedAddresses,
  recordSchema,
  rootBody,
} from '../contract/descriptions.ts';
import { type FieldNames, publicName } from '../contract/siteOptions.ts';

export const schemaPointer = '#/components/schemas/';

export function schemaRef(name: string): JsonObject {
  return { $ref: `${schemaPointer}${name}` };
}

/** Every published schema and each of its definitions, named after its title or definition. */
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
    if ('type' in keywords) embedded[nameOf(file)] = membersOf(keywords, nameOf);
    for (const [form, own] of Object.entries(formsOf(schema))) {
      if (isObject(own)) embedded[nameOf(`${file}#/$defs/${form}`)] = membersOf(own, nameOf);
    }
  }
  return embedded;
}

function formsOf({ $defs }: NamedSchema['schema']): JsonObject {
  return isObject($defs) ? $defs : {};
}

function membersOf(schema: object, nameOf: (reference: string) => string): JsonObject {
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
  return isObject(value) ? membersOf(value, nameOf) : value;
}

export function pascalCase(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

export function bodySchemas(
  schemas: readonly NamedSchema[],
  baseUrl: string,
  published: PublishedAddresses,
): Record<string, JsonObject> {
  const { collections, fieldNames } = published;
  const { PageEnvelope: envelope = {}, ...records } = embeddedSchemas(schemas);
  const named = namedIn(fieldNames);
  const { Pham: pham = {} } = records;
  const counted = (about: string, more: JsonObject = {}) => {
    const sizes = {
      gene_count: count('How many genes it has.', 1),
      phage_count: count('How many phages have genes of it.'),
    };
    return objectSchema(about, {
      ...propertiesOf(pham),
      ...renamed({ ...sizes, ...more }, fieldNames),
    });
  };
  return {
    ApiRoot: rootSchema(baseUrl, published),
    ...Object.fromEntries(
      inAlphabet(collections).map((list) => {
        const page = pageSchema(envelope, `Page of ${list}`, recordSchema(list));
        return [descriptions[list].schema, page];
      }),
    ),
    PageOfPhams: pageSchema(envelope, 'Page of gene families', 'PhamWithCounts'),
    ...records,
    ListOfClusters: listSchema('All clusters.', 'ClusterWithSubclusters'),
    ClusterWithSubclusters: named('A cluster and what it is divided into.', {
      cluster: text('Cluster label; Singleton is a label like others.'),
      subclusters_set: texts('Labels of its subclusters; none where it has none.'),
    }),
    PhamWithCounts: counted('A gene family and how large it is.'),
    PhamNeighbours: counted('A gene family, and what stands around its genes.', {
      places: placesSchema(propertiesOf(pham), fieldNames),
    }),
    PhageSimilarity: named('The phages that share most gene families with a phage.', {
      phage_name: text('Name of the phage.'),
      pham_count: count('How many families it has.'),
      similar: similarSchema(fieldNames),
    }),
    ListOfSubclusters: listSchema('All subclusters.', 'SubclusterWithCluster'),
    SubclusterWithCluster: named('A subcluster and what it is part of.', {
      subcluster: text('Subcluster label.'),
      cluster: {
        type: ['string', 'null'],
        description: 'Label of its cluster; null where none of its phages has one.',
      },
      phage_set: texts('Names of its phages.'),
    }),
    ListOfGenera: listSchema('All genera of hosts.', 'Genus'),
    ListOfSpecies: listSchema('All species of hosts.', 'Species'),
    ListOfHostStrains: listSchema('All named strains of hosts.', 'IsolationHost'),
    ListOfInstitutions: listSchema('All institutions with a code.', 'Institution'),
    BulkIndex: objectSchema('The bulk files.', {
      files: {
        description: 'Every other bulk file, or all files of a kind.',
        type: 'array',
        items: bulkEntry,
      },
    }),
    DataPackage: {
      description: 'A description of tables, as datapackage.org has it.',
      type: 'object',
    },
    Error: objectSchema('What is wrong with a request.', { detail: text('A sentence.') }),
    AddressDescription: objectSchema('What an address is.', {
      name: text('What it is called.'),
      description: text('What it answers.'),
      renders: texts('The media types that it answers with.'),
      parses: texts('The media types that it reads: none.'),
    }),
  };
}

const bulkEntry: JsonObject = {
  type: 'object',
  properties: {
    path: text(
      'Relative to this file; `{phage}` stands for the name of a phage, and `{PhamID}` for a number.',
    ),
    title: text('What it holds.'),
    media_type: text('Of what it holds, once it is unpacked.'),
    compression: { description: 'How it is packed.', enum: ['gzip', null] },
    bytes: count('Its size.'),
    sha256: { ...text('Its hash, in hexadecimal.'), pattern: '^[0-9a-f]{64}$' },
    records: count('How many records it holds.'),
    files: count('How many such files there are.'),
  },
  required: ['path', 'title', 'media_type', 'compression'],
  additionalProperties: false,
};

function pageSchema(envelope: JsonObject, title: string, record: string): JsonObject {
  const members = propertiesOf(envelope);
  const results = isObject(members['results']) ? members['results'] : {};
  return {
    ...envelope,
    title,
    properties: { ...members, results: { ...results, items: schemaRef(record) } },
  };
}

function count(description: string, minimum = 0): JsonObject {
  return { description, type: 'integer', minimum };
}

function rootSchema(baseUrl: string, published: PublishedAddresses): JsonObject {
  const addresses: object = JSON.parse(rootBody(baseUrl, published));
  const members = Object.keys(addresses).map((name) => [name, { type: 'string' }] as const);
  return objectSchema(
    'All addresses by name, with placeholders in braces.',
    Object.fromEntries(members),
  );
}

function listSchema(description: string, item: string): JsonObject {
  return { description, type: 'array', items: schemaRef(item) };
}

function text(description: string): JsonObject {
  return { description, type: 'string' };
}

function texts(description: string): JsonObject {
  return { description, type: 'array', items: { type: 'string' } };
}

/** The places around the genes of a family (V1); `pham` are its members, under the site's names. */
function placesSchema(pham: JsonObject, names: FieldNames): JsonObject {
  const most = (items: JsonObject): JsonObject => {
    return { description: 'Those found there most often.', type: 'array', maxItems: 20, items };
  };
  const orNull = (field: string): JsonObject => {
    return { anyOf: [pham[publicName(names, field)] ?? {}, { type: 'null' }] };
  };
  const found = { gene_count: count('How many of the genes there.', 1) };
  const named = namedIn(names);
  const place = named('What stands at a place.', {
    place: {
      description:
        'Distance in genes, in the direction of the gene: negative before it, 0 for the family itself.',
      type: 'integer',
      minimum: -5,
      maximum: 5,
    },
    gene_count: count('How many genes stand there.'),
    pham_count: count('How many families are found there; genes without one count as one more.'),
    phams: most(
      named('A family found at a place; nulls stand for no family.', {
        PhamID: orNull('PhamID'),
        Color: orNull('Color'),
        ...found,
      }),
    ),
    note_count: count('How many different Notes are found there.'),
    notes: most(
      named('Notes of genes at a place.', {
        Notes: { description: 'As in the records.', type: 'string' },
        ...found,
      }),
    ),
  });
  return { description: 'From -5 to 5.', type: 'array', items: place };
}

function similarSchema(names: FieldNames): JsonObject {
  const items = namedIn(names)('A phage with some of the same families.', {
    phage_name: text('Its name.'),
    similarity: {
      description: 'Gene content similarity: the mean of the shares of common families of both.',
      type: 'number',
      minimum: 0,
      maximum: 1,
    },
    shared_pham_count: count('How many families both have.', 1),
    pham_count: count('How many families it has.', 1),
  });
  return { description: 'The most similar first.', type: 'array', maxItems: 50, items };
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

/** The schema of an object that has all of its members and no others. */
function objectSchema(description: string, properties: JsonObject): JsonObject {
  return {
    description,
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** The same with the site's names of fields. */
function namedIn(names: FieldNames) {
  return (about: string, properties: JsonObject) => objectSchema(about, renamed(properties, names));
}

function renamed(properties: JsonObject, names: FieldNames): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([field, of]) => [publicName(names, field), of]),
  );
}
