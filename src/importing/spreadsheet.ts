/**
 * Reads the cells of a spreadsheet (`.xlsx`) as text. The library that reads them takes time and memory without bounds
 * for what a hostile or damaged file holds: it gets one sheet, which was walked over before.
 */
import { strToU8, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { fromBufferPromise } from 'yauzl';
import { withoutEntities } from './invisible.ts';

/** Thrown for a file that is not a spreadsheet; the message says what it is. */
export class NoSpreadsheet extends Error {}

interface Spreadsheet {
  /** The rows of the first sheet that is neither empty nor hidden, starting with its first row. */
  readonly rows: readonly (readonly string[])[];
  /** Names of other sheets that are not empty. */
  readonly passedOver: readonly string[];
  /** The merged cells that end last; undefined without any. */
  readonly merged?: Merged | undefined;
}

interface Merged {
  /** Such as AA10:AB12. */
  readonly cells: string;
  /** Rows from 1. */
  readonly first: number;
  readonly last: number;
}

/** Thrown for a sheet that is not a table: the row, and what was expected and found. */
export class SheetFault extends Error {
  readonly row: number;
  readonly expected: string;

  constructor(row: number, expected: string, found: string) {
    super(found);
    this.row = row;
    this.expected = expected;
  }
}

// Rows are padded to the longest: one cell far out could fill the memory.
const maxCells = 2_000_000;
// The reader copies all rows so far for each bit of the sheet: half a million take minutes, and end in a full stack.
const maxRows = 250_000;
// Spreadsheet programs accept 255 characters. The reader looks for the end of each bracket up to the last character.
const maxFormat = 1000;
const maxBrackets = 64;

/** Throws a NoSpreadsheet or a SheetFault. */
export async function readSpreadsheet(bytes: Buffer): Promise<Spreadsheet> {
  const { sheets, ...shared } = workbookOf(await unpackSpreadsheet(bytes));
  const filled = sheets.filter(({ isFilled }) => isFilled);
  const sheet = filled.find(({ isHidden }) => !isHidden);
  if (sheet === undefined) return { rows: [], passedOver: filled.map(({ name }) => name) };
  const merged = assertTable(sheet.xml);
  assertFormats(shared.styles);
  const packed = packedAlone(sheet.xml, shared);
  const cells = await readSheet(packed, 1, { parseNumber: plainNumber }).catch((error: unknown) => {
    throw unreadable(error);
  });
  return {
    rows: cells.map((row, at) => row.map((value) => textOf(value, at + 1))),
    passedOver: filled.flatMap(({ name }) => (name === sheet.name ? [] : [name])),
    merged,
  };
}

function assertFormats(styles: string): void {
  for (const { attributes } of tagsOf(styles, new Set(['numFmt']))) {
    const format = attributes.get('formatCode') ?? '';
    // An entity may stand for a bracket.
    const brackets = format.match(/[[&]/g)?.length ?? 0;
    if (format.length > maxFormat || brackets > maxBrackets)
      throw new NoSpreadsheet('a spreadsheet with a number format that is too long');
  }
}

/**
 * Throws a SheetFault for content that a table cannot have. Counts rows as the reader does, which adds the rows and
 * cells that are left out: numbers that it might take otherwise are refused with a NoSpreadsheet. Returns the merged cells
 * that end last.
 */
function assertTable(xml: string): Merged | undefined {
  let merged: Merged | undefined;
  let [columns, rows, found] = [0, 0, 0];
  let row = { number: 0, isStated: true, isOpen: false };
  let cell = { place: '', isFormula: false, hasValue: false };
  const names = new Set(['row', 'c', 'f', 'v', 'mergeCell']);
  for (const { name, kind, attributes } of tagsOf(xml, names)) {
    if (name === 'f') cell.isFormula = true;
    if (name === 'v') cell.hasValue = true;
    if (name === 'f' || name === 'v') continue;
    if (name === 'mergeCell') {
      const cells = attributes.get('ref') ?? '';
      const [first = 1, last = first] = (cells.match(/\d+/g) ?? []).map(Number);
      if (merged === undefined || merged.last < last) merged = { cells, first, last };
      continue;
    }
    if (kind === 'end') {
      if (name === 'row') row.isOpen = false;
      // Programs that do not calculate write none.
      else if (cell.isFormula && !cell.hasValue) {
        const formula = `a formula without its value in ${cell.place} (save the file by a spreadsheet program)`;
        throw new SheetFault(row.number, 'a value in each cell', formula);
      }
      continue;
    }
    const stated = attributes.get('r');
    if (name === 'row') {
      const number = stated === undefined ? row.number + 1 : numberIn(stated);
      if (row.isOpen || number <= row.number) throw unreadable();
      row = { number, isStated: stated !== undefined, isOpen: kind === 'start' };
      if (++found > maxRows) throw new SheetFault(number, `at most ${maxRows} rows`, 'more');
      // Of empty rows, the reader leaves out only those with a number.
      if (!row.isStated) rows = number;
    } else {
      const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d+)$/.exec(stated ?? '') ?? [];
      const number = numberIn(digits);
      const isThere = row.isStated ? number === row.number : number >= row.number;
      if (!row.isOpen || !isThere) throw unreadable();
      row = { number, isStated: true, isOpen: true };
      rows = number;
      columns = Math.max(columns, columnOf(letters));
      cell = { place: stated ?? '', isFormula: false, hasValue: false };
      if (attributes.get('t') === 'e')
        throw new SheetFault(number, 'a value in each cell', `an error of a formula in ${stated}`);
    }
    if (row.number > maxCells || columns * rows > maxCells) {
      const place = name === 'c' ? stated : `row ${row.number}`;
      throw new SheetFault(row.number, `at most ${maxCells} cells`, `one at ${place}`);
    }
  }
  return merged;
}

/** The number of a row. */
function numberIn(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw unreadable();
  return Number(text);
}

function columnOf(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Files hold the nearest binary number with digits that nobody typed: 40.44 is stored as 40.439999999999998. */
function plainNumber(text: string): string {
  const number = Number(text);
  return Number.isFinite(number) && Math.abs(number) < 1e21 ? String(number) : text;
}

/** Throws a SheetFault for a number formatted as a date that does not exist. */
function textOf(value: unknown, row: number): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'boolean') return String(value);
  if (!(value instanceof Date)) return '';
  if (Number.isNaN(value.getTime())) {
    throw new SheetFault(row, 'a day or a number', 'a number that is no day, shown as one');
  }
  const text = value.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}

/** What the files of a spreadsheet say of its sheets. */
interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Whether days are counted from 1904. */
  readonly is1904: boolean;
  /** XML; empty if there is none. */
  readonly styles: string;
  readonly strings: string;
}

interface Sheet {
  readonly name: string;
  readonly xml: string;
  readonly isHidden: boolean;
  readonly isFilled: boolean;
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Throws a NoSpreadsheet. */
function workbookOf(files: ReadonlyMap<string, Buffer>): Workbook {
  // Many sheets may name the same file.
  const read = new Map<string, Pick<Sheet, 'xml' | 'isFilled'>>();
  const fileAt = (file: string) => {
    const known = read.get(file);
    if (known !== undefined) return known;
    const xml = files.get(file)?.toString('utf8') ?? '';
    const made = { xml, isFilled: /<(?:\w+:)?(?:v|is)\b/.test(xml) };
    read.set(file, made);
    return made;
  };
  const workbook = files.get('xl/workbook.xml')?.toString('utf8');
  if (workbook === undefined) throw new NoSpreadsheet('a ZIP file that is no .xlsx spreadsheet');
  const targets = new Map<string, string>();
  let [styles, strings] = ['xl/styles.xml', 'xl/sharedStrings.xml'];
  const rels = files.get('xl/_rels/workbook.xml.rels')?.toString('utf8') ?? '';
  for (const { attributes } of tagsOf(rels, new Set(['Relationship']))) {
    const target = attributes.get('Target') ?? '';
    const file = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    targets.set(attributes.get('Id') ?? '', file);
    const [kind] = /[^/]*$/.exec(attributes.get('Type') ?? '') ?? [];
    if (kind === 'styles') styles = file;
    if (kind === 'sharedStrings') strings = file;
  }
  const sheets: Sheet[] = [];
  let is1904 = false;
  for (const { name, attributes } of tagsOf(workbook, new Set(['sheet', 'workbookPr']))) {
    // LibreOffice spells it out.
    if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
    else {
      sheets.push({
        name: withoutEntities(attributes.get('name') ?? ''),
        ...fileAt(targets.get(attributes.get('id') ?? '') ?? ''),
        isHidden: (attributes.get('state') ?? 'visible') !== 'visible',
      });
    }
  }
  return { sheets, is1904, styles: fileAt(styles).xml, strings: fileAt(strings).xml };
}

/**
 * Packs one sheet as a spreadsheet of its own, for a reader: it unpacks without bounds, and might find another sheet by
 * the same name or id.
 */
function packedAlone(sheet: string, { is1904, styles, strings }: Omit<Workbook, 'sheets'>): Buffer {
  const related = Object.entries({
    worksheet: sheet,
    styles,
    sharedStrings: strings,
  }).filter(([, xml]) => xml !== '');
  const rels = related.map(
    ([kind]) => `<Relationship Id="${kind}" Type="${relations}/${kind}" Target="${kind}.xml"/>`,
  );
  const workbook = `<workbook><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="a" sheetId="1" r:id="worksheet"/></sheets></workbook>`;
  const files = {
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': `<Relationships>${rels.join('')}</Relationships>`,
    ...Object.fromEntries(related.map(([kind, xml]) => [`xl/${kind}.xml`, xml])),
  };
  const packed = Object.entries(files).map(([file, xml]) => [file, strToU8(xml)] as const);
  return Buffer.from(zipSync(Object.fromEntries(packed), { level: 0 }));
}

interface Tag {
  /** Without its prefix. */
  readonly name: string;
  /** `<c …>` starts, `</c>` ends, and `<c …/>` is both. */
  readonly kind: 'start' | 'end' | 'both';
  /** By their names without prefixes; entities are left as they are. */
  readonly attributes: ReadonlyMap<string, string>;
}

// Lists of ranges take some kilobytes in a tag, and a cell holds 32,767 characters. A reader that is given the text
// bit by bit begins a tag or text again with each bit.
const maxTag = 64 << 10;
const maxText = 1 << 20;
const [quote, apostrophe, lessThan, greaterThan] = [0x22, 0x27, 0x3c, 0x3e];
const nameForm = /<(\/?)(?:[^\s/<>"'=:]*:)?([^\s/<>"'=]+)/y;
const attributeForm = /[\t-\r ]+([a-z_][\w.:-]*)=(?:"([^"]*)"|'([^']*)')/iy;
const endForm = /[\t-\r ]*(\/?)>/y;

/**
 * The tags with one of these names, in time that grows with the length of the XML alone, whatever it holds; lazily,
 * since a sheet may have millions. Throws a NoSpreadsheet for what no spreadsheet program writes.
 */
function* tagsOf(xml: string, names: ReadonlySet<string>): Generator<Tag> {
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    const gap = (start < 0 ? xml.length : start) - at;
    if (gap > maxText) throw new NoSpreadsheet(`a spreadsheet with a text of ${gap} characters`);
    if (start < 0) return;
    at = asideEnd(xml, start);
    if (at > start) continue;
    const end = tagEnd(xml, start);
    nameForm.lastIndex = start;
    const [head = '', slash, name = ''] = nameForm.exec(xml) ?? [];
    if (head === '') throw unreadable();
    if (names.has(name)) {
      if (slash === '/') yield { name, kind: 'end', attributes: new Map() };
      else yield { name, ...attributesOf(xml.slice(start + head.length, end)) };
    }
    at = end;
  }
}

/** Thrown where it is not worth saying what is wrong: no program writes such a file. */
function unreadable(cause?: unknown): NoSpreadsheet {
  return new NoSpreadsheet('a spreadsheet that cannot be read', { cause });
}

/** The end of a comment or the like that begins here; otherwise `start`. */
function asideEnd(xml: string, start: number): number {
  if (!'!?'.includes(xml.charAt(start + 1))) return start;
  for (const [begin, end] of [
    ['<?', '?>'],
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
  ] as const) {
    if (!xml.startsWith(begin, start)) continue;
    const found = xml.indexOf(end, start);
    if (found < 0 || found - start > maxText) throw unreadable();
    return found + end.length;
  }
  throw unreadable();
}

/** Where the tag that begins at `start` ends, with its `>`. */
function tagEnd(xml: string, start: number): number {
  const last = Math.min(xml.length, start + maxTag);
  let open = 0;
  for (let at = start + 1; at < last; at++) {
    const code = xml.charCodeAt(at);
    if (code === lessThan) throw unreadable();
    if (open !== 0) {
      if (code === open) open = 0;
    } else if (code === greaterThan) return at + 1;
    else if (code === quote || code === apostrophe) open = code;
  }
  throw unreadable();
}

/** `text` is what follows the name of a tag, up to its `>`. */
function attributesOf(text: string): Pick<Tag, 'attributes' | 'kind'> {
  const attributes = new Map<string, string>();
  let at = 0;
  for (;;) {
    attributeForm.lastIndex = at;
    const [all = '', fullName = '', double, single] = attributeForm.exec(text) ?? [];
    if (all === '') break;
    at += all.length;
    if (fullName.startsWith('xmlns:')) continue;
    const name = fullName.slice(fullName.indexOf(':') + 1);
    // A reader might take the other one.
    if (attributes.has(name)) throw unreadable();
    attributes.set(name, double ?? single ?? '');
  }
  endForm.lastIndex = at;
  const [all = '', slash] = endForm.exec(text) ?? [];
  if (all === '' || endForm.lastIndex !== text.length) throw unreadable();
  return { attributes, kind: slash === '/' ? 'both' : 'start' };
}

const maxEntries = 1000;
const maxUnpackedBytes = 32 << 20;

/** The files that hold its cells, by path. Throws a NoSpreadsheet. */
async function unpackSpreadsheet(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  let unpacked = 0;
  try {
    const zip = await fromBufferPromise(bytes);
    if (zip.entryCount > maxEntries) throw new NoSpreadsheet(`more than ${maxEntries} files in it`);
    for await (const entry of zip.eachEntry()) {
      if (!/^xl\/.*\.(?:xml|rels)$/.test(entry.fileName)) continue;
      const chunks: Buffer[] = [];
      // Counted while reading: the size stated in the ZIP file may be wrong.
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        unpacked += (chunk as Buffer).length;
        if (unpacked > maxUnpackedBytes)
          throw new NoSpreadsheet(`more than ${maxUnpackedBytes} bytes in it`);
        chunks.push(chunk as Buffer);
      }
      const file = Buffer.concat(chunks);
      // Spreadsheet programs never write one; its entities could stand for far more text than it has.
      if (file.includes('<!DOCTYPE') || file.includes('<!ENTITY'))
        throw new NoSpreadsheet('a spreadsheet with definitions of entities');
      files.set(entry.fileName, file);
    }
  } catch (error) {
    if (error instanceof NoSpreadsheet) throw error;
    throw new NoSpreadsheet('a ZIP file that cannot be unpacked', { cause: error });
  }
  return files;
}
