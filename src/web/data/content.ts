/** Which gene families phages have, and what follows from it: how alike two are, a tree of many, and what all of them share. */
import { compareText } from '../../text/order.ts';
import { addresses, fetchJson } from './fetching.ts';
import type { PhageRow } from './indexes.ts';
import { counted, fieldsOf, listOf, numbersOf } from '../../text/values.ts';

/** The PhamIDs of a phage in numeric order. */
export type Content = readonly number[];

// As the build cuts them: `indexes.ts` of the sinks says so, too.
const phagesPerPart = 256;

const places = new WeakMap<readonly PhageRow[], ReadonlyMap<string, number>>();

/** The place of each phage in order of cluster, subcluster and name. */
function placesOf(rows: readonly PhageRow[]): ReadonlyMap<string, number> {
  const known = places.get(rows);
  if (known !== undefined) return known;
  const sorted = [...rows].sort(
    (a, b) =>
      compareText(a.cluster, b.cluster) ||
      compareText(a.subcluster, b.subcluster) ||
      compareText(a.name, b.name),
  );
  const made = new Map(sorted.map(({ name }, place) => [name, place]));
  places.set(rows, made);
  return made;
}

/** The families of some of the site's phages, in their order; `rows` are all. Rejects with Unavailable. */
export async function fetchContent(
  rows: readonly PhageRow[],
  names: readonly string[],
): Promise<readonly Content[]> {
  const placeOf = placesOf(rows);
  return Promise.all(
    names.map(async (name) => {
      const place = placeOf.get(name);
      if (place === undefined) return [];
      const part = await fetchJson(addresses.content(Math.floor(place / phagesPerPart) + 1));
      let pham = 0;
      const steps = numbersOf(listOf(fieldsOf(part)['families'])[place % phagesPerPart]);
      return steps.map((step) => (pham += step ?? 0));
    }),
  );
}

/** Phages with their families, and the names of those that have none. */
export function withFamilies(names: readonly string[], contents: readonly Content[]) {
  const has = (_: unknown, at: number) => (contents[at]?.length ?? 0) > 0;
  return {
    names: names.filter(has),
    contents: contents.filter(has),
    without: names.filter((_, at) => !has(_, at)),
  };
}

/** How many numbers are in both, which are in order. */
export function sharedBy(a: Content, b: Content): number {
  let [shared, at, other] = [0, 0, 0];
  while (at < a.length && other < b.length) {
    const difference = (a[at] ?? 0) - (b[other] ?? 0);
    if (difference === 0) shared++;
    if (difference <= 0) at++;
    if (difference >= 0) other++;
  }
  return shared;
}

/** Gene content similarity, from 0 to 1: the mean of the shares of common families of both. */
export function similarityOf(a: Content, b: Content): number {
  const shared = sharedBy(a, b);
  return shared === 0 ? 0 : (shared / a.length + shared / b.length) / 2;
}

/** The similarity of each to each, row by row; 1 of each to itself. */
export function similaritiesOf(contents: readonly Content[]): Float64Array {
  return eachWithEach(contents, similarityOf);
}

/** The similarities of items, each with each: a row for each, and 1 of each with itself. */
export function eachWithEach<Item>(
  items: readonly Item[],
  measure: (a: Item, b: Item) => number,
): Float64Array {
  const count = items.length;
  const all = new Float64Array(count * count);
  for (const [row, own] of items.entries()) {
    all[row * count + row] = 1;
    for (const [column, other] of items.slice(0, row).entries()) {
      const similarity = measure(own, other);
      all[row * count + column] = similarity;
      all[column * count + row] = similarity;
    }
  }
  return all;
}

/** A leaf has no children; `height` is the mean distance of what is in the one and in the other. */
export interface Branch {
  readonly leaves: readonly number[];
  readonly height: number;
  readonly children: readonly Branch[];
}

/**
 * The tree of average linkage (UPGMA) by the distance 1 - similarity; null for none. Of what is as near, the first in order
 * comes first. Takes time in the square of the count: a chain of nearest neighbours is followed.
 */
export function treeOf(similarities: Float64Array, count: number): Branch | null {
  const distances = similarities.map((similarity) => 1 - similarity);
  const branches = Array.from({ length: count }, (_, leaf): Branch | null => {
    return { leaves: [leaf], height: 0, children: [] };
  });
  const nearest = (of: number, before: number | undefined) => {
    let found = before ?? -1;
    for (let other = 0; other < count; other++) {
      if (other === of || branches[other] === null) continue;
      const isNearer =
        found < 0 || (distances[of * count + other] ?? 0) < (distances[of * count + found] ?? 0);
      if (isNearer) found = other;
    }
    return found;
  };
  const chain: number[] = [];
  for (let left = count; left > 1;) {
    if (chain.length === 0) chain.push(branches.findIndex((branch) => branch !== null));
    const last = chain.at(-1) ?? 0;
    const next = nearest(last, chain.at(-2));
    if (next !== chain.at(-2)) {
      chain.push(next);
      continue;
    }
    chain.splice(-2);
    const [into, gone] = [Math.min(last, next), Math.max(last, next)];
    const [a, b] = [branches[into], branches[gone]];
    if (!a || !b) throw new Error('joined before');
    const [m, n] = [a.leaves.length, b.leaves.length];
    const height = distances[into * count + gone] ?? 0;
    branches[into] = { leaves: [...a.leaves, ...b.leaves], height, children: [a, b] };
    branches[gone] = null;
    for (let other = 0; other < count; other++) {
      if (branches[other] === null || other === into) continue;
      const [to, from] = [into * count + other, gone * count + other];
      const mean = (m * (distances[to] ?? 0) + n * (distances[from] ?? 0)) / (m + n);
      distances[to] = mean;
      distances[other * count + into] = mean;
    }
    left--;
  }
  return branches.find((branch) => branch !== null) ?? null;
}

/** The tree in the Newick format; leaves are at half the distance. */
export function newickOf(tree: Branch, names: readonly string[]): string {
  const textOf = ({ leaves, height, children }: Branch, above: number): string => {
    const own =
      children.length === 0
        ? `'${(names[leaves[0] ?? 0] ?? '').replaceAll("'", "''")}'`
        : `(${children.map((child) => textOf(child, height)).join(',')})`;
    return `${own}:${((above - height) / 2).toFixed(6)}`;
  };
  return `${textOf(tree, tree.height).replace(/:[\d.]+$/, '')};\n`;
}

/** A family, and how many of some phages have it. */
export interface CommonFamily {
  readonly pham: number;
  readonly phages: number;
}

/** The families of some phages, those that most of them have first. */
export function commonFamilies(contents: readonly Content[]): readonly CommonFamily[] {
  return [...counted(contents.flat())]
    .map(([pham, phages]) => ({ pham, phages }))
    .sort((a, b) => b.phages - a.phages || a.pham - b.pham);
}

/**
 * How many families any one of the phages has, and how many all of them, for each number of phages from 1 on: the mean over
 * all choices of so many.
 */
export function pangenomeOf(
  families: readonly CommonFamily[],
  count: number,
): readonly { readonly all: number; readonly common: number }[] {
  // The share of the choices of k phages that have none of those with a family, for k from 1 on, by how many have it.
  const curve = Array.from({ length: count }, () => ({ all: 0, common: 0 }));
  for (const [phages, number] of counted(families.map((family) => family.phages))) {
    let [without, whole] = [1, 1];
    for (const [at, point] of curve.entries()) {
      without *= Math.max(0, count - phages - at) / (count - at);
      whole *= Math.max(0, phages - at) / (count - at);
      point.all += number * (1 - without);
      point.common += number * whole;
    }
  }
  return curve;
}
