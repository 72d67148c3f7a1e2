/** The statements of a mysqldump that name the table and columns of rows. */

// A quoted name may contain anything; a non-ASCII character may be one byte or several.
const tableName = String.raw`(?:\`((?:[^\`]|\`\`)+)\`|"((?:[^"]|"")+)"|([\w$\x80-\xff]+))`;
export const insert = new RegExp(
  String.raw`^(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?INTO\s+${tableName}\s*(?:\(([^()]*)\)\s*)?VALUES\s*`,
  'i',
);
export const createTable = new RegExp(
  String.raw`^create\s+table\s+(?:if\s+not\s+exists\s+)?${tableName}`,
  'i',
);
export const lockTables = new RegExp(String.raw`^lock\s+tables\s+${tableName}`, 'i');
/** The name of the table in a match of a pattern that starts with `tableName`. */
export function nameIn([, backquoted, quoted, plain]: RegExpExecArray): string {
  const bytes = backquoted ?? quoted ?? plain ?? '';
  return Buffer.from(bytes, 'latin1').toString();
}

// Without quotes, only these words tell keys and constraints from columns.
const column =
  /(?:^|\n)\s*(?:`((?:[^`]|``)+)`|"((?:[^"]|"")+)"|(?!(?:primary|unique|fulltext|spatial|key|index|constraint|foreign|check)\b)(\w+))\s+\w/gi;

/** The names of the columns in a CREATE TABLE statement, in order. */
export function columnsOf(statement: string): string[] {
  // Texts are removed first: comments may have lines that look like columns.
  const plain = statement.replaceAll(/'(?:[^'\\]|\\.|'')*'/gs, "''");
  const [inner = ''] = plain.slice(plain.indexOf('(') + 1).split('\n)');
  return Array.from(inner.matchAll(column), ([, ...names]) => names.find((one) => one) ?? '');
}

/** The names in a list of columns, as in INSERT. */
export function namesIn(list: string): string[] {
  return list.split(',').map((name) => name.trim().replaceAll(/[`"]/g, ''));
}
