/** Which phages a reader asked to see, and in which order; all of it stands in the address. */
import type { PhageRow } from './data/indexes.ts';
import { counted } from '../text/values.ts';

/** What can be chosen by its exact value; 'none' stands for phages without one. */
const chosenFields = ['cluster', 'subcluster', 'genus', 'strain', 'country', 'year'] as const;
export type ChosenField = (typeof chosenFields)[number];

const flagFields = ['temperate', 'annotated'] as const;

export const none = '(none)';

/** What a table can have as columns, in their order; each sorts it. */
export const columnTitles = {
  name: 'Phage',
  oldNames: 'Old names',
  accession: 'Accession',
  cluster: 'Cluster',
  genus: 'Host genus',
  strain: 'Host strain',
  country: 'Country',
  year: 'Year',
  temperate: 'Temperate',
  annotated: 'Annotated',
  length: 'Genome (bp)',
  gc: 'GC (%)',
  genes: 'Genes',
} as const;
export type ColumnKey = keyof typeof columnTitles;
export const columnKeys = Object.keys(columnTitles) as readonly ColumnKey[];

const defaultColumns = 'name,cluster,genus,country,year,length,gc,genes';

/** What the address says of these columns: nothing for the usual ones. */
export function columnsText(columns: readonly ColumnKey[]): string | null {
  const text = columns.join(',');
  return text === defaultColumns ? null : text;
}

function columnsOf(text: string | null): readonly ColumnKey[] {
  const wanted = new Set((text || defaultColumns).split(','));
  // Without names nothing could be opened.
  return columnKeys.filter((key) => key === 'name' || wanted.has(key));
}

export type PhageQuery = Readonly<ReturnType<typeof phageQueryOf>>;

export function phageQueryOf(query: string) {
  const asked = new URLSearchParams(query);
  const sort = asked.get('sort') ?? 'name';
  const of = <Field extends string>(fields: readonly Field[]) =>
    fields.map((field) => [field, asked.get(field) ?? ''] as const);
  return {
    text: asked.get('q') ?? '',
    chosen: new Map(of(chosenFields).filter(([, value]) => value !== '')),
    flags: new Map(
      of(flagFields)
        .filter(([, value]) => value === 'yes' || value === 'no')
        .map(([field, value]) => [field, value === 'yes'] as const),
    ),
    sort: columnKeys.find((one) => one === sort.replace(/^-/, '')) ?? 'name',
    isDescending: sort.startsWith('-'),
    columns: columnsOf(asked.get('columns')),
  };
}

export function valueOf(row: PhageRow, field: ChosenField): string {
  return String(row[field] ?? '') || none;
}

/** The rows that fit; a text fits names, old names, accessions, clusters, hosts, their strains and countries, in any case. */
export function filterPhages(rows: readonly PhageRow[], asked: PhageQuery): readonly PhageRow[] {
  const chosen = rows.filter((row) => isChosen(row, asked.chosen));
  return sorted(withTextAndFlags(chosen, asked), asked);
}

function isChosen(row: PhageRow, chosen: Iterable<readonly [ChosenField, string]>): boolean {
  for (const [field, value] of chosen) if (valueOf(row, field) !== value) return false;
  return true;
}

// prettier-ignore
const searched = [
  'name', 'oldNames', 'accession', 'reference', 'cluster', 'subcluster', 'genus', 'strain', 'country',
] as const;

function withTextAndFlags(rows: readonly PhageRow[], asked: PhageQuery): readonly PhageRow[] {
  const words = asked.text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    for (const [field, value] of asked.flags) if (row[field] !== value) return false;
    if (words.length === 0) return true;
    const text = searched
      .map((field) => row[field])
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

// The same wherever it runs: no locale, but letters of both cases and numbers in texts as people sort them.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function sorted(rows: readonly PhageRow[], { sort, isDescending }: PhageQuery) {
  const direction = isDescending ? -1 : 1;
  // What a row does not have comes last in either order.
  const compare = (a: PhageRow, b: PhageRow) => {
    const [first, second] = [sortValue(a, sort), sortValue(b, sort)];
    if (first === second) return 0;
    if (first === null || first === '') return 1;
    if (second === null || second === '') return -1;
    if (typeof first === 'number' && typeof second === 'number')
      return direction * (first - second);
    return direction * collator.compare(String(first), String(second));
  };
  return [...rows].sort((a, b) => compare(a, b) || collator.compare(a.name, b.name));
}

function sortValue(row: PhageRow, sort: ColumnKey): string | number | null {
  if (sort === 'cluster') return row.subcluster || row.cluster;
  const value = row[sort];
  return typeof value === 'boolean' ? Number(value) : value;
}

export interface Offer {
  readonly field: ChosenField;
  readonly values: readonly (readonly [string, number])[];
}

/**
 * What can be chosen: of each field that tells phages apart its values, each with how many phages would be left with it
 * and all else that was asked for. Those that would leave none are left out, but not what was chosen: an address may ask
 * for what no phage has, and a filter that does so must be seen to do so.
 */
export function offersOf(rows: readonly PhageRow[], asked: PhageQuery): readonly Offer[] {
  const fitting = withTextAndFlags(rows, asked);
  return chosenFields.flatMap((field): readonly Offer[] => {
    const known = valuesOf(rows, field);
    const own = asked.chosen.get(field);
    if (known.length < 2 && own === undefined) return [];
    const isKnown = own === undefined || known.some(([value]) => value === own);
    const all = isKnown ? known : [...known, [own, 0] as const];
    const others = [...asked.chosen].filter(([one]) => one !== field);
    const left = new Map(
      valuesOf(
        fitting.filter((row) => isChosen(row, others)),
        field,
      ),
    );
    const values = all.map(([value]) => [value, left.get(value) ?? 0] as const);
    return [{ field, values: values.filter(([value, count]) => count > 0 || value === own) }];
  });
}

/** The flags that tell phages apart, and those that were asked for. */
export function flagsOffered(rows: readonly PhageRow[], { flags }: PhageQuery) {
  return flagFields.filter(
    (field) => flags.has(field) || rows.some((row) => row[field] !== rows[0]?.[field]),
  );
}

function valuesOf(rows: readonly PhageRow[], field: ChosenField) {
  const counts = counted(rows.map((row) => valueOf(row, field)));
  return [...counts].sort(([a], [b]) =>
    a === none ? 1 : b === none ? -1 : collator.compare(a, b),
  );
}
