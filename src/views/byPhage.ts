/** Plans views such as `/api/genesbyphage/<phage_name>/`: all records of a phage, in the order of their list, on one page. */
import { fileAlias } from '../contract/fileAlias.ts';
import { unsafeNameReason } from '../contract/recordName.ts';
import { viewFile, type ViewName } from '../contract/views.ts';
import { type PageNotes, phageName, tally, textAt } from '../pages/pageNotes.ts';
import { groupRowsByPhage } from '../pages/rowsByPhage.ts';
import { createSliceList } from '../pages/sliceList.ts';
import type { PlannedList } from './plannedFile.ts';
import { touchedBy, type View } from './view.ts';

/** The view of a collection whose rows of notes have a phage's name. */
export function viewByPhage(view: ViewName, { from, entries }: Required<Omit<View, 'plan'>>): View {
  // Null for a name that cannot be a path (A3).
  const fileOf = (name: string) =>
    unsafeNameReason(name) === null ? viewFile([view, name]) : null;
  return {
    from,
    entries,
    plan(notes, change) {
      const phages = touchedBy<string>(change, (touched, part, row) =>
        touched.add(textAt(part, row[phageName])),
      );
      const files = new Set(
        [...(phages ?? [])].flatMap((name) => {
          const file = fileOf(name);
          return file === null ? [] : [file, fileAlias(file)];
        }),
      );
      return {
        files: () => filesOf(notes, phages),
        isKept: (file) => phages !== null && !files.has(file),
      };
    },
  };

  /** A file for each phage that a record names; only for those in `wanted`, unless it is null. */
  function* filesOf(notes: PageNotes, wanted: ReadonlySet<string> | null): Generator<PlannedList> {
    const { columns, rows, texts } = notes;
    const { rowsOf } = groupRowsByPhage(notes);
    for (const [index, name] of texts.entries()) {
      const path = fileOf(name);
      if (path === null || (wanted !== null && !wanted.has(name))) continue;
      const slices = createSliceList();
      let count = 0;
      for (const at of rowsOf(index + 1)) {
        const row = rows.subarray(at * columns, (at + 1) * columns);
        slices.add(row);
        count += row[tally] ?? 0;
      }
      if (count > 0) yield { kind: 'list', path, collection: from, count, slices: slices.finish() };
    }
  }
}
