/**
 * Builds `index.html` with the pages for people: a shell that loads their code, and has the same content without it.
 */
import { bulkFilesOf } from '../contract/bulkFiles.ts';
import {
  contactOf,
  type Creator,
  defaultTitle,
  orcidAddress,
  type PublishedAbout,
} from '../contract/about.ts';
import { collectionsOf, type Release } from '../contract/release.ts';
import { welcomeFile } from '../contract/sitePaths.ts';
import { escapeHtml, jsonInScript } from '../text/escapeHtml.ts';
import type { PageAssets } from './pageAssets.ts';
import { type SiteFile, textFile } from './siteFile.ts';
import { type WelcomedSite, welcomeText } from './welcomePage.ts';

export type PagedSite = WelcomedSite & Pick<Release, 'about' | 'base_url' | 'release_date'>;

// No resources from elsewhere, nothing inline.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Uses relative links only, so that the page works at any address, and with any query. */
export function indexPage(site: PagedSite, { script, style }: Omit<PageAssets, 'files'>): SiteFile {
  const about = site.about ?? {};
  const title = escapeHtml(about.title ?? defaultTitle);
  const description = escapeHtml(descriptionOf(about));
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <title>${title}</title>
    <meta name="description" content="${description}" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${style}" />
    <script type="module" src="${script}"></script>
    <script type="application/ld+json">${linkedData(site)}</script>
  </head>
  <body>
    <div id="app">
${welcomeText(site)}
    </div>
  </body>
</html>
`;
  return textFile(welcomeFile, html);
}

function descriptionOf({ description }: PublishedAbout): string {
  return description ?? 'Bacteriophages, their genes, genomes and gene families.';
}

/** For search engines: a Dataset of schema.org, in the profile of Bioschemas. */
function linkedData(site: PagedSite): string {
  const { base_url: url, release_date: date } = site;
  const about = site.about ?? {};
  const { licence, licence_url: licenceUrl, citation, contact, creators } = about;
  const files = bulkFilesOf(site.bulk, collectionsOf(site)).map(({ path, title, mediaType }) => ({
    '@type': 'DataDownload',
    name: title,
    encodingFormat: mediaType,
    contentUrl: `${url}/${path}`,
  }));
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
    identifier: `${url}/`,
    keywords: ['bacteriophages', 'genes', 'genomes', 'gene families'],
    isAccessibleForFree: true,
    license: licenceUrl ?? licence,
    citation,
    // Without creators, whom to ask stands for them.
    ...(creators === undefined
      ? { creator: organizationOf(contact) }
      : { creator: creators.map(personOf), maintainer: organizationOf(contact) }),
    dateModified: date,
    distribution: files.length === 0 ? undefined : files,
  };
  return jsonInScript(dataset);
}

function personOf({ name, orcid, affiliation }: Creator): object {
  return {
    '@type': 'Person',
    ...(orcid === undefined ? {} : { '@id': orcidAddress(orcid) }),
    name,
    ...(affiliation === undefined
      ? {}
      : { affiliation: { '@type': 'Organization', name: affiliation } }),
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
