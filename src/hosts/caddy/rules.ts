/** The routes of a site in a Caddyfile; inside `route`, directives keep their order. */
import { invalidPageBody, methodNotAllowedBody, notFoundBody } from '../../contract/bodies.ts';
import { codeExtensions } from '../../contract/codeFiles.ts';
import { bulkExtensions, bulkFolders } from '../../contract/bulkAddresses.ts';
import { bulkTypes } from '../../contract/bulkFiles.ts';
import {
  type NamedCollection,
  namedCollections,
  recordNouns,
} from '../../contract/collectionName.ts';
import {
  allowedMethods,
  bulkRequestHeaders,
  exposedByBulk,
  freshCache,
  lastingHeaders,
} from '../../contract/headers.ts';
import { assetFolder, codeFolder } from '../../contract/sitePaths.ts';
import { anyName, type ViewTemplate } from '../../contract/views.ts';
import { quote, quoteValue } from './quote.ts';
import { block } from '../configLines.ts';
import { type HostedSite, listsOf, templatesOf } from '../host.ts';
import { description, errorLines, fileRoute, files } from './fileRoutes.ts';
import { listRoutes, pageMaps } from './listRoutes.ts';
import { tableRewrites } from './tables.ts';
import * as patterns from '../rulePatterns.ts';

/** `prefix` is decoded; routes after its removal do not depend on it. */
export function caddyRoutes(site: HostedSite, prefix: string): string[] {
  return [
    '@other not method GET HEAD OPTIONS',
    ...block('route @other', errorLines(405, methodNotAllowed)),
    '# Paths that would be repaired before a file is looked for.',
    ...asSent,
    `@odd vars_regexp {phagepress_path} ${quote(patterns.oddPathPattern)}`,
    ...block('route @odd', errorLines(404, notFoundBody)),
    ...(prefix === '' ? [] : [`uri strip_prefix ${quoteValue(strippable(prefix))}`]),
    '@options method OPTIONS',
    '',
    ...pageMaps(site),
    '',
    ...listsOf(site).flatMap((list) => listRoutes(list, site)),
    ...namedCollections.flatMap((collection) => recordRoute(collection, site)),
    '# Views: those that are switched off have no files.',
    ...wholeViews(site),
    ...templatesOf(site).flatMap((template) => viewRoute(template, site)),
    '@root path_regexp ^/api/(?:index\\.json)?$',
    ...block('route @root', block('route @options', description('root', site)), files(site)),
    ...redirects(site),
    '@nothing path_regexp ^/api/',
    ...block('route @nothing', errorLines(404, notFoundBody)),
    '',
    '# Files of all records, as they are.',
    ...tableRewrites(site),
    `@bulk path_regexp bulk ^/${bulkFolders(site)}[^/]+\\.(${bulkExtensions})$`,
    ...bulkRoute,
    '',
    ...staticRoute(site),
    ...pageRoutes(site),
    '# Beside the API: the welcome page, the schemas, what the site says of itself.',
    '@beside path_regexp ^/(?:(?:[^/._][^/]*/)*[^/._][^/]*\\.(?:json|html))?$',
    ...block('route @beside', 'respond @options 204', files(site)),
    ...errorLines(404, notFoundBody),
  ];
}

/** Static files of the publisher, as they are; a folder has its index.html. */
function staticRoute(site: HostedSite): string[] {
  const pattern = patterns.staticPattern(site);
  if (pattern === null) return [];
  return [
    "# The publisher's own files.",
    `@static path_regexp ^/${pattern}$`,
    ...block(
      'route @static',
      'respond @options 204',
      block('file_server', 'index index.html', 'disable_canonical_uris', 'pass_thru'),
      errorLines(404, notFoundBody),
    ),
    '',
  ];
}

/** The pages for people: files with a hash in their names are cached for good, the rest is revalidated (W1). */
function pageRoutes(site: HostedSite): string[] {
  if (!site.pages) return [];
  return [
    '# The pages for people: their code, their indexes, and the page that names these.',
    `@code path_regexp ^/${codeFolder}[^/._][^/]*\\.(?:${codeExtensions})$`,
    ...block(
      'route @code',
      'respond @options 204',
      `header Cache-Control ${quote(lastingHeaders['Cache-Control'] ?? '')}`,
      files(site),
      errorLines(404, notFoundBody),
    ),
    `@fresh path_regexp ^/(?:index\\.html|${assetFolder}[^/]+)?$`,
    `header @fresh Cache-Control ${freshCache}`,
    '',
  ];
}

const bulkRoute = block(
  'route @bulk',
  `header Access-Control-Expose-Headers ${quote(exposedByBulk.join(', '))}`,
  block(
    'map {http.regexp.bulk.1} {phagepress_type}',
    Object.entries(bulkTypes).map(([extension, type]) => `${extension} ${type}`),
  ),
  block(
    'route @options',
    `header Access-Control-Allow-Methods ${quote(allowedMethods)}`,
    `header Access-Control-Allow-Headers ${quote(bulkRequestHeaders)}`,
    'respond 204',
  ),
  'header Content-Type {phagepress_type}',
  block('file_server', 'disable_canonical_uris', 'pass_thru'),
  errorLines(404, notFoundBody),
);

/** A prefix for strip_prefix: Caddy compares ASCII decoded, and everything else byte for byte, as clients send it. */
function strippable(prefix: string): string {
  return prefix.replace(/[^!-$&-~ ]+/g, encodeURIComponent);
}

const methodNotAllowed = methodNotAllowedBody('{http.request.method}');

function recordRoute(collection: NamedCollection, site: HostedSite): string[] {
  const record = recordNouns[collection];
  return [
    `@${record} path_regexp ${record} ^(/api/${collection}/[^/]+/)(?:index\\.json)?$`,
    ...fileRoute(record, `{http.regexp.${record}.1}index.json`, description(record, site), site),
  ];
}

/** A view has one page: any other is a 404 (V1). */
function wholeViews(site: HostedSite): string[] {
  return [
    ...block(
      '@beyond',
      'not method OPTIONS',
      `path_regexp ^/api/${patterns.listViewsPattern(templatesOf(site))}/$`,
      'not vars {phagepress_view} 1',
    ),
    ...block('route @beyond', errorLines(404, invalidPageBody)),
  ];
}

function viewRoute(template: ViewTemplate, site: HostedSite): string[] {
  const name = template.replace(anyName, 'one').replaceAll('/', '_');
  return [
    `@${name} path_regexp ${name} ^(/api/${patterns.templatePattern(template)}/)(?:index\\.json)?$`,
    ...fileRoute(name, `{http.regexp.${name}.1}index.json`, description(template, site), site),
  ];
}

/** The path as sent, still percent-encoded, and the query with its `?`; a proxy may send an absolute URL. */
export const asSent = block(
  'map {http.request.orig_uri} {phagepress_path} {phagepress_query}',
  `${quote('~^(?:[a-z]+://[^/?]*)?([^?]*)(\\?.*)?$')} "\${1}" "\${2}"`,
);

// The last pattern is slow, so few paths reach it.
function redirects(site: HostedSite): string[] {
  return [
    `@unslashed path_regexp ^/api${patterns.unslashedPattern(site)}$`,
    ...block(
      'route @unslashed',
      `@unfit path_regexp ${quote(`${patterns.unfitNamePattern}|${patterns.replacedBytesPattern}`)}`,
      block('route @unfit', errorLines(404, notFoundBody)),
      `@long vars_regexp {phagepress_path} ${quote(patterns.rawLongNamePattern)}`,
      block('route @long', errorLines(404, notFoundBody)),
      'redir * {phagepress_path}/{phagepress_query} 301',
    ),
  ];
}
