/** `phagepress import phamerator`: from a dump to a site, and what stops it. */
import fs from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { test } from './lab.ts';
import { gff3Text } from '../readers/annotatedFiles.ts';

const table = (name: string, columns: string, ...rows: string[]) =>
  `CREATE TABLE \`${name}\` (\n${columns
    .split(' ')
    .map((column) => `  \`${column}\` blob`)
    .join(',\n')}\n);\nLOCK TABLES \`${name}\` WRITE;\n${
    rows.length === 0 ? '' : `INSERT INTO \`${name}\` VALUES ${rows.join(',')};\n`
  }UNLOCK TABLES;\n`;

const gene = (phage: string, number: number, more: { pham?: string; protein?: string } = {}) =>
  `('${phage}_CDS_${number}','${phage}',${number * 100},${number * 100 + 9},9,'${number}',${more.protein ?? "'MAR'"},'F','tail',NULL,${more.pham ?? '7'})`;
const phage = (name: string, status = 'final', cluster = "'A'") =>
  `('${name}','','${name}_Draft','Gordonia','${'ACGT'.repeat(300)}',1200,NULL,NULL,'${status}',${cluster},NULL)`;

interface Tables {
  readonly genes?: readonly string[];
  readonly phages?: readonly string[];
  readonly others?: string;
}

const dumpOf = ({ genes, phages, others = '' }: Tables) =>
  table(
    'gene',
    'GeneID PhageID Start Stop Length Name Translation Orientation Notes LocusTag PhamID',
    ...(genes ?? [gene('One', 1), gene('Two', 1), gene('Two', 2)]),
  ) +
  table(
    'phage',
    'PhageID Accession Name HostGenus Sequence Length DateLastModified GC Status Cluster Subcluster',
    ...(phages ?? [phage('One'), phage('Two', 'draft', 'NULL')]),
  ) +
  table('pham', 'PhamID Color', "(7,'#12ab34')") +
  table('gene_domain', 'ID GeneID', "(1,'One_CDS_1')", "(2,'One_CDS_1')") +
  table('version', 'Version SchemaVersion', '(1,10)') +
  others;

test('a dump becomes data, says what it left out, and the command that is printed builds it', async (lab) => {
  await lab.write({ 'dump.sql.gz': gzipSync(dumpOf({})) });
  const { stdout, stderr } = await lab.import('phamerator', 'dump.sql.gz', '--date', '2026-11-22');
  expect(stderr).toBe('');
  expect(stdout)
    .toBe(`Imported 1 phage, 1 gene, 0 other features and 1 genome from schema 10, in data.
Not taken:
  phages of status draft: 1
    dump.sql.gz:31: Two
  genes of phages that are not taken: 2
Not taken, since records have no field for it:
  rows of table gene_domain (conserved domains in genes): 2
Next: phagepress build --data data --allow null-value
`);
  const next = /Next: phagepress (.*)/.exec(stdout)?.[1] ?? '';
  await lab.run(...next.split(' '));
  const found = lab.json('dist/api/genes/One_CDS_1/index.json') as object;
  expect(found).toMatchObject({
    PhageID: { Name: 'One_Draft', Cluster: 'A', HostGenus: 'Gordonia' },
    PhamID: { PhamID: 7, Color: '#12ab34' },
  });
});

test('what a dump says nothing of gets no genome and no empty name, so that the data can be built', async (lab) => {
  const blank = phage('One')
    .replace("'One_Draft'", 'NULL')
    .replace(/'(ACGT)+'/, "''");
  const genes = [gene('One', 1).replace("'1'", 'NULL')];
  await lab.write({ 'dump.sql': dumpOf({}) });
  await lab.import('phamerator', 'dump.sql');
  await lab.write({ 'dump.sql': dumpOf({ phages: [blank], genes }) });
  const { stdout } = await lab.import('phamerator', 'dump.sql');
  expect(stdout).toContain('1 phage, 1 gene, 0 other features and 0 genomes');
  expect(stdout).toContain('genes without a name, now called by their GeneID: 1');
  expect(stdout).toContain('genomes without a nucleotide: 1');
  expect(lab.names('data/genomes')).toEqual([]);
  const text = lab.text('data/genes/One.ndjson');
  expect(JSON.parse(text)).toMatchObject({ Name: 'One_CDS_1', PhageID: { Name: 'One' } });
  await lab.run('check', '--allow', 'null-value');
});

test('phages of other statuses come when they are asked for, and go again', async (lab) => {
  await lab.write({ 'dump.sql': dumpOf({}) });
  await lab.import('phamerator', 'dump.sql', '--status', 'draft,final');
  const two = lab.at('data/genes/Two.ndjson');
  expect(fs.readFileSync(two, 'utf8').split('\n')).toHaveLength(3);
  expect(fs.readFileSync(two, 'utf8')).toContain('"Cluster":"Singleton"');
  const before = await lab.tree('data');
  const again = await lab.import('phamerator', 'dump.sql', '--status', 'draft,final');
  expect(again.stdout).toMatch(/^Unchanged: 2 phages/);
  expect(await lab.tree('data')).toEqual(before);
  const without = await lab.ends(1, 'import', 'phamerator', 'dump.sql');
  expect(without.stderr).toContain('  phages: Two\n');
  const fewer = await lab.import('phamerator', 'dump.sql', '--accept-renames');
  expect(fewer.stdout).toContain('files removed, since their input no longer has them: 3');
  expect(fs.existsSync(two)).toBe(false);
});

test('what a table says of a phage later comes into its genes, whose families and names stay', async (lab) => {
  await lab.write({ 'dump.sql': dumpOf({}), 'phages.csv': 'phage,cluster\nOne,BX\n' });
  await lab.import('phamerator', 'dump.sql');
  await lab.import('table', 'phages.csv');
  const [line = ''] = lab.text('data/genes/One.ndjson').split('\n');
  expect(JSON.parse(line)).toMatchObject({
    PhageID: { Name: 'One_Draft', Cluster: 'BX' },
    PhamID: { PhamID: 7, Color: '#12ab34' },
  });
});

test('a protein with a stop inside is named', async (lab) => {
  const genes = [gene('One', 1, { protein: "'MA*R'" }), gene('One', 2, { protein: "'MAR*'" })];
  await lab.write({ 'dump.sql': dumpOf({ genes, phages: [phage('One')] }) });
  const { stdout } = await lab.import('phamerator', 'dump.sql');
  expect(stdout).toContain(
    'please check:\n  genes with a stop inside their protein: 1\n    dump.sql:15: One_CDS_1\n',
  );
});

test('words for nothing known are no accession, cluster or subcluster; a stop ends no protein', async (lab) => {
  const none = (name: string, cluster: string) =>
    phage(name, 'final', cluster)
      .replace(/(?<=^\('[^']*',)('[^']*'|NULL)/, "'none'")
      .replace(/[^,]*\)$/, "'None')");
  const genes = [gene('One', 1, { protein: "'MAR*'" })];
  await lab.write({
    'dump.sql': dumpOf({ genes, phages: [none('One', "'A'"), none('Two', "'None'")] }),
  });
  const { stdout } = await lab.import('phamerator', 'dump.sql');
  expect(stdout).toContain('values that say that nothing is known, such as none: 3\n');
  const read = (name: string) => JSON.parse(lab.text(`data/phages/${name}.json`));
  const unknown = { archive_accession: '', in_archive: false, psubcluster: null };
  expect(read('One')).toMatchObject({ ...unknown, pcluster: { cluster: 'A' } });
  expect(read('Two')).toMatchObject({ ...unknown, pcluster: null });
  expect(lab.text('data/genes/One.ndjson')).toContain('"Translation":"MAR"');
});

test('a gene without a family gets one by its translation, and one without a protein is refused', async (lab) => {
  const genes = [
    gene('One', 1, { pham: 'NULL' }),
    gene('One', 2, { protein: 'NULL' }),
    gene('One', 3, { pham: 'NULL' }),
  ];
  await lab.write({
    'dump.sql': dumpOf({ genes, phages: [phage('One', 'final', "'UNK'")] }),
  });
  const { stdout } = await lab.import('phamerator', 'dump.sql', '--verbose');
  expect(stdout).toContain('genes without a family, now in one by their translation: 2\n');
  expect(stdout).toContain('genes without a translation: 1\n    dump.sql:15: One_CDS_2\n');
  expect(stdout).toContain('phages of cluster UNK or None, now without a cluster: 1\n');
  const families = lab.text('data/genes/One.ndjson').match(/"PhamID":\{[^}]*\}/g);
  expect(new Set(families).size).toBe(1);
});

test('a family number that annotations and a dump have both is listed to check', async (lab) => {
  const annotated = gff3Text.replace('product=plain', 'product=plain;phrog=7');
  await lab.write({ 'dump.sql': dumpOf({}), 'a.gff': annotated });
  await lab.import('annotations', 'a.gff');
  const { stdout } = await lab.import('phamerator', 'dump.sql');
  expect(stdout).toContain(
    '(import one of them into another data folder): 1\n    genes/One.ndjson: 7\n',
  );
});

test('what Python shows of bytes, None and signs that nobody sees are read as what they mean', async (lab) => {
  const noted = (number: number, notes: string, tag = 'NULL') =>
    gene('One', number).replace("'tail',NULL", `${notes},${tag}`);
  const genes = [
    noted(1, String.raw`'b\'5\\\'-3\\\' \\xc3\\xa9\''`, "'None'"),
    noted(2, String.raw`'b"tail\'s \\xe9nd"'`),
    noted(3, `'b\\'None\\''`),
    noted(4, `'None'`, "'TAG_4'"),
    noted(5, `'tail\u200B fiber'`),
    noted(6, `'b or not b &foo; &foo;'`),
  ];
  await lab.write({ 'dump.sql': dumpOf({ genes, phages: [phage('One', 'final', "'A\u00AD'")] }) });
  const { stdout } = await lab.import('phamerator', 'dump.sql');
  expect(stdout).toContain("  values b'…' of Python, now the text in it: 3\n");
  expect(stdout).toContain('  notes and locus tags such as None, now none: 3\n');
  expect(stdout).toContain('now without: 2\n');
  expect(stdout).toMatch(/and stay: 1\n {4}dump\.sql:\d+: &foo;\n/);
  const read = lab.records('genes/One.ndjson');
  expect(read.map(({ Notes, LocusTag }) => [Notes, LocusTag])).toEqual([
    ["5'-3' é", null],
    ["tail's énd", null],
    ['', null],
    ['', 'TAG_4'],
    ['tail fiber', null],
    ['b or not b &foo; &foo;', null],
  ]);
  expect(read[0]?.PhageID.Cluster).toBe('A');
});

test.for<[what: string, dump: string, said: string]>([
  [
    'a family in two colours',
    dumpOf({ others: "INSERT INTO `pham` VALUES (7,'#12AB34'),\n(7,'#aaaaaa');\n" }),
    `Taken, but please check:
  gene families in two colours, of which the last is taken: 1
    dump.sql:55: 7: #12AB34 and #aaaaaa
`,
  ],
  [
    'families without a colour',
    dumpOf({
      genes: [gene('One', 1, { pham: '8' }), gene('One', 2, { pham: '8' }), gene('Two', 1)],
    }),
    `Taken, but please check:
  gene families without a colour in the dump, now white: 1
    dump.sql:15: 8
`,
  ],
  [
    'no colours at all',
    dumpOf({}).replace("INSERT INTO `pham` VALUES (7,'#12ab34');\n", ''),
    `Taken, but please check:
  gene families without a colour in the dump, now white: 1
    dump.sql:15: 7
`,
  ],
  [
    'statements that change rows',
    dumpOf({
      others:
        "TRUNCATE TABLE `pham`;\nUPDATE `gene`\n  SET `Notes` = 'it''s; new';\nDELETE FROM phage WHERE PhageID = 'One';\n/* none */ update version set SchemaVersion=1;\n",
    }),
    `Not taken:
  statements that change rows: 4
    dump.sql:54: TRUNCATE pham
    dump.sql:55: UPDATE gene
    dump.sql:57: DELETE phage
    … and 1 more
`,
  ],
  [
    'a later schema',
    dumpOf({}).replace('(1,10)', '(1,12)'),
    `Taken, but please check:
  schema versions other than 0 to 11, which may mean other things: 1
    dump.sql:52: 12
`,
  ],
])('%s: the report says so', async ([, dump, said], { lab }) => {
  await lab.write({ 'dump.sql': dump });
  const { stdout } = await lab.import('phamerator', 'dump.sql', '--status', 'draft,final');
  expect(stdout).toContain(`in data.\n${said}Not taken`);
});

test('of an early schema, families without a colour and genes in two families are told', async (lab) => {
  const genes = [gene('One', 1, { pham: 'NULL' }), gene('One', 2, { pham: 'NULL' })];
  const dump = dumpOf({ genes, phages: [phage('One')] })
    .replace('`PhamID` blob\n);\nLOCK TABLES `gene`', '`Other` blob\n);\nLOCK TABLES `gene`')
    .replace(/CREATE TABLE `pham`[^;]*;[^;]*;[^;]*;\n/, () =>
      table('pham', 'GeneID Name', "('One_CDS_1',3)", "('One_CDS_2',4),\n('One_CDS_2',5)"),
    )
    .concat(table('pham_color', 'Name Color', "(5,'#12ab34')"));
  await lab.write({ 'dump.sql': dump });
  const { stdout } = await lab.import('phamerator', 'dump.sql');
  expect(stdout).toContain(`Taken, but please check:
  genes in two families, of which the last is taken: 1
    dump.sql:39: One_CDS_2: 4 and 5
  gene families without a colour in the dump, now white: 1
    dump.sql:38: 3
`);
});

test.for<[what: string, dump: string, said: string]>([
  ['a dump cut short', dumpOf({}).slice(0, 900), 'the end of the file within a statement'],
  [
    'another database',
    table('user', 'id', '(1)'),
    'no rows of table phage, so this is no dump of a Phamerator database',
  ],
  [
    'a table without a column that it should have',
    dumpOf({}).replace('`Translation`', '`Other`'),
    'table gene without a column Translation',
  ],
  ['a name that leads elsewhere', dumpOf({ phages: [phage('../x')] }), "a phage '../x', which"],
  [
    'names that differ by case',
    dumpOf({ phages: [phage('One'), phage('ONE')] }),
    "a phage 'ONE' besides 'One'",
  ],
  [
    'a number that is none',
    dumpOf({ genes: [gene('One', 1).replace('100,', '-100,')] }),
    "'-100' as Start",
  ],
  ['no SQL', 'One and no more\n'.repeat(9), 'something that is no statement of SQL'],
  [
    'a GenBank file',
    'LOCUS       One\n'.repeat(9),
    'a GenBank file\n  hint: `phagepress import annotations',
  ],
  ['a zip archive', 'PK\x03\x04 '.repeat(9), 'a zip archive\n  hint: Unpack it'],
])('%s is refused, and nothing changes', async ([, dump, said], { lab }) => {
  await lab.write({ 'good.sql': dumpOf({}), 'dump.sql': dump });
  await lab.import('phamerator', 'good.sql');
  const before = await lab.tree('data');
  const { stderr } = await lab.ends(1, 'import', 'phamerator', 'dump.sql');
  expect(stderr).toContain(said);
  expect(stderr).toContain('Nothing was imported');
  expect(await lab.tree('data')).toEqual(before);
});

test('a row without end is refused before it fills the memory', async (lab) => {
  const start = `${table('x', 'a').split('LOCK')[0]}INSERT INTO x VALUES ('`;
  const endless = Buffer.concat([Buffer.from(start), Buffer.alloc(200 << 20, 'A')]);
  await lab.write({ 'dump.sql.gz': gzipSync(endless, { level: 1 }) });
  const { stderr } = await lab.ends(1, 'import', 'phamerator', 'dump.sql.gz');
  expect(stderr).toContain('a statement or row of more than');
});
