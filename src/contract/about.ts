/** What a publisher says of a site as a whole, in `about` of the configuration; all of it is optional. */

const aboutFields = [
  'title',
  'description',
  'licence',
  'licenceUrl',
  'contact',
  'citation',
] as const;

export type SiteAbout = { readonly [Field in (typeof aboutFields)[number]]?: string };

/** The title of a site that says none. */
export const defaultTitle = 'Bacteriophage genes and phages';

/** The same as in `release.json`, whose names have no capitals; in a fixed order, and without what is empty. */
export function publishedAbout(about: SiteAbout): PublishedAbout {
  return Object.fromEntries(
    aboutFields.flatMap((field) => {
      const value = about[field] ?? '';
      return value === '' ? [] : [[publicFields[field], value]];
    }),
  );
}

const publicFields = {
  title: 'title',
  description: 'description',
  licence: 'licence',
  licenceUrl: 'licence_url',
  contact: 'contact',
  citation: 'citation',
} as const;

export type PublishedAbout = {
  readonly [Field in (typeof publicFields)[keyof typeof publicFields]]?: string;
};

/** What `publishedAbout` was given. */
export function saidAbout(about: PublishedAbout = {}): SiteAbout {
  return Object.fromEntries(
    aboutFields.flatMap((field) => {
      const value = about[publicFields[field]];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** Whether this can be `about` of a `release.json`. */
export function isPublishedAbout(value: unknown): value is PublishedAbout {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names: readonly string[] = Object.values(publicFields);
  return Object.entries(value).every(
    ([name, text]) => names.includes(name) && typeof text === 'string' && text !== '',
  );
}
