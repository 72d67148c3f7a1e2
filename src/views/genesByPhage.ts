/** `/api/genesbyphage/<phage_name>/`: all genes of a phage, by GeneID, on one page. */
import { unsafeNameReason } from '../contract/recordName.ts';
import { viewFile } from '../contract/viewAddresses.ts';
import { createSliceList, forEachRow, type PageNotes, phageName, tally } from './pageNotes.ts';
import type { PlannedList } from './plannedFile.ts';

/** Where the genes of a phage are published; null for a name that can be no path (A3). */
export function genesByPhageFile(name: string): string | null {
  return unsafeNameReason(name) === null ? viewFile(['genesbyphage', name]) : null;
}

/** A file for each phage that a gene names, one after the other; for those of `wanted` only, if it is not null. */
export function* planGenesByPhage(
  notes: PageNotes,
  wanted: ReadonlySet<string> | null,
): Generator<PlannedList> {
  const { columns, rows, texts } = notes;
  // Sorted by counting: the rows of text n are at [starts[n], starts[n + 1]) of `order`, as they came.
  const starts = new Uint32Array(texts.length + 2);
  forEachRow(notes, (row) => {
    const next = (row[phageName] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  });
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const ends = starts.slice();
  const order = new Uint32Array(rows.length / columns);
  forEachRow(notes, (row, index) => {
    const pointer = row[phageName] ?? 0;
    const end = ends[pointer] ?? 0;
    order[end] = index;
    ends[pointer] = end + 1;
  });

  for (const [index, name] of texts.entries()) {
    const path = genesByPhageFile(name);
    if (path === null || (wanted !== null && !wanted.has(name))) continue;
    const slices = createSliceList();
    let count = 0;
    for (const at of order.subarray(starts[index + 1], starts[index + 2])) {
      const row = rows.subarray(at * columns, (at + 1) * columns);
      slices.add(row);
      count += row[tally] ?? 0;
    }
    if (count > 0) {
      yield { kind: 'list', path, collection: 'genes', count, slices: slices.finish() };
    }
  }
}
