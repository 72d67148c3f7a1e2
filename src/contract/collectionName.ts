/** The names of collections and lists, and what follows from a name alone. */

/** The collections that every site has. */
export const requiredNames = ['phages', 'genes'] as const;

type RequiredName = (typeof requiredNames)[number];

/** The collections that a site has if its data has a folder for them, even an empty one. */
export const optionalNames = ['features'] as const;

type OptionalName = (typeof optionalNames)[number];

export type CollectionName = RequiredName | OptionalName;

/** The collections of the service, in the order in which the program handles them. */
export const collectionNames = /* @__PURE__ */ (requiredNames as readonly CollectionName[]).concat(
  optionalNames,
);

/** The collections whose records are found by name: each may have an address of its own (D1). */
export const namedCollections = ['phages', 'genes'] as const;

export type NamedCollection = (typeof namedCollections)[number];

/** Whether a key belongs to one record of it. */
export function isNamed(collection: CollectionName): boolean {
  return namedCollections.some((name) => name === collection);
}

export type PerCollection<T> = Readonly<Record<CollectionName, T>>;

export type PerPublished<T> = Readonly<Record<RequiredName, T> & Partial<Record<OptionalName, T>>>;

/** Lists that are derived from the records of a collection; each is published with the view of its name. */
export const derivedNames = ['phams'] as const;

export type DerivedName = (typeof derivedNames)[number];

export type ListName = CollectionName | DerivedName;

export const listNames = /* @__PURE__ */ (collectionNames as readonly ListName[]).concat(
  derivedNames,
);

export type PerList<T> = Readonly<Record<ListName, T>>;

/** The fields that order the records of a list (L3); in a named collection one, the name. */
export const sortFields: PerList<readonly [string, ...string[]]> = {
  genes: ['GeneID'],
  phages: ['phage_name'],
  features: ['PhageID', 'Start', 'Stop', 'Type', 'Name'],
  phams: ['PhamID'],
};

/** What such a name is, in words, with fields in braces. */
export const keyTitles: Readonly<Record<NamedCollection, string>> = {
  genes: '{GeneID} of a gene',
  phages: 'Name of a phage',
};

/** The noun for one record of a collection, after which its schema is named. */
export const recordNouns = {
  genes: 'gene',
  phages: 'phage',
  features: 'feature',
} as const satisfies PerCollection<string>;

export type RecordNoun = (typeof recordNouns)[NamedCollection];

/** Whether each record has an address of its own (D1): `--no-gene-files` removes those of genes. */
export function recordFilesOf(geneFiles: boolean): PerCollection<boolean> {
  return { phages: true, genes: geneFiles, features: false };
}

/** The optional collection whose list or view has this first part of an address; null for any other address. */
export function optionalAt(top: string): OptionalName | null {
  return optionalNames.find((name) => top === name || top === `${name}byphage`) || null;
}

/** Those of `names`, first parts of addresses, that exist on a site with these collections. */
export function publishedNames<Name extends string>(
  names: readonly Name[],
  collections: readonly CollectionName[],
): Name[] {
  return names.filter((name) => {
    const needed = optionalAt(name.split(/[/.]/)[0] || '');
    return needed === null || collections.indexOf(needed) >= 0;
  });
}

interface HasLists {
  readonly collections: readonly CollectionName[];
  readonly views: readonly string[];
}

const everySite: HasLists = { collections: requiredNames, views: [] };

/** The fewest pages that a list can have on such a site: one (L6), or none if it is not published. */
export function leastPages(list: ListName, site?: HasLists): number {
  const of = site || everySite;
  const isAmong = (names: readonly string[]) => names.some((name) => name === list);
  return isAmong(of.collections) || isAmong(of.views) ? 1 : 0;
}

export function collectionsAmong(lastPages: PerList<number>): CollectionName[] {
  return collectionNames.filter((name) => lastPages[name] > 0);
}

export function perPublished<T>(
  collections: readonly CollectionName[],
  make: (name: CollectionName) => T,
): PerPublished<T> {
  return perName(collections, make);
}

export function perCollection<T>(make: (name: CollectionName) => T): PerCollection<T> {
  return perName(collectionNames, make);
}

export function perList<T>(make: (name: ListName) => T): PerList<T> {
  return perName(listNames, make);
}

function perName<Name extends string, T>(
  names: readonly Name[],
  make: (name: Name) => T,
): Readonly<Record<Name, T>> {
  const made = names.map((name) => [name, make(name)] as const);
  return Object.fromEntries(made) as Record<Name, T>;
}

export function inAlphabet<Name extends string>(names: readonly Name[]): Name[] {
  return names.slice().sort();
}

export type JsonObject = Readonly<Record<string, unknown>>;

export interface NamedSchema {
  /** The file name, which is also its `$id`, and by which other schemas refer to it. */
  readonly name: string;
  readonly schema: JsonObject;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a JSON text is; null for any other text. */
export function objectIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
