/** Plans `/api/clusters/` and `/api/subclusters/`: the lists, each entry, and its phages. */
import type { FieldNames } from '../contract/fieldNames.ts';
import { compareText } from '../text/compareText.ts';
import { cluster, forEachRow, type PageNotes, subcluster, textAt } from '../pages/pageNotes.ts';
import { groupPhages, type PhageGroup, planListed } from './phageLists.ts';
import type { PlannedFile } from './plannedFile.ts';
import { viewJson } from './viewJson.ts';

export function planClusters(notes: PageNotes, names: FieldNames): PlannedFile[] {
  const subclusters = new Map<string, Set<string>>();
  forEachRow(notes, (row) => {
    const name = textAt(notes, row[subcluster]);
    if (name === '') return;
    const of = clusterOf(notes, row);
    if (of === null) return;
    subclusters.set(of, (subclusters.get(of) ?? new Set()).add(name));
  });
  const groups = groupPhages(notes, (row) => clusterOf(notes, row));
  return planNamed('clusters', groups, (name) => {
    const set = [...(subclusters.get(name) ?? [])].toSorted(compareText);
    return viewJson({ cluster: name, subclusters_set: set }, names);
  });
}

/** If a subcluster occurs in two clusters, the first phage with a cluster decides; null if none has one. */
export function planSubclusters(notes: PageNotes, names: FieldNames): PlannedFile[] {
  const clusters = new Map<string, string>();
  const groups = groupPhages(notes, (row) => {
    const name = textAt(notes, row[subcluster]);
    if (name === '') return null;
    const of = clusterOf(notes, row);
    if (of !== null && !clusters.has(name)) clusters.set(name, of);
    return name;
  });
  return planNamed('subclusters', groups, (name) =>
    viewJson({ subcluster: name, cluster: clusters.get(name) ?? null }, names),
  );
}

/** Null for an unclustered phage, which is in no cluster's list; a singleton is marked as such. */
function clusterOf(notes: PageNotes, row: Uint32Array): string | null {
  return textAt(notes, row[cluster]) || null;
}

function planNamed(
  view: 'clusters' | 'subclusters',
  groups: ReadonlyMap<string, PhageGroup>,
  jsonOf: (name: string) => string,
): PlannedFile[] {
  const sorted = [...groups].toSorted(([a], [b]) => compareText(a, b));
  return planListed(
    view,
    sorted.map(([name, group]) => ({ name, json: jsonOf(name), group })),
  );
}
