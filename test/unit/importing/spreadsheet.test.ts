/** What the cells of a spreadsheet say, and which files are refused: as none, or since they would hang a reader or fill its memory. */
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { cellName } from '../../../src/importing/phageColumns.ts';
import { NoSpreadsheet, readSpreadsheet, SheetFault } from '../../../src/importing/spreadsheet.ts';
import { spreadsheet, textRows } from './spreadsheets.ts';

const entities = '&#233;&lt;&#xE4;&gt;&quot;&apos;&amp;lt;';
const cellsOf = async (row: string, strings: readonly string[] = []) => {
  const rows = `<row r="1">${row}</row>`;
  return (await readSpreadsheet(spreadsheet([{ name: 'a', rows }], strings))).rows[0];
};

test.each([
  ['a shared text', '<c r="A1" t="s"><v>1</v></c>', 'two'],
  ['a shared text in parts', '<c r="A1" t="s"><v>2</v></c>', 'L5 phage'],
  ['an entity', '<c r="A1" t="inlineStr"><is><t>A &amp; B</t></is></c>', 'A & B'],
  ['numbered entities', `<c r="A1" t="inlineStr"><is><t>${entities}</t></is></c>`, 'é<ä>"\'&lt;'],
  ['entities in a shared text', '<c r="A1" t="s"><v>3</v></c>', 'é<ä>"\'&lt;'],
  ['entities in a shared text in parts', '<c r="A1" t="s"><v>4</v></c>', 'é<ä>"\'&lt;!'],
  ['entities in the text of a formula', `<c r="A1" t="str"><v>${entities}</v></c>`, 'é<ä>"\'&lt;'],
  ['blanks around', '<c r="A1" t="inlineStr"><is><t xml:space="preserve"> x </t></is></c>', 'x'],
  ['a whole number', '<c r="A1"><v>2010</v></c>', '2010'],
  ['a number that is no binary one', '<c r="A1"><v>40.439999999999998</v></c>', '40.44'],
  ['a number shown with fewer digits', '<c r="A1" s="3"><v>-79.99587</v></c>', '-79.99587'],
  ['a small number', '<c r="A1"><v>1.0000000000000001E-5</v></c>', '0.00001'],
  ['a day', '<c r="A1" s="1"><v>44197</v></c>', '2021-01-01'],
  ['a day and time', '<c r="A1" s="2"><v>44197.5</v></c>', '2021-01-01T12:00:00'],
  ['a formula of text', '<c r="A1" t="str"><f>B1&amp;"x"</f><v>yx</v></c>', 'yx'],
  ['a formula of a number', '<c r="A1"><f>1+1</f><v>2</v></c>', '2'],
  ['yes or no', '<c r="A1" t="b"><v>1</v></c>', 'true'],
])('%s', async (_, cell, text) => {
  const strings = [
    '<t>one</t>',
    '<t>two</t>',
    '<r><t>L5 </t></r><r><rPr><b/></rPr><t>phage</t></r>',
    `<t>${entities}</t>`,
    `<r><t>${entities}</t></r><r><t>!</t></r>`,
  ];
  expect(await cellsOf(cell, strings)).toEqual([text]);
});

test('rows and cells that are not there are empty, and none is cut off by the extent that is claimed', async () => {
  const rows =
    '<row r="2"><c r="B2"><v>1</v></c></row><row r="4"><c r="A4"><v>2</v></c><c r="D4"><v>3</v></c></row>';
  expect((await readSpreadsheet(spreadsheet([{ name: 'a', rows }]))).rows).toEqual([
    ['', '', '', ''],
    ['', '1', '', ''],
    ['', '', '', ''],
    ['2', '', '', '3'],
  ]);
});

test('the first sheet with something in it is read, unless it is hidden; others are named', async () => {
  const read = await readSpreadsheet(
    spreadsheet([
      { name: 'empty', rows: '' },
      { name: 'lists', rows: textRows(['x']), state: 'hidden' },
      { name: 'A &amp; B', rows: textRows(['phage']) },
      { name: 'more', rows: textRows(['y']) },
    ]),
  );
  expect(read).toEqual({ rows: [['phage']], passedOver: ['lists', 'more'] });
  expect(await readSpreadsheet(spreadsheet([{ name: 'empty', rows: '' }]))).toEqual({
    rows: [],
    passedOver: [],
  });
});

test('the merged cells that end last are told', async () => {
  const behind =
    '<mergeCells><mergeCell ref="B2:C3"/><mergeCell ref="A1:A12"/><mergeCell ref="D9:E9"/></mergeCells>';
  const { merged } = await readSpreadsheet(
    spreadsheet([{ name: 'a', rows: textRows(['a', 'b']), behind }]),
  );
  expect(merged).toEqual({ cells: 'A1:A12', first: 1, last: 12 });
});

test.each(['true', '1', 'false', '0'])('days are from 1904 as date1904="%s" says', async (said) => {
  const rows = '<row r="1"><c r="A1" s="1"><v>42735</v></c></row>';
  const properties = `<workbookPr backupFile="false" date1904="${said}"/>`;
  const { rows: read } = await readSpreadsheet(spreadsheet([{ name: 'a', rows }], [], properties));
  expect(read).toEqual([[/true|1/.test(said) ? '2021-01-01' : '2016-12-31']]);
});

test.each(['A>B', 'Ph&#228;ges', 'Ph&#xE4;ges', '&lt;&amp;amp;&#62;'])(
  'a sheet may be called %s',
  async (name) => {
    const read = await readSpreadsheet(spreadsheet([{ name, rows: textRows(['phage']) }]));
    expect(read).toEqual({ rows: [['phage']], passedOver: [] });
  },
);

test.each([
  [
    'a number that is shown as a day, and is none',
    { rows: `${textRows(['a'])}<row r="2"><c r="A2" s="1"><v>1e300</v></c></row>` },
    [2, 'a day or a number', 'a number that is no day, shown as one'],
  ],
  [
    'an error',
    { rows: '<row r="3"><c r="C3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>' },
    [3, 'a value in each cell', 'an error of a formula in C3'],
  ],
  [
    'a formula that no program has calculated',
    { rows: `${textRows(['a'])}<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f>A2+1</f></c></row>` },
    [
      2,
      'a value in each cell',
      'a formula without its value in B2 (save the file by a spreadsheet program)',
    ],
  ],
  [
    'a cell far out',
    { rows: `${textRows(['a'])}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>` },
    [1048576, 'at most 2000000 cells', 'one at XFD1048576'],
  ],
])('%s is a fault in its row', async (_, sheet, [row, expected, found]) => {
  const reading = readSpreadsheet(spreadsheet([{ name: 'a', ...sheet }]));
  await expect(reading).rejects.toBeInstanceOf(SheetFault);
  await expect(reading).rejects.toMatchObject({ row, expected, message: found });
});

describe('no spreadsheet', () => {
  const bomb = new Uint8Array(33 << 20);

  test.each([
    ['no ZIP file', Buffer.from('PK\u0003\u0004'), 'a ZIP file that cannot be unpacked'],
    ['one cut short', spreadsheet([]).subarray(0, 300), 'a ZIP file that cannot be unpacked'],
    [
      'another ZIP file',
      zipSync({ 'a.txt': strToU8('a') }),
      'a ZIP file that is no .xlsx spreadsheet',
    ],
    ['a bomb', zipSync({ 'xl/workbook.xml': bomb }), 'more than 33554432 bytes in it'],
    [
      'a bomb that hides its size',
      understated(zipSync({ 'xl/workbook.xml': bomb })),
      'a ZIP file that cannot be unpacked',
    ],
    [
      'thousands of files',
      zipSync(Object.fromEntries(Array.from({ length: 1001 }, (__, n) => [`${n}`, strToU8('')]))),
      'more than 1000 files in it',
    ],
    [
      'a bomb of entities',
      zipSync({
        ...sheetFiles('<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row>'),
        'xl/sharedStrings.xml': strToU8(
          '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>',
        ),
      }),
      'a spreadsheet with definitions of entities',
    ],
    [
      'broken XML',
      zipSync({ ...sheetFiles('<row r="1"><c r="A1"><v>1</w></c>') }),
      'a spreadsheet that cannot be read',
    ],
  ])('%s', async (_, bytes, message) => {
    const reading = readSpreadsheet(Buffer.from(bytes));
    await expect(reading).rejects.toBeInstanceOf(NoSpreadsheet);
    await expect(reading).rejects.toThrow(message);
  });
});

/** The same ZIP file, which says of each file in it that it has 100 bytes. */
function understated(zip: Uint8Array): Buffer {
  const bytes = Buffer.from(zip);
  for (const [signature, at] of [
    ['PK\u0003\u0004', 22],
    ['PK\u0001\u0002', 24],
  ] as const) {
    bytes.writeUInt32LE(100, bytes.indexOf(signature, 0, 'latin1') + at);
  }
  return bytes;
}

function sheetFiles(rows: string) {
  const workbook =
    '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>';
  const rels =
    '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>';
  return {
    'xl/workbook.xml': strToU8(workbook),
    'xl/_rels/workbook.xml.rels': strToU8(rels),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}`),
  };
}

test.each([
  [0, 1, 'A1'],
  [25, 2, 'Z2'],
  [26, 3, 'AA3'],
  [701, 4, 'ZZ4'],
  [702, 5, 'AAA5'],
])('the column %i is called so in row %i: %s', (column, row, name) => {
  expect(cellName(column, row)).toBe(name);
});

const large = 2 << 20;
const filledWith = (text: string) => text.repeat(large / text.length);
const one = textRows(['phage']);
const readOne = (rows: string, behind = '') =>
  readSpreadsheet(spreadsheet([{ name: 'a', rows, behind }]));
const wide = '<row r="1"><c r="XFD1"><v>1</v></c></row>';
const unreadable = 'a spreadsheet that cannot be read';

// Each took a time that grows with the square of its length: hours.
test.each([
  ['tags that begin and never end', () => filledWith('<c '), unreadable],
  ['extents that begin and never end', () => filledWith('<dimension '), unreadable],
  ['a tag of blanks', () => `<c ${filledWith(' ')}`, unreadable],
  ['a tag with a quote that stays open', () => `<c r="${filledWith(' ')}`, unreadable],
  ['a tag within a quote', () => '<c r="<c r="">', unreadable],
  ['comments that never end', () => filledWith('<!--'), unreadable],
  [
    'a text of megabytes',
    () => filledWith('a'),
    /^a spreadsheet with a text of 2\d{6} characters$/,
  ],
])('%s', async (_, behind, message) => {
  const reading = readOne(one, behind());
  await expect(reading).rejects.toBeInstanceOf(NoSpreadsheet);
  await expect(reading).rejects.toThrow(message);
});

describe('a row or cell that the reader would count otherwise', () => {
  test.each([
    ['a number with an exponent', '<row r="1e9"/>'],
    ['a number written as entities', '<row r="&#49;"/>'],
    ['a cell so far down', '<row><c r="A1e9"><v>1</v></c></row>'],
    ['a cell in small letters', '<row r="1"><c r="zzzzzz1"><v>1</v></c></row>'],
    ['a cell in another row', '<row r="9"><c r="A1"><v>1</v></c></row>'],
    ['a cell outside of rows', '<c r="A1"><v>1</v></c>'],
    ['a row within a row', '<row r="9"><row><c r="A1"><v>1</v></c></row></row>'],
    ['rows in the wrong order', '<row r="2"/><row r="1"/>'],
    ['an attribute twice', '<row r="1"><c r="XFD1" r="A1"><v>1</v></c></row>'],
    ['an attribute twice, with a prefix', '<row r="1"><c x:r="XFD1" r="A1"><v>1</v></c></row>'],
    ['an attribute with blanks', '<row r = "1"/>'],
  ])('%s', async (_, rows) => {
    // The text makes it a sheet with something in it.
    await expect(readOne(rows, '<is/>')).rejects.toMatchObject({ message: unreadable });
  });

  test.each([
    ['rows without a number', `${wide}${'<row/>'.repeat(122)}`, 123, 'one at row 123'],
    ['a row without a cell', '<row r="2000001"/>', 2_000_001, 'one at row 2000001'],
  ])('%s: too far down', async (_, rows, row, message) => {
    const reading = readOne(rows, '<is/>');
    await expect(reading).rejects.toBeInstanceOf(SheetFault);
    await expect(reading).rejects.toMatchObject({
      row,
      message,
      expected: 'at most 2000000 cells',
    });
  });

  test('rows beyond what it reads in a minute', async () => {
    const expected = 'at most 250000 rows';
    await expect(readOne('<row/>'.repeat(250_001), '<is/>')).rejects.toMatchObject({ expected });
  });
});

test.each([
  ['a last row with a format and no cell', '<row r="1048576" ht="15"/>', ''],
  ['a button in row 8, which is told as a row', '', '<xdr:row>7</xdr:row>'],
])('%s is no cell too far out', async (_, last, behind) => {
  const { rows } = await readOne(wide + last, behind);
  expect([rows[0]?.length, rows[0]?.at(-1)]).toEqual([16_384, '1']);
});

test('what a comment holds is not there', async () => {
  const { rows } = await readOne(`${one}<!-- <row r="9"><c r="A9" t="e"/> --><?x <c?>`);
  expect(rows).toEqual([['phage']]);
});

test.each([
  ['long', 'a'.repeat(1001)],
  ['of brackets', '['.repeat(65)],
  ['of brackets as entities', '&#91;'.repeat(65)],
])('a number format that is %s', async (_, format) => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts></styleSheet>`;
  await expect(readSpreadsheet(changed({ 'xl/styles.xml': styles }))).rejects.toMatchObject({
    message: 'a spreadsheet with a number format that is too long',
  });
});

test('the sheet that was checked is read, also if a hidden one has its name or its id', async () => {
  const sheets = [
    { name: 'a', rows: textRows(['hidden']), state: 'hidden' as const },
    { name: 'a', rows: one },
  ];
  expect((await readSpreadsheet(spreadsheet(sheets))).rows).toEqual([['phage']]);
  const relation = (kind: string, file: string) =>
    `<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${file}.xml"/>`;
  const rels = `<Relationships>${relation('worksheet', 'other')}${relation('chartsheet', 'worksheets/sheet1')}</Relationships>`;
  const book = changed({
    'xl/_rels/workbook.xml.rels': rels,
    'xl/other.xml': `<worksheet><sheetData>${textRows(['hidden'])}</sheetData></worksheet>`,
  });
  expect((await readSpreadsheet(book)).rows).toEqual([['phage']]);
});

/** A spreadsheet with one phage, and other files in it. */
function changed(files: Readonly<Record<string, string>>): Buffer {
  const zip = unzipSync(spreadsheet([{ name: 'a', rows: one }]));
  const made = Object.entries(files).map(([file, text]) => [file, strToU8(text)] as const);
  return Buffer.from(zipSync({ ...zip, ...Object.fromEntries(made) }));
}
