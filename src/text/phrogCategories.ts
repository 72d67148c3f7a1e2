/** The categories of PHROGs, which Pharokka and Phold write as the `function` of a gene. */

export const phrogCategories = [
  'head and packaging',
  'connector',
  'tail',
  'lysis',
  'integration and excision',
  'transcription regulation',
  'DNA, RNA and nucleotide metabolism',
  'moron, auxiliary metabolic gene and host takeover',
  'other',
  'unknown function',
] as const;

export type PhrogCategory = (typeof phrogCategories)[number];
