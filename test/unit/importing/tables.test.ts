/** What the cells of a table about phages mean, and how a table of text is read. */
import { appendFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  blankInstitution,
  blankPhage,
  type ImportedPhage,
} from '../../../src/importing/blankPhage.ts';
import { fieldsOf } from '../../../src/importing/importTable.ts';
import { allColumns, columnOf } from '../../../src/importing/phageColumns.ts';
import { readTable } from '../../../src/importing/readTable.ts';
import { tempFolder } from '../sources/tempFolder.ts';

function read(name: string, text: string, record = blankPhage('L5')) {
  return allColumns
    .find((column) => column.name === name)
    ?.read(text, { record, fields: {}, say() {} });
}

/** What the cells of a row give, in the order of their columns; and what is said of them. */
function readRow(cells: Record<string, string>, before = blankPhage('L5')) {
  const said: string[] = [];
  const names = Object.keys(cells);
  const columns = names.map((name) => allColumns.find((one) => one.name === name) ?? null);
  const fields: Partial<ImportedPhage> = fieldsOf(columns, Object.values(cells), before, {
    say: (list, kind) => said.push(`${list}: ${kind}`),
    report: (at, expected) => said.push(`${names[at]}: ${expected}`),
  });
  return { fields, said };
}

test('cluster and lifestyle are one field, in either order of their saying', () => {
  expect(read('cluster', 'A')).toEqual({ pcluster: { cluster: 'A', temperate: false } });
  const clustered = { ...blankPhage('L5'), pcluster: { cluster: 'B', temperate: true } };
  const kept = { pcluster: { cluster: 'A', temperate: true } };
  expect(read('cluster', 'A', clustered)).toEqual(kept);
  const lytic = { pcluster: { cluster: 'B', temperate: false } };
  expect(read('lifestyle', 'Lytic', clustered)).toEqual(lytic);
  expect(readRow({ lifestyle: 'lytic', cluster: 'B' }, clustered).fields).toEqual(lytic);
  expect(readRow({ lifestyle: 'temperate' })).toEqual({
    fields: {},
    said: ['refused: lifestyles of phages without a cluster, beside which records say it'],
  });
  expect(read('lifestyle', 'constructor', clustered)).toBe('temperate or lytic');
});

test.each([
  ['found_GPS_lat', '40.44 N', '40.44 N'],
  ['found_GPS_lat', '-33.9', '33.9 S'],
  ['found_GPS_lat', '40.44° s', '40.44 S'],
  ['found_GPS_long', '79.95 W', '79.95 W'],
  ['found_GPS_long', '+10', '10 E'],
  ['found_GPS_lat', '48,137 N', '48.137 N'],
  ['found_GPS_lat', `40°26'46"N`, '40.44611 N'],
  ['found_GPS_long', '79° 58′ 56.4″ w', '79.98233 W'],
  ['found_GPS_lat', "40°26.77'S", '40.44617 S'],
  ['gcpercent', '63,4', '63.4'],
  ['gcpercent', '63.4%', '63.4'],
  ['found_year', '2004.0', 2004],
  ['genome_length', '53526', 53526],
  ['genome_length', '53526.0', 53526],
  ['genome_length', '53,526 bp', 53526],
  ['genome_length', '1 053 526', 1053526],
  ['genome_length', "53'526", 53526],
  ['found_year', '2004-05-06', 2004],
  ['found_year', '6-May-2004', 2004],
  ['found_year', 'May 2004', 2004],
  ['found_year', '2004-05-06T00:00:00', 2004],
  ['found_year', 'September 2004', 2004],
  ['found_year', 'Sep 6, 2004', 2004],
  ['found_year', '6.5.2004', 2004],
  ['found_year', '05/06/2004', 2004],
  ['found_year', '2004/05/06', 2004],
  ['found_year', '2004-05-06 00:00:00', 2004],
  ['seq_finished', 'Yes', true],
  ['is_annotated', 'False', false],
  ['enriched_sample', 'true', true],
  ['coverage', '12.5', 12.5],
  ['coverage', '12x', '12x'],
  ['overhang_sequence', 'CGGTAGGCn', 'CGGTAGGCn'],
  ['date_added', '2020-03-13T09:30:00-04:00', '2020-03-13T09:30:00-04:00'],
  ['fasta_file', 'https://example.org/L5.fasta', 'https://example.org/L5.fasta'],
])('%s takes %s as %s', (name, text, value) => {
  expect(read(name, text)).toEqual({ [name]: value });
});

test.each([
  ['found_GPS_lat', '91 N'],
  ['found_GPS_lat', '40 E'],
  ['found_GPS_lat', '-40 N'],
  ['found_GPS_lat', "40°66'N"],
  ['found_GPS_lat', `40°26'46"E`],
  ['found_GPS_long', "79°57'"],
  ['found_year', '20'],
  ['found_GPS_long', '11,575 O'],
  ['genome_length', '53.526'],
  ['genome_length', '53,52'],
  ['genome_length', '-1'],
  ['found_year', '05/06/04'],
  ['found_year', '2019-20'],
  ['found_year', '2019.5'],
  ['found_year', '5/2019-2020'],
  ['found_year', 'Marvellous 2019'],
  ['genome_length', '0,123'],
  ['genome_length', '1,234 567'],
  ['num_ORFs', '98 bp'],
  ['gcpercent', 'about 60'],
  ['seq_finished', 'maybe'],
  ['verified_hosts', 'Gordonia'],
  ['verified_hosts', '{}'],
  ['cluster', '1-Mar'],
  ['cluster', 'Mar-01'],
  ['cluster', '2001-03-01'],
  ['cluster', '1/3/2026'],
  ['cluster', '1.00E+02'],
  ['cluster', '#N/A'],
  ['cluster', '45352'],
  ['cluster', 'A (A2)'],
  ['cluster', 'A/A2'],
  ['cluster', 'A 2'],
  ['cluster', 'A?'],
  ['fasta_file', '/home/me/L5.fasta'],
  ['fasta_file', 'www.example.org/L5.fasta'],
  ['archive_accession', 'in progress'],
  ['archive_accession', '1.23E+05'],
  ['archive_accession', '45352'],
  ['archive_accession', `${'1'.repeat(100_000)} `],
  ['found_year', '0204'],
  ['gcpercent', '634'],
  ['gcpercent', '0.634'],
  ['genome_length', '52.000'],
  ['host_genus_id', 'five'],
  ['found_year', 'about 2010'],
  ['host', 'smegmatis'],
  ['date_finished', '13/3/2020'],
])('%s does not take %j', (name, text) => {
  expect(typeof read(name, text)).toBe('string');
});

test('no header means two columns', () => {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const headers = allColumns.flatMap(({ name, aliases }) => [
    ...new Set([name, ...aliases].map(plain)),
  ]);
  expect(headers).toEqual([...new Set(headers)]);
});

test.each([
  ['GenBank accession no.', 'archive_accession'],
  ['RefSeq Accession', 'reference_accession'],
  ['Date of isolation', 'found_year'],
  ['Discovered by', 'finder_name'],
  ['Bacterial host', 'host'],
  ['No. of tRNAs', 'num_tRNAs'],
])('a header may be %s, as tables of papers have it', (header, name) => {
  expect(columnOf(header)?.name).toBe(name);
});

test.each([
  ['finder_name', 'A. Finder', { finder_name: 'A. Finder' }],
  ['found_city', 'Chester', { found_city: 'Chester' }],
  ['found_state', 'VA', { found_state: 'VA' }],
  ['found_country', 'USA', { found_country: 'USA' }],
  ['archive_accession', 'Z18946', { archive_accession: 'Z18946', in_archive: true }],
  ['reference_accession', 'NC_001335', { reference_accession: 'NC_001335' }],
  [
    'program',
    'SEA-PHAGES',
    {
      program: {
        short_name: 'SEA-PHAGES',
        program_name: 'SEA-PHAGES',
        program_blurb: '',
        program_URL: '',
      },
    },
  ],
])('%s takes %s', (name, text, fields) => {
  expect(read(name, text)).toEqual(fields);
});

test('an institution keeps what is known of it besides its name', () => {
  const code = { ...blankInstitution, institution_code: 'UPIT' };
  const named = read('institution', 'Pitt', { ...blankPhage('L5'), p_institution: code });
  expect(named).toEqual({ p_institution: { ...code, institution_name: 'Pitt' } });
  expect(read('institution', 'Pitt')).toEqual({
    p_institution: { ...blankInstitution, institution_name: 'Pitt' },
  });
});

const none = { pcluster: null, psubcluster: null };
const inA = (subcluster: string) => ({
  pcluster: { cluster: 'A', temperate: false },
  psubcluster: { subcluster },
});

test.each<[cells: Record<string, string>, fields: object, said: RegExp | null]>([
  [{ cluster: 'None' }, none, /no cluster/],
  [{ cluster: 'unclustered', subcluster: 'n/a' }, none, /no cluster/],
  [{ cluster: 'A2' }, inA('A2'), /such as A2/],
  [{ subcluster: 'A2', cluster: 'A2' }, inA('A2'), /such as A2/],
  [{ cluster: 'A2', subcluster: '2' }, inA('A2'), /such as A2/],
  [{ subcluster: '1', cluster: 'A' }, inA('A1'), /by their number/],
  [{ cluster: 'A', subcluster: 'A1' }, inA('A1'), null],
  [
    { cluster: 'singleton', subcluster: 'None' },
    { pcluster: { cluster: 'Singleton', temperate: false }, psubcluster: null },
    /singleton/,
  ],
  [{ cluster: 'not yet clustered' }, none, /no cluster/],
  [{ cluster: 'a', subcluster: 'a2' }, inA('A2'), /other spellings of a cluster/],
  [{ cluster: 'a2' }, inA('A2'), /such as A2/],
  [{ subcluster: 'A2' }, inA('A2'), /only the subcluster tells/],
  [{ cluster: 'VC_12_0' }, { pcluster: { cluster: 'VC_12_0', temperate: false } }, null],
  [{ cluster: 'MAR1' }, { pcluster: { cluster: 'MAR1', temperate: false } }, null],
])('%j is understood as it is meant', (cells, fields, said) => {
  const row = readRow(cells);
  expect(row.fields).toEqual(fields);
  if (said === null) expect(row.said).toEqual([]);
  else expect(row.said[0]).toMatch(said);
});

test('a cluster and a subcluster that contradict each other are refused', () => {
  const refused = (cluster: string, subcluster: string) =>
    readRow({ subcluster, cluster }).said.find((one) => one.startsWith('subcluster:'));
  expect(refused('A2', 'A3')).toBe('subcluster: A2, as the cluster says,');
  expect(refused('A2', 'None')).toBe('subcluster: A2, as the cluster says,');
  expect(refused('A', 'B1')).toBe('subcluster: a subcluster of A');
  expect(refused('Singleton', '2')).toBe('subcluster: a subcluster of Singleton');
  expect(refused('None', 'B1')).toBe('subcluster: no subcluster beside no cluster');
  expect(refused('', '2')).toMatch('a subcluster with the letters of its cluster');
  expect(refused('A', '2.0')).toBeUndefined();
});

test.each(['None', 'N/A', 'NA', 'nan', 'NULL', '-', 'TBD', 'Unknown', 'Not collected', 'missing'])(
  'a cell that says %s sets nothing in any column, and is counted',
  (text) => {
    const cells = ['found_city', 'seq_finished', 'archive_accession', 'host', 'found_year'];
    const said = 'refused: cells that say that nothing is known, such as None or N/A';
    expect(readRow(Object.fromEntries(cells.map((name) => [name, text])))).toEqual({
      fields: {},
      said: cells.map(() => said),
    });
  },
);

test('words that only begin so are kept', () => {
  const fields = { found_city: 'Missing Link', found_state: 'ND' };
  expect(readRow(fields)).toEqual({ fields, said: [] });
});

test('columns for fields within objects keep what is known of them', () => {
  expect(read('program_short_name', 'SEA')).toMatchObject({
    program: { short_name: 'SEA', program_URL: '' },
  });
  const before = blankPhage('L5');
  const row = readRow({
    host_species_species_genus_genus_name: 'Gordonia',
    host_species_species_genus_is_actinomycetales: 'true',
    host_species_id: '12',
  });
  expect(row.fields).toEqual({
    host_species: {
      ...before.host_species,
      id: 12,
      species_genus: {
        ...before.host_species?.species_genus,
        genus_name: 'Gordonia',
        is_actinomycetales: true,
      },
    },
  });
});

test('what records have no field for is said', () => {
  expect(readRow({ 'archive titer': '1e9' }).said).toEqual([
    'refused: cells of "archive titer", for which records have no field',
  ]);
});

test('a new cluster takes the subcluster of another one away', () => {
  const before = { ...blankPhage('L5'), ...inA('A2') };
  expect(readRow({ cluster: 'B' }, before).fields).toMatchObject({
    pcluster: { cluster: 'B' },
    psubcluster: null,
  });
  expect(readRow({ cluster: 'A' }, before).fields).not.toHaveProperty('psubcluster');
});

test('an institution of another name does not keep the code of the first', () => {
  const p_institution = { ...blankInstitution, institution_code: 'PITT', institution_name: 'Pitt' };
  const before = { ...blankPhage('L5'), p_institution };
  expect(readRow({ institution: 'Hope' }, before).fields).toEqual({
    p_institution: { ...blankInstitution, institution_name: 'Hope' },
  });
  expect(readRow({ institution: 'Pitt' }, before).fields).toEqual({ p_institution });
});

const tableOf = (text: string) => path.join(tempFolder({ 'phages.csv': text }), 'phages.csv');

test.each<[what: string, text: string, rows: string[]]>([
  ['rows that are not empty', 'a,b\n\n"1\n2",x\n , \n3,y\n', ['1 a|b', '3 1\n2|x', '6 3|y']],
  [
    'cells by what separates them outside of quotes',
    'a.gff,"x;y"\nb.gff,z\n',
    ['1 a.gff|x;y', '2 b.gff|z'],
  ],
  [
    'quotes within cells as text, and doubled ones in quotes',
    'a;b\n5" of "soil";"""x""; y"\n3\' 5";"""z"""\n',
    ['1 a|b', '2 5" of "soil"|"x"; y', `3 3' 5"|"z"`],
  ],
  ['cells by what a line says', 'sep=;\r\na,b;c\r\n1;2\r\n', ['2 a,b|c', '3 1|2']],
  [
    'a header with line breaks',
    '"phage\nname";cluster\nL5;A\n',
    ['1 phage\nname|cluster', '3 L5|A'],
  ],
  ['lines that end as those of old programs do', 'a,b\rx; y,2\r', ['1 a|b', '2 x; y|2']],
])(
  'of a table of text, %s are read, each with the line on which it begins',
  async (_, text, rows) => {
    const table = await readTable(tableOf(text));
    expect(table.rows.map(({ line, cells }) => `${line} ${cells.join('|')}`)).toEqual(rows);
  },
);

test('what separates names of columns separates cells, whatever notes below say', async () => {
  const rows = 'Table 1, phages, by year\n"Phage Name";Notebook;"Cluster"\nL5;1,5;A\nD29;2;A\n';
  const notes = 'L5, of soil, is old\nD29, too\nA, B, and C are clusters\n2, or 3\n';
  const { rows: found } = await readTable(tableOf(rows + notes));
  expect(found.slice(1, 5).map(({ cells }) => cells)).toEqual([
    ['Phage Name', 'Notebook', 'Cluster'],
    ['L5', '1,5', 'A'],
    ['D29', '2', 'A'],
    ['L5, of soil, is old'],
  ]);
});

test('quotes within a cell that end in another one are a fault', async () => {
  const reading = readTable(tableOf('phage,notes,cluster\nL5,5" x 6",A\nD29,see "a, b"\n'));
  await expect(reading).rejects.toThrow(
    'phages.csv:3: expected a table of text, found quotes that',
  );
});

test('bytes that are not UTF-8 are a fault of their line', async () => {
  const file = tableOf('phage,city\nL5,Zürich\n');
  appendFileSync(file, Buffer.from('D29,Zürich\n', 'latin1'));
  await expect(readTable(file)).rejects.toThrow('phages.csv:3: expected UTF-8 text');
});

test.each([
  ['rows', `a,b\n${'x,y\n'.repeat(2_000_000)}`],
  ['empty cells in a row', `a,b\n${','.repeat(4_000_000)}`],
])('a text with too many %s is refused before it is parsed', async (_, text) => {
  await expect(readTable(tableOf(text))).rejects.toThrow(
    'phages.csv:1: expected at most 4000000 cells, found more.',
  );
});

test('a file of more than 256 MiB is refused before it is read', async () => {
  const file = tableOf('a,b\n');
  // Sparse: it takes no room on the disk.
  truncateSync(file, (256 << 20) + 1);
  await expect(readTable(file)).rejects.toThrow(
    'phages.csv:1: expected at most 268435456 bytes, found 268435457.',
  );
});
