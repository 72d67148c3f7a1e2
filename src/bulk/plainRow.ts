/** A row of a table for programs that split it at tabs and do not understand quotes. */
import type { Cell } from './columns.ts';
import type { TableOptions } from './maker.ts';
import { guarded } from './tableRows.ts';

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
