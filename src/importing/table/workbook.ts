/** What the files of a spreadsheet say of its sheets. */
import { strToU8, zipSync } from 'fflate';
import { NoSpreadsheet } from './unpackSpreadsheet.ts';
import { tagsOf } from './xmlTags.ts';

export interface Workbook {
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
export function workbookOf(files: ReadonlyMap<string, Buffer>): Workbook {
  // Many sheets may name the same file.
  const read = new Map<string, Pick<Sheet, 'xml' | 'isFilled'>>();
  const fileAt = (file: string) => {
    const known = read.get(file);
    if (known !== undefined) return known;
    const xml = files.get(file)?.toString('utf8') ?? '';
    const isFilled = /<(?:\w+:)?(?:v|is)\b/.test(xml);
    read.set(file, { xml, isFilled });
    return { xml, isFilled };
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
        name: unescaped(attributes.get('name') ?? ''),
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
export function packedAlone(
  sheet: string,
  { is1904, styles, strings }: Omit<Workbook, 'sheets'>,
): Buffer {
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

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    amp: '&',
  };
  return text.replaceAll(
    /&(\w+);|&#(\d+);|&#x([\da-f]+);/gi,
    (found, name, decimal, hexadecimal) => {
      if (typeof name === 'string') return signs[name] ?? found;
      const code =
        typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hexadecimal), 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : found;
    },
  );
}
