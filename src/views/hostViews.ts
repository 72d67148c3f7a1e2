/** Plans `/api/host_genera/` and `/api/host_species/`: the lists, each entry, and its phages. */
import { compareText } from '../text/compareText.ts';
import { genus, type PageNotes, species } from '../pages/pageNotes.ts';
import { groupPhages, planListed } from './phageLists.ts';
import type { PlannedFile } from './plannedFile.ts';

interface HostView {
  readonly column: number;
  /** The fields that the list of hosts is sorted by; ties are broken by id. */
  readonly sortedBy: readonly string[];
}

const views = {
  host_genera: { column: genus, sortedBy: ['genus_name'] },
  host_species: { column: species, sortedBy: ['genus', 'species_name'] },
} as const satisfies Record<string, HostView>;

interface Host {
  readonly id: number;
  readonly sortKeys: readonly string[];
  /** As in the record. */
  readonly json: string;
}

/** If records disagree about a host, the first phage with its id decides. A host without an id is left out. */
export function planHosts(notes: PageNotes, view: keyof typeof views): PlannedFile[] {
  const { column, sortedBy } = views[view];
  const hosts = notes.texts.map((): Host | null | undefined => undefined);
  const firsts = new Map<number, Host>();
  const groups = groupPhages(notes, (row) => {
    const pointer = row[column] ?? 0;
    if (pointer === 0) return null;
    // Parsed lazily: most texts of the notes are not hosts.
    hosts[pointer - 1] ??= readHost(notes.texts[pointer - 1] ?? '', sortedBy);
    const host = hosts[pointer - 1] ?? null;
    if (host === null) return null;
    if (!firsts.has(host.id)) firsts.set(host.id, host);
    return host.id;
  });
  const sorted = [...firsts.values()].toSorted(compareHosts);
  return planListed(
    view,
    sorted.flatMap(({ id, json }) => {
      const group = groups.get(id);
      return group === undefined ? [] : [{ name: String(id), json, group }];
    }),
  );
}

function readHost(json: string, sortedBy: readonly string[]): Host | null {
  const fields: Readonly<Record<string, unknown>> = JSON.parse(json);
  const { id } = fields;
  if (typeof id !== 'number') return null;
  const textOf = (field: string) => {
    const value = fields[field];
    return typeof value === 'string' ? value : '';
  };
  return { id, sortKeys: sortedBy.map(textOf), json };
}

function compareHosts(a: Host, b: Host): number {
  for (const [at, key] of a.sortKeys.entries()) {
    const order = compareText(key, b.sortKeys[at] ?? '');
    if (order !== 0) return order;
  }
  return a.id - b.id;
}
