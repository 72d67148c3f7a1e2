import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  neutralNaming,
  neutralValues,
  publicNaming,
  renamed,
} from '../../../src/records/renameFields.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';

const names = {
  archive_accession: 'genbank_accession',
  phage_name: 'name',
  genus: 'of',
  id: 'genus',
  dnam_file: 'last',
};

/** A phage with its publisher's own objects, under neutral names and under those above. */
const phage = (of: typeof names | null, own: unknown = [{ archive_accession: 1, id: 2 }]) => {
  const called = (field: keyof typeof names) => of?.[field] ?? field;
  const genus = { [called('id')]: 3, genus_domain: 'Bacteria' };
  const { genus_domain: _, id: __, ...rest } = examplePhage.host_genus;
  const full = { ...genus, ...rest };
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(examplePhage).map(([field, value]): [string, unknown] => {
        if (field === 'host_genus') return [field, full];
        if (field === 'host_species' || field === 'isolation_host') return [field, null];
        if (field === 'verified_hosts') return [field, own];
        return [called(field as keyof typeof names), value];
      }),
    ),
  );
};

describe('a record with other names', () => {
  const toPublic = publicNaming('phages', names)!;
  const toNeutral = neutralNaming('phages', names)!;

  test('has them at every depth, in the same order, but not in what is the publisher’s own', () => {
    const json = renamed(toPublic, Buffer.from(`  ${phage(null)},{}`), 2).toString();
    expect(json).toBe(phage(names));
    expect(json).toContain('"host_genus":{"genus":3,');
    expect(json).toContain('"verified_hosts":[{"archive_accession":1,"id":2}]');
  });

  test('comes back to what it was, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (own) => {
        const bytes = Buffer.from(phage(null, own));
        const there = Buffer.from(renamed(toPublic, bytes, 0));
        expect(there.toString()).toBe(phage(names, own));
        const back = toNeutral(there, 0);
        expect(back).toMatchObject({ end: there.length });
        expect('json' in back && back.json.toString()).toBe(bytes.toString());
        const value = neutralValues('phages', names)(JSON.parse(there.toString()));
        expect(JSON.stringify(value)).toBe(bytes.toString());
      }),
    );
  });

  test('may be longer than any before', () => {
    const long = [{ text: 'x'.repeat(100_000) }];
    expect(renamed(toPublic, Buffer.from(phage(null, long)), 0).toString()).toBe(
      phage(names, long),
    );
  });

  test.each([
    ['another name', (text: string) => text.replace('"name"', '"phage_name"'), 'the field "name"'],
    ['white space', (text: string) => text.replace('"name":', '"name": '), "',' before"],
    ['a field less', (text: string) => text.replace(/"old_names":"[^"]*",/, ''), '"old_names"'],
    ['a field more', (text: string) => text.replace(/\}$/, ',"a":1}'), "'}' behind the last field"],
    ['no object', () => '7', 'an object'],
    ['half an object', (text: string) => text.slice(0, 100), 'the field'],
  ])('is not taken for one with %s', (_, change, expected) => {
    const found = toNeutral(Buffer.from(change(phage(names))), 0);
    expect(found).toMatchObject({ expected: expect.stringContaining(expected) });
  });
});

test('records keep their bytes where no field of theirs has another name', () => {
  expect(publicNaming('genes', {})).toBeNull();
  expect(publicNaming('genes', { archive_accession: 'genbank_accession' })).toBeNull();
  expect(neutralNaming('genes', { Start: 'Start' })).toBeNull();
  expect(publicNaming('genes', { Color: 'colour' })).not.toBeNull();
});

test('names may change places', () => {
  const swapped = { Start: 'Stop', Stop: 'Start' };
  const bytes = Buffer.from(JSON.stringify(exampleGene));
  const there = Buffer.from(renamed(publicNaming('genes', swapped)!, bytes, 0));
  expect(JSON.parse(there.toString())).toMatchObject({
    Stop: exampleGene.Start,
    Start: exampleGene.Stop,
  });
  expect(renamed(neutralNaming('genes', swapped)!, there, 0)).toEqual(bytes);
  const value = neutralValues('genes', swapped)(JSON.parse(there.toString()));
  expect(value).toEqual(exampleGene);
});
