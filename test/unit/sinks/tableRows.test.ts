import { describe, expect, test } from 'vitest';
import { columnsOf } from '../../../src/sinks/maker.ts';
import { tableRows } from '../../../src/sinks/rows.ts';
import { addText, createTextBuffer, writtenSince } from '../../../src/sinks/recordLines.ts';
import { loadSchemas } from '../../../src/records/schemas.ts';
import { tinyGene, tinyPhage } from '../../integration/tinyData.ts';

/** The cells of a record by their columns. */
function cellsOf(
  collection: 'genes' | 'phages',
  record: object,
  isGuarded: boolean,
): Record<string, string | undefined> {
  const columns = columnsOf(collection, loadSchemas());
  const lines = createTextBuffer();
  addText(lines, `${JSON.stringify(record)}\n`);
  const starts = Uint32Array.from([0, lines.used]);
  const neutral = () => ({ lines, starts });
  const options = { isGuarded };
  const block = { collection, isFirst: false, lines, starts, neutral, columns, options };
  const cells = writtenSince(tableRows(block, createTextBuffer()), 0)
    .toString()
    .slice(0, -1)
    .split(/\t(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  return Object.fromEntries(columns.map(({ name }, at) => [name, cells[at]]));
}

const texts: [text: string, guarded: string][] = [
  ['=1+1', "'=1+1"],
  ['+cmd|x', "'+cmd|x"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['="é"', '"\'=""é"""'],
  ['-', "'-"],
  ['-33.2', '-33.2'],
  ['+7', '+7'],
  ['a=1', 'a=1'],
  ["'=1", "'=1"],
  ['', ''],
];

describe('a cell that a spreadsheet would run as a formula', () => {
  test.each(texts)('%j is marked as text where asked for, and numbers are not', (text, guarded) => {
    const gene = { ...tinyGene('Quillon', 1), Notes: text };
    const phage = { ...tinyPhage('Quillon'), naming_notes: text };
    const quoted = /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    expect(cellsOf('genes', gene, true)['Notes']).toBe(guarded);
    expect(cellsOf('phages', phage, true)['naming_notes']).toBe(guarded);
    expect(cellsOf('genes', gene, false)['Notes']).toBe(quoted);
    expect(cellsOf('phages', phage, false)['naming_notes']).toBe(quoted);
  });

  test('is one in every column, and all others stay as they are', () => {
    const gene = tinyGene('Quillon', 1, { Name: '=1', LocusTag: '@x' });
    const [plain, guarded] = [cellsOf('genes', gene, false), cellsOf('genes', gene, true)];
    expect(guarded).toEqual({ ...plain, Name: "'=1", LocusTag: "'@x" });
  });
});
