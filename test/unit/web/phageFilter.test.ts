import { describe, expect, test } from 'vitest';
import { type PhageRow, phageRows } from '../../../src/web/data/indexes.ts';
import {
  columnsText,
  filterPhages,
  none,
  flagsOffered,
  offersOf,
  phageQueryOf,
} from '../../../src/web/phageFilter.ts';

const rows = phageRows({
  count: 4,
  genera: ['Gordonia', 'Mycobacterium'],
  strains: ['Gordonia terrae 3612', 'Mycobacterium avium 104', 'Mycobacterium smegmatis mc²155'],
  clusters: ['A', 'B'],
  subclusters: ['A2', 'A10'],
  countries: ['Chile'],
  name: ['Beta', 'alpha', 'Gamma', 'Delta10'],
  old: ['', 'Oldie', '', ''],
  accession: ['MN1', '', '', ''],
  reference: ['', '', '', ''],
  cluster: [0, 0, 1, -1],
  subcluster: [1, 0, -1, -1],
  temperate: [1, 0, -1, 1],
  genus: [1, 1, 0, 0],
  strain: [2, 1, 0, 0],
  country: [0, -1, -1, -1],
  year: [2012, null, 2001, 2020],
  annotated: [1, 1, 0, 0],
  sequenced: [1, 1, 1, 0],
  length: [50000, 40000, null, 9000],
  gc: ['66.3', '60.0', '', '50.1'],
  genes: [90, 70, 0, 12],
});

function names(query: string): string[] {
  return filterPhages(rows, phageQueryOf(query)).map(({ name }: PhageRow) => name);
}

function offered(query: string, field: string) {
  return offersOf(rows, phageQueryOf(query)).find((one) => one.field === field)?.values;
}

describe('the table of phages', () => {
  test.each([
    ['?phages', ['alpha', 'Beta', 'Delta10', 'Gamma']],
    ['?phages&q=oldie', ['alpha']],
    ['?phages&q=mn1', ['Beta']],
    ['?phages&q=myco+a2', ['alpha']],
    ['?phages&q=chile', ['Beta']],
    ['?phages&q=myco+chile', ['Beta']],
    ['?phages&q=mc²155', ['Beta']],
    ['?phages&strain=Gordonia+terrae+3612', ['Delta10', 'Gamma']],
    ['?phages&sort=strain', ['Delta10', 'Gamma', 'alpha', 'Beta']],
    ['?phages&cluster=A', ['alpha', 'Beta']],
    [`?phages&cluster=${encodeURIComponent(none)}`, ['Delta10']],
    ['?phages&temperate=no', ['alpha']],
    ['?phages&temperate=maybe', ['alpha', 'Beta', 'Delta10', 'Gamma']],
    ['?phages&year=2012', ['Beta']],
    ['?phages&genus=Gordonia&annotated=no&sort=length', ['Delta10', 'Gamma']],
    ['?phages&sort=-length', ['Beta', 'alpha', 'Delta10', 'Gamma']],
    ['?phages&sort=year', ['Gamma', 'Beta', 'Delta10', 'alpha']],
    ['?phages&sort=cluster', ['alpha', 'Beta', 'Gamma', 'Delta10']],
    ['?phages&sort=-gc', ['Beta', 'alpha', 'Delta10', 'Gamma']],
    ['?phages&q=nothing', []],
  ])('%s shows what was asked for, what has no value last', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  test('offers the values that there are, with their counts and numbers in order', () => {
    expect(offered('?phages', 'subcluster')).toEqual([
      ['A2', 1],
      ['A10', 1],
      [none, 2],
    ]);
    expect(offered('?phages&genus=Mycobacterium', 'strain')).toEqual([
      ['Mycobacterium avium 104', 1],
      ['Mycobacterium smegmatis mc²155', 1],
    ]);
    // All have the one country or none.
    expect(offered('?phages', 'country')).toEqual([
      ['Chile', 1],
      [none, 3],
    ]);
    expect(offersOf(rows.slice(2), phageQueryOf('')).map(({ field }) => field)).toEqual([
      'cluster',
      'year',
    ]);
  });

  test.each([
    ['?phages', rows, ['temperate', 'annotated']],
    ['?phages', rows.slice(0, 2), ['temperate']],
    ['?phages', rows.slice(0, 1), []],
    ['?phages&annotated=no', rows.slice(0, 1), ['annotated']],
  ] as const)('%s of some rows offers the flags that tell them apart', (query, some, flags) => {
    expect(flagsOffered(some, phageQueryOf(query))).toEqual(flags);
  });

  test('offers what was chosen also where no phage has it, or all have one value', () => {
    expect(offered('?phages&country=Nowhere', 'country')).toEqual([
      ['Chile', 1],
      [none, 3],
      ['Nowhere', 0],
    ]);
    const alike = (query: string) =>
      offersOf(rows.slice(2), phageQueryOf(query)).find(({ field }) => field === 'genus')?.values;
    expect(alike('?phages&genus=Gordonia')).toEqual([['Gordonia', 2]]);
    expect(alike('?phages&genus=constructor')).toEqual([
      ['Gordonia', 2],
      ['constructor', 0],
    ]);
  });

  test('offers what is left with all else that was asked for', () => {
    expect(offered('?phages&genus=Mycobacterium', 'year')).toEqual([
      ['2012', 1],
      [none, 1],
    ]);
    // Its own choice does not narrow what can be chosen instead.
    expect(offered('?phages&genus=Mycobacterium&temperate=yes', 'genus')).toEqual([
      ['Gordonia', 1],
      ['Mycobacterium', 1],
    ]);
    // What was chosen stays to be seen, also where none is left.
    expect(offered('?phages&year=2001&q=alpha', 'year')).toEqual([
      ['2001', 0],
      [none, 1],
    ]);
  });

  test('takes a year 0, which is how PhagesDB says that it does not know, for none', () => {
    const years = phageRows({ name: ['a', 'b', 'c'], year: [0, 2012, null] });
    expect(years.map(({ year }) => year)).toEqual([null, 2012, null]);
    const chosen = filterPhages(years, phageQueryOf(`?year=${encodeURIComponent(none)}`));
    expect(chosen.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  test('stands an index of something else', () => {
    expect(phageRows(null)).toEqual([]);
    expect(phageRows({ name: ['A'], cluster: 'x', genes: null })).toMatchObject([
      { name: 'A', cluster: '', genes: 0 },
    ]);
  });
});

test('columns are those of the address, in their own order and always with names', () => {
  const columns = (query: string) => phageQueryOf(query).columns.join(' ');
  expect(columns('?phages')).toBe('name cluster genus country year length gc genes');
  expect(columns('?phages&columns=genes,accession,none')).toBe('name accession genes');
  expect(columnsText(phageQueryOf('?phages').columns)).toBeNull();
  expect(columnsText(phageQueryOf('?columns=year').columns)).toBe('name,year');
});

test('a table is sorted by yes and no, too, with what is not known last', () => {
  expect(names('?phages&sort=temperate')).toEqual(['alpha', 'Beta', 'Delta10', 'Gamma']);
  expect(names('?phages&sort=-temperate')).toEqual(['Beta', 'Delta10', 'alpha', 'Gamma']);
});
