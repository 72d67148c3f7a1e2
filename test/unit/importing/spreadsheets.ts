/** Spreadsheets for tests, as spreadsheet programs write them. */
import { strToU8, zipSync } from 'fflate';

export interface MadeSheet {
  readonly name: string;
  /** The elements of `sheetData`. */
  readonly rows: string;
  /** What stands behind them. */
  readonly behind?: string;
  readonly state?: 'hidden';
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

// Styles: 0 none, 1 a day, 2 a day and time, 3 two decimals.
const styles = `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="2"/></cellXfs></styleSheet>`;

/** `strings` are the shared ones, in elements of their own; `properties` stands before the list of sheets. */
export function spreadsheet(
  sheets: readonly MadeSheet[],
  strings: readonly string[] = [],
  properties = '',
): Buffer {
  const files: Record<string, string> = {
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${relations}">${properties}<sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId90" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rId91" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `${xml}${styles}`,
    'xl/sharedStrings.xml': `${xml}<sst xmlns="${main}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  };
  for (const [at, { rows, behind = '' }] of sheets.entries()) {
    files[`xl/worksheets/sheet${at + 1}.xml`] =
      `${xml}<worksheet xmlns="${main}"><dimension ref="A1:B2"/><sheetData>${rows}</sheetData>${behind}</worksheet>`;
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
}

/** Rows of texts; null for a cell that is not there. */
export function textRows(...rows: readonly (readonly (string | null)[])[]): string {
  return rows
    .map((cells, row) => {
      const made = cells.map((text, column) => {
        const at = `${String.fromCharCode(65 + column)}${row + 1}`;
        return text === null ? '' : `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
      });
      return `<row r="${row + 1}">${made.join('')}</row>`;
    })
    .join('');
}
