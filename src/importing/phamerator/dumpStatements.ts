/** The statements of a mysqldump that say of which table and columns rows are. */

// Quoted, they may hold anything; a sign that is no ASCII may be one byte or several.
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
/** The name of the table that a pattern with `tableName` at its beginning found. */
export function nameIn([, backquoted, quoted, plain]: RegExpExecArray): string {
  const bytes = backquoted ?? quoted ?? plain ?? '';
  return Buffer.from(bytes, 'latin1').toString();
}

// Without quotes, keys and constraints look as columns do, but for these words.
const column =
  /(?:^|\n)\s*(?:`((?:[^`]|``)+)`|"((?:[^"]|"")+)"|(?!(?:primary|unique|fulltext|spatial|key|index|constraint|foreign|check)\b)(\w+))\s+\w/gi;

/** The names of the columns that a CREATE TABLE statement lists, in their order. */
export function columnsOf(statement: string): string[] {
  // What texts hold is no column: comments may have lines of their own.
  const plain = statement.replaceAll(/'(?:[^'\\]|\\.|'')*'/gs, "''");
  const [inner = ''] = plain.slice(plain.indexOf('(') + 1).split('\n)');
  return Array.from(inner.matchAll(column), ([, ...names]) => names.find((one) => one) ?? '');
}

/** The names in a list of columns, as INSERT has it. */
export function namesIn(list: string): string[] {
  return list.split(',').map((name) => name.trim().replaceAll(/[`"]/g, ''));
}
