/**
 * nginx locations beside the API: the publisher's own files, the pages for people, and the descriptions of the site.
 */
import { codeExtensions, codeTypes } from '../../contract/codeFiles.ts';
import { freshCache, lastingHeaders } from '../../contract/headers.ts';
import { assetFolder, codeFolder, welcomeFile } from '../../contract/sitePaths.ts';
import { block } from '../configLines.ts';
import type { HostedSite } from '../host.ts';
import { answeredBy, cacheLine, commonHeaders } from './answers.ts';
import { refuseOdd, toFile } from './locations.ts';
import { quote } from './quote.ts';
import * as patterns from '../rulePatterns.ts';
import { decodedPrefix } from '../serverSetup.ts';

/** Static files of the publisher, as they are; a folder has its index.html. */
export function staticLocation(site: HostedSite): string[] {
  const pattern = patterns.staticPattern(site);
  if (pattern === null) return [];
  const prefix = patterns.escapePattern(decodedPrefix(site));
  return [
    "# The publisher's own files.",
    ...block(
      `location ~ ${quote(`^${prefix}/${pattern}$`)}`,
      answeredBy('beside', site),
      block('types', ...staticTypes),
      'default_type application/octet-stream;',
      refuseOdd,
      `rewrite ${quote(`^${prefix}(/.*/)$`)} "$1${welcomeFile}" break;`,
      toFile(site, `/${pattern}`),
      'return 404;',
    ),
    '',
  ];
}

// nginx's own types are in a file that not every installation includes.
const staticTypes = [
  'text/html html htm;',
  'text/css css;',
  'text/plain txt;',
  'text/csv csv;',
  'text/markdown md;',
  'text/javascript js mjs;',
  'text/xml xml;',
  'application/json json map;',
  'application/manifest+json webmanifest;',
  'application/pdf pdf;',
  'application/zip zip;',
  'application/gzip gz;',
  'application/wasm wasm;',
  'image/gif gif;',
  'image/jpeg jpg jpeg;',
  'image/png png;',
  'image/svg+xml svg;',
  'image/webp webp;',
  'image/x-icon ico;',
  'font/woff woff;',
  'font/woff2 woff2;',
];

/** The pages for people: files with a hash in their names are cached for good, the rest is revalidated (W1). */
export function pageLocations(site: HostedSite): string[] {
  if (!site.pages) return [];
  const at = (file: string) => quote(`${decodedPrefix(site)}/${file}`);
  const fresh = [...commonHeaders(), cacheLine(freshCache)];
  return [
    '# The pages for people: their code, their indexes, and the page that names these.',
    ...block(
      `location ^~ ${at(codeFolder)}`,
      answeredBy('beside', site),
      block('types', ...Object.entries(codeTypes).map(([name, type]) => `${type} ${name};`)),
      `gzip_types ${Object.values(codeTypes).join(' ')};`,
      ...commonHeaders(),
      cacheLine(lastingHeaders['Cache-Control'] ?? ''),
      refuseOdd,
      toFile(site, `/${codeFolder}[^/._][^/]*\\.(?:${codeExtensions})`),
      'return 404;',
    ),
    ...block(
      `location ^~ ${at(assetFolder)}`,
      answeredBy('beside', site),
      ...fresh,
      refuseOdd,
      toFile(site, `/${assetFolder}[^/._][^/]*\\.json`),
      'return 404;',
    ),
    ...['', welcomeFile].flatMap((file) =>
      block(`location = ${at(file)}`, ...fresh, refuseOdd, `rewrite ^ /${welcomeFile} break;`),
    ),
    '',
  ];
}

/** The welcome page, the schemas, and the descriptions of the site. */
export function besideLocations(site: HostedSite): string[] {
  return [
    ...(site.pages
      ? []
      : block(
          `location = ${quote(`${decodedPrefix(site)}/`)}`,
          refuseOdd,
          `rewrite ^ /${welcomeFile} break;`,
        )),
    ...refuseOdd,
    toFile(site, '/(?:[^/._][^/]*/)*[^/._][^/]*\\.(?:json|html)'),
    'return 404;',
  ];
}
