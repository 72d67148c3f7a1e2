/** Plans lists of phages on one page, by phage_name: sequenced, temperate, lytic, or of one group. */
import { viewFile, type ViewName } from '../contract/views.ts';
import { forEachRow, type PageNotes, tally } from '../pages/pageNotes.ts';
import { createSliceList, type SliceList } from '../pages/sliceList.ts';
import type { PlannedList } from './plannedFile.ts';

/** The phages with a flag, such as `/api/sequenced_phages/`. */
export function planFlaggedPhages(notes: PageNotes, view: ViewName, flag: number): PlannedList {
  const slices = createSliceList();
  let count = 0;
  forEachRow(notes, (row) => {
    if (((row[tally] ?? 0) & flag) === 0) return;
    slices.add(row);
    count++;
  });
  return listOf([view], { count, slices });
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

/** The list of some phages, at an address. */
export function listOf(segments: readonly string[], { slices, count }: PhageGroup): PlannedList {
  const path = viewFile(segments);
  return { kind: 'list', path, collection: 'phages', count, slices: slices.finish() };
}
