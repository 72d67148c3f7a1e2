/** A row of a table that programs cut at its tabs alone, without an eye for quotes. */
import type { Cell } from './columns.ts';
import type { TableOptions } from './maker.ts';
import { guarded } from './tableRows.ts';

/** What such programs look for where there is nothing. */
export const noneCell = 'None';

// What would end a cell or a row, for any program.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const breaks = /[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+/g;

/** The row with its line break. Null is an empty cell; tabs and line breaks within a cell are one blank. */
export function plainRow(cells: readonly Cell[], { isGuarded }: TableOptions): string {
  const shown = cells.map((cell) => {
    if (typeof cell === 'boolean') return cell ? 'True' : 'False';
    const text = cell === null ? '' : String(cell);
    return (isGuarded && typeof cell === 'string' ? guarded(text) : text).replaceAll(breaks, ' ');
  });
  return `${shown.join('\t')}\n`;
}
