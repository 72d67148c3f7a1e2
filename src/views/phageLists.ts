/** Plans lists of phages on one page, by phage_name: with a flag, or of one group. */
import { unsafeNameReason } from '../contract/recordName.ts';
import { viewFile, type ViewName } from '../contract/views.ts';
import { forEachRow, type PageNotes, tally } from '../pages/pageNotes.ts';
import { createSliceList, type SliceList } from '../pages/sliceList.ts';
import type { PlannedFile, PlannedList } from './plannedFile.ts';
import { type View, viewOfPhages } from './view.ts';

/** The view of the phages with a flag, such as `/api/sequenced_phages/`. */
export function flaggedPhages(view: ViewName, flag: number): View {
  return viewOfPhages((notes) => {
    const groups = groupPhages(notes, (row) => ((row[tally] ?? 0) & flag ? true : null));
    return [listOf([view], groups.get(true) ?? { slices: createSliceList(), count: 0 })];
  });
}

/** The phages of one group. */
export interface PhageGroup {
  readonly slices: SliceList;
  count: number;
}

/** Groups phages by `groupOf` of their rows, in the order of each group's first phage; null leaves a phage out. */
export function groupPhages<Key>(
  notes: PageNotes,
  groupOf: (row: Uint32Array) => Key | null,
): Map<Key, PhageGroup> {
  const groups = new Map<Key, PhageGroup>();
  forEachRow(notes, (row) => {
    const key = groupOf(row);
    if (key === null) return;
    const group = groups.get(key) ?? { slices: createSliceList(), count: 0 };
    groups.set(key, group);
    group.slices.add(row);
    group.count++;
  });
  return groups;
}

/** An item of a view's list, its name, and the phages that belong to it. */
interface Listed {
  /** Null for one that has no address. */
  readonly name: string | null;
  readonly json: string;
  readonly group: PhageGroup;
}

/** The files of a view that lists names: the list, and for each name its item and its phages. */
export function planListed(view: ViewName, all: readonly Listed[]): PlannedFile[] {
  const text = `[${all.map(({ json }) => json).join(',')}]`;
  const files: PlannedFile[] = [{ kind: 'text', path: viewFile([view]), text }];
  for (const { name, json, group } of all) {
    // Those that cannot be an address (A3) stay in the list, too.
    if (name === null || unsafeNameReason(name) !== null) continue;
    files.push({ kind: 'text', path: viewFile([view, name]), text: json });
    files.push(listOf([view, name, 'phagelist'], group));
  }
  return files;
}

/** The list of some phages, at an address. */
function listOf(segments: readonly string[], { slices, count }: PhageGroup): PlannedList {
  const path = viewFile(segments);
  return { kind: 'list', path, collection: 'phages', count, slices: slices.finish() };
}
