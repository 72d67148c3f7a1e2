import { describe, expect, test } from 'vitest';
import { maxReportedOfRecord } from '../../../src/text/findings.ts';
import { createRecordSchemas } from '../../../src/records/schemas.ts';
import { schemaErrors } from '../../../src/records/schemaBreaches.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { validate } from './validate.ts';

const schemaOf = createRecordSchemas();
const [genes, phages] = [schemaOf('genes'), schemaOf('phages')];
const many = 3 * maxReportedOfRecord;

const placesOf = (collection: typeof genes, record: object): string[] =>
  schemaErrors(collection, { ...record }, JSON.stringify(record)).map(
    ({ instancePath, params }) =>
      `${instancePath}/${String(params['additionalProperty'] ?? params['missingProperty'] ?? '')}`,
  );

const unknown = Object.fromEntries(Array.from({ length: many }, (_, n) => [`x${n}`, n]));

function withHosts(hosts: readonly unknown[]): object {
  return { ...examplePhage, verified_hosts: hosts };
}

function repeated(item: unknown, times = many): unknown[] {
  return Array.from({ length: times }, () => item);
}

describe('of many unknown fields', () => {
  const first = Object.keys(unknown).slice(0, maxReportedOfRecord);

  test('the first are errors, also in an object inside', () => {
    const PhageID = { ...unknown, ...exampleGene.PhageID };
    expect(placesOf(genes, { ...unknown, ...exampleGene })).toEqual(
      first.map((name) => `/${name}`),
    );
    expect(placesOf(genes, { ...exampleGene, PhageID })).toEqual(
      first.map((name) => `/PhageID/${name}`),
    );
  });

  test('none hides what else is wrong', () => {
    const { Name: _, ...nameless } = exampleGene.PhageID;
    const errors = placesOf(genes, { ...unknown, ...exampleGene, Start: 'x', PhageID: nameless });
    expect(errors).toEqual(expect.arrayContaining(['/PhageID/Name', '/Start/', '/x0']));
  });

  test('one that is called __proto__ is not lost', () => {
    const text = JSON.stringify({ ...exampleGene, ...unknown }).replace('{', '{"__proto__":1,');
    const errors = schemaErrors(genes, JSON.parse(text), text);
    expect(errors[0]?.params).toEqual({ additionalProperty: '__proto__' });
  });
});

describe('of many items', () => {
  test('the first wrong ones are errors, at the place they have', () => {
    const hosts = [...repeated(''), 7, ...repeated({}), true, ...repeated(1)];
    const errors = placesOf(phages, withHosts(hosts));
    expect(errors.slice(0, 3)).toEqual([
      `/verified_hosts/${many}/`,
      `/verified_hosts/${2 * many + 1}/`,
      `/verified_hosts/${2 * many + 2}/`,
    ]);
    expect(errors).toHaveLength(maxReportedOfRecord);
  });

  test('nulls, which may be allowed, do not hide what may not', () => {
    const hosts = [...repeated(null), 7];
    const errors = placesOf(phages, withHosts(hosts));
    expect(errors).toHaveLength(maxReportedOfRecord + 1);
    expect(errors).toContain(`/verified_hosts/${many}/`);
    expect(validate('phages', JSON.stringify(withHosts(repeated(null)))).record).not.toBeNull();
    expect(validate('phages', JSON.stringify(withHosts(hosts))).record).toBeNull();
  });

  test('none hides what is wrong elsewhere', () => {
    const record = { ...withHosts(repeated('')), found_year: 'x', verified_non_hosts: repeated(7) };
    const errors = placesOf(phages, record);
    expect(errors[0]).toBe('/found_year/');
    expect(errors).toHaveLength(1 + maxReportedOfRecord);
  });
});

test('of a record with as many faults of its text the first are told', () => {
  const text = JSON.stringify({ ...exampleGene, Notes: 'x' }).replace(
    '"Notes":"x"',
    `"Notes":"x"${',\n"Notes":"x"'.repeat(many)}`,
  );
  const { record, findings } = validate('genes', text);
  expect(record).toBeNull();
  expect(findings.map(({ line, rule }) => [line, rule])).toEqual(
    Array.from({ length: maxReportedOfRecord }, (_, n) => [2 + n, 'json-repeated-key']),
  );
});
