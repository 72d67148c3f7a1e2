/** `phagepress import table`: what a table about phages fills in, and what stops it. */
import { zipSync } from 'fflate';
import { expect } from 'vitest';
import { type Lab, test } from './lab.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { genbankText } from '../readers/annotatedFiles.ts';
import { spreadsheet, textRows } from '../unit/importing/spreadsheets.ts';

/** Imports the phages `one` and `MADE02`. */
async function importPhages(lab: Lab): Promise<void> {
  await lab.write({ 'a.gbk': genbankText });
  await lab.import('annotations', 'a.gbk');
}

const phage = (lab: Lab, name: string) => lab.json(`data/phages/${name}.json`);

test('a table fills records, the genes say the same, and the build that is printed succeeds', async (lab) => {
  await importPhages(lab);
  await lab.write({
    'phages.csv':
      'Phage Name,Cluster,Subcluster,Life-cycle,Year,GPS Latitude,Isolation Host,Notebook\r\n' +
      'one,A,A2,temperate,2010,-33.9,"Mycobacterium smegmatis mc2 155",p. 7\r\n' +
      'Newcomer,,,,2026,,,\r\n',
  });
  const { stdout, stderr } = await lab.import('table', 'phages.csv', '--columns', 'Notebook=');
  expect(stderr).toBe('');
  expect(stdout).toBe(`Imported 8 fields of 2 phages, in data.
Changed on the way:
  phages that had no record: 1
  files with genes of these phages, which say the same now: 1
Not taken:
  columns that --columns leaves out: 1
    phages.csv:1: Notebook
Each of them is listed with --verbose.
Next: phagepress build --data data --allow gene-length --allow null-value
`);
  expect(phage(lab, 'one')).toMatchObject({
    pcluster: { cluster: 'A', temperate: true },
    psubcluster: { subcluster: 'A2' },
    found_year: 2010,
    found_GPS_lat: '33.9 S',
    genome_length: 60,
  });
  expect(lab.json('data/provenance.json').inputs).toMatchObject({
    '../phages.csv': { kind: 'table', bytes: lab.bytes('phages.csv').length },
  });
  const [gene] = lab.text('data/genes/one.ndjson').split('\n');
  expect(JSON.parse(gene ?? '').PhageID).toMatchObject({
    Cluster: 'A',
    Subcluster: 'A2',
    HostGenus: 'Mycobacterium',
  });
  const next = /Next: phagepress (.*)/.exec(stdout)?.[1] ?? '';
  await lab.run(...next.split(' '));
});

test('a cluster without a lifestyle is said to be made one that is not temperate', async (lab) => {
  await importPhages(lab);
  await lab.write({ 'phages.csv': 'phage,cluster,lifestyle\none,A,\nMADE02,A,lytic\n' });
  const { stdout } = await lab.import('table', 'phages.csv', '--verbose');
  expect(stdout).toContain(
    '  clusters without a lifestyle, now temperate: false: 1\n    phages.csv:2: one\n',
  );
});

test('a spreadsheet does the same as a table of text, and its other sheets are named', async (lab) => {
  await importPhages(lab);
  const rows = `${textRows(['Phage', 'Latitude', 'Year', 'Date sequenced'])}<row r="3"><c r="A3" t="inlineStr"><is><t>one</t></is></c><c r="B3" s="3"><v>-33.899999999999999</v></c><c r="C3"><f>2000+10</f><v>2010</v></c><c r="D3" s="1"><v>40179</v></c></row>`;
  await lab.write({
    'phages.xlsx': spreadsheet([
      { name: 'Phages', rows },
      { name: 'Freezer', rows: textRows(['box']) },
    ]),
    'bad.xlsx': spreadsheet([{ name: 'Phages', rows: rows.replace('2010', 'soon') }]),
  });
  const { stdout, stderr } = await lab.import('table', 'phages.xlsx', '--verbose');
  expect(stderr).toBe('');
  expect(stdout).toContain('  sheets besides the first: 1\n    phages.xlsx:1: Freezer\n');
  expect(phage(lab, 'one')).toMatchObject({
    found_year: 2010,
    found_GPS_lat: '33.9 S',
    date_finished: '2010-01-01',
  });
  const bad = await lab.ends(1, 'import', 'table', 'bad.xlsx');
  expect(bad.stderr).toContain("bad.xlsx:3: expected a year in the column Year, found 'soon'");
});

test('a later table wins, an earlier one that says less takes back what it said', async (lab) => {
  await importPhages(lab);
  await lab.write({
    'a.tsv': 'phage\tyear\tcity\none\t2010\tChester\n',
    'b.tsv': 'phage\tyear\none\t2011\n',
  });
  await lab.import('table', 'a.tsv');
  await lab.import('table', 'b.tsv');
  await lab.import('annotations', 'a.gbk');
  expect(phage(lab, 'one')).toMatchObject({ found_year: 2011, found_city: 'Chester' });
  expect((await lab.import('table', 'b.tsv')).stdout).toMatch(/^Unchanged: /);
  await lab.write({ 'a.tsv': 'phage\tcountry\none\tUSA\n' });
  await lab.import('table', 'a.tsv');
  expect(phage(lab, 'one')).toMatchObject({
    found_year: 2011,
    found_city: '',
    found_country: 'USA',
  });
});

test('blanks in names are joined as annotations join them, and no cell is lost unsaid', async (lab) => {
  await lab.write({ 't.csv': 'phage,year,\nSecond One,2010,box 7\n' });
  const { stdout } = await lab.import('table', 't.csv', '--verbose');
  expect(stdout).toContain('  blanks in names of phages, now _: 1\n    t.csv:2: Second_One\n');
  expect(stdout).toContain('  cells in columns without a header: 1\n    t.csv:2: box 7\n');
  expect(phage(lab, 'Second_One').found_year).toBe(2010);
});

test('the template has every column, and imports as it is', async (lab) => {
  await importPhages(lab);
  const { stdout } = await lab.import('table', '--template');
  const [header = '', explained = ''] = stdout.split('\n');
  expect(header).toMatch(/^phage_name,cluster,/);
  expect(explained).toMatch(/^# name of the phage/);
  const before = await lab.tree('data/phages');
  await lab.write({ 't.csv': `${stdout}one,A\n` });
  await lab.import('table', 't.csv');
  const after = await lab.tree('data/phages');
  expect(Object.keys(after)).toEqual(Object.keys(before));
});

test.for<[string, string]>([
  [
    'phage,clster\none,A\n',
    "t.csv:1: expected a known column, found 'clster' (did you mean 'cluster'?)",
  ],
  [
    'phage,Freezer box 12\none,A\n',
    "t.csv:1: expected a known column, found 'Freezer box 12' (--columns can say what it is, or leave it out)",
  ],
  [
    'phage,year,Year found\none,2010,2010\n',
    "t.csv:1: expected one column for found_year, found 'year' and 'Year found'",
  ],
  ['cluster\nA\n', 't.csv:1: expected a column phage_name, found none'],
  [
    'phage,Box,"Shelf, door"\none,A,1\n',
    "hint: --columns 'Box=,Shelf, door=' leaves out all columns that are not known.",
  ],
  [
    'Accession,Genus,Description,Number CDS\nAB123456,Tequa,Kay,9\nAB123457,Tequa,El,8\n',
    "hint: --columns 'Genus=,Description=phage_name' takes the names of phages from Description, and leaves out all columns that are not known.",
  ],
  ['phage,year\none,soon\n', "t.csv:2: expected a year in the column year, found 'soon'"],
  ['phage\none\n\none\n', 't.csv:4: expected each phage once, found one, as in line 2'],
  ['phage\nOne\n', 't.csv:2: expected the name as it is in the data: one, found One'],
  ['phage\n../x\n', "t.csv:2: expected the name of a phage, found '.._x', which begins with a dot"],
  [
    'phage,city\nn/a,Oslo\n',
    "t.csv:2: expected the name of a phage, found 'n/a', which says that it has none",
  ],
  ['phage,year\n,2010\n', "t.csv:2: expected the name of a phage, found '', which is empty"],
  ['phage\none,2010\n', 't.csv:2: expected 1 cells, as the header has, found 2'],
  ['', 't.csv:1: expected a header and a phage on each row, found an empty table'],
  ...['#REF!', '#N/A', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!'].map(
    (error): [string, string] => [
      `phage,city\none,"${error}"\n`,
      `t.csv:2: expected a value in the column city, found an error of a formula (${error})`,
    ],
  ),
  [
    'phage,host genus,host strain\none,Gordonia,#REF!\n',
    't.csv:2: expected a value in the column host strain, found an error of a formula (#REF!)',
  ],
  [
    'Phges,Cluster\none,A\nPhage,Cluster\ntwo,B\n',
    "t.csv:2: expected titles and remarks above the header in line 3, found 'one A'",
  ],
  [
    'phage,year\n#N/A,#REF!\n',
    `t.csv:2: expected a value in the column phage, found an error of a formula (#N/A)
t.csv:2: expected a value in the column year, found an error of a formula (#REF!)
Nothing`,
  ],
])('%j is located, and the data stays as it was', async ([text, message], { lab }) => {
  await importPhages(lab);
  await lab.write({ 't.csv': text });
  const before = await lab.tree();
  const { stderr } = await lab.ends(1, 'import', 'table', 't.csv');
  expect(stderr).toContain(message);
  expect(await lab.tree()).toEqual(before);
});

test('of a table with very many faults, ten thousand are counted', async (lab) => {
  await importPhages(lab);
  await lab.write({ 't.csv': `phage\n${'one\n'.repeat(10_100)}` });
  const { stderr } = await lab.ends(1, 'import', 'table', 't.csv');
  expect(stderr).toContain('\n… and at least 9,950 more\n');
});

test.for<[string[], number, string]>([
  [[], 2, 'Which table is to be imported?'],
  [['nowhere.csv'], 2, 'There is no file nowhere.csv'],
  [['https://lab.example/t.csv'], 2, 'hint: Imports read files: download it first.'],
  [['lab'], 2, 'lab is a folder.\n  hint: Name the table itself.'],
  [
    ['a.gbk'],
    1,
    'CSV or TSV file, found a GenBank file.\nNothing was imported: the data folder is as it was.\n  hint: `phagepress import annotations <file>` reads it.',
  ],
  [
    ['a.fasta'],
    1,
    'as it was.\n  hint: Annotate it, or put it beside a GFF3 file with its genes.\n',
  ],
  [['page.csv'], 1, 'CSV or TSV file, found a web page (HTML).'],
  [['dump.sql'], 1, 'found the dump of a database (SQL).'],
  [['quote.csv'], 1, 'at line 3.'],
  [['quote.csv'], 1, 'where a cell in quotes ends with one, and doubles those in it.'],
  [
    ['t.xlsx'],
    1,
    't.xlsx:1: expected a spreadsheet (.xlsx), CSV or TSV file, found a ZIP file that',
  ],
  [
    ['old.xls'],
    1,
    'found an old spreadsheet (.xls).\nNothing was imported: the data folder is as it was.\n  hint: Save it as .xlsx, without a password',
  ],
  [['locked.xlsx'], 1, 'found a spreadsheet with a password.'],
  [
    ['lab/merged.xlsx'],
    1,
    'lab/merged.xlsx:2: expected a value in each cell, found the merged cells A2:A3.',
  ],
  [['lab/bomb.xlsx'], 1, 'lab/bomb.xlsx:1: expected a spreadsheet (.xlsx), CSV or TSV file, found'],
  [
    ['twice.xlsx'],
    1,
    "twice.xlsx:1: expected one column for found_year, found 'year' and 'Year found' (B1 and C1)",
  ],
  [
    ['notes.xlsx'],
    1,
    "found none in the first sheet (put the one of the phages first; there is 'Phages')",
  ],
  [['t.csv', '--columns', 'phage'], 2, 'is no header and column'],
])('%j ends with %i', async ([args, code, message], { lab }) => {
  await lab.write({
    'a.gbk': genbankText,
    'a.fasta': '>one\nACGT\n',
    'page.csv': '<html><body>Not found',
    'dump.sql': '-- dump\nDROP TABLE IF EXISTS `gene`;\n',
    'quote.csv': 'phage,cluster,city\none,A,\n"two,A,of "wet" soil\n',
  });
  const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  await lab.write({
    't.csv': 'phage\none\n',
    't.xlsx': Buffer.from('PK\u0003\u0004'),
    'old.xls': old,
    'locked.xlsx': Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')]),
    'lab/bomb.xlsx': zipSync({ 'xl/workbook.xml': new Uint8Array(33 << 20) }),
    'lab/merged.xlsx': spreadsheet([
      {
        name: 'Phages',
        rows: textRows(['phage', 'year'], ['one']),
        behind: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
      },
    ]),
    'notes.xlsx': spreadsheet([
      { name: 'Notes', rows: textRows(['Our phages']) },
      { name: 'Phages', rows: textRows(['phage'], ['one']) },
    ]),
    'twice.xlsx': spreadsheet([
      { name: 'Phages', rows: textRows(['phage', 'year', 'Year found'], ['one', '2010', '2010']) },
    ]),
  });
  const { stderr } = await lab.ends(code, 'import', 'table', ...args);
  expect(stderr).toContain(message);
  if (code === 1) expect(stderr).toContain('Nothing was imported: the data folder is as it was.');
  expect(lab.has('data')).toBe(false);
});

test('a header that --columns names and the table has not is a fault', async (lab) => {
  await importPhages(lab);
  await lab.write({ 'phages.csv': 'phage,Notebook\none,7\n' });
  const columns = ['--columns', 'Notebok='];
  const { stderr } = await lab.ends(
    1,
    'import',
    'table',
    'phages.csv',
    ...columns,
    '--columns',
    'Notebook=',
  );
  expect(stderr).toContain(
    "phages.csv:1: expected the column 'Notebok' that --columns names, found none (did you mean 'Notebook'?)",
  );
});

test('the tables of a site are read back, every field', async (lab) => {
  const verified_hosts = ['https://phages.example/hosts/31/', { id: 32 }];
  const record = tinyPhage('Quillon', {
    verified_hosts,
    plaque_notes: 'clear "halo"',
    // An empty cell says nothing.
    em_file: null,
  });
  await lab.write({
    'data/phages/a.ndjson': asLines([record]),
    'data/genes/a.ndjson': asLines([tinyGene('Quillon', 1)]),
  });
  const build = ['build', '--bulk', 'tsv,phagesdb', '--base-url', 'https://phages.example'];
  await lab.run(...build);
  const importInto = (data: string, file: string) => lab.import('table', file, '--data', data);
  const read = (data: string) => lab.json(`${data}/phages/Quillon.json`);
  await importInto('again', 'dist/bulk/phages.tsv.gz');
  expect(read('again')).toEqual(record);
  const { stdout } = await importInto('less', 'dist/data/full.tsv');
  expect(stdout).not.toContain('Not taken');
  const { pcluster, psubcluster, genome_length, gcpercent, seq_finished, found_year } = record;
  expect(read('less')).toMatchObject({
    pcluster,
    psubcluster,
    genome_length,
    gcpercent,
    seq_finished,
    found_year,
    isolation_host: { genus: 'Exemplibacter', species: 'fictus', strain_name: 'E1' },
  });
});

test('what one table says otherwise than another, and a name that may be misspelt, are listed to check', async (lab) => {
  await importPhages(lab);
  await lab.write({
    'runs/a.gbk': genbankText,
    'runs/t.csv': 'phage,town,year\none,Bonn,2020\nMADE2,,2020\nFrom our list,,\n',
    'u.csv': 'phage,town,year\none,Berlin,2020\n',
  });
  const first = await lab.import('table', 'runs/t.csv');
  expect(first.stdout).toContain(
    'Taken, but please check:\n  phages that had no record: 1\n    runs/t.csv:3: MADE2 (is it MADE02?)\n' +
      '  phages that had no record, of which the table has but the name (put # before what is a remark): 1\n    runs/t.csv:4: From our list\n',
  );
  const second = await lab.import('table', 'u.csv');
  expect(second.stdout).toContain(
    'Taken, but please check:\n  values of other tables, now those of this one: 1\n    u.csv:2: one: found_city\n',
  );
  expect((await lab.import('table', 'u.csv')).stdout).not.toContain('other tables');
  const { stdout } = await lab.import('annotations', 'runs');
  expect(stdout).toContain(
    'Not read:\n  runs/t.csv: a table about phages, which `phagepress import table` reads\n',
  );
});

test('the header may stand below a title and remarks, which are named', async (lab) => {
  await lab.write({ 'phages.csv': 'Our phages,,\n# of 2026,,\nPhage,Cluster,Year\nL5,A,1954\n' });
  const { stdout } = await lab.import('table', 'phages.csv');
  expect(stdout).toContain(
    '  rows above the header: 2\n    phages.csv:1: Our phages\n    phages.csv:2: # of 2026\n',
  );
  expect(phage(lab, 'L5')).toMatchObject({ pcluster: { cluster: 'A' }, found_year: 1954 });
});

test('cells may be merged above the header of a spreadsheet, and nowhere in a table of families', async (lab) => {
  const rows = textRows(
    ['Our phages'],
    [null, 'Isolation', null],
    ['Phage', 'City', 'Year'],
    ['L5', 'Oslo', '1954'],
  );
  const behind = '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="B2:C2"/></mergeCells>';
  await lab.write({
    'phages.xlsx': spreadsheet([{ name: 'a', rows, behind }]),
    'a.gbk': genbankText,
  });
  const { stdout } = await lab.import('table', 'phages.xlsx');
  expect(stdout).toContain('  rows above the header: 2\n    phages.xlsx:1: Our phages\n');
  expect(phage(lab, 'L5')).toMatchObject({ found_city: 'Oslo', found_year: 1954 });
  const families = ['annotations', 'a.gbk', '--families', 'phages.xlsx'];
  const { stderr } = await lab.ends(1, 'import', ...families);
  expect(stderr).toContain('phages.xlsx:2: expected a value in each cell, found the merged cells');
});

test.for([
  'Our phages\nphage\tcluster\nL5\tA\n',
  'Our phages, of 2026\nphage\tcluster\nL5\tA\n',
  'Our phages, of 2026\nin box 1, 2\n\nphage\tcluster\tcity\nL5\tA\tSan Jose, CA\n',
  'Our phages; of 2026;\nphage;cluster;latitude\nL5;A;48,1\n',
  '# phage,cluster\nphage,cluster\nL5,A\n',
  'phage|cluster\nL5|A\n',
  '| phage | cluster |\n|:------|---------|\n| L5    | A       |\n',
  'phage,cluster,city\n=====,=====,\nL5,A,\n',
  '"Year ""a; b""",phage,cluster\n1954,L5,A\n',
])('%j has one phage', async (text, { lab }) => {
  await lab.write({ 'phages.csv': text });
  const columns = text.includes('Year') ? ['--columns', 'Year "a; b"=found_year'] : [];
  const { stdout } = await lab.import('table', 'phages.csv', ...columns);
  expect(stdout).toContain('of 1 phage,');
  expect(phage(lab, 'L5')).toMatchObject({ pcluster: { cluster: 'A' } });
});

test('totals below the phages are no phages, and names that may be those of several are listed to check', async (lab) => {
  await lab.write({
    'phages.csv':
      'Phage,Genome length\nMean,49000\n"L5, D29",52297\nT4/a,168903\n1-Mar,\nMean,110600\nn = 2,\nTotal: 2,\n',
  });
  const { stdout } = await lab.import('table', 'phages.csv');
  expect(lab.names('data/phages')).toEqual([
    '1-Mar.json',
    'L5,_D29.json',
    'Mean.json',
    'T4_a.json',
  ]);
  expect(stdout).toContain('may have changed: 1\n    phages.csv:5: 1-Mar\n');
  expect(stdout).toContain('  rows of totals at the end: 3\n    phages.csv:6: Mean 110600\n');
  expect(stdout).toContain('several: 1\n    phages.csv:3: L5, D29\n');
  expect(stdout).toContain('file names, now others: 1\n    phages.csv:4: T4/a, now T4_a\n');
});

test('--columns may name headers with commas', async (lab) => {
  await lab.write({ 'phages.csv': 'Phage,"City, State",Box,"Shelf, door"\nL5,Bonn,7,8\n' });
  await lab.import('table', 'phages.csv', '--columns', 'City, State=found_city,Box=,Shelf, door=');
  expect(phage(lab, 'L5')).toMatchObject({ found_city: 'Bonn' });
});

test('a host may be in columns of its parts', async (lab) => {
  await lab.write({
    'phages.csv':
      'Phage,Host strain,Host genus,Host species\nL5,mc2 155,Mycobacterium,smegmatis\n' +
      'D29,,Gordonia,Gordonia terrae\nT4,unknown,Escherichia,\nP1\n',
  });
  await lab.import('table', 'phages.csv');
  const hostOf = (name: string) => {
    const { isolation_host: host } = phage(lab, name);
    return host && [host.genus, host.species, host.strain_name].join(' ');
  };
  expect(['L5', 'D29', 'T4', 'P1'].map(hostOf)).toEqual([
    'Mycobacterium smegmatis mc2 155',
    'Gordonia terrae ',
    'Escherichia  ',
    '  ',
  ]);
});

test('a phage that annotations named after its organism is found by that', async (lab) => {
  await lab.write({
    'phages.csv':
      'Phage,Year\n"Made phage one, complete genome",1954\nMade phage two,1955\nMADE02_Draft,1956\n',
  });
  await importPhages(lab);
  const { stdout } = await lab.import('table', 'phages.csv');
  expect(stdout).toContain(
    '  phages found by the last words of their organism, or without _Draft: 2\n    phages.csv:2: Made phage one, complete genome (one)\n    phages.csv:4: MADE02_Draft (MADE02)\n',
  );
  expect(phage(lab, 'one').found_year).toBe(1954);
  expect(phage(lab, 'MADE02').found_year).toBe(1956);
  expect(phage(lab, 'Made_phage_two').found_year).toBe(1955);
});

test('annotations may come after the table, which meets their phage when it is imported again', async (lab) => {
  await lab.write({ 'phages.csv': 'Phage,Year\nMade phage one,1954\n' });
  await lab.import('table', 'phages.csv');
  const listed = '    phages.csv: Made_phage_one (is it one?)\n';
  await lab.write({ 'a.gbk': genbankText });
  for (const _ of ['read', 'not read again'])
    expect((await lab.import('annotations', 'a.gbk')).stdout).toContain(listed);
  const { stderr } = await lab.ends(1, 'import', 'table', 'phages.csv', '--data', 'data');
  expect(stderr).toContain('Made_phage_one');
  const { stdout } = await lab.import('table', 'phages.csv', '--accept-renames');
  expect(stdout).toContain('phages.csv:2: Made phage one (one)\n');
  expect((await lab.import('annotations', 'a.gbk')).stdout).not.toContain(listed);
  expect(phage(lab, 'one').found_year).toBe(1954);
  expect(lab.has('data/phages/Made_phage_one.json')).toBe(false);
});

test('a name with _Draft is that of another phage where a table has both, and no annotations', async (lab) => {
  await lab.write({
    'both.csv': 'Phage,Year\none_Draft,1954\none,1955\n',
    't.csv': 'Phage,Year\nAlpha_Draft,1956\n',
    'u.csv': 'Phage,Year\nAlpha,1957\n',
  });
  await importPhages(lab);
  for (const table of ['both.csv', 't.csv', 'u.csv']) await lab.import('table', table);
  const years = ['one', 'one_Draft', 'Alpha', 'Alpha_Draft'].map(
    (name) => phage(lab, name).found_year,
  );
  expect(years).toEqual([1955, 1954, 1957, 1956]);
  const { stdout } = await lab.import('table', 't.csv');
  expect(stdout).toContain('Unchanged');
});
