/** The collections of the service, in the order in which the program handles them. */
export const collectionNames = ['phages', 'genes'] as const;

export type CollectionName = (typeof collectionNames)[number];

export type PerCollection<T> = Readonly<Record<CollectionName, T>>;

/** Lists that are derived from the records of a collection; each is published with the view of its name. */
export const derivedNames = ['phams'] as const;

export type DerivedName = (typeof derivedNames)[number];

/** What is published in numbered pages. */
export type ListName = CollectionName | DerivedName;

// concat, because CloudFront's runtime has no spread; marked as pure, so that the bundler can drop it.
export const listNames = /* @__PURE__ */ (collectionNames as readonly ListName[]).concat(
  derivedNames,
);

export type PerList<T> = Readonly<Record<ListName, T>>;

/**
 * The fields that order the records of a list (L3). Where there is only one, it names the record in its own address.
 */
export const sortFields: PerList<readonly [string, ...string[]]> = {
  genes: ['GeneID'],
  phages: ['phage_name'],
  phams: ['PhamID'],
};

/** What such a name is, in words. */
export const keyTitles: PerCollection<string> = {
  genes: 'GeneID of a gene',
  phages: 'Name of a phage',
};

/** What one record of a collection is called; its schema is named after it. */
export const recordNouns = {
  genes: 'gene',
  phages: 'phage',
} as const satisfies PerCollection<string>;

export type RecordNoun = (typeof recordNouns)[CollectionName];

/** Whether each record has an address of its own (D1): `--no-gene-files` takes those of genes away. */
export function recordFilesOf(geneFiles: boolean): PerCollection<boolean> {
  return { phages: true, genes: geneFiles };
}

/** The fewest pages that a list has on a site with these views: one (L6), or none where it is not published. */
export function leastPages(list: ListName, views: readonly string[]): number {
  return collectionNames.some((name) => name === list) || views.includes(list) ? 1 : 0;
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

/** The names as people and files read them: in order of the alphabet. */
export function inAlphabet<Name extends string>(names: readonly Name[]): Name[] {
  return names.slice().sort();
}
