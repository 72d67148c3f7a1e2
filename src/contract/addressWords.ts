/** The texts about addresses of one kind: for OPTIONS (M3) and `openapi.json`. */

import { type CollectionName, collectionNames, inAlphabet, sortFields } from './collectionName.ts';

const ofCollections = inAlphabet(collectionNames).map((name) => {
  const tag = capital(name);
  return [tag, `${tag}, in order of ${fieldsIn(sortFields[name])}.`] as const;
});

/** The tags that group operations in `openapi.json`, in this order; fields are in braces (`withFields`). */
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
  /** Name of the schema of the body, as in `src/describing/bodySchemas.ts`. */
  readonly schema: string;
  readonly tag: keyof typeof tags;
}

/** A list of fields for a sentence that `withFields` takes. */
export function fieldsIn(fields: readonly string[]): string {
  return fields.map((field) => `{${field}}`).join(', ');
}

export function capital<Word extends string>(word: Word): Capitalize<Word> {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}` as Capitalize<Word>;
}
