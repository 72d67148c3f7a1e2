/** What a publisher says of a site as a whole, in `about` of the configuration; all of it is optional. */
import { isObject } from './jsonObject.ts';

const aboutFields = [
  'title',
  'description',
  'licence',
  'licenceUrl',
  'contact',
  'citation',
] as const;

export type SiteAbout = { readonly [Field in (typeof aboutFields)[number]]?: string } & {
  readonly creators?: readonly Creator[];
};

/** Who made the data, to be cited as its authors. */
export interface Creator {
  readonly name: string;
  /** Such as 0000-0002-1825-0097. */
  readonly orcid?: string;
  readonly affiliation?: string;
}

export function orcidAddress(orcid: string): string {
  return `https://orcid.org/${orcid}`;
}

/** The title of a site that says none. */
export const defaultTitle = 'Bacteriophage genes and phages';

/** The same as in `release.json`, whose names have no capitals; in a fixed order, and without empty texts. */
export function publishedAbout(about: SiteAbout): PublishedAbout {
  const texts = aboutFields.flatMap((field) => {
    const value = about[field] ?? '';
    return value === '' ? [] : [[publicFields[field], value]];
  });
  const creators = (about.creators ?? []).map((creator) =>
    Object.fromEntries(
      creatorFields.flatMap((field) =>
        creator[field] === undefined ? [] : [[field, creator[field]]],
      ),
    ),
  );
  return { ...Object.fromEntries(texts), ...(creators.length === 0 ? {} : { creators }) };
}

const creatorFields = ['name', 'orcid', 'affiliation'] as const;

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
} & Pick<SiteAbout, 'creators'>;

/** The inverse of `publishedAbout`. */
export function publishedToAbout(about: PublishedAbout = {}): SiteAbout {
  const texts = aboutFields.flatMap((field) => {
    const value = about[publicFields[field]];
    return value === undefined ? [] : [[field, value]];
  });
  const { creators } = about;
  return { ...Object.fromEntries(texts), ...(creators === undefined ? {} : { creators }) };
}

/** Whom to ask, in the parts that machine-readable descriptions have. */
export interface Contact {
  readonly name?: string;
  readonly email?: string;
  readonly url?: string;
}

const mailAddress =
  /(?:mailto:)?([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+)/;
const webAddress = /https?:\/\/[^\s<>"]*[^\s<>"().,;:]/;

/**
 * Takes the first address of each kind; the rest is the name, so that none of the text is lost. Null without a text.
 */
export function contactOf(text: string | undefined): Contact | null {
  if (text === undefined || text.trim() === '') return null;
  const address = webAddress.exec(text)?.[0];
  const url = address !== undefined && URL.canParse(address) ? address : undefined;
  const withoutUrl = url === undefined ? text : text.replace(url, ' ');
  const [said = '', email] = mailAddress.exec(withoutUrl) ?? [];
  const rest = withoutUrl.replace(said, ' ');
  const name = rest
    .replace(/\(\s*\)|<\s*>|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:·|–-]+|(?:[\s,;:·|–-]|(?<=\s)\.)+$/g, '');
  return {
    ...(name === '' ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(url === undefined ? {} : { url }),
  };
}

/** Whether this is a valid `about` of a `release.json`. */
export function isPublishedAbout(value: unknown): value is PublishedAbout {
  if (!isObject(value)) return false;
  const { creators, ...texts } = value;
  return (
    areTexts(texts, Object.values(publicFields)) &&
    (creators === undefined || areCreators(creators))
  );
}

function areCreators(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => isObject(one) && 'name' in one && areTexts(one, creatorFields))
  );
}

function areTexts(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return Object.entries(value).every(
    ([name, text]) => names.includes(name) && typeof text === 'string' && text !== '',
  );
}
