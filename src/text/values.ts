/** Values out of parsed JSON, whatever it is, and texts of records as they may stand between other words. */
import { compareText } from './order.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A finite number, also one in a text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function numbersOf(value: unknown): readonly (number | null)[] {
  return listOf(value).map(numberOf);
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).map(textOf);
}

/** A share from -1 to 1 in words: `70 %`, or `−5 %` with the sign of numbers. */
export function percentOf(share: number): string {
  return `${(share * 100).toFixed(0).replace('-', '−')} %`;
}

/** The year in which a phage was found; records of PhagesDB have 0 where nobody knows it. */
export function yearOf(value: unknown): number | null {
  return numberOf(value) || null;
}

// They turn round what stands beside them, wherever nothing shuts them in.
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const longest = 300;

/** Without marks of direction, on one line, and not longer than a sentence or two. */
export function plainText(text: string): string {
  const line = text
    .slice(0, 2 * longest)
    .replace(turns, '')
    .replace(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** Without the escapes of an address; as it is where these are none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Items by their keys, in the order of the first of each. */
export function groupedBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** How often each occurs. */
export function counted<Key>(keys: Iterable<Key>): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** How often each text occurs, in the order of `mostFirst`. */
type Tally = readonly (readonly [text: string, count: number])[];

function mostFirst(counts: Tally): Tally {
  return [...counts].sort(([a, m], [b, n]) => n - m || compareText(a, b));
}

/** How often each text occurs, the most frequent first; the empty text is left out. */
export function tally<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Tally {
  return mostFirst([...counted(Array.from(items, keyOf))].filter(([text]) => text !== ''));
}

/** The same with notes that differ by case only as one, in the spelling of most genes. */
export function mergeSpellings(notes: Tally): Tally {
  const bySpelling = groupedBy(mostFirst(notes), ([text]) => text.toLowerCase()).values();
  return mostFirst(
    Array.from(bySpelling, (spellings) => {
      return [spellings[0]?.[0] ?? '', spellings.reduce((sum, [, genes]) => sum + genes, 0)];
    }),
  );
}
