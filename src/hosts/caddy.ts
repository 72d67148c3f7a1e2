/** Caddy: a Caddyfile that implements the contract with matchers, maps and rewrites. */
import {
  bulkExtensions,
  bulkFolders,
  bulkTypes,
  familyFolder,
  phageTableAddress,
} from '../contract/bulkFiles.ts';
import type { ListName } from '../contract/collectionName.ts';
import { optionsBody } from '../contract/descriptions.ts';
import {
  allowedMethods,
  apiHeaders,
  bulkRequestHeaders,
  cacheControl,
  exposedByBulk,
  freshCache,
  jsonType,
  lastingHeaders,
  variedHeaders,
} from '../contract/headers.ts';
import { type PageSet, setsFrom } from '../contract/pageSizes.ts';
import { invalidPageBody, methodNotAllowedBody, notFoundBody } from '../contract/route.ts';
import { anyName, type Description, isListView, type Route } from '../contract/routes.ts';
import {
  assetFolder,
  codeExtensions,
  codeFolder,
  lostFile,
  pagesFolder,
} from '../contract/sitePaths.ts';
import {
  block,
  byFilesAlone,
  comment,
  decodedPrefix,
  folderOf,
  type Host,
  type HostedSite,
  howToCopy,
  joinLines,
  keepsAll,
  listsOf,
  offeredOn,
  plainHost,
  refusesOddPrefix,
  siteAddress,
  routesOf,
} from './host.ts';
import * as patterns from './rulePatterns.ts';

export const caddy: Host = {
  ...plainHost,
  title: 'Caddy',
  testedOn: 'Caddy 2.6',
  keeps: {
    ...keepsAll,
    ...byFilesAlone,
    'raw-path':
      'a malformed escape gets its own 400; all other odd paths are answered as they should be',
  },
  hosting: ['root', 'serverName', 'certificate', 'certificateKey'],
  ownFiles: (site) => [{ path: 'Caddyfile', text: configuration(site) }],
  refuses: (site) => refusesOddPrefix(site) ?? refusesFolder(site),
};

function refusesFolder(site: HostedSite) {
  const { certificate, certificateKey } = site.hosting;
  const odd = [folderOf(site), certificate ?? '', certificateKey ?? ''].find(
    (path) => !isWritable(path),
  );
  if (odd === undefined) return null;
  return {
    message: `A Caddyfile cannot name ${JSON.stringify(odd)}.`,
    hint: 'Choose a path that has no backslashes and no backticks, with --root for the folder of the site.',
  };
}

function configuration(site: HostedSite): string {
  const prefix = decodedPrefix(site);
  const { certificate, certificateKey } = site.hosting;
  const server = block(
    addressOf(site),
    ...(certificate === null || certificateKey === null
      ? []
      : [`tls ${quoteValue(certificate)} ${quoteValue(certificateKey)}`]),
    '# ---- the site begins ----',
    ...(prefix === '' ? [] : redirectToRoot(site, prefix)),
    ...(prefix === ''
      ? block('handle', block('route', siteRules(site, prefix)))
      : [
          `@phagepress vars_regexp {http.request.uri.path} ${quote(`^${patterns.literalPattern(prefix)}/`)}`,
          ...block('handle @phagepress', block('route', siteRules(site, prefix))),
        ]),
    tooLong(prefix),
    '# ---- the site ends ----',
  );
  return joinLines(howToUse(site), '', server);
}

function addressOf(site: HostedSite): string {
  const { isHttps, host, port } = siteAddress(site);
  // Without a scheme, Caddy gets a certificate and redirects from http on its own.
  if (isHttps) return port === 443 && host !== null ? host : `https://${host ?? ''}:${port}`;
  return `http://${host ?? ''}:${port}`;
}

function howToUse(site: HostedSite): string[] {
  return comment(
    `The site at ${site.baseUrl}, for Caddy 2.6 or newer. Made by phagepress.`,
    '',
    ...howToCopy(site, 'Caddy'),
    '2. Copy this file to /etc/caddy/Caddyfile, or add it to the existing one.',
    '3. caddy validate --config /etc/caddy/Caddyfile && systemctl reload caddy',
    '',
    'New pages and records need no reload: Caddy looks them up in the files. Only the page number that',
    '`?page=last` stands for is written here. If you have a block for this host already, put into it',
    'the lines between "the site begins" and "the site ends", which answer no other paths.',
  );
}

/** Caddy fails with a 500 on a name too long for the file system; the client must get a 404. */
function tooLong(prefix: string): string[] {
  return block(
    'handle_errors',
    ...block(
      '@phagepress_long',
      'expression {http.error.status_code} == 500',
      `vars_regexp {http.request.orig_uri.path} ${quote(`^${patterns.literalPattern(prefix)}/`)}`,
      'vars_regexp phagepress_name {http.request.orig_uri} `(?:[^/%?]|%[0-9A-Fa-f][0-9A-Fa-f]){256}`',
    ),
    block(
      'route @phagepress_long',
      ...Object.entries(variedHeaders(apiHeaders)).map(
        ([name, value]) => `header ${name} ${quote(value)}`,
      ),
      errorLines(404, notFoundBody),
    ),
  );
}

function redirectToRoot(site: HostedSite, prefix: string): string[] {
  return [
    `@phagepress_unslashed vars_regexp {http.request.uri.path} ${quote(`^${patterns.literalPattern(prefix)}$`)}`,
    ...block(
      'handle @phagepress_unslashed',
      block(
        'route',
        asSent,
        `redir * ${quoteValue(`${site.prefix}/`).replace(/.$/, '{phagepress_query}$&')} 301`,
      ),
    ),
  ];
}

function siteRules(site: HostedSite, prefix: string): string[] {
  const { maxAge, compressed } = site;
  return [
    `root * ${quoteValue(folderOf(site))}`,
    '# Always the whole file: a 416 or 412 would be kept by caches like a page. But of bulk files there are parts.',
    `@whole not vars_regexp {http.request.uri.path} ${quote(`^${patterns.literalPattern(prefix)}/(?:bulk|media)/`)}`,
    ...block(
      'route @whole',
      'request_header -Range',
      'header -Accept-Ranges',
      ...(compressed.gzip ? [] : block('encode', 'gzip', 'minimum_length 100')),
    ),
    ...['If-Match', 'If-Unmodified-Since'].map((name) => `request_header -${name}`),
    ...block(
      'header',
      ...Object.entries(variedHeaders(apiHeaders)).map(
        ([name, value]) => `${name} ${quote(value)}`,
      ),
      `Cache-Control ${quote(cacheControl(maxAge))}`,
    ),
    ...caddyRoutes(site, prefix),
  ];
}

// The routes of a site in a Caddyfile; inside `route`, directives keep their order.

/** A token in which placeholders are expanded; the text must pass `isWritable`. */
function quote(text: string): string {
  return text.includes('`') ? `"${text}"` : `\`${text}\``;
}

function quoteValue(text: string): string {
  // Caddy expands `{$NAME}` everywhere, before it parses the file. The brace is therefore written as the default of an
  // unset variable.
  const literal = text.replace(/[{}]/g, '\\$&').replaceAll('{$', '{$PHAGEPRESS_NONE:{}$');
  return quote(literal);
}

const globSigns = /[*?[\\]/g;

function isGlob(text: string): boolean {
  return text.search(globSigns) !== -1;
}

/** A folder name as a literal where Caddy expects a glob. */
function quoteGlob(text: string): string {
  return quoteValue(text.replace(globSigns, '\\$&'));
}

/**
 * Whether a text can be quoted. A backtick ends a token in backticks, and cannot be combined with a quote or a
 * backslash; a backslash before a brace is ambiguous.
 */
function isWritable(text: string): boolean {
  return !(text.includes('`') && /["\\]/.test(text)) && !/\\[{}]/.test(text);
}

/** A path that is a file or a 404. OPTIONS returns only a description, so there the existence of `file` is checked. */
function fileRoute(
  name: string,
  file: string,
  descriptionLines: readonly string[],
  site: HostedSite,
): string[] {
  return block(
    `route @${name}`,
    block(
      'route @options',
      thereMatcher(`@${name}_there`, file, site),
      block(`route @${name}_there`, descriptionLines),
      errorLines(404, notFoundBody),
    ),
    files(site),
    errorLines(404, notFoundBody),
  );
}

/** Matches when a file exists. Caddy takes the site's folder as a glob, so one with special characters is escaped. */
function thereMatcher(name: string, file: string, site: HostedSite): string[] {
  const dir = folderOf(site);
  return isGlob(dir)
    ? block(`${name} file`, `root ${quoteGlob(dir)}`, `try_files ${file}`)
    : [`${name} file ${file}`];
}

/** `index` is the file of a folder. */
function files({ compressed }: HostedSite, index = 'index.json index.html'): string[] {
  const encodings = [...(compressed.br ? ['br'] : []), ...(compressed.gzip ? ['gzip'] : [])];
  return block(
    'file_server',
    `index ${index}`,
    ...(encodings.length === 0 ? [] : [`precompressed ${encodings.join(' ')}`]),
    'disable_canonical_uris',
    'pass_thru',
  );
}

function description(of: Description, site: HostedSite): string[] {
  return [
    `header Access-Control-Allow-Methods ${quote(allowedMethods)}`,
    `header Content-Type ${jsonType}`,
    `respond ${quoteValue(optionsBody(of, site.fieldNames, offeredOn(site)))} 200`,
  ];
}

/** `body` may contain the placeholder of the method. */
function errorLines(status: 404 | 405, body: string): string[] {
  const text = quoteValue(body).replace('\\{http.request.method\\}', '{http.request.method}');
  return [
    'header Cache-Control no-store',
    `header Content-Type ${jsonType}`,
    `respond ${text} ${status}`,
  ];
}

// Pages of lists: what `page` and `page_size` in the query ask for, and the file that is served (L4, L5).

const number = patterns.pageNumberGroups.map((group) => `\${${group}}`).join('');

/** Maps of the last `page` in the query to its value, and to the page number in each list and in views. */
function pageMaps(site: HostedSite): string[] {
  const lists = [...listsOf(site), 'view'] as const;
  const forEach = (value: (list: (typeof lists)[number]) => string | number) =>
    lists.map((list) => `"${value(list)}"`).join(' ');
  const lastPage = (list: (typeof lists)[number]) => {
    if (list === 'view') return lastWord;
    return site.pageSets?.[list] === undefined ? site.lastPages[list] : lastWord;
  };
  return [
    ...queryMap(patterns.pageValuePattern, 'phagepress_value'),
    ...block(
      `map {phagepress_value} ${lists.map((list) => `{phagepress_${list}}`).join(' ')}`,
      `"~^$" ${forEach(() => 1)}`,
      `${quote(`~${patterns.lastWordPattern}`)} ${forEach(lastPage)}`,
      `${quote(`~${patterns.pageNumberPattern}`)} ${forEach(() => number)}`,
      `default ${forEach(() => 0)}`,
    ),
    ...viewMaps(site),
    ...sizeMaps(site),
  ];
}

/** A map of the query to group 1 of a pattern. */
function queryMap(pattern: string, variable: string): string[] {
  return block(
    `map {http.request.uri.query} {${variable}}`,
    `${quote(`~${pattern}`)} "\${1}"`,
    'default ""',
  );
}

const lastWord = 'last';

/** A map of the last `page` to its number in the view that is asked for, where some have several (V1). */
function viewMaps(site: HostedSite): string[] {
  const lasts = Object.entries(site.viewPages ?? {}).map(([view, last]) => {
    return `${quote(`~^${lastWord} /api/${patterns.literalPattern(view)}/$`)} "${last}"`;
  });
  if (lasts.length === 0) return [];
  const map = 'map "{phagepress_view} {http.request.uri.path}" {phagepress_view_page}';
  return block(map, ...lasts, '`~^([0-9]+) ` "${1}"', 'default 0');
}

/** Maps of the last `page_size` in the query to the folder and the last page of a set, where a list has several (L5). */
function sizeMaps({ pageSets = {} }: HostedSite): string[] {
  if (Object.keys(pageSets).length === 0) return [];
  const pages = ({ name, lastPage }: PageSet) => `"${pagesFolder(name)}" "${lastPage}"`;
  return [
    ...queryMap(patterns.sizeValuePattern, 'phagepress_size'),
    ...Object.entries(pageSets).flatMap(([list, sets]) =>
      block(
        `map {phagepress_size} {phagepress_${list}_pages} {phagepress_${list}_last}`,
        // Largest first, since the first match wins.
        ...setsFrom(sets)
          .toReversed()
          .map(({ from, set }) => `${quote(`~${patterns.atLeastPattern(from)}`)} ${pages(set)}`),
        ...sets.slice(0, 1).map((set) => `default ${pages(set)}`),
      ),
    ),
  ];
}

function listRoutes(list: ListName, site: HostedSite): string[] {
  const page = `${list}_page`;
  const sets = site.pageSets?.[list];
  const ofList = description(list, site);
  return [
    `@${list} path_regexp ^/api/${list}/$`,
    ...block(
      `route @${list}`,
      // Methods belong to a path: the page in the query is ignored.
      block('route @options', ofList),
      ...(sets === undefined
        ? [`rewrite * /api/${list}/page/{phagepress_${list}}.json`]
        : rewriteToSet(list)),
      files(site),
      errorLines(404, invalidPageBody),
    ),
    `@${page} path_regexp ^/api/${list}/${patterns.pageFilesPattern(sets)}$`,
    ...fileRoute(page, '{http.request.uri.path}', ofList, site),
  ];
}

function rewriteToSet(list: ListName): string[] {
  const to = (page: string) => `/api/${list}/{phagepress_${list}_pages}/{phagepress_${page}}.json`;
  return [
    `@${list}_last vars {phagepress_${list}} ${lastWord}`,
    `@${list}_number not vars {phagepress_${list}} ${lastWord}`,
    `rewrite @${list}_last ${to(`${list}_last`)}`,
    `rewrite @${list}_number ${to(list)}`,
  ];
}

function tableRewrites({ tables }: HostedSite): string[] {
  if (tables !== true) return [];
  return [
    ...queryMap(patterns.tableValuePattern, 'phagepress_table_type'),
    ...block(
      'map {phagepress_table_type} {phagepress_table}',
      `${quote(`~${patterns.simpleTablePattern}`)} "simple"`,
      'default "full"',
    ),
    `@table path_regexp ^${phageTableAddress}$`,
    `rewrite @table ${phageTableAddress}{phagepress_table}.tsv`,
    `@family path_regexp family ^/${patterns.familyPattern}$`,
    `rewrite @family /${familyFolder}{http.regexp.family.1}.tsv`,
  ];
}

/** `prefix` is decoded; routes after its removal do not depend on it. */
function caddyRoutes(site: HostedSite, prefix: string): string[] {
  return [
    '@other not method GET HEAD OPTIONS',
    ...block('route @other', errorLines(405, methodNotAllowed)),
    '# Paths that would be repaired before a file is looked for.',
    ...asSent,
    `@odd vars_regexp {phagepress_path} ${quote(patterns.oddPathPattern)}`,
    ...block('route @odd', errorLines(404, notFoundBody)),
    ...(prefix === '' ? [] : [`uri strip_prefix ${quoteValue(strippable(prefix))}`]),
    '@options method OPTIONS',
    ...(site.html ? block('@browser', 'method GET HEAD', 'header Accept *text/html*') : []),
    '',
    ...pageMaps(site),
    '',
    ...listsOf(site).flatMap((list) => listRoutes(list, site)),
    ...folderRoutes('record', site),
    '# Views: those that are switched off have no files.',
    ...viewPages(site),
    ...folderRoutes('view', site),
    '@root path_regexp ^/api/(?:index\\.json)?$',
    ...block('route @root', block('route @options', description('root', site)), files(site)),
    ...redirects(site),
    '@nothing path_regexp ^/api/',
    ...block('route @nothing', errorLines(404, notFoundBody)),
    '',
    '# Files of all records, as they are.',
    ...tableRewrites(site),
    `@bulk path_regexp bulk ^/${bulkFolders(site)}[^/]+\\.(${bulkExtensions})$`,
    ...bulkRoute(site),
    '',
    ...staticRoute(site),
    ...pageRoutes(site),
    '# Beside the API: the welcome page, the schemas, what the site says of itself.',
    '@beside path_regexp ^/(?:(?:[^/._][^/]*/)*[^/._][^/]*\\.(?:json|html))?$',
    ...block('route @beside', 'respond @options 204', files(site)),
    ...nothingHere(site),
  ];
}

/** For a path outside the API where nothing is; a browser is told in HTML. */
function nothingHere({ html }: HostedSite): string[] {
  const page = block(
    'route @browser',
    'header Cache-Control no-store',
    'header Content-Type "text/html; charset=utf-8"',
    `rewrite * /${lostFile}`,
    block('file_server', 'status 404', 'pass_thru'),
  );
  return [...(html ? page : []), ...errorLines(404, notFoundBody)];
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
      '# Without its slash, relative links of a page would lead elsewhere.',
      '@static_bare path_regexp [^/]$',
      block(
        'route @static_bare',
        thereMatcher('@static_folder', '{http.request.uri.path}/index.html', site),
        'redir @static_folder {phagepress_path}/{phagepress_query} 301',
      ),
      block('file_server', 'index index.html', 'disable_canonical_uris', 'pass_thru'),
      nothingHere(site),
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
      nothingHere(site),
    ),
    `@fresh path_regexp ^/(?:index\\.html|${assetFolder}[^/]+)?$`,
    `header @fresh Cache-Control ${freshCache}`,
    '',
  ];
}

function bulkRoute(site: HostedSite): string[] {
  return block(
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
    nothingHere(site),
  );
}

/** A prefix for strip_prefix: Caddy compares ASCII decoded, and everything else byte for byte, as clients send it. */
function strippable(prefix: string): string {
  return prefix.replace(/[^!-$&-~ ]+/g, encodeURIComponent);
}

const methodNotAllowed = methodNotAllowedBody('{http.request.method}');

/** Most views have one page: any other is a 404 (V1). */
function viewPages(site: HostedSite): string[] {
  const paged = patterns.pagedViewsPattern(site);
  return [
    ...(paged === null
      ? []
      : [
          ...block('@paged', 'not method OPTIONS', `path_regexp ^/api/${paged}/$`),
          ...block(
            'route @paged',
            files(site, 'page/{phagepress_view_page}.json'),
            errorLines(404, invalidPageBody),
          ),
        ]),
    ...block(
      '@beyond',
      'not method OPTIONS',
      `path_regexp ^/api/${patterns.listViewsPattern(routesOf(site))}/$`,
      `not vars {phagepress_view} 1 ${lastWord}`,
    ),
    ...block('route @beyond', errorLines(404, invalidPageBody)),
  ];
}

function folderRoutes(kind: Route['kind'], site: HostedSite): string[] {
  return routesOf(site).flatMap((route) => {
    if (route.kind !== kind) return [];
    const name = route.name.replace(anyName, 'one').replaceAll('/', '_');
    const page = `${name}_page`;
    const path = `^/api/${patterns.routePattern(route)}`;
    const ofRoute = description(route.name, site);
    const hasPages = patterns.pagedViewsPattern(site) !== null && isListView(route.name);
    return [
      ...(hasPages
        ? [
            `@${page} path_regexp ${path}${patterns.viewPageFilesPattern}$`,
            ...fileRoute(page, '{http.request.uri.path}', ofRoute, site),
          ]
        : []),
      `@${name} path_regexp ${name} ^(/api/${patterns.routePattern(route)}/)(?:index\\.json)?$`,
      ...fileRoute(name, `{http.regexp.${name}.1}index.json`, ofRoute, site),
    ];
  });
}

/** The path as sent, still percent-encoded, and the query with its `?`; a proxy may send an absolute URL. */
const asSent = block(
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
