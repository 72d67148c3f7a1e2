/** What changed from release to release, from the site's own `changes/`. */
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../text/values.ts';
import { addresses, fetchJson, fetchText } from './fetching.ts';
import type { Site } from './site.ts';

export type ChangeStep = ReturnType<typeof stepsOf>[number];

/** The latest first, without those in which no record changed. */
export function stepsOf(json: unknown) {
  const steps = listOf(fieldsOf(json)['steps']).map((one) => {
    const step = fieldsOf(one);
    const { path } = fieldsOf(step['file']);
    return {
      /** The day on which it was published. */
      day: textOf(step['date']).slice(0, 10),
      release: textOf(step['to']).slice(0, 16),
      file: textOf(path),
      counts: Object.entries(fieldsOf(step['counts'])).map(
        ([name, counts]) => [name, countsOf(fieldsOf(counts))] as const,
      ),
      families: countsOf(fieldsOf(step['families'])),
    };
  });
  return steps.filter(({ counts, families }) =>
    [...counts.map(([, kinds]) => kinds), families].some((kinds) => kinds.length > 0),
  );
}

/** How many of each kind, without those of which there are none. */
function countsOf(counts: Fields): readonly (readonly [kind: string, count: number])[] {
  return Object.entries(counts).flatMap(([kind, value]) => {
    const count = numberOf(value) ?? 0;
    return count === 0 ? [] : [[kind, count] as const];
  });
}

/** None where the site tells none. */
export async function fetchSteps(site: Site): Promise<readonly ChangeStep[]> {
  return site.changes ? stepsOf(await fetchJson(addresses.changes)) : [];
}

/** The rows of a table of changes, by the names of its columns. */
async function rowsOf(
  site: Site,
  address: string,
): Promise<readonly Readonly<Record<string, string>>[]> {
  // Without steps, there are no tables.
  if ((await fetchSteps(site)).length === 0) return [];
  return tableRows(await fetchText(address));
}

export function tableRows(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...lines] = text.split('\n');
  const names = head.split('\t');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t');
      return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
    });
}

/** What became of a family, or what it came from, on one day. */
export interface FamilyMove {
  readonly day: string;
  readonly kind: string;
  /** The other families, each with how many genes both have. */
  readonly others: readonly (readonly [id: number, genes: number])[];
}

export interface FamilyHistory {
  /** What it was before. The latest first, as in the next. */
  readonly from: readonly FamilyMove[];
  /** What it became. */
  readonly into: readonly FamilyMove[];
}

export async function fetchFamilyHistory(site: Site, id: string): Promise<FamilyHistory> {
  return historyOf(await rowsOf(site, addresses.familyChanges), id);
}

export function historyOf(
  rows: readonly Readonly<Record<string, string>>[],
  id: string,
): FamilyHistory {
  const moves = (own: 'old' | 'new', other: 'old' | 'new'): FamilyMove[] => {
    const found = new Map<string, FamilyMove & { readonly others: [number, number][] }>();
    for (const row of rows) {
      // A family that kept its number is no news of itself.
      if (row[own] !== id || row[other] === id) continue;
      const { release = '', date = '', kind = '' } = row;
      const move = found.get(release) ?? { day: date.slice(0, 10), kind, others: [] };
      found.set(release, move);
      if (row[other] !== '') move.others.push([Number(row[other]), Number(row['shared_genes'])]);
    }
    return [...found.values()];
  };
  return { from: moves('new', 'old'), into: moves('old', 'new') };
}

export async function fetchPhageChanges(site: Site, name: string) {
  const rows = await rowsOf(site, addresses.phageChanges);
  return rows.filter(({ phage }) => phage === name);
}
