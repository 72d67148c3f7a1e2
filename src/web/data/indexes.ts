/** The indexes of a site: all are fetched and decoded here. Most are columns with an entry for each row. */
import { addresses, fetchJson, unlessMissing } from './fetching.ts';
import {
  type Fields,
  fieldsOf,
  listOf,
  numberOf,
  numbersOf,
  tally,
  textOf,
  textsOf,
  yearOf,
} from '../../text/values.ts';

/** A phage; '' for a text, and null for a number, that it does not have. */
export type PhageRow = Readonly<ReturnType<typeof rowsOf>[number]>;

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

function rowsOf(index: Fields) {
  const column = (name: string) => listOf(index[name]);
  const text =
    (name: string, texts = column(name)) =>
    (row: number) =>
      textOf(texts[row]);
  const number =
    (name: string, values = column(name)) =>
    (row: number) =>
      numberOf(values[row]);
  const chosen = (name: string, values: string) => {
    const [at, value] = [number(name), text(values)];
    return (row: number) => value(at(row) ?? -1);
  };
  const flag =
    (name: string, flags = column(name)) =>
    (row: number) =>
      flags[row] === 1 ? true : flags[row] === 0 ? false : null;
  const [name, oldNames] = [text('name'), text('old')];
  const [accession, reference] = [text('accession'), text('reference')];
  const [cluster, subcluster] = [
    chosen('cluster', 'clusters'),
    chosen('subcluster', 'subclusters'),
  ];
  const [genus, strain] = [chosen('genus', 'genera'), chosen('strain', 'strains')];
  const [latitude, longitude] = [number('latitude'), number('longitude')];
  const [country, year] = [chosen('country', 'countries'), number('year')];
  const [temperate, annotated, genome] = [flag('temperate'), flag('annotated'), flag('genome')];
  const [length, gc] = [number('length'), number('gc')];
  const [genes, features] = [number('genes'), number('features')];
  return column('name').map((_, row) => ({
    name: name(row),
    oldNames: oldNames(row),
    accession: accession(row),
    reference: reference(row),
    cluster: cluster(row),
    subcluster: subcluster(row),
    genus: genus(row),
    /** Of the host, with its genus and species. */
    strain: strain(row),
    country: country(row),
    /** In degrees; null where the site does not say. */
    latitude: latitude(row),
    longitude: longitude(row),
    temperate: temperate(row),
    annotated: annotated(row),
    year: yearOf(year(row)),
    length: length(row),
    gc: gc(row),
    genes: genes(row) ?? 0,
    /** Null where the site does not say. */
    features: features(row),
    hasGenome: genome(row) === true,
  }));
}

/** The index of all phages. Rejects with Unavailable, as all that is fetched. */
export const fetchPhages = () => fetchJson(addresses.phageIndex).then(phageRows);

/** The same; without any phages for a site that has no index of them. */
export function allPhages(): Promise<readonly PhageRow[]> {
  return unlessMissing(fetchPhages(), []);
}

/** The row of a phage; null for no such phage. */
export function rowOf(rows: readonly PhageRow[], name: string): PhageRow | null {
  return rows.find((row) => row.name === name) ?? null;
}

/**
 * Whether the site, with so many records in each list, may have some of a phage: not where its index says that there are
 * none, or that they are all of other phages.
 */
export function mayHave(
  list: 'features' | 'genes',
  { counts }: { readonly counts: readonly (readonly [list: string, records: number])[] },
  rows: readonly PhageRow[],
  name: string,
): boolean {
  const row = rowOf(rows, name);
  if (row !== null) return row[list] !== 0;
  const all = counts.find(([one]) => one === list)?.[1] ?? 0;
  // Those of phages without a record are in no row.
  return all > rows.reduce((sum, other) => sum + (other[list] ?? 0), 0);
}

/** How many phages were found in each year, the latest first. */
export function countedYears(rows: readonly PhageRow[]): readonly (readonly [string, number])[] {
  const counts = tally(rows, ({ year }) => textOf(year));
  return [...counts].sort(([a], [b]) => Number(b) - Number(a));
}

/** How many phages have a family; null while that is not known. */
export type PhagesOf = ((pham: number) => number) | null;

export type Families = ReturnType<typeof familiesOf>;

/** How many genes and phages each gene family has; 0 of a family that is not there. */
export function familiesOf(json: unknown) {
  const index = fieldsOf(json);
  const rows = new Map<number, number>();
  let pham = 0;
  // The first is a PhamID, each of the others the difference to the one before.
  for (const [row, step] of numbersOf(index['id']).entries()) {
    pham += step ?? 0;
    rows.set(pham, row);
  }
  const at =
    (name: string, column = numbersOf(index[name])) =>
    (wanted: number) =>
      column[rows.get(wanted) ?? -1] ?? 0;
  return { phagesOf: at('phages'), genesOf: at('genes') };
}

export const fetchFamilies = () => fetchJson(addresses.families).then(familiesOf);

export async function fetchLabels(): Promise<ReadonlyMap<number, string>> {
  const index = fieldsOf(await fetchJson(addresses.labels));
  const ids = numbersOf(index['id']);
  return new Map(textsOf(index['label']).map((label, at) => [ids[at] ?? -1, label]));
}

/** In characters: the index has no longer notes. `noteCounts.ts` of the build says so, too. */
export const longestNote = 200;

/** The vocabulary of notes: each distinct text with its families and how many genes have it. */
type NoteIndex = Readonly<ReturnType<typeof noteIndexOf>>;
export type NotedFamilies = Readonly<NoteIndex['notes'][number]>;

export function noteIndexOf(json: unknown) {
  const index = fieldsOf(json);
  const [genes, more] = [numbersOf(index['genes']), numbersOf(index['more'])];
  const families = listOf(index['families']);
  const notes = textsOf(index['notes']).map((text, row) => ({
    text,
    genes: genes[row] ?? 0,
    /** The most frequent first, and how many more there are. */
    families: pairsOf(families[row]),
    more: more[row] ?? 0,
  }));
  // Of distinct notes that the site has besides; null where they are too many to be counted.
  return { notes, leftOut: numberOf(index['left_out']) };
}

export const fetchNotes = () => fetchJson(addresses.noteIndex).then(noteIndexOf);

/** The families of frequent notes that are too many for the index of notes, by the text of the note. */
export type MoreFamilies = ReturnType<typeof moreFamiliesOf>;

export function moreFamiliesOf(json: unknown) {
  const index = fieldsOf(json);
  const families = listOf(index['families']);
  return new Map(textsOf(index['notes']).map((text, row) => [text, pairsOf(families[row])]));
}

export const fetchMoreFamilies = () => fetchJson(addresses.moreFamilies).then(moreFamiliesOf);

/** Families with how many of their genes have a note: from PhamID and count by turns. */
function pairsOf(value: unknown) {
  const pairs = numbersOf(value);
  return pairs.flatMap((pham, at) =>
    at % 2 === 0 && pham !== null ? [{ pham, count: pairs[at + 1] ?? 0 }] : [],
  );
}

/** The first GeneID of each page of the list of genes. */
export async function fetchFirstGenes(): Promise<readonly string[]> {
  return textsOf(fieldsOf(await fetchJson(addresses.geneIndex))['pages']);
}

/** What `bulk/index.json` says of each file with all records. */
export async function fetchBulkFiles(): Promise<readonly Fields[]> {
  return listOf(fieldsOf(await fetchJson(addresses.bulkIndex))['files']).map(fieldsOf);
}
