/** The two collections of the service, in the order in which the program handles them. */
export const collectionNames = ['phages', 'genes'] as const;

export type CollectionName = (typeof collectionNames)[number];

/** One value for each collection. */
export type PerCollection<T> = Readonly<Record<CollectionName, T>>;
