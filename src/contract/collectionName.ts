/** The two collections of the service, in the order in which the program handles them. */
export const collectionNames = ['phages', 'genes'] as const;

export type CollectionName = (typeof collectionNames)[number];

/** The field that identifies the records of a collection and gives their order (L3). */
export const keyFields = { genes: 'GeneID', phages: 'phage_name' } as const;

/** What one record of a collection is called. */
export const recordNouns = { genes: 'gene', phages: 'phage' } as const;

/** One value for each collection. */
export type PerCollection<T> = Readonly<Record<CollectionName, T>>;

/** Makes a value for each collection, in their order. */
export function perCollection<T>(make: (name: CollectionName) => T): PerCollection<T> {
  const made = collectionNames.map((name) => [name, make(name)] as const);
  return Object.fromEntries(made) as Record<CollectionName, T>;
}

/**
 * What is published in numbered pages: the two collections, and the gene families (phams), which are derived from
 * genes.
 */
export const listNames = ['phages', 'genes', 'phams'] as const;

export type ListName = (typeof listNames)[number];

/** One value for each list. */
export type PerList<T> = Readonly<Record<ListName, T>>;
