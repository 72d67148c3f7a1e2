/**
 * Plans the views of the objects that phages name: genera, species and strains of hosts, and institutions. Each has a
 * list, its entries, and the phages of each entry.
 */
import type { FieldNames } from '../contract/fieldNames.ts';
import { strainName } from '../contract/strainName.ts';
import { compareText } from '../text/compareText.ts';
import { genus, institution, type PageNotes, species, strain } from '../pages/pageNotes.ts';
import { groupPhages, planListed } from './phageLists.ts';
import type { PlannedFile } from './plannedFile.ts';
import { viewJson } from './viewJson.ts';

interface ObjectView {
  readonly column: number;
  /** The identity of an object, and its name in addresses; null for an object that is not listed. */
  readonly keyOf: (fields: Fields) => number | string | null;
  /** The fields that the list is sorted by; ties are broken by the key. */
  readonly sortedBy: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

const id = (fields: Fields) => (typeof fields['id'] === 'number' ? fields['id'] : null);

const views = {
  host_genera: { column: genus, keyOf: id, sortedBy: ['genus_name'] },
  host_species: { column: species, keyOf: id, sortedBy: ['genus', 'species_name'] },
  // Strains have no number in records.
  host_strains: { column: strain, keyOf: strainName, sortedBy: [] },
  institutions: {
    column: institution,
    keyOf: (fields) => textIn(fields, 'institution_code'),
    sortedBy: [],
  },
} as const satisfies Record<string, ObjectView>;

interface Item {
  readonly key: number | string;
  readonly sortKeys: readonly string[];
  /** As in the published record. */
  readonly json: string;
}

/** If records disagree about an object, the first phage with its key decides. */
export function planObjects(
  notes: PageNotes,
  view: keyof typeof views,
  names: FieldNames,
): PlannedFile[] {
  const { column } = views[view];
  const items = notes.texts.map((): Item | null | undefined => undefined);
  const firsts = new Map<number | string, Item>();
  const groups = groupPhages(notes, (row) => {
    const pointer = row[column] ?? 0;
    if (pointer === 0) return null;
    // Parsed lazily: most texts of the notes are not such objects.
    let item = items[pointer - 1];
    if (item === undefined) {
      item = readItem(notes.texts[pointer - 1] ?? '', views[view], names);
      items[pointer - 1] = item;
    }
    if (item === null) return null;
    if (!firsts.has(item.key)) firsts.set(item.key, item);
    return item.key;
  });
  const sorted = [...firsts.values()].toSorted(compareItems);
  return planListed(
    view,
    sorted.flatMap(({ key, json }) => {
      const group = groups.get(key);
      return group === undefined ? [] : [{ name: String(key), json, group }];
    }),
  );
}

function readItem(text: string, { keyOf, sortedBy }: ObjectView, names: FieldNames): Item | null {
  const fields: Fields = JSON.parse(text);
  const key = keyOf(fields);
  if (key === null) return null;
  return {
    key,
    sortKeys: sortedBy.map((field) => textIn(fields, field) ?? ''),
    json: viewJson(fields, names),
  };
}

/** Null for an empty text, and for anything that is not a text. */
function textIn(fields: Fields, field: string): string | null {
  const value = fields[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

function compareItems(a: Item, b: Item): number {
  for (const [at, key] of a.sortKeys.entries()) {
    const order = compareText(key, b.sortKeys[at] ?? '');
    if (order !== 0) return order;
  }
  return typeof a.key === 'number' && typeof b.key === 'number'
    ? a.key - b.key
    : compareText(String(a.key), String(b.key));
}
