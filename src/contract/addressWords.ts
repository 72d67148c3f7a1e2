/** What is said of the addresses of one kind: in OPTIONS (M3), and in `openapi.json`. */

/** Under which operations stand together in `openapi.json`, in this order. */
export const tags = {
  Service: 'What there is.',
  Genes: 'Genes, in order of GeneID.',
  Phages: 'Phages, in order of phage_name.',
  Clusters: 'Clusters and subclusters of related phages.',
  Hosts: 'Genera and species of the bacteria that phages were found on.',
} as const;

export interface AddressWords {
  readonly name: string;
  /** A sentence on what it returns. */
  readonly description: string;
  /** Name of the schema that the body fulfils, as in `src/describing/bodySchemas.ts`. */
  readonly schema: string;
  readonly tag: keyof typeof tags;
}
