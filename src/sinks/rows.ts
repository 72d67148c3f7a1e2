/** Writes records as rows of a TSV table. */
import type { CollectionName } from '../contract/collectionName.ts';
import { geneFields, geneSpans } from '../generated/plainRecords.ts';
import type { FieldFinder } from '../records/collection.ts';
import { collections } from '../records/collections.ts';
import { tableCell } from '../text/escapes.ts';
import { readString } from '../text/json.ts';
import { escaped, nullValue, spanLength } from '../text/plainJson.ts';
import { onOneLine } from '../text/words.ts';
import { type BlockMaker, type Cell, cellOf, type PhageMaker, type TableOptions } from './maker.ts';
import {
  addAscii,
  addByte,
  addBytes,
  addText,
  createNeutralLines,
  createTextBuffer,
  readRecordLines,
  type RecordPages,
  reserve,
  type TextBuffer,
} from './recordLines.ts';

const tab = 0x09;
const newline = 0x0a;

/** The header row in the first block, and a row for each record. */
export const tableRows: BlockMaker = (block, text) => {
  const { collection, columns } = block;
  const show = cellWriter(block.options);
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

/** Returns what makes the cells of a table, which are not those of its head. */
export function cellWriter({ isGuarded }: TableOptions): (cell: Cell) => string {
  return isGuarded ? showGuarded : showCell;
}

function showGuarded(cell: Cell): string {
  return showCell(typeof cell === 'string' ? guarded(cell) : cell);
}

/** Escapes text that a spreadsheet would evaluate as a formula; a signed number is not one. */
function guarded(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** The text by which such programs recognise a missing value. */
export const noneCell = 'None';

// Anything that some program treats as the end of a cell or a row.
// oxlint-disable-next-line no-control-regex -- these characters are meant
const breaks = /[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+/g;

/** The row with its line break. Null is an empty cell; tabs and line breaks in a cell become one blank. */
export function plainRow(cells: readonly Cell[], { isGuarded }: TableOptions): string {
  const shown = cells.map((cell) => {
    if (typeof cell === 'boolean') return cell ? 'True' : 'False';
    const text = cell === null ? '' : String(cell);
    return (isGuarded && typeof cell === 'string' ? guarded(text) : text).replaceAll(breaks, ' ');
  });
  return `${shown.join('\t')}\n`;
}

/** Returns a reader for the records at some places. It throws the system's error when a page cannot be read. */
export function parsedRecords<T>(
  collection: CollectionName,
  { read, fieldNames }: RecordPages,
): (places: Uint32Array) => T[] {
  const published = createTextBuffer();
  const neutral = createNeutralLines(collection, fieldNames);
  return (places) => {
    if (places.length === 0) return [];
    const found = readRecordLines({ collection, places }, read, published);
    const { lines, starts } = neutral({ lines: published, starts: found });
    return Array.from(starts.subarray(1), (end, at) => {
      return JSON.parse(lines.bytes.toString('utf8', starts[at], end)) as T;
    });
  };
}

/** Writes genes as FASTA entries: a header line and the protein sequence. */
export const proteins: PhageMaker = {
  form: 'faa',
  head: '',
  add(text, { count, bytes, spans }) {
    for (let gene = 0; gene < count; gene++) addProtein(text, bytes, spans, gene * geneSpans);
    return count;
  },
};

const lineLetters = 70;

/**
 * Adds the entry of the gene whose values start at index `at` of `spans`:
 * `>GeneID Name|Accession|pham PhamID|cluster Cluster|Notes`.
 */
function addProtein(text: TextBuffer, bytes: Buffer, spans: Int32Array, at: number): void {
  const { GeneID, PhageID_Name, PhageID_Accession, PhageID_Cluster } = geneFields;
  const { PhamID_PhamID, Notes, Translation } = geneFields;
  addAscii(text, '>');
  addPart(GeneID);
  addAscii(text, ' ');
  addPart(PhageID_Name);
  addAscii(text, '|');
  addPart(PhageID_Accession);
  addAscii(text, spans[at + PhamID_PhamID * spanLength] === nullValue ? '|' : '|pham ');
  addPart(PhamID_PhamID);
  const clusterAt = spans[at + PhageID_Cluster * spanLength] ?? nullValue;
  const isClustered =
    clusterAt !== nullValue && clusterAt !== spans[at + PhageID_Cluster * spanLength + 1];
  addAscii(text, isClustered ? '|cluster ' : '|Unclustered');
  addPart(PhageID_Cluster);
  addAscii(text, '|');
  addPart(Notes);
  addByte(text, newline);
  addLetters(
    text,
    bytes,
    spans[at + Translation * spanLength] ?? 0,
    spans[at + Translation * spanLength + 1] ?? 0,
  );

  function addPart(field: number): void {
    const first = spans[at + field * spanLength] ?? nullValue;
    const end = spans[at + field * spanLength + 1] ?? nullValue;
    if (first === nullValue) return;
    if (spans[at + field * spanLength + 2] === 0) addBytes(text, bytes, first, end);
    else addText(text, onOneLine(readString(bytes, first, end)));
  }
}

function addLetters(text: TextBuffer, bytes: Buffer, first: number, end: number): void {
  reserve(text, end - first + Math.ceil((end - first) / lineLetters));
  for (let at = first; at < end; at += lineLetters) {
    const letters = Math.min(lineLetters, end - at);
    bytes.copy(text.bytes, text.used, at, at + letters);
    text.used += letters;
    text.bytes[text.used++] = newline;
  }
}
