/** What tells two genera, species or institutions apart that phages give the same id (V1, S3 `id-names`). */

type Fields = Readonly<Record<string, unknown>>;

export const genusName = (genus: Fields): string => textOf(genus['genus_name']);

/** Genus and species, separated by a space; of a species without a name that of its genus. */
export const speciesName = (species: Fields): string =>
  [species['genus'], species['species_name']].map(textOf).filter(Boolean).join(' ');

export const institutionName = (institution: Fields): string =>
  textOf(institution['institution_name']);

/** Nulls, which `--allow null-value` permits, are no text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
