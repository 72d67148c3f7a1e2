/** Files and texts that a reader takes along. */

/** Offers bytes as a file to save. */
export function saveFile(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob =
    typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A name that every system can save. */
export function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 120);
}

/** A table as TSV. Cells that a spreadsheet would run as formulas are marked as text, as in the site's safe tables. */
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
  const text = (value ?? '').replace(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(text.trimStart()) ? `'${text}` : text;
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

/** `1 gene`, `1,399 genes`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
