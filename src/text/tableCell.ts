/** The cells of tables whose columns are divided by tabs, as spreadsheets read them. */

/** A text as a cell: in quotes where it has a sign that would end the cell, or take what follows into it. */
export function tableCell(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
