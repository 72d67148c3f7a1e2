/** Sheets that would hang a reader or fill its memory are refused, and none hides from the checks what is read. */
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { NoSpreadsheet, readSpreadsheet, SheetFault } from '../../../src/importing/spreadsheet.ts';
import { spreadsheet, textRows } from './spreadsheets.ts';

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
