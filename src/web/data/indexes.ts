/** The indexes of a site, `web/*.json`: all of them are read and decoded here. Most have columns, with an entry for each row. */
import { addresses, fetchJson, isMissing } from './fetching.ts';
import {
  type Fields,
  fieldsOf,
  listOf,
  numberOf,
  numbersOf,
  textOf,
  textsOf,
  yearOf,
} from './values.ts';

export interface PhageRow {
  readonly name: string;
  readonly oldNames: string;
  readonly accession: string;
  readonly reference: string;
  /** '' for none; so are the others. */
  readonly cluster: string;
  readonly subcluster: string;
  readonly genus: string;
  /** Of the host, with its genus and species. */
  readonly strain: string;
  readonly country: string;
  readonly temperate: boolean | null;
  readonly annotated: boolean | null;
  readonly year: number | null;
  readonly length: number | null;
  readonly gc: number | null;
  readonly genes: number;
  /** Null where the site does not say. */
  readonly features: number | null;
  readonly hasGenome: boolean;
}

const made = new WeakMap<Fields, readonly PhageRow[]>();

/** The rows of the parsed file, made once: many thousands take a moment, and several parts of a page ask for them. */
export function phageRows(json: unknown): readonly PhageRow[] {
  const index = fieldsOf(json);
  const known = made.get(index);
  if (known !== undefined) return known;
  const rows = rowsOf(index);
  made.set(index, rows);
  return rows;
}

function rowsOf(index: Fields): readonly PhageRow[] {
  const column = (name: string) => arrayOf(index, name);
  const [name, old, accession, reference] = ['name', 'old', 'accession', 'reference'].map(column);
  const chosen = (field: string, values: string) => {
    const texts = column(values);
    const numbers = column(field);
    return (row: number) => textOf(texts[numberOf(numbers[row]) ?? -1]);
  };
  const cluster = chosen('cluster', 'clusters');
  const subcluster = chosen('subcluster', 'subclusters');
  const genus = chosen('genus', 'genera');
  const strain = chosen('strain', 'strains');
  const country = chosen('country', 'countries');
  const flag = (field: string) => {
    const flags = column(field);
    return (row: number) => (flags[row] === 1 ? true : flags[row] === 0 ? false : null);
  };
  const [temperate, annotated] = [flag('temperate'), flag('annotated')];
  const genome = flag('genome');
  const numbers = ['year', 'length', 'gc', 'genes', 'features'];
  const [year, length, gc, genes, features] = numbers.map(column);
  return (name ?? []).map((text, row) => ({
    name: textOf(text),
    oldNames: textOf(old?.[row]),
    accession: textOf(accession?.[row]),
    reference: textOf(reference?.[row]),
    cluster: cluster(row),
    subcluster: subcluster(row),
    genus: genus(row),
    strain: strain(row),
    country: country(row),
    temperate: temperate(row),
    annotated: annotated(row),
    year: yearOf(year?.[row]),
    length: numberOf(length?.[row]),
    gc: numberOf(gc?.[row]),
    genes: numberOf(genes?.[row]) ?? 0,
    features: numberOf(features?.[row]),
    hasGenome: genome(row) === true,
  }));
}

/** The index of all phages. Rejects with Unavailable. */
export async function fetchPhages(): Promise<readonly PhageRow[]> {
  return phageRows(await fetchJson(addresses.phageIndex));
}

/** The same; without any phages for a site that has no index of them. */
export async function allPhages(): Promise<readonly PhageRow[]> {
  try {
    return await fetchPhages();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The row of a phage; null for no such phage. */
export function rowOf(rows: readonly PhageRow[], name: string): PhageRow | null {
  return rows.find((row) => row.name === name) ?? null;
}

function arrayOf(index: Fields, name: string): readonly unknown[] {
  const value = index[name];
  return Array.isArray(value) ? value : [];
}

export interface Families {
  /** 0 for a family that is not there. */
  readonly phagesOf: (pham: number) => number;
  readonly genesOf: (pham: number) => number;
}

export function familiesOf(json: unknown): Families {
  const index = fieldsOf(json);
  const genes = numbersOf(index['genes']);
  const phages = numbersOf(index['phages']);
  const rows = new Map<number, number>();
  let pham = 0;
  // The first is a PhamID, each of the others the difference to the one before.
  for (const [row, step] of numbersOf(index['id']).entries()) {
    pham += step ?? 0;
    rows.set(pham, row);
  }
  const at = (column: readonly (number | null)[]) => (wanted: number) => {
    const row = rows.get(wanted);
    return row === undefined ? 0 : (column[row] ?? 0);
  };
  return { phagesOf: at(phages), genesOf: at(genes) };
}

/** In characters: the index has no longer notes. `noteCounts.ts` of the build says so, too. */
export const longestNote = 200;

export interface NotedFamily {
  readonly pham: number;
  /** How many of its genes have the note. */
  readonly count: number;
}

export interface NotedFamilies {
  readonly text: string;
  readonly genes: number;
  /** The most frequent first. */
  readonly families: readonly NotedFamily[];
  /** How many more families there are. */
  readonly more: number;
}

export function noteIndexOf(json: unknown): readonly NotedFamilies[] {
  const index = fieldsOf(json);
  const genes = numbersOf(index['genes']);
  const more = numbersOf(index['more']);
  const families = listOf(index['families']);
  return textsOf(index['notes']).map((text, row) => ({
    text,
    genes: genes[row] ?? 0,
    families: pairsOf(families[row]),
    more: more[row] ?? 0,
  }));
}

/** How many distinct notes the site has that are not in the index; null where they are too many to be counted. */
export function notesLeftOut(json: unknown): number | null {
  return numberOf(fieldsOf(json)['left_out']);
}

/** By the text of the note. */
export function moreFamiliesOf(json: unknown): ReadonlyMap<string, readonly NotedFamily[]> {
  const index = fieldsOf(json);
  const families = listOf(index['families']);
  return new Map(textsOf(index['notes']).map((text, row) => [text, pairsOf(families[row])]));
}

/** From PhamID and count by turns. */
function pairsOf(value: unknown): readonly NotedFamily[] {
  const pairs = numbersOf(value);
  return pairs.flatMap((pham, at) =>
    at % 2 === 0 && pham !== null ? [{ pham, count: pairs[at + 1] ?? 0 }] : [],
  );
}
