/** The compact index of all phages, `web/phages.json`: columns, with an entry for each phage in the order of the list. */
import { addresses } from './addresses.ts';
import { fetchJson, isMissing } from './fetching.ts';
import { type Fields, fieldsOf, numberOf, textOf, yearOf } from './json.ts';

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
