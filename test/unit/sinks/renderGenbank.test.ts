import fc from 'fast-check';
import { expect, test } from 'vitest';
import { qualifier, renderGenbank, section } from '../../../src/sinks/genbank.ts';
import { renderGff3 } from '../../../src/sinks/phageGenome.ts';
import { tinyGene } from '../../integration/tinyData.ts';
import { madePhage } from '../../readers/genomesMade.ts';

const text = (made: ReturnType<typeof madePhage>) => renderGenbank(made).toString();
const locusOf = (name: string, phage = {}) =>
  text(madePhage(name, 1, { phage })).split('\n')[0] ?? '';

test('a name that is too long for LOCUS is cut there, and stands whole elsewhere', () => {
  const name = 'Mr Spaced'.repeat(9);
  expect(locusOf(name)).toMatch(
    /^LOCUS {7}Mr_SpacedMr_SpacedMr_Sp 3000 bp {4}DNA {5}circular PHG 02-JAN-2021$/,
  );
  expect(text(madePhage(name, 1))).toContain(`\n  ORGANISM  Exemplibacter phage ${name}\n`);
  expect(locusOf('A', { date_modified: null })).toHaveLength(79);
});

test('nothing is said of the shape of a genome, but where a gene runs through the origin', () => {
  expect(text(madePhage('A', 1, { origin: false })).slice(0, 79)).not.toMatch(/circular|linear/);
  expect(renderGff3(madePhage('A', 1, { origin: false })).toString()).not.toContain('Is_circular');
  expect(renderGff3(madePhage('A', 1)).toString()).toContain('Is_circular=true');
});

test('the source says what the record knows, and nothing else', () => {
  const known = {
    found_country: 'USA',
    found_city: 'Chester',
    found_state: 'VA',
    discovery_notes: 'Isolated from soil',
    archive_accession: 'AB123.4',
    seq_finished: false,
  };
  const said = text(madePhage('A', 1, { phage: known }));
  expect(said).toContain('/geo_loc_name="USA: Chester, VA"');
  expect(said).toContain('/isolation_source="soil"');
  expect(said).toContain('ACCESSION   AB123\nVERSION     AB123.4\n');
  expect(said).not.toContain('complete genome');
  const nothing = Object.fromEntries(
    Object.keys(madePhage('A', 1).phage).map((field) => [field, null]),
  );
  const blank = text(madePhage('A', 1, { phage: { ...nothing, phage_name: 'A' } }));
  const source = blank.slice(blank.indexOf('     source'), blank.indexOf('     CDS'));
  expect(source.match(/\/\w+/g)).toEqual(['/organism', '/mol_type']);
  const dateOf = (found_year: number) =>
    /collection_date=.*/.exec(text(madePhage('A', 1, { phage: { found_year } })))?.[0];
  expect(dateOf(2012)).toBe('collection_date="2012"');
  expect(dateOf(0)).toBeUndefined();
});

test('a word that is longer than a line is broken, and no letter of it is lost', () => {
  const word = 'abcdefghij'.repeat(45);
  expect(qualifier('note', word).replaceAll(/\n? {21}/g, '')).toBe(`/note="${word}"\n`);
});

test('what has no place is counted', () => {
  const made = madePhage('A', 1, { origin: false });
  const beyond = [
    tinyGene('A', 1, { Start: 10, Stop: 3001 }),
    tinyGene('A', 2, { Start: 5, Stop: 5 }),
  ];
  expect(text({ ...made, genes: beyond })).toContain(
    '\nCOMMENT     Without 2 that have no place on this genome.\n',
  );
  expect(text(made)).not.toContain('COMMENT');
});

const words = fc.string({
  unit: fc.constantFrom('"', 'a', ' ', '/', '\n', '🦠', '=', '\u2028', 'word'),
  maxLength: 400,
});

test('whatever a text holds, no line of it is taken for its end or for another line', () => {
  const property = (value: string) => {
    const lines = qualifier('note', value).split('\n').slice(0, -1);
    const plain = value.replaceAll(/[\s\u2028]+/g, ' ').trim();
    if (plain === '') {
      expect(lines).toEqual([]);
      return;
    }
    expect(lines.every((line) => line.startsWith(' '.repeat(21)))).toBe(true);
    expect(lines.slice(0, -1).filter((line) => line.endsWith('"'))).toEqual([]);
    const joined = lines.map((line) => line.slice(21)).join(' ');
    const quoted = `/note="${plain.replaceAll('"', '""')}"`;
    // A blank is added only in words that are longer than a name may be.
    expect(joined.replaceAll(' ', '')).toBe(quoted.replaceAll(' ', ''));
    if (plain.split(' ').every((word) => word.length < 90)) expect(joined).toBe(quoted);
  };
  fc.assert(fc.property(words, property), { numRuns: 500 });
});

test('lines are no longer than they may be, but for one long word or quotes', () => {
  const lines = section('COMMENT', 'some words '.repeat(100)).split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(79);
  expect(lines.length).toBeGreaterThan(10);
});
