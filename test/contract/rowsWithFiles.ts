/** Rows of the contract's table as text, for tests that ask for more of the tiny site than the table does. */
import { expects, rowsOf, type TableRow } from '../../src/verifying/tableRow.ts';

/** As `rowsOf`; as an answer, the path of a file below `api/` stands for its content. */
export function rowsWithFiles(
  lines: string,
  words: Readonly<Record<string, object>> = {},
): TableRow[] {
  const files = Array.from(lines.matchAll(/ \| (api\/[^|\n]*[^|\s])/g), ([, file = '']) => file);
  const contents = files.map((file) => [file, expects.content(file)]);
  return rowsOf(lines, { ...(Object.fromEntries(contents) as Record<string, object>), ...words });
}
