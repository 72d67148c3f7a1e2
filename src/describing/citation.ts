/**
 * What tells archives, reference managers and search engines how to cite a site, each in its own format, all from `about`
 * of the configuration: CITATION.cff 1.2, Zenodo, DataCite 4.5, RO-Crate 1.2 and Croissant 1.0.
 */
import { createRequire } from 'node:module';
import { attempt } from '../base/failure.ts';
import type { Release } from '../contract/release.ts';
import { orcidAddress, type PublishedAbout } from '../contract/siteOptions.ts';
import { citationPaths } from '../contract/sitePaths.ts';
import { escapeHtml } from '../text/escapes.ts';
import { type SiteFile, textFile } from './fixedFiles.ts';

type CitedSite = Pick<Release, 'about' | 'base_url' | 'release_date'>;

const keywords = ['bacteriophages', 'genes', 'genomes', 'gene families'];

/** Whether a licence is named by its SPDX identifier. */
function isSpdx(licence: string | undefined): licence is string {
  const known = createRequire(import.meta.url)('spdx-license-ids') as readonly string[];
  return licence !== undefined && known.includes(licence);
}

/**
 * Those for data and programs that CFF 1.2 and Zenodo know alike. Their lists are older than that of SPDX, and either
 * refuses a file with a licence that is not in its own.
 */
const listedLicences =
  /^(?:CC0-1\.0|CC-BY(?:-NC)?(?:-ND|-SA)?-(?:[1-4]\.0|2\.5)|O(?:DbL|DC-By)-1\.0|PDDL-1\.0|CDLA-(?:Permissive|Sharing)-1\.0|etalab-2\.0|OGL-UK-[1-3]\.0|MIT|Apache-2\.0|BSD-[23]-Clause|[AL]?GPL-3\.0-(?:only|or-later)|GPL-2\.0-(?:only|or-later))$/;

function isListed(licence: string | undefined): licence is string {
  return licence !== undefined && listedLicences.test(licence);
}

/** Where its terms stand, as far as that is known. */
function termsOf({ licence, licence_url: url }: PublishedAbout): string | undefined {
  // Signs that no URI may have: a browser takes them, schemas do not.
  if (url !== undefined)
    return url.toWellFormed().replace(/[^\w.~:/?#[\]@!$&'()*+,;=%-]+/g, encodeURIComponent);
  return isSpdx(licence) ? `https://spdx.org/licenses/${licence}` : undefined;
}

/** The day of a date that may have a time. */
function dayOf(date: string | undefined): string | undefined {
  return date?.slice(0, 10);
}

/**
 * The files, of which each is there as soon as `about` has what its format requires: title and creators for the first two;
 * a description, a licence and a release date for the others, and for DataCite a publisher. `readPackage` gives the text of
 * `bulk/datapackage.json`, null if there is none.
 */
export function citationFiles(site: CitedSite, readPackage: () => string | null): SiteFile[] {
  const { about = {} } = site;
  const { title, creators } = about;
  if (title === undefined || creators === undefined) return [];
  const files = [
    textFile(citationPaths.cff, cffOf(site, title, creators)),
    json(citationPaths.zenodo, zenodoOf(site, title, creators)),
  ];
  const details = detailsOf(site);
  if (details === null) return files;
  const text = readPackage();
  const resources = text === null ? [] : resourcesIn(text);
  return [
    ...files,
    ...(about.publisher === undefined
      ? []
      : [json(citationPaths.datacite, dataciteOf(site, details))]),
    json(citationPaths.roCrate, roCrateOf(site, details, resources)),
    ...(resources.length === 0
      ? []
      : [json(citationPaths.croissant, croissantOf(site, details, resources))]),
  ];
}

/** Members that are undefined are left out. */
function json(path: string, value: object): SiteFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

type Creators = NonNullable<PublishedAbout['creators']>;

/** Strings of JSON are strings of YAML 1.2, but for what YAML takes for line breaks or does not take at all. */
function yamlString(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function cffOf(
  { about = {}, base_url: url, release_date: date }: CitedSite,
  title: string,
  creators: Creators,
) {
  const { description, licence, citation, doi } = about;
  const line = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`${name}: ${yamlString(value)}`];
  return [
    'cff-version: 1.2.0',
    ...line('message', citation ?? 'If you use these data, please cite them as below.'),
    'type: dataset',
    ...line('title', title),
    'authors:',
    // Names are one text, which nobody can take apart for sure: those of entities are one, too.
    ...creators.flatMap(({ name, orcid }) => [
      `  - name: ${yamlString(name)}`,
      ...(orcid === undefined ? [] : [`    orcid: ${yamlString(orcidAddress(orcid))}`]),
    ]),
    ...line('abstract', description),
    ...line('doi', doi),
    ...line('date-released', dayOf(date)),
    ...(isListed(licence) ? line('license', licence) : line('license-url', termsOf(about))),
    ...line('url', `${url}/`),
    'keywords:',
    ...keywords.map((word) => `  - ${yamlString(word)}`),
    '',
  ].join('\n');
}

function zenodoOf(
  { about = {}, base_url: url, release_date: date }: CitedSite,
  title: string,
  creators: Creators,
) {
  const { description, licence, citation, doi, funder } = about;
  const isKnown = isListed(licence);
  const terms = [licence, termsOf(about)].filter((text) => text !== undefined).join(', ');
  const notes = [
    citation && `To cite: ${citation}`,
    funder && `Funded by ${funder}.`,
    !isKnown && terms !== '' && `Licence: ${terms}`,
  ].filter(Boolean);
  return {
    title,
    upload_type: 'dataset',
    description: escapeHtml(description ?? title),
    creators,
    // “Other (not open)”: of data without a licence, Zenodo says CC0.
    license: isKnown ? licence.toLowerCase() : 'other-closed',
    access_right: 'open',
    publication_date: dayOf(date),
    doi,
    keywords,
    notes: notes.length === 0 ? undefined : escapeHtml(notes.join(' ')),
    related_identifiers: [{ identifier: `${url}/`, relation: 'isIdenticalTo', scheme: 'url' }],
  };
}

type ToldAbout = PublishedAbout & {
  readonly title: string;
  readonly creators: Creators;
  readonly description: string;
  /** Of the release. */
  readonly date: string;
};

/** What the formats beyond the first two require; null where something of it is not said. */
function detailsOf({
  about = {},
  release_date: date,
}: Pick<Release, 'about' | 'release_date'>): ToldAbout | null {
  const { title, creators, description } = about;
  if (title === undefined || creators === undefined || description === undefined) return null;
  if (licenceOf(about) === '' || date === undefined) return null;
  return { ...about, title, creators, description, date };
}

function dataciteOf({ base_url: url }: CitedSite, about: ToldAbout) {
  const { title, creators, description, date, licence, doi, funder, publisher } = about;
  return {
    doi,
    url: `${url}/`,
    types: { resourceTypeGeneral: 'Dataset', resourceType: 'Gene and phage records' },
    creators: creators.map(({ name, orcid, affiliation }) => ({
      name,
      nameIdentifiers: orcid && [
        {
          nameIdentifier: orcidAddress(orcid),
          nameIdentifierScheme: 'ORCID',
          schemeUri: 'https://orcid.org',
        },
      ],
      affiliation: affiliation && [{ name: affiliation }],
    })),
    titles: [{ title }],
    publisher: { name: publisher },
    publicationYear: date.slice(0, 4),
    dates: [{ date: dayOf(date), dateType: 'Issued' }],
    subjects: keywords.map((subject) => ({ subject })),
    descriptions: [{ description, descriptionType: 'Abstract' }],
    rightsList: [
      {
        rights: licence,
        rightsUri: about.licence_url && termsOf(about),
        ...(isSpdx(licence) && {
          rightsIdentifier: licence,
          rightsIdentifierScheme: 'SPDX',
          schemeUri: 'https://spdx.org/licenses/',
        }),
      },
    ],
    fundingReferences: funder && [{ funderName: funder }],
    schemaVersion: 'http://datacite.org/schema/kernel-4',
  };
}

/** A file of the data package. */
interface Resource {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly mediatype: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly fields: readonly {
    readonly name: string;
    readonly type: string;
    readonly description: string;
  }[];
}

function resourcesIn(text: string): Resource[] {
  type Written = Omit<Resource, 'fields' | 'sha256'> & {
    readonly hash: string;
    readonly schema?: Pick<Resource, 'fields'>;
  };
  const read = () => {
    const { resources } = JSON.parse(text) as { readonly resources: readonly Written[] };
    return resources.map(({ hash, schema, ...resource }) => ({
      ...resource,
      path: `bulk/${resource.path}`,
      sha256: hash.replace(/^sha256:/, ''),
      fields: schema?.fields ?? [],
    }));
  };
  // In a site that is verified, the file may be damaged.
  return attempt(read) ?? [];
}

function licenceOf(about: PublishedAbout): string {
  return termsOf(about) ?? about.licence ?? '';
}

function roCrateOf({ base_url: url }: CitedSite, about: ToldAbout, resources: readonly Resource[]) {
  const { title, creators, description, date, licence, doi, funder, publisher } = about;
  const licenceId = termsOf(about) ?? '#licence';
  const people = creators.map(({ name, orcid, affiliation }, at) => ({
    '@id': orcid === undefined ? `#creator-${at + 1}` : orcidAddress(orcid),
    '@type': 'Person',
    name,
    affiliation: affiliation && { '@id': `#affiliation-${at + 1}` },
  }));
  const organizations = [
    ...creators.flatMap(({ affiliation }, at) =>
      affiliation === undefined ? [] : [[`#affiliation-${at + 1}`, affiliation] as const],
    ),
    ...(funder === undefined ? [] : [['#funder', funder] as const]),
    ...(publisher === undefined ? [] : [['#publisher', publisher] as const]),
  ].map(([id, name]) => ({ '@id': id, '@type': 'Organization', name }));
  const refs = (items: readonly { readonly '@id': string }[]) =>
    items.map((item) => ({ '@id': item['@id'] }));
  const files = resources.map(({ path, title: name, mediatype, bytes, sha256 }) => ({
    '@id': path,
    '@type': 'File',
    name,
    encodingFormat: mediatype,
    contentSize: String(bytes),
    sha256,
  }));
  return {
    '@context': 'https://w3id.org/ro/crate/1.2/context',
    '@graph': [
      {
        '@id': citationPaths.roCrate,
        '@type': 'CreativeWork',
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
        about: { '@id': './' },
      },
      {
        '@id': './',
        '@type': 'Dataset',
        name: title,
        description,
        datePublished: date,
        license: { '@id': licenceId },
        url: `${url}/`,
        identifier: doi && `https://doi.org/${doi}`,
        author: refs(people),
        publisher: publisher && { '@id': '#publisher' },
        funder: funder && { '@id': '#funder' },
        keywords: keywords.join(', '),
        hasPart: refs(files),
      },
      {
        '@id': licenceId,
        '@type': 'CreativeWork',
        name: licence ?? licenceId,
        description: licence ?? licenceId,
      },
      ...people,
      ...organizations,
      ...files,
    ],
  };
}

const croissantTypes: Readonly<Record<string, string>> = {
  integer: 'sc:Integer',
  number: 'sc:Float',
  boolean: 'sc:Boolean',
  date: 'sc:Date',
};

function croissantOf(
  { base_url: url }: CitedSite,
  about: ToldAbout,
  resources: readonly Resource[],
) {
  const { title, creators, description, date, citation } = about;
  return {
    '@context': croissantContext,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: title,
    description,
    url: `${url}/`,
    license: licenceOf(about),
    datePublished: dayOf(date),
    keywords,
    creator: creators.map(({ name, orcid }) => ({
      '@type': 'sc:Person',
      name,
      url: orcid && orcidAddress(orcid),
    })),
    citeAs: citation,
    distribution: resources.map(({ name, path, title: label, mediatype, bytes, sha256 }) => ({
      '@type': 'cr:FileObject',
      '@id': name,
      name,
      description: label,
      contentUrl: `${url}/${path}`,
      contentSize: `${bytes} B`,
      encodingFormat: mediatype,
      sha256,
    })),
    recordSet: resources
      .filter(({ fields }) => fields.length > 0)
      .map(({ name, title: label, fields }) => ({
        '@type': 'cr:RecordSet',
        '@id': `${name}-rows`,
        name: `${name}-rows`,
        description: label,
        field: fields.map((field) => ({
          '@type': 'cr:Field',
          '@id': `${name}-rows/${field.name}`,
          name: field.name,
          description: field.description,
          dataType: croissantTypes[field.type] ?? 'sc:Text',
          source: { fileObject: { '@id': name }, extract: { column: field.name } },
        })),
      })),
  };
}

/** What its specification gives as context, as far as terms of it are used. */
const croissantContext = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  dct: 'http://purl.org/dc/terms/',
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  recordSet: 'cr:recordSet',
  source: 'cr:source',
} as const;

/** Where all this is told of, from a page at the root: what it is, where, and its media type. */
function signposts(site: Pick<Release, 'about' | 'release_date'>) {
  const { about = {} } = site;
  const { creators = [], doi } = about;
  const licence = licenceOf(about);
  const links: readonly (readonly [
    rel: string,
    href: string | undefined | false,
    type?: string,
  ])[] = [
    ['cite-as', doi && `https://doi.org/${doi}`],
    ['license', /^https?:/.test(licence) && licence],
    ['describedby', detailsOf(site) !== null && citationPaths.roCrate, 'application/ld+json'],
    ...creators.map(({ orcid }) => ['author', orcid && orcidAddress(orcid)] as const),
  ];
  return links.flatMap(([rel, href, type]) => (href ? [{ rel, href, type }] : []));
}

/** As elements of a page's head. */
export function signpostElements(site: Pick<Release, 'about' | 'release_date'>): string[] {
  return signposts(site).map(
    ({ rel, href, type }) =>
      `<link rel="${rel}" href="${escapeHtml(href)}"${type === undefined ? '' : ` type="${type}"`} />`,
  );
}

// Lines of the file `_headers` have at most 2,000 bytes at Cloudflare.
const mostHeaderBytes = 1500;

/** As the value of a `Link` header, as many as it takes; null for none. */
export function signpostHeader(
  site: Pick<Release, 'about' | 'release_date' | 'base_url'>,
): string | null {
  const links = signposts(site).map(({ rel, href, type }) => {
    // Escapes whatever would end it.
    const { href: address } = new URL(href, `${site.base_url}/`);
    return `<${address}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`;
  });
  while (links.join(', ').length > mostHeaderBytes) links.pop();
  return links.length === 0 ? null : links.join(', ');
}
