/** Plans `/api/genesbyphage/<phage_name>/`: all genes of a phage, by GeneID, on one page. */
import { unsafeNameReason } from '../contract/recordName.ts';
import { viewFile } from '../contract/views.ts';
import { countGenePhages } from '../collections/genes/phageSummary.ts';
import { type PageNotes, phageName, tally, textAt } from '../pages/pageNotes.ts';
import { groupRowsByPhage } from '../pages/rowsByPhage.ts';
import { createSliceList } from '../pages/sliceList.ts';
import { fileAlias } from './fileAlias.ts';
import type { PlannedList } from './plannedFile.ts';
import { touchedBy, type View } from './view.ts';

export const genesByPhage: View = {
  from: 'genes',
  entries: countGenePhages,
  plan(notes, change) {
    const phages = touchedBy<string>(change, (touched, part, row) =>
      touched.add(textAt(part, row[phageName])),
    );
    const files = new Set(
      [...(phages ?? [])].flatMap((name) => {
        const file = genesByPhageFile(name);
        return file === null ? [] : [file, fileAlias(file)];
      }),
    );
    return {
      files: () => planGenesByPhage(notes, phages),
      isKept: (file) => phages !== null && !files.has(file),
    };
  },
};

/** The file with the genes of a phage; null if its name cannot be a path (A3). */
export function genesByPhageFile(name: string): string | null {
  return unsafeNameReason(name) === null ? viewFile(['genesbyphage', name]) : null;
}

/** A file for each phage that a gene names; only for those in `wanted`, unless it is null. */
export function* planGenesByPhage(
  notes: PageNotes,
  wanted: ReadonlySet<string> | null,
): Generator<PlannedList> {
  const { columns, rows, texts } = notes;
  const { rowsOf } = groupRowsByPhage(notes);
  for (const [index, name] of texts.entries()) {
    const path = genesByPhageFile(name);
    if (path === null || (wanted !== null && !wanted.has(name))) continue;
    const slices = createSliceList();
    let count = 0;
    for (const at of rowsOf(index + 1)) {
      const row = rows.subarray(at * columns, (at + 1) * columns);
      slices.add(row);
      count += row[tally] ?? 0;
    }
    if (count > 0) {
      yield { kind: 'list', path, collection: 'genes', count, slices: slices.finish() };
    }
  }
}
