/** What the address says of a comparison: which phages, in which order, how turned and shifted, and how drawn. */
import { type Labeling, labelings } from '../map/compareMap.ts';
import { type Selection, selections } from '../map/sharedFamilies.ts';
import { isSeen } from '../route.ts';

export const mostPhages = 30;

export interface Comparison {
  readonly names: readonly string[];
  readonly flipped: ReadonlySet<string>;
  /** Bases to the right, by name. */
  readonly shifts: ReadonlyMap<string, number>;
  readonly align: number | null;
  readonly labeling: Labeling;
  readonly selection: Selection;
}

export function comparisonOf(query: string): Comparison {
  const asked = new URLSearchParams(query);
  const names = [...new Set(asked.getAll('with').filter(isSeen))].slice(0, mostPhages);
  const align = asked.get('align') ?? '';
  const shifts = asked.getAll('shift').flatMap((text): readonly (readonly [string, number])[] => {
    const [, name = '', bases = ''] = /^(.*):(-?\d{1,9})$/s.exec(text) ?? [];
    return name === '' ? [] : [[name, Number(bases)]];
  });
  return {
    names,
    flipped: new Set(asked.getAll('flip')),
    shifts: new Map(shifts),
    align: /^\d{1,15}$/.test(align) ? Number(align) : null,
    labeling: labelings.find((one) => one === asked.get('labels')) ?? 'names',
    selection: selections.find((one) => one === asked.get('show')) ?? 'all',
  };
}

/** The query without the stretch in view: the same for as long as a map is only moved. */
export function withoutStretch(query: string): string {
  const asked = new URLSearchParams(query);
  asked.delete('from');
  asked.delete('to');
  return asked.toString();
}

/** The query of a comparison; `kept` are further choices as the address has them. */
export function queryOf(
  comparison: Comparison,
  color: string | null,
  kept: Readonly<Record<string, string | null>> = {},
): URLSearchParams {
  const { names, flipped, shifts, align, labeling, selection } = comparison;
  const query = new URLSearchParams({ compare: '' });
  for (const name of names) query.append('with', name);
  for (const name of names) if (flipped.has(name)) query.append('flip', name);
  for (const name of names) {
    const bases = shifts.get(name) ?? 0;
    if (bases !== 0) query.append('shift', `${name}:${bases}`);
  }
  if (align !== null) query.set('align', String(align));
  if (labeling !== 'names') query.set('labels', labeling);
  if (selection !== 'all') query.set('show', selection);
  if (color !== null) query.set('color', color);
  for (const [key, value] of Object.entries(kept)) if (value !== null) query.set(key, value);
  return query;
}

/** The names with one of them at another place. */
export function moved(names: readonly string[], from: number, to: number): readonly string[] {
  const name = names[from];
  if (name === undefined || to < 0 || to >= names.length) return names;
  const others = names.filter((_, index) => index !== from);
  return [...others.slice(0, to), name, ...others.slice(to)];
}

/** The same of phages under other names. */
export function renamed(
  { names, flipped, shifts }: Comparison,
  nameOf: (name: string) => string,
): Pick<Comparison, 'flipped' | 'names' | 'shifts'> {
  return {
    names: [...new Set(names.map(nameOf))],
    flipped: new Set([...flipped].map(nameOf)),
    shifts: new Map([...shifts].map(([name, bases]) => [nameOf(name), bases])),
  };
}
