/** A site of ten records and a few views, made by hand: small enough to read, awkward enough to trip a server. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { aliasFiles, fileOfPhage, phageFile } from '../../src/contract/aliases.ts';
import { bulkNames } from '../../src/contract/bulkFiles.ts';
import { invalidPageBody, methodNotAllowedBody, notFoundBody } from '../../src/contract/route.ts';
import { optionsBody } from '../../src/contract/descriptions.ts';
import {
  perList,
  collectionNames,
  type CollectionName,
  type ListName,
  namedCollections,
  type PerCollection,
  sortFields,
} from '../../src/contract/collectionName.ts';
import { type LinkStyle, listLink, pageLinks } from '../../src/contract/links.ts';
import {
  type ListSizes,
  offeredSets,
  type PageSets,
  sizesOfSets,
  type ViewPages,
} from '../../src/contract/pageSizes.ts';
import type { Release } from '../../src/contract/release.ts';
import type { HostedSite } from '../../src/hosts/host.ts';
import { described, optionsFile, viewNames } from '../../src/contract/routes.ts';
import { hostedSite } from '../../src/hosts/hosts.ts';
import { fileAlias } from '../../src/contract/recordName.ts';
import {
  apiRootFile,
  assetFolder,
  codeFolder,
  errorFiles,
  listFile,
  lostFile,
  openApiFile,
  pageFile,
  recordFile,
  releaseFile,
  schemaFile,
  welcomeFile,
} from '../../src/contract/sitePaths.ts';
import { tinyBulk } from './tinyBulk.ts';
import { tinyViewPages, tinyViews } from './tinyViews.ts';

/** In code-point order (L3). */
export const tinyNames = {
  phages: ['100%', 'Mr Spaced', 'Trixie', 'page', 'Éclair'],
  genes: ['Mr Spaced_CDS_1', 'Trixie_CDS_1', 'Trixie_CDS_18', 'Trixie_CDS_180', 'Trixie_CDS_19'],
  // Names of their phages: features have none.
  features: ['Mr Spaced', 'Trixie', 'Trixie', 'Trixie', 'Éclair'],
} as const satisfies PerCollection<readonly string[]>;

/** In the order of numbers, not of text. */
const tinyPhams = [2, 9, 10, 57, 100];

const tinyPages = 3;
const pageSize = 2;

/** Two lists offer several sizes: `all` of one is the largest, of the other it lies between. */
const tinyFurther: ListSizes = { genes: [3, 'all'], phams: [1, 'all', 20] };

export const tinySets: PageSets = offeredSets(
  perList(() => 5),
  perList(() => tinyPages),
  perList(() => pageSize),
  tinyFurther,
);

/** What its pages for people have beside `index.html`. */
const tinyPageFiles = {
  [`${codeFolder}app-TINYHASH.js`]: 'document.title = "Phages";\n'.repeat(50),
  [`${codeFolder}style-TINYHASH.css`]: 'body { margin: 0 }\n'.repeat(50),
  [`${codeFolder}licences-TINYHASH.txt`]: 'MIT\n',
  [`${assetFolder}phages.json`]: '{"phages":[]}\n',
};

/** Its pages of phages and clusters. */
export const tinyHtml = Object.fromEntries(
  ['phages/Trixie', 'phages/Éclair 5%', 'clusters/A'].map((folder) => [
    `${folder}/index.html`,
    `<!doctype html><meta charset="utf-8"><title>${folder}</title>`,
  ]),
);

/** The files of a site by their path, as they are published for `baseUrl`. */
export type SiteFiles = ReadonlyMap<string, string>;

/** `edition` marks every record, so that two builds differ. */
export function tinySite(
  baseUrl: string,
  edition = 'first',
  links: LinkStyle = 'query',
): SiteFiles {
  const files = new Map<string, string>();
  for (const collection of collectionNames) {
    const names = tinyNames[collection];
    const records = names.map((name) => tinyRecord(collection, name, edition));
    for (const [index, name] of names.entries()) {
      const hasFiles = namedCollections.some((one) => one === collection);
      if (hasFiles) files.set(recordFile(collection, name), records[index] ?? '');
    }
    addPages(files, collection, records, { baseUrl, links });
  }
  const phams = tinyPhams.map((id) => JSON.stringify({ PhamID: id, edition }));
  addPages(files, 'phams', phams, { baseUrl, links });
  const records = (collection: CollectionName) =>
    new Map<string, string>(
      tinyNames[collection].map((name) => [name, tinyRecord(collection, name, edition)]),
    );
  const views = tinyViews(records('phages'), records('genes'), records('features'), {
    baseUrl,
    links,
  });
  for (const [file, text] of views) files.set(file, text);
  const lists = {
    features: listLink(baseUrl, 'features'),
    genes: listLink(baseUrl, 'genes'),
    phages: listLink(baseUrl, 'phages'),
  };
  files.set(apiRootFile, JSON.stringify(lists));
  files.set(errorFiles.invalidPage, invalidPageBody);
  files.set(errorFiles.notFound, notFoundBody);
  files.set(errorFiles.methodNotAllowed, methodNotAllowedBody());
  const offered = sizesOfSets(tinySets);
  for (const of of described) files.set(optionsFile(of), optionsBody(of, {}, offered));
  for (const [file, text] of Object.entries(tinyBulk)) files.set(file, text);
  files.set(releaseFile, JSON.stringify(tinyRelease(baseUrl)));
  files.set(openApiFile, '{"openapi":"3.1.0"}\n');
  files.set(schemaFile('gene.schema.json'), '{"type":"object"}');
  for (const [file, text] of Object.entries({ ...tinyPageFiles, ...tinyHtml }))
    files.set(file, text);
  files.set(lostFile, '<!doctype html><meta charset="utf-8"><title>Not found</title>');
  files.set(welcomeFile, '<!doctype html><meta charset="utf-8"><title>Phages</title>');
  return files;
}

/** The same site with `--case-insensitive-names`. */
export function inAnyCase(files: SiteFiles): SiteFiles {
  const all = new Map(files);
  for (const [file, text] of files) {
    const alias = fileAlias(file);
    if (alias !== null) all.set(alias, text);
  }
  const release = JSON.parse(files.get(releaseFile) ?? '') as Release;
  const changes = { case_insensitive_names: true, view_pages: tinyViewPagesInAnyCase };
  all.set(releaseFile, JSON.stringify({ ...release, ...changes }));
  return all;
}

/** The addresses in lower case, too. */
const tinyViewPagesInAnyCase: ViewPages = Object.fromEntries(
  Object.entries(tinyViewPages).flatMap(([view, last]) => [
    [view, last],
    [view.toLowerCase(), last],
  ]),
);

/** The names of its phages by other names in lower case, as `--phage-aliases` publishes them. */
const tinyAliases: ReadonlyMap<string, string> = new Map(
  tinyNames.phages.flatMap((name) => [
    [name.toLowerCase(), name] as const,
    [`${name.toLowerCase()}_draft`, name] as const,
    ...(name === 'Trixie' ? [['jn408461', name] as const, ['older name', name] as const] : []),
  ]),
);

const spellings = ['Trixie_Draft', 'JN408461', 'Older Name'];

/** The same site with `--phage-aliases`; with `hasFiles`, each name has files, as for hosts that run no code. */
export function byOtherNames(files: SiteFiles, hasFiles: boolean): SiteFiles {
  const all = new Map([...files, ...aliasFiles(tinyAliases)]);
  const release = JSON.parse(files.get(releaseFile) ?? '') as Release;
  all.set(releaseFile, JSON.stringify({ ...release, phage_aliases: true }));
  if (!hasFiles) return all;
  for (const [file, text] of files) {
    const phage = fileOfPhage(file);
    const others = [...tinyAliases].flatMap(([other, name]) =>
      name === phage?.name ? [other] : [],
    );
    for (const name of [...others, ...(phage?.name === 'Trixie' ? spellings : [])]) {
      if (phage !== null) all.set(phageFile({ ...phage, name }), text);
    }
  }
  return all;
}

export function tinyRelease(baseUrl: string): Release {
  const collection = { count: 5, page_size: pageSize, pages: tinyPages };
  return {
    program: 'phagepress',
    version: '0.1.0',
    release: 'a'.repeat(64),
    base_url: baseUrl,
    links: 'query',
    max_age: 300,
    gene_files: true,
    views: viewNames,
    view_pages: tinyViewPages,
    bulk: bulkNames,
    pages: true,
    html: true,
    precompress: [],
    hosts: [],
    allowed: [],
    collections: {
      ...perList(() => collection),
      genes: { ...collection, page_sizes: [pageSize, 3, 'all'] },
      phams: { ...collection, page_sizes: [pageSize, 1, 'all', 20] },
    },
    schemas: [],
  };
}

export async function writeSite(dir: string, files: SiteFiles): Promise<void> {
  for (const [path, text] of files) {
    const file = join(dir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

function addPages(
  files: Map<string, string>,
  list: ListName,
  records: readonly string[],
  { baseUrl, links }: { baseUrl: string; links: LinkStyle },
): void {
  const sets = tinySets[list] ?? [{ name: null, size: pageSize, lastPage: tinyPages }];
  for (const { name, size, lastPage } of sets) {
    for (let page = 1; page <= lastPage; page++) {
      const { next, previous } = pageLinks(baseUrl, list, page, lastPage, links, name);
      const head = JSON.stringify({ count: records.length, next, previous }).slice(0, -1);
      const results = records.slice((page - 1) * size, page * size).join(',');
      const text = `${head},"results":[${results}]}`;
      files.set(pageFile(list, page, name), text);
      if (page === 1 && name === null) files.set(listFile(list), text);
    }
  }
}

/** The notes look like links of the envelope; they are a record's text, and nobody's to change. */
function tinyRecord(collection: CollectionName, name: string, edition: string): string {
  const key = sortFields[collection][0];
  const next = 'https://example.org/phages/api/genes/?format=api&page=2';
  return JSON.stringify({ [key]: name, Notes: `${edition} "results":[ "next":"${next}"`, next });
}

/** The same site as its hosts see it, built into `dir`. */
export function tinyHostedSite(
  baseUrl: string,
  dir: string,
  changes: Partial<Parameters<typeof hostedSite>[0]> = {},
): HostedSite {
  return hostedSite({
    baseUrl,
    lastPages: perList(() => tinyPages),
    pageSets: tinySets,
    viewPages: changes.caseInsensitiveNames === true ? tinyViewPagesInAnyCase : tinyViewPages,
    links: 'query',
    maxAge: 300,
    caseInsensitiveNames: false,
    tables: true,
    pages: true,
    html: true,
    precompress: [],
    dir,
    ...changes,
  });
}
