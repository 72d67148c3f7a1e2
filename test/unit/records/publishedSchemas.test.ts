import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { collectionNames } from '../../../src/contract/collectionName.ts';
import type { RuleName } from '../../../src/text/rules.ts';
import { loadSchemas, publishedSchemas } from '../../../src/records/schemas.ts';
import { exampleFeature, exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { fieldsOf, withValue } from './validate.ts';

/** Checks records against the schemas that are published where these rules are allowed. */
function checking(...allowed: RuleName[]) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const { name, schema } of publishedSchemas(collectionNames, allowed, {}))
    ajv.addSchema(schema, name);
  return (name: string, record: object) => ajv.validate(name, record);
}
const isValid = checking('null-value');

test.each([
  ['gene.schema.json', exampleGene, '/GeneID'],
  ['phage.schema.json', examplePhage, '/phage_name'],
  ['feature.schema.json', exampleFeature, '/PhageID /Type /Start /Stop /Name'],
] as const)('with nulls allowed, %s takes null in every field but its key', (name, record, key) => {
  const refused = fieldsOf(record).filter(
    (pointer) => !isValid(name, withValue(record, pointer, null)),
  );
  expect(refused).toEqual(key.split(' '));
  expect(isValid(name, record)).toBe(true);
});

test('where they were not, all are as they ship', () => {
  expect(publishedSchemas(collectionNames, ['gene-length'], {})).toEqual(loadSchemas());
  expect(checking('gene-length')('gene.schema.json', { ...exampleGene, Start: null })).toBe(false);
});

test('what was wrong for other reasons stays wrong', () => {
  const { Notes: _, ...without } = exampleGene;
  for (const record of [{ ...exampleGene, Start: -1 }, { ...exampleGene, more: 1 }, without])
    expect(isValid('gene.schema.json', record)).toBe(false);
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
  const envelope = (...allowed: RuleName[]) =>
    publishedSchemas(collectionNames, allowed, {}).find(
      ({ name }) => name === 'page-envelope.schema.json',
    );
  expect(envelope('null-value')).toEqual(envelope());
});
