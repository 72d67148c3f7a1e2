/** What is said of the addresses of one kind: in OPTIONS (M3), and in `openapi.json`. */

import { type CollectionName, collectionNames, inAlphabet, sortFields } from './collectionName.ts';

const ofCollections = inAlphabet(collectionNames).map((name) => {
  const tag = capital(name);
  return [tag, `${tag}, in order of ${fieldsIn(sortFields[name])}.`] as const;
});

/** Under which operations stand together in `openapi.json`, in this order; fields stand in braces (`withFields`). */
export const tags = {
  Service: 'What there is.',
  ...(Object.fromEntries(ofCollections) as Record<Capitalize<CollectionName>, string>),
  Clusters: 'Clusters and subclusters of related phages.',
  Hosts: 'Genera, species and strains of the bacteria that phages were found on.',
  Institutions: 'Where phages were found.',
  Files: 'All records at once, and the files of single phages and genomes.',
} as const;

export interface AddressWords {
  readonly name: string;
  /** A sentence on what it returns, with fields in braces: see `withFields`. */
  readonly description: string;
  /** Name of the schema that the body fulfils, as in `src/describing/bodySchemas.ts`. */
  readonly schema: string;
  readonly tag: keyof typeof tags;
}

/** As they stand in a sentence that `withFields` takes. */
export function fieldsIn(fields: readonly string[]): string {
  return fields.map((field) => `{${field}}`).join(', ');
}

export function capital<Word extends string>(word: Word): Capitalize<Word> {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}` as Capitalize<Word>;
}
