import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type DumpRow, readDump } from '../../../src/importing/dump.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const signal = new AbortController().signal;
const table =
  'CREATE TABLE `t` (\n  `a` int(9) NOT NULL,\n  `b` blob,\n  PRIMARY KEY (`a`)\n) ENGINE=InnoDB;\n';

interface Read {
  readonly rows: (readonly (string | null)[])[];
  readonly lines: number[];
  readonly counts: Record<string, number>;
}

/** What is read of a dump; the values of table `t` as texts. */
async function read(dump: string | Buffer, gzipped = false): Promise<Read> {
  const rows: (readonly (string | null)[])[] = [];
  const lines: number[] = [];
  const folder = tempFolder({ 'dump.sql': gzipped ? gzipSync(dump) : dump });
  const take = (row: DumpRow) => {
    lines.push(row.line);
    const at = Array.from({ length: row.length }, (_, index) => index);
    rows.push(at.map((index) => row.text(index)));
  };
  const found = await readDump(
    { absolutePath: path.join(folder, 'dump.sql'), gzipped },
    ({ name }) => (name === 't' ? take : null),
    signal,
  );
  const counts = Object.fromEntries(found);
  return { rows, lines, counts };
}

const valuesOf = async (...rows: string[]) =>
  (await read(`${table}INSERT INTO \`t\` VALUES ${rows.join(',')};\n`)).rows;

test.each<[what: string, row: string, values: (string | null)[]]>([
  ['a number and a text', "(1,'x')", ['1', 'x']],
  ['numbers with signs, points and exponents', '(-1.5,1.04672e-22)', ['-1.5', '1.04672e-22']],
  ['NULL', '(1,NULL)', ['1', null]],
  ['a text of the word NULL', "(1,'NULL')", ['1', 'NULL']],
  ['bytes with their introducer', "(1,_binary 'ACGT')", ['1', 'ACGT']],
  ['every escape', String.raw`(1,'\0\'\"\b\n\r\t\Z\\\%\_\x')`, ['1', '\0\'"\b\n\r\t\u001A\\%_x']],
  ['a doubled quote', "(1,'it''s')", ['1', "it's"]],
  ['an empty text', "(1,'')", ['1', '']],
  ['what looks like the end of a row', String.raw`(1,'a),(2,\'b\');')`, ['1', "a),(2,'b');"]],
  ['hexadecimal bytes', "(0x41,x'4243')", ['A', 'BC']],
  ['UTF-8', "(1,'é🦠')", ['1', 'é🦠']],
  ['white space around values', "( 1 ,\n'x' )", ['1', 'x']],
])('%s', async (_, row, values) => {
  expect(await valuesOf(row)).toEqual([values]);
});

test('bytes that are no UTF-8 are read as Windows-1252, as latin1 of MySQL is', async () => {
  const dump = Buffer.concat([
    Buffer.from(`${table}INSERT INTO \`t\` VALUES (1,'`),
    Buffer.from([0xe9, 0x80]),
    Buffer.from("'),(2,'\uFFFD');\n"),
  ]);
  expect((await read(dump)).rows).toEqual([
    ['1', 'é€'],
    ['2', '\uFFFD'],
  ]);
});

test('each row knows its line, also behind line breaks in texts', async () => {
  const dump = `-- comment; with a semicolon\n/*!40101 SET x = 'a;\n' */;\n${table}INSERT INTO t VALUES\n(1,'a\nb'),\n(2,'${'x'.repeat(300)}\n');\n`;
  expect((await read(dump)).lines).toEqual([10, 12]);
});

test('columns may be named in the INSERT, and tables that nobody wants are counted', async () => {
  const dump = `INSERT INTO \`t\` (\`b\`, \`a\`) VALUES ('x',1);\n${table.replaceAll('`t`', '`u`')}INSERT INTO u VALUES (1,'a'),(2,'b);');\n`;
  expect(await read(dump)).toMatchObject({ rows: [['x', '1']], counts: { t: 1, u: 2 } });
});

test.each(['`t 1-x`', '"t;\'"', 't_é', '`a``b`', '`Actino_Draft`.`t`', 'd . t'])(
  'a table may be called %s',
  async (name) => {
    const other = table.replaceAll('`t`', name);
    const dump = `${other}LOCK TABLES ${name} WRITE;\nINSERT INTO ${name} VALUES (1,'a');\nUNLOCK TABLES;\n`;
    expect(Object.values((await read(dump)).counts)).toEqual([1]);
  },
);

test('columns may be without quotes, among keys, checks, comments of several lines and parts', async () => {
  const odd =
    "CREATE TABLE t (\n  a int NOT NULL COMMENT 'x,\n  b int\n) \\' it''s',\n  `b c` blob,\n  PRIMARY KEY (a),\n  KEY a (a),\n  UNIQUE KEY b (b),\n  CONSTRAINT c FOREIGN KEY (a) REFERENCES u (a),\n  CHECK (a > 0)\n) ENGINE=InnoDB\n PARTITION BY HASH (a)\nPARTITIONS 2;\n";
  expect((await read(`${odd}INSERT INTO t VALUES (1,'x');\n`)).rows).toEqual([['1', 'x']]);
});

test('statements of sequences and of replication, and a comment at the very end, are passed over', async () => {
  const others = `CHANGE MASTER TO MASTER_LOG_FILE='${'x'.repeat(80)}';\nDO SETVAL(\`sq\`, 1, 0); -- ${'x'.repeat(80)}\n`;
  const dump = `${others}${table}INSERT INTO t VALUES (1,'x');\n-- Dump completed`;
  expect((await read(dump)).rows).toEqual([['1', 'x']]);
});

test('procedures between changed delimiters are passed over', async () => {
  const procedure = "DELIMITER ;;\nCREATE PROCEDURE p() BEGIN SELECT '; END ;;\nDELIMITER ;\n";
  expect((await read(`${table}${procedure}INSERT INTO t VALUES (1,'x');\n`)).rows).toEqual([
    ['1', 'x'],
  ]);
});

test.each([false, true])('a dump of many chunks gives all of it, packed: %s', async (gzipped) => {
  const texts = Array.from({ length: 400 }, (_, at) => `${at}'\\ `.repeat(at * 5));
  const quoted = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const rows = texts.map((text, at) => `(${at},'${quoted(text)}')`);
  const dump = `${table}INSERT INTO t VALUES ${rows.slice(0, 200).join(',')};\nINSERT INTO t VALUES ${rows.slice(200).join(',\n')};\n`;
  expect(dump.length).toBeGreaterThan(2 << 20);
  const { rows: found, lines } = await read(dump, gzipped);
  expect(found.map(([, text]) => text)).toEqual(texts);
  expect(lines.slice(198, 203)).toEqual([6, 6, 7, 8, 9]);
});

test.each<[what: string, dump: string, line: number, message: RegExp]>([
  ['a row cut short', `${table}INSERT INTO t VALUES (1,'x`, 6, /end of the file within/],
  ['the end between rows', `${table}INSERT INTO t VALUES (1,'x'),\n`, 7, /end of the file within/],
  [
    'the end of a table missing',
    `${table}LOCK TABLES \`t\` WRITE;\nINSERT INTO t VALUES (1,'x');\n`,
    8,
    /before the end of table t/,
  ],
  [
    'a value too many',
    `${table}INSERT INTO t VALUES (1,'x'),\n(2,'y',3);\n`,
    7,
    /3 values in table t, which has 2/,
  ],
  ['rows of a table without columns', 'INSERT INTO t VALUES (1);\n', 1, /without CREATE TABLE/],
  ['a value that is none', `${table}INSERT INTO t VALUES (1,now());\n`, 6, /what is no value: now/],
  ['no SQL', '>seq\nACGT\n'.repeat(20), 1, /no statement of SQL/],
  ['an empty file', '', 1, /no statement of SQL/],
])('%s is said with its line', async (_, dump, line, message) => {
  const fault = await read(dump).catch((error: unknown) => error);
  expect(fault).toMatchObject({ line, message: expect.stringMatching(message) });
});
