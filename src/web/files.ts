/** Files and texts that a reader takes along. */
import { tableCell } from '../text/escapes.ts';

export function saveFile(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob =
    typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const tsvType = 'text/tab-separated-values';
export const fastaType = 'text/x-fasta';

export function saveTable(name: string, ...table: Parameters<typeof tsvOf>): void {
  saveFile(name, tsvOf(...table), tsvType);
}

// In bytes. Systems allow 255, and browsers add numbers where there is such a file already.
const longestName = 200;

/** A name that every system can save. A long one is cut before its extension. */
export function fileName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}._-]+/gu, '_');
  const [ending = ''] = /(?:_[a-z]+)?\.[a-z0-9]{1,8}$/i.exec(safe) ?? [];
  const room = longestName - ending.length;
  let stem = '';
  let bytes = 0;
  for (const sign of safe.slice(0, safe.length - ending.length)) {
    bytes += new TextEncoder().encode(sign).length;
    if (bytes > room) break;
    stem += sign;
  }
  return stem + ending;
}

/**
 * A table as TSV. Cells that a spreadsheet would run as formulas are marked as text, as in the site's safe tables, and
 * those that would not end where they should are in quotes.
 */
export function tsvOf(
  header: readonly string[],
  rows: Iterable<readonly (string | number | null)[]>,
): string {
  const lines = [header.map(cellOf).join('\t')];
  for (const row of rows) lines.push(row.map(cellOf).join('\t'));
  return `${lines.join('\n')}\n`;
}

function cellOf(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  // Spreadsheets look at the text within the quotes.
  return tableCell(/^[=+\-@]/.test(text.trimStart()) ? `'${text}` : text);
}

export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ${units[unit] ?? ''}`;
}

export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

export function familiesText(count: number): string {
  return `${formatCount(count)} gene famil${count === 1 ? 'y' : 'ies'}`;
}

/** `1 gene`, `1,399 genes`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
