import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { collectionNames } from '../../../src/contract/collectionName.ts';
import { isObject } from '../../../src/contract/jsonObject.ts';
import { loadSchemas } from '../../../src/validation/loadSchemas.ts';
import { publishedSchemas } from '../../../src/validation/publishedSchemas.ts';
import { exampleFeature, exampleGene, examplePhage } from '../generated/exampleRecords.ts';

function isValid(name: string, record: unknown, allowed: readonly string[]): boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const schema of publishedSchemas(collectionNames, allowed, {}))
    ajv.addSchema(schema.schema, schema.name);
  return ajv.validate(name, record);
}

/** Copies of a record with one field null, at any depth, by its path. */
function* withNulls(record: object): Generator<[path: string, copy: object]> {
  for (const [field, value] of Object.entries(record)) {
    yield [field, { ...record, [field]: null }];
    if (!isObject(value)) continue;
    for (const [path, copy] of withNulls(value)) {
      yield [`${field}/${path}`, { ...record, [field]: copy }];
    }
  }
}

const records = [
  ['gene.schema.json', exampleGene, 'GeneID'],
  ['phage.schema.json', examplePhage, 'phage_name'],
  ['feature.schema.json', exampleFeature, 'PhageID Type Start Stop Name'],
] as const;

test.each(records)(
  'where nulls were allowed, %s takes null in every field but its key',
  (name, record, key) => {
    const refused = [...withNulls(record)].filter(
      ([, copy]) => !isValid(name, copy, ['null-value']),
    );
    expect(refused.map(([path]) => path)).toEqual(key.split(' '));
    expect(isValid(name, record, ['null-value'])).toBe(true);
  },
);

test.each(records)('where they were not, %s is as it ships', (name, record) => {
  const taken = [...withNulls(record)].filter(([, copy]) => isValid(name, copy, ['gene-length']));
  expect(taken.length).toBeLessThan([...withNulls(record)].length);
  expect(publishedSchemas(collectionNames, ['gene-length'], {})).toEqual(loadSchemas());
});

test('what was wrong for other reasons stays wrong', () => {
  expect(isValid('gene.schema.json', { ...exampleGene, Start: -1 }, ['null-value'])).toBe(false);
  expect(isValid('gene.schema.json', { ...exampleGene, more: 1 }, ['null-value'])).toBe(false);
  const { Notes: _, ...without } = exampleGene;
  expect(isValid('gene.schema.json', without, ['null-value'])).toBe(false);
});

test('what describes a field has the names of the site, and words of sentences stay', () => {
  const names = { Start: 'from', Length: 'size', GeneID: 'gene', Name: 'label' };
  const gene = publishedSchemas(collectionNames, [], names).find(
    ({ name }) => name === 'gene.schema.json',
  )?.schema['properties'];
  expect(gene).toMatchObject({
    size: { description: 'Length in nucleotides: Stop minus from, in either orientation.' },
    label: { description: expect.stringMatching(/^Label .* differ from the integer in gene\.$/) },
  });
});

test('the envelope of pages, which never holds such nulls, is as it ships', () => {
  const envelope = (allowed: readonly string[]) =>
    publishedSchemas(collectionNames, allowed, {}).find(
      ({ name }) => name === 'page-envelope.schema.json',
    );
  expect(envelope(['null-value'])).toEqual(envelope([]));
});
