/**
 * Builds the pages for people as HTML: a shell that loads their code, and has content without it. `index.html` is one;
 * those of phages and clusters are made from records by `src/sinks/htmlPages.ts`.
 */
import { inChunks } from '../base/threads.ts';
import { bulkFilesOf } from '../contract/bulkFiles.ts';
import { inAlphabet, recordNouns } from '../contract/collectionName.ts';
import { basePath } from '../contract/links.ts';
import { collectionsOf, type Release } from '../contract/release.ts';
import {
  contactOf,
  type Creator,
  defaultTitle,
  orcidAddress,
  type PublishedAbout,
  type SiteOptions,
} from '../contract/siteOptions.ts';
import {
  codeFolder,
  lostFile,
  robotsFile,
  sitemapFile,
  sitemapFolder,
  welcomeFile,
} from '../contract/sitePaths.ts';
import { escapeHtml, jsonInScript } from '../text/escapes.ts';
import { listTitles } from '../text/listTitles.ts';
import { type PageFolder, pagePath } from '../text/pagePaths.ts';
import { formatCount, formatCounted } from '../text/words.ts';
import { signpostElements } from './citation.ts';
import { readBuilt, type SiteFile, textFile } from './fixedFiles.ts';

/** The code and style of the pages for people, which `npm run build` bundles from `src/web/`. */
interface PageAssets {
  /** The paths of the script and the style in `index.html`, which load the others. */
  readonly script: string;
  readonly style: string;
  /** What the script imports, which browsers load at the same time. */
  readonly first: readonly string[];
  /** What else the page of a phage, and that of a cluster, needs. */
  readonly phages: readonly string[];
  readonly clusters: readonly string[];
  /** The names of all of them; each has a hash of its content in it. */
  readonly files: readonly string[];
}

/** The list of their names, which contain hashes: it changes whenever one of the files does. */
export function pageAssetNames(): string {
  return read('files.json').toString();
}

function read(name: string): Buffer {
  return readBuilt(`lib/web/${name}`, 'of the pages');
}

type WelcomedSite = Pick<Release, 'about' | 'bulk' | 'collections' | 'html' | 'views'>;

/** Uses relative links only, so that the page works at any address, and with any query. */
function htmlPage(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
${head.replace('$TITLE', () => `<title>${escapeHtml(title)}</title>`)}
  </head>
  <body>
${body}
  </body>
</html>
`;
}

function titleOf({ about }: Pick<Release, 'about'>): string {
  return about?.title ?? defaultTitle;
}

function welcomePage(site: WelcomedSite): SiteFile {
  const { description } = site.about ?? {};
  const lead = description === undefined ? '' : `\n    <p>${escapeHtml(description)}</p>`;
  const body = `    <h1>${escapeHtml(titleOf(site))}</h1>${lead}\n${welcomeText(site)}`;
  return textFile(welcomeFile, htmlPage(titleOf(site), plainHead, body));
}

/** Of pages with no code. */
const plainHead = `    $TITLE
    <meta name="color-scheme" content="light dark" />
    <style>
      body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; }
    </style>`;

/** The text below the title, as HTML: where to start. */
function welcomeText({ collections, views, bulk }: WelcomedSite): string {
  const among = views.length === 0 ? '' : `, among them ${views.join(', ')}`;
  const files =
    bulk.length === 0
      ? ''
      : '\n    <p>Everything at once: <a href="bulk/index.json">bulk/index.json</a> names files to download.</p>';
  const names = inAlphabet(collectionsOf({ collections }));
  const lists = names.map((name) => {
    const { count = 0, pages = 0 } = collections[name] ?? {};
    const records = `${formatCounted(count, recordNouns[name])} on ${formatCounted(pages, 'page')}`;
    return `      <li><a href="api/${name}/">api/${name}/</a>: ${records}</li>`;
  });
  const schemas = names.map((name) => {
    const noun = recordNouns[name];
    return `      <a href="schemas/${noun}.schema.json">${noun} schema</a>`;
  });
  return `    <p>A read-only, paginated JSON service. Start at one of its lists and follow <code>next</code>:</p>
    <ul>
${lists.join('\n')}
    </ul>
    <p><a href="api/">api/</a> names every address${among}.</p>
    <p><a href="openapi.json">openapi.json</a> describes them to programs (OpenAPI 3.1).</p>${files}
    <p>
      What the fields mean:
${schemas.join(',\n')}.
    </p>`;
}

export type PagedSite = WelcomedSite & Pick<Release, 'about' | 'base_url' | 'release_date'>;

// No resources from elsewhere, nothing inline.
const policyOf = (base: "'none'" | "'self'") =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `base-uri ${base}`,
    "form-action 'none'",
  ].join('; ');

/** A capsid, a tail and its fibres, as in the style sheet. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%2300869c' stroke-width='2' stroke-linejoin='round' stroke-linecap='round'%3E%3Cpath d='m12 1 5.6 3.2v6.4L12 13.8l-5.6-3.2V4.2zM6.4 4.2 12 7.4l5.6-3.2M12 7.4v6.4M12 14v5M10 16.2h4M9 19h6M9 19l-4.5 4M15 19l4.5 4'/%3E%3C/svg%3E";

type PageCode = Pick<PageAssets, 'script' | 'style' | 'first'>;

const inFolder = (names: readonly string[]) => names.map((name) => codeFolder + name);

function pageCode({ script, style, first }: PageAssets): PageCode {
  return { script: codeFolder + script, style: codeFolder + style, first: inFolder(first) };
}

export function indexPage(site: PagedSite, code: PageCode): SiteFile {
  const links = signpostElements(site).map((link) => `\n    ${link}`);
  const head = `${headOf(code, descriptionOf(site.about ?? {}))}${links.join('')}
    ${canonical(`${site.base_url}/`)}
    <script type="application/ld+json">${linkedData(site)}</script>`;
  const title = escapeHtml(titleOf(site));
  const { description } = site.about ?? {};
  const lead = description === undefined ? '' : `<p class="lead">${escapeHtml(description)}</p>`;
  const pages =
    site.html === true ? '\n    <p>See <a href="phages/">all phages</a>, by cluster.</p>' : '';
  const body = `    <div id="app">
    ${siteHead(titleOf(site), site.html === true)}
    <main id="main">
    <header class="page-head"><h1>${title}</h1>${lead}</header>
    ${tilesOf(site)}${pages}
${welcomeText(site)}
    </main>
    </div>`;
  return textFile(welcomeFile, htmlPage(titleOf(site), head, body));
}

/** How many records of each list there are, as the script shows it. */
function tilesOf({ collections }: Pick<Release, 'collections'>): string {
  const tiles = listTitles.flatMap(([list, one, several]) => {
    const count = collections[list]?.count;
    if (count === undefined) return [];
    return `<li><strong>${formatCount(count)}</strong> ${count === 1 ? one : several}</li>`;
  });
  return `<ul class="tiles">${tiles.join('')}</ul>`;
}

/** The top of each page, but for what needs a script. */
function siteHead(title: string, hasPages: boolean): string {
  const nav = hasPages ? '<nav aria-label="Pages"><a href="phages/">Phages</a></nav>' : '';
  return `<header class="site-head"><a class="site-title" href="./">${escapeHtml(title)}</a>${nav}</header>`;
}

/** `root` is the way to the site's root; empty for a page that lies there. */
function headOf({ script, style, first }: PageCode, description: string, root = ''): string {
  const policy = policyOf(root === '' ? "'none'" : "'self'");
  const base = root === '' ? '' : `\n    <base href="${root}" />`;
  return `    <meta http-equiv="Content-Security-Policy" content="${policy}" />${base}
    $TITLE
    <meta name="description" content="${escapeHtml(description)}" />
    <link rel="icon" href="${icon}" />
    <link rel="stylesheet" href="${style}" />
    <script type="module" src="${script}"></script>${preloads(first)}`;
}

/** The address at which search engines should look for a page; the script replaces it by its id. */
function canonical(address: string): string {
  return `<link rel="canonical" id="page-address" href="${escapeHtml(address)}" />`;
}

function preloads(files: readonly string[]): string {
  return files.map((file) => `\n    <link rel="modulepreload" href="${file}" />`).join('');
}

/** What all pages of phages and clusters have in common; a message to threads can hold it. */
export interface PageFrame {
  readonly title: string;
  readonly baseUrl: string;
  readonly code: PageCode;
  /** By the folder of a page: the code that it needs besides. */
  readonly more: Pick<PageAssets, PageFolder>;
}

/** Null for a site without such pages. */
export function pageFrame(site: Pick<SiteOptions, 'about' | 'baseUrl' | 'html'>): PageFrame | null {
  if (!site.html) return null;
  const assets = JSON.parse(pageAssetNames()) as PageAssets;
  return {
    more: { phages: inFolder(assets.phages), clusters: inFolder(assets.clusters) },
    title: site.about.title || defaultTitle,
    baseUrl: site.baseUrl,
    code: pageCode(assets),
  };
}

export interface ReadyPage {
  readonly folder: PageFolder;
  /** Empty for the list of the folder. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As HTML. */
  readonly content: string;
  /** What the script shows on it, by addresses from the root: read at once, rather than one after the other. */
  readonly reads?: readonly string[];
  readonly linkedData?: Readonly<Record<string, unknown>>;
}

/** A page that is there before any script runs, and stays until the script has made its own. */
export function readyPage(page: ReadyPage, { title, baseUrl, code, more }: PageFrame): string {
  const { folder, name } = page;
  const root = name === '' ? '../' : '../../';
  const data =
    page.linkedData === undefined
      ? ''
      : `\n    <script type="application/ld+json" id="page-data">${jsonInScript(page.linkedData)}</script>`;
  const needed = name === '' ? [] : more[folder];
  const head = `${headOf(code, page.description, root)}${preloads(needed)}
    ${canonical(`${baseUrl}/${pagePath(folder, name)}`)}${data}`;
  const body = `    <div id="app" data-page="${escapeHtml((page.reads ?? []).join(' '))}">
      ${siteHead(title, true)}
      <main id="main">
        <header class="page-head"><h1>${escapeHtml(page.title)}</h1></header>
${page.content}
      </main>
    </div>`;
  return htmlPage(`${page.title} – ${title}`, head, body);
}

function descriptionOf({ description }: PublishedAbout): string {
  return description ?? 'Bacteriophages, their genes, genomes and gene families.';
}

/** For search engines: a Dataset of schema.org, in the profile of Bioschemas. */
function linkedData(site: PagedSite): string {
  const { base_url: url, release_date: date } = site;
  const about = site.about ?? {};
  const { licence, licence_url: licenceUrl, citation, contact, creators } = about;
  const files = bulkFilesOf(site.bulk, collectionsOf(site), site.views).map(
    ({ path, title, mediaType }) => ({
      '@type': 'DataDownload',
      name: title,
      encodingFormat: mediaType,
      contentUrl: `${url}/${path}`,
    }),
  );
  const dataset = {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    'http://purl.org/dc/terms/conformsTo': {
      '@id': 'https://bioschemas.org/profiles/Dataset/1.0-RELEASE',
      '@type': 'CreativeWork',
    },
    name: about.title ?? defaultTitle,
    description: descriptionOf(about),
    url: `${url}/`,
    identifier: about.doi === undefined ? `${url}/` : `https://doi.org/${about.doi}`,
    keywords: ['bacteriophages', 'genes', 'genomes', 'gene families'],
    isAccessibleForFree: true,
    license: licenceUrl ?? licence,
    citation,
    // Without creators, whom to ask stands for them.
    ...(creators === undefined
      ? { creator: organizationOf(contact) }
      : { creator: creators.map(personOf), maintainer: organizationOf(contact) }),
    funder: about.funder && { '@type': 'Organization', name: about.funder },
    publisher: about.publisher && { '@type': 'Organization', name: about.publisher },
    dateModified: date,
    distribution: files.length === 0 ? undefined : files,
  };
  return jsonInScript(dataset);
}

function personOf({ name, orcid, affiliation }: Creator): object {
  return {
    '@type': 'Person',
    '@id': orcid && orcidAddress(orcid),
    name,
    affiliation: affiliation && { '@type': 'Organization', name: affiliation },
  };
}

/** Whom to ask, as schema.org has it; undefined without a text. An organization needs a name. */
function organizationOf(text: string | undefined): object | undefined {
  const contact = contactOf(text);
  return contact === null
    ? undefined
    : {
        '@type': 'Organization',
        name: contact.name ?? text,
        contactPoint: { '@type': 'ContactPoint', ...contact },
      };
}

export function peopleFiles(site: PagedSite & Pick<Release, 'pages'>): SiteFile[] {
  if (site.pages !== true) return [welcomePage(site)];
  const assets = JSON.parse(pageAssetNames()) as PageAssets;
  return [
    indexPage(site, pageCode(assets)),
    ...assets.files.map((name) => ({ path: codeFolder + name, bytes: read(name) })),
  ];
}

// As many as a sitemap may have.
const mostInSitemap = 50_000;

/** What leads to the pages that need no script; not what the publisher has among `own` files at the top. */
export function crawlerFiles(
  { baseUrl, about }: Pick<SiteOptions, 'baseUrl' | 'about'>,
  addresses: readonly string[],
  own: readonly string[],
): SiteFile[] {
  const all = ['', ...addresses].map((address) => `${baseUrl}/${address}`);
  const sitemaps = Array.from(inChunks(all, mostInSitemap), (some, part) => {
    const path = all.length > mostInSitemap ? `${sitemapFolder}${part + 1}.xml` : sitemapFile;
    return textFile(path, sitemapOf('urlset', 'url', some));
  });
  const places = sitemaps.map(({ path }) => `${baseUrl}/${path}`);
  const index = textFile(sitemapFile, sitemapOf('sitemapindex', 'sitemap', places));
  return [
    ...sitemaps,
    ...(sitemaps.length === 1 ? [] : [index]),
    textFile(lostFile, lostPage(baseUrl, titleOf({ about }))),
    textFile(robotsFile, `User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}/${sitemapFile}\n`),
  ].filter(({ path }) => !own.includes(path));
}

/** It is shown at any address: its links are whole. */
function lostPage(baseUrl: string, title: string): string {
  const [home, phages] = [escapeHtml(`${baseUrl}/`), escapeHtml(`${baseUrl}/phages/`)];
  const { style } = JSON.parse(pageAssetNames()) as PageAssets;
  const head = `    $TITLE
    <link rel="stylesheet" href="${escapeHtml(`${basePath(baseUrl)}/${codeFolder}${style}`)}" />`;
  const body = `    <header class="site-head"><a class="site-title" href="${home}">${escapeHtml(title)}</a></header>
    <main>
      <h1>There is nothing at this address.</h1>
      <p>Search <a href="${home}">${escapeHtml(title)}</a>, or choose among <a href="${phages}">all phages</a>.</p>
    </main>`;
  return htmlPage(`Not found – ${title}`, head, body);
}

function sitemapOf(kind: 'sitemapindex' | 'urlset', item: string, all: readonly string[]): string {
  const lines = all.map((url) => `<${item}><loc>${escapeHtml(url)}</loc></${item}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${kind}>\n`;
}
