/** The schemas in the document say of a record what the schemas that ship say. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { embeddedSchemas } from '../../../src/describing/openApiSchemas.ts';
import { createRecordSchemas, loadSchemas } from '../../../src/records/schemas.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';

const schemas = embeddedSchemas(loadSchemas());
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
formats.default(ajv);
ajv.addVocabulary(['components']);
ajv.addSchema({ components: { schemas } }, 'document');

/** Every record that is like `record` but for one value, at any depth. */
function* variants(record: unknown, value: unknown): Generator {
  if (typeof record !== 'object' || record === null) return;
  for (const [key, member] of Object.entries(record)) {
    const other = (changed: unknown) =>
      Array.isArray(record)
        ? record.map((item, index) => (String(index) === key ? changed : item))
        : { ...record, [key]: changed };
    yield other(value);
    for (const inner of variants(member, value)) yield other(inner);
  }
  yield { ...record, other: value };
}

describe.each([
  ['genes', 'GeneRecord', exampleGene],
  ['phages', 'PhageRecord', examplePhage],
] as const)('the schema of %s', (collection, name, record) => {
  const { validate: shipped } = createRecordSchemas()(collection);
  const embedded = ajv.compile({ $ref: `document#/components/schemas/${name}` });

  test('takes each value where the one that ships does, and nowhere else', () => {
    expect(embedded(record)).toBe(true);
    for (const value of [null, 0, -1, 0.5, '', 'text', 'https://example.org', '1 N', true, [], {}])
      for (const variant of variants(record, value))
        if (embedded(variant) !== shipped(variant)) expect.fail(JSON.stringify(variant));
  });
});

test('no words of messages are in them, and nothing that names a file', () => {
  const text = JSON.stringify(schemas);
  expect(text).not.toContain('x-expected');
  expect(text).not.toMatch(/\$(?:id|schema|defs)"|\.schema\.json/);
});

test('two forms or files have no name in common', () => {
  const names = loadSchemas().flatMap(({ schema }) => [
    ...('type' in schema ? [schema] : []),
    ...Object.keys((schema['$defs'] as object | undefined) ?? {}),
  ]);
  expect(Object.keys(schemas)).toHaveLength(names.length);
});

test('a reference that leads nowhere is a mistake of the program', () => {
  const schema = { type: 'object', properties: { a: { $ref: 'b.schema.json' } } };
  expect(() => embeddedSchemas([{ name: 'a.schema.json', schema }])).toThrow('b.schema.json');
});
