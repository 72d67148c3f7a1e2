/**
 * Plans the views of the objects that phages name: genera, species and strains of hosts, and institutions. Each has a
 * list, its entries, and the phages of each entry.
 */
import {
  genusName,
  institutionName,
  speciesName,
  strainName,
  unsafeNameReason,
} from '../contract/recordName.ts';
import type { FieldNames } from '../contract/siteOptions.ts';
import { viewFile, type ViewName } from '../contract/routes.ts';
import {
  forEachRow,
  genus,
  institution,
  type PageNotes,
  species,
  strain,
  tally,
} from '../records/notes.ts';
import { compareText } from '../text/order.ts';
import {
  type CopiedRecords,
  createCopied,
  type LinkedSite,
  type PlannedFile,
  type View,
  viewJson,
  viewOfPhages,
  type ViewOptions,
} from './view.ts';

/** The view of the phages with a flag, such as `/api/sequenced_phages/`. */
export function flaggedPhages(view: ViewName, flag: number): View {
  return viewOfPhages((notes, site) => {
    const groups = groupPhages(notes, (row) => ((row[tally] ?? 0) & flag ? true : null));
    return (groups.get(true) ?? createCopied('phages')).inPages(view, site);
  });
}

/** Groups phages by `groupOf` of their rows, in the order of each group's first phage; null leaves a phage out. */
export function groupPhages<Key>(
  notes: PageNotes,
  groupOf: (row: Uint32Array) => Key | null,
): Map<Key, CopiedRecords> {
  const groups = new Map<Key, CopiedRecords>();
  forEachRow(notes, (row) => {
    const key = groupOf(row);
    if (key === null) return;
    const group = groups.get(key) ?? createCopied('phages');
    groups.set(key, group);
    group.add(row);
  });
  return groups;
}

/** An item of a view's list, its name, and the phages that belong to it. */
interface Listed {
  /** Null for one that has no address. */
  readonly name: string | null;
  readonly json: string;
  readonly group: CopiedRecords;
}

/** The files of a view that lists names: the list, and for each name its item and its phages. */
export function planListed(
  view: ViewName,
  all: readonly Listed[],
  site: LinkedSite,
): PlannedFile[] {
  const text = `[${all.map(({ json }) => json).join(',')}]`;
  const files: PlannedFile[] = [{ kind: 'text', path: viewFile([view]), text }];
  for (const { name, json, group } of all) {
    // Those that cannot be an address (A3) stay in the list, too.
    if (name === null || unsafeNameReason(name) !== null) continue;
    files.push({ kind: 'text', path: viewFile([view, name]), text: json });
    files.push(...group.inPages(`${view}/${name}/phagelist`, site));
  }
  return files;
}

interface ObjectView {
  readonly column: number;
  /** The name of an object in addresses; null for an object that is not listed. */
  readonly keyOf: (fields: Fields) => number | string | null;
  /** Objects are the same if this and the key are. */
  readonly nameOf: (fields: Fields) => string;
  /** The fields that the list is sorted by; ties are broken by the key. */
  readonly sortedBy: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Null also for an id that stands for nothing: 0, without a name. */
const idOf = (name: string) => (fields: Fields) => {
  const { id } = fields;
  return typeof id === 'number' && (id !== 0 || textIn(fields, name) !== null) ? id : null;
};

const views = {
  host_genera: {
    column: genus,
    keyOf: idOf('genus_name'),
    nameOf: genusName,
    sortedBy: ['genus_name'],
  },
  host_species: {
    column: species,
    keyOf: idOf('species_name'),
    nameOf: speciesName,
    sortedBy: ['genus', 'species_name'],
  },
  // Strains have no number in records.
  host_strains: { column: strain, keyOf: strainName, nameOf: () => '', sortedBy: [] },
  institutions: {
    column: institution,
    keyOf: (fields) => textIn(fields, 'institution_code'),
    nameOf: institutionName,
    sortedBy: [],
  },
} as const satisfies Record<string, ObjectView>;

interface Item {
  readonly key: number | string;
  /** By which phages are grouped: key and name. */
  readonly identity: string;
  readonly sortKeys: readonly string[];
  /** As in the published record. */
  readonly json: string;
}

/**
 * If records disagree about an object, the first phage that names it decides. Of several objects with one key, only the
 * first has the address (`id-names`).
 */
export function planObjects(
  notes: PageNotes,
  view: keyof typeof views,
  options: ViewOptions,
): PlannedFile[] {
  const { column } = views[view];
  const items = notes.texts.map((): Item | null | undefined => undefined);
  const firsts = new Map<string, Item>();
  const owners = new Map<number | string, Item>();
  const groups = groupPhages(notes, (row) => {
    const pointer = row[column] ?? 0;
    if (pointer === 0) return null;
    // Parsed lazily: most texts of the notes are not such objects.
    let item = items[pointer - 1];
    if (item === undefined) {
      item = readItem(notes.texts[pointer - 1] ?? '', views[view], options.fieldNames);
      items[pointer - 1] = item;
    }
    if (item === null) return null;
    if (!firsts.has(item.identity)) firsts.set(item.identity, item);
    if (!owners.has(item.key)) owners.set(item.key, item);
    return item.identity;
  });
  const sorted = [...firsts.values()].toSorted(compareItems);
  return planListed(
    view,
    sorted.flatMap(({ key, identity, json }) => {
      const group = groups.get(identity);
      const isOwner = owners.get(key)?.identity === identity;
      return group === undefined ? [] : [{ name: isOwner ? String(key) : null, json, group }];
    }),
    options,
  );
}

function readItem(
  text: string,
  { keyOf, nameOf, sortedBy }: ObjectView,
  names: FieldNames,
): Item | null {
  const fields: Fields = JSON.parse(text);
  const key = keyOf(fields);
  if (key === null) return null;
  return {
    key,
    identity: `${key}\n${nameOf(fields)}`,
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
  const order =
    typeof a.key === 'number' && typeof b.key === 'number'
      ? a.key - b.key
      : compareText(String(a.key), String(b.key));
  return order || compareText(a.identity, b.identity);
}
