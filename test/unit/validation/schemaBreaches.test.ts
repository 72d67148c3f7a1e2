import { describe, expect, test } from 'vitest';
import type { CollectionName } from '../../../src/contract/collectionName.ts';
import { createRecordSchemas } from '../../../src/validation/recordSchemas.ts';
import {
  describe as describeValue,
  schemaBreaches,
} from '../../../src/validation/schemaBreaches.ts';
import { schemaErrors } from '../../../src/validation/schemaErrors.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { withValue } from './validate.ts';

const schemaOf = createRecordSchemas();

/** The breaches of a record as it is written. */
function breachesOf(collection: CollectionName, text: string) {
  const errors = schemaErrors(schemaOf(collection), JSON.parse(text), text);
  return schemaBreaches(errors, collection, text);
}

const ofGene = (pointer: string, value: unknown) =>
  breachesOf('genes', JSON.stringify(withValue(exampleGene, pointer, value)));

test('a valid record has none', () => {
  expect(breachesOf('genes', JSON.stringify(exampleGene))).toEqual([]);
  expect(breachesOf('phages', JSON.stringify(examplePhage))).toEqual([]);
});

test('a missing field is told where it would be', () => {
  expect(ofGene('/PhageID/Cluster', undefined)).toEqual([
    { rule: 'schema', pointer: '/PhageID/Cluster', expected: 'the field "Cluster"', found: 'none' },
  ]);
});

describe('an unknown field', () => {
  test('is told with the field that may be meant, first one that is missing', () => {
    const { Notes: _, ...rest } = exampleGene;
    const found = breachesOf('genes', JSON.stringify({ ...rest, Note: '' }));
    expect(found).toContainEqual({
      rule: 'schema',
      pointer: '/Note',
      expected: 'only known fields',
      found: 'the unknown field "Note"',
      hint: 'Did you mean "Notes"?',
    });
  });

  test('is told with a missing field before one that is there and more alike', () => {
    const { Stop: _, ...rest } = exampleGene;
    const hintOf = (record: object) =>
      breachesOf('genes', JSON.stringify(record)).find(({ pointer }) => pointer === '/Starp')?.hint;
    expect(hintOf({ ...exampleGene, Starp: 1 })).toBe('Did you mean "Start"?');
    expect(hintOf({ ...rest, Starp: 1 })).toBe('Did you mean "Stop"?');
  });

  test('that is like no other has no hint', () => {
    const [breach] = ofGene('/qqqqqqqqqqqq', 1);
    expect(breach).toMatchObject({ pointer: '/qqqqqqqqqqqq' });
    expect(breach).not.toHaveProperty('hint');
  });
});

describe('null', () => {
  test('can be allowed where a field may be unknown', () => {
    expect(ofGene('/Notes', null)).toMatchObject([
      { rule: 'null-value', pointer: '/Notes', found: 'null' },
    ]);
  });

  test('is never allowed as the key', () => {
    expect(ofGene('/GeneID', null)).toMatchObject([{ rule: 'schema', pointer: '/GeneID' }]);
  });
});

test('a number is shown as it is written, not as it is parsed', () => {
  const text = JSON.stringify(exampleGene).replace('"Start":0', '"Start":1.50e1000');
  expect(breachesOf('genes', text)).toMatchObject([{ pointer: '/Start', found: '1.50e1000' }]);
});

test('a text instead of an object is one breach, and so is an object with one fault', () => {
  expect(ofGene('/PhageID', 'Quillon')).toMatchObject([
    { pointer: '/PhageID', found: 'the string "Quillon"' },
  ]);
  const inPhage = (pointer: string, value: unknown) =>
    breachesOf('phages', JSON.stringify(withValue(examplePhage, pointer, value)));
  const pointersOf = (value: unknown) =>
    inPhage('/psubcluster', value).map(({ pointer }) => pointer);
  expect(pointersOf({ subcluster: 1 })).toEqual(['/psubcluster/subcluster']);
  expect(pointersOf({})).toEqual(['/psubcluster/subcluster']);
  // An object or null: one breach, that names both.
  expect(inPhage('/psubcluster', 'Q7')).toMatchObject([
    { pointer: '/psubcluster', expected: 'a subcluster object or null', found: 'the string "Q7"' },
  ]);
});

describe('an object of another kind is one breach', () => {
  test('that says where records of that kind belong', () => {
    expect(breachesOf('genes', JSON.stringify(examplePhage))).toMatchObject([
      {
        pointer: '',
        expected: 'a gene record',
        found: expect.stringMatching(
          /^an object without \w+, \w+, \w+ and \d+ more of its fields$/,
        ),
        hint: 'Records with phage_name belong below phages/.',
      },
    ]);
  });

  test('that knows a page of a service', () => {
    const page = { count: 0, next: null, previous: null, results: [] };
    expect(breachesOf('genes', JSON.stringify(page))).toMatchObject([
      { hint: expect.stringContaining('A page envelope') },
    ]);
  });

  test('but a record that lacks a few fields is still one of its kind', () => {
    const { Name: _, Notes: __, ...rest } = exampleGene;
    const found = breachesOf('genes', JSON.stringify(rest));
    expect(found.map(({ pointer }) => pointer)).toEqual(['/Name', '/Notes']);
  });
});

test.each([
  [[], 'an empty array'],
  [[1], 'an array'],
  [{}, 'an object'],
  ['', 'an empty string'],
  ['x', 'the string "x"'],
  [true, 'true'],
])('%j is described as %s', (value, words) => {
  expect(describeValue(value)).toBe(words);
});
