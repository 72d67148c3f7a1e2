/** Writes records as rows of a TSV table. */
import { readString } from '../json/readString.ts';
import { type Cell, cellOf } from './columns.ts';
import type { FieldFinder } from '../collections/collection.ts';
import { collections } from '../collections/collections.ts';
import { escaped, nullValue, spanLength } from '../json/plainJson.ts';
import { tableCell } from '../text/tableCell.ts';
import type { BlockMaker } from './maker.ts';
import { addBytes, addText, reserve, type TextBuffer } from './textBuffer.ts';

const tab = 0x09;
const newline = 0x0a;

/** The header row in the first block, and a row for each record. */
export const tableRows: BlockMaker = (block, text) => {
  const { collection, columns } = block;
  const show = block.options.isGuarded ? showGuarded : showCell;
  if (block.isFirst) addText(text, `${columns.map(({ name }) => showCell(name)).join('\t')}\n`);
  const { finder } = collections[collection];
  // A finder uses neutral names, but columns use those of the site.
  const { lines, starts } = finder === null ? block : block.neutral();
  const spans = new Int32Array(finder?.spans ?? 0);
  for (let record = 0; record + 1 < starts.length; record++) {
    const from = starts[record] ?? 0;
    if (finder !== null) {
      addFound(text, lines.bytes, from, finder, spans, show);
      continue;
    }
    const value: unknown = JSON.parse(lines.bytes.toString('utf8', from, starts[record + 1]));
    addText(text, `${columns.map((column) => show(cellOf(value, column))).join('\t')}\n`);
  }
  return text;
};

/** Numbers, and strings without escapes, are copied from the record as bytes. */
function addFound(
  table: TextBuffer,
  bytes: Buffer,
  from: number,
  { fields, find }: FieldFinder,
  spans: Int32Array,
  show: (cell: Cell) => string,
): void {
  find(bytes, from, spans, 0);
  for (let field = 0; field < fields; field++) {
    const first = spans[field * spanLength] ?? nullValue;
    const end = spans[field * spanLength + 1] ?? nullValue;
    if (first !== nullValue) {
      if (((spans[field * spanLength + 2] ?? 0) & escaped) !== 0)
        addText(table, show(readString(bytes, first, end)));
      else if (show === showGuarded && isFormulaSign(bytes[first] ?? 0) && first < end)
        addText(table, show(bytes.toString('utf8', first, end)));
      else addBytes(table, bytes, first, end);
    }
    reserve(table, 1);
    table.bytes[table.used++] = tab;
  }
  table.bytes[table.used - 1] = newline;
}

/** Null and an empty string are both an empty cell. */
function showCell(cell: Cell): string {
  return tableCell(cell === null ? '' : String(cell));
}

// The characters that start a formula, or white space before it, which spreadsheets ignore.
const formula = /^[=+\-@\t\r\n]/;
const plainNumber = /^[+-]?[0-9]+(?:\.[0-9]+)?$/;

function isFormulaSign(byte: number): boolean {
  return formula.test(String.fromCharCode(byte));
}

function showGuarded(cell: Cell): string {
  return showCell(typeof cell === 'string' ? guarded(cell) : cell);
}

/** Escapes text that a spreadsheet would evaluate as a formula; a signed number is not one. */
export function guarded(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}
