/** Apache: a `.htaccess` in the site, for self-managed servers and shared web hosting. */
import { bulkFolders, bulkTypes, familyFolder, phageTableAddress } from '../contract/bulkFiles.ts';
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
import type { Description } from '../contract/routes.ts';
import {
  assetFolder,
  codeExtensions,
  codeFolder,
  codeTypes,
  errorFiles,
  lostFile,
  pagesFolder,
} from '../contract/sitePaths.ts';
import { type SiteFile, textFile } from '../describing/fixedFiles.ts';
import {
  byFilesAlone,
  comment,
  decodedPrefix,
  type Host,
  type HostedSite,
  joinLines,
  keepsAll,
  listsOf,
  offeredOn,
  plainHost,
  refusesOddPrefix,
  routesOf,
} from './host.ts';
import * as patterns from './rulePatterns.ts';

export const apache: Host = {
  ...plainHost,
  title: 'Apache',
  testedOn: 'Apache 2.4',
  keeps: {
    ...keepsAll,
    ...byFilesAlone,
    'raw-path':
      'malformed escapes, `%00`, `%2F` and paths that climb out of the server get its own 400 or 404 page; all other odd paths are answered as they should be',
    'any-method': 'the 405 names POST, PUT, PATCH, DELETE and PROPFIND alone',
    'long-names': 'its own 403 page, before it reads `.htaccess`',
    'long-queries':
      'its own 414 page above 8 kB, unless the server has a larger `LimitRequestLine`',
  },
  siteFiles: (site) => [
    textFile('.htaccess', configuration(site)),
    ...namedMethods.map(methodFile),
  ],
  hides: (name) =>
    name.toLowerCase() === '.htaccess'
      ? 'Apache reads as a file of settings, and then answers 403 for the whole folder'
      : null,
  refuses: refusesOddPrefix,
};

function configuration(site: HostedSite): string {
  return joinLines(
    howToUse(site),
    '',
    basics(site),
    '',
    answersWithoutFile(site),
    '',
    headers(site),
    '',
    compression(site),
    '',
    pageCode(site),
    bulk(site),
    '',
    apacheRules(site),
  );
}

function howToUse(site: HostedSite): string[] {
  return comment(
    `The site at ${site.baseUrl}, for Apache 2.4 (a release of 2021 or later). Made by phagepress.`,
    '',
    'It is part of the site and is uploaded with it. From the folder that it is in:',
    '  rsync -a --delete --exclude /.well-known ./ server:/var/www/phages/',
    'It needs `AllowOverride All` for that folder, and the modules rewrite, headers, mime and dir:',
    '  a2enmod rewrite headers && systemctl reload apache2',
    `The folder must be at ${site.prefix}/ of its host, as its DocumentRoot, below it, or by an Alias.`,
  );
}

/** Directives in a section. */
function inside(section: string, argument: string, ...lines: readonly string[]): string[] {
  return [`<${section} ${argument}>`, ...lines.map((line) => `    ${line}`), `</${section}>`];
}

function ifTrue(condition: string, ...lines: readonly string[]): string[] {
  return inside('If', quote(condition), ...lines);
}

function isAt(pattern: string): string {
  return `%{REQUEST_URI} =~ m#${pattern}#`;
}

function addTypes(types: Readonly<Record<string, string>>): string[] {
  return Object.entries(types).map(([extension, type]) => `AddType ${type} .${extension}`);
}

/** The encodings of compressed siblings. Later ones win: a client that accepts both gets br. */
function encodingsOf({ compressed }: HostedSite) {
  const all = [
    ['gzip', '.gz'],
    ['br', '.br'],
  ] as const;
  return all.filter(([encoding]) => compressed[encoding]);
}

function basics(site: HostedSite): string[] {
  return [
    'Options -Indexes -MultiViews',
    '# It would lead to whatever name the client gave the host.',
    'DirectorySlash Off',
    'DirectoryIndex index.json index.html',
    ...encodingsOf(site).flatMap(([encoding, suffix]) => [
      ...ifTrue(
        `%{HTTP:Accept-Encoding} =~ /${acceptsPattern(encoding)}/`,
        `DirectoryIndex index.json${suffix} index.json index.html${suffix} index.html`,
      ),
    ]),
    'AddDefaultCharset Off',
    `AddType ${jsonType} .json`,
    'AddType text/html .html',
    ...comment(
      'Of the bytes themselves: neither times nor sizes tell two releases apart for sure.',
    ),
    'FileETag Digest',
  ];
}

/** Responses without a file: mod_rewrite sets a status, and puts the body into a variable. */
function answersWithoutFile(site: HostedSite): string[] {
  const errors = `${encodePath(decodedPrefix(site))}/${errorFiles.methodNotAllowed}`;
  return [
    'ErrorDocument 200 "%{reqenv:PHAGEPRESS_BODY}"',
    'ErrorDocument 404 "%{reqenv:PHAGEPRESS_BODY}"',
    ...(site.html
      ? [
          ...comment('A browser is told in HTML.'),
          ...ifTrue(
            `%{HTTP:Accept} =~ m#text/html# && !(${isAt(pathPattern(site, 'api(?:/.*)?'))})`,
            `ErrorDocument 404 ${encodePath(decodedPrefix(site))}/${lostFile}`,
          ),
        ]
      : []),
    ...comment('From files: beside a text, Apache would send an `Allow` of its own.'),
    `ErrorDocument 405 "${errors.replace('method-not-allowed', '%{reqenv:PHAGEPRESS_REFUSAL}')}"`,
  ];
}

/** Bulk files: no content encoding, and ETags from time and size, since the files are too large to hash. */
function bulk(site: HostedSite): string[] {
  const own = ownPattern(site);
  return [
    ...comment('Files of all records, as they are.'),
    ...ifTrue(
      isAt(bulkPattern(site)),
      'RemoveEncoding .gz .br',
      'FileETag MTime Size',
      ...addTypes(bulkTypes),
    ),
    ...(own === null
      ? []
      : [...comment("And the publisher's own."), ...ifTrue(isAt(own), 'RemoveEncoding .gz .br')]),
  ];
}

function headers(site: HostedSite): string[] {
  const { maxAge } = site;
  const [isBulk, isRead] = [isAt(bulkPattern(site)), isAt(readPattern(site))];
  const isWhole = `!(${isBulk})`;
  const isError = '%{REQUEST_STATUS} -ge 400';
  const isOptions = "%{REQUEST_METHOD} == 'OPTIONS'";
  // All other statuses have Apache's own HTML bodies.
  const isPage = isAt(pathPattern(site, lostFile.replace('.', '[.]')));
  const isJson = `(%{REQUEST_STATUS} =~ /^40[45]$/ && !(${isPage})) || (${isOptions} && %{REQUEST_STATUS} == 200)`;
  const when = (condition: string) => quote(`expr=${condition}`);
  return [
    ...comment('Always the whole file: a 416 would be kept by caches like a page.'),
    `RequestHeader unset Range ${when(isWhole)}`,
    `Header unset Accept-Ranges ${when(isWhole)}`,
    ...Object.entries(variedHeaders(apiHeaders)).flatMap(([name, value]) => [
      // The server configuration may have set it in the other header table (Apache has `always` and `onsuccess`).
      `Header unset ${name}`,
      `Header always set ${name} ${quote(value)}`,
    ]),
    ...['If-Match', 'If-Unmodified-Since'].map((name) => `RequestHeader unset ${name}`),
    'Header unset Cache-Control',
    `Header always set Cache-Control ${quote(cacheControl(maxAge))}`,
    ...pageHeaders(site).map(
      ([pattern, value]) =>
        `Header always set Cache-Control ${quote(value)} ${when(isAt(pattern))}`,
    ),
    `Header always set Cache-Control "no-store" ${when(isError)}`,
    `Header always set Content-Type ${jsonType} ${when(isJson)}`,
    `Header always set Access-Control-Allow-Methods ${quote(allowedMethods)} ${when(isOptions)}`,
    `Header always set Access-Control-Allow-Headers ${quote(bulkRequestHeaders)} ${when(`${isOptions} && ${isRead}`)}`,
    `Header always set Access-Control-Expose-Headers ${quote(exposedByBulk.join(', '))} ${when(isBulk)}`,
  ];
}

function pageHeaders(site: HostedSite): (readonly [pattern: string, value: string])[] {
  if (!site.pages) return [];
  return [
    [pathPattern(site, `(?:index[.]html.*|${assetFolder}.*)?`), freshCache],
    [pathPattern(site, `${codeFolder}[^/]+`), lastingHeaders['Cache-Control'] ?? ''],
  ];
}

function compression({ compressed }: HostedSite): string[] {
  const encoded = [
    ...(compressed.gzip ? ['AddEncoding gzip .gz'] : []),
    ...(compressed.br ? ['AddEncoding br .br', 'RemoveLanguage .br'] : []),
  ];
  const typed = (extension: string, type: string) =>
    inside('FilesMatch', `"\\.${extension}\\.(?:gz|br)$"`, `ForceType ${type}`);
  return [
    ...(encoded.length === 0
      ? []
      : [...encoded, ...typed('json', jsonType), ...typed('html', 'text/html')]),
    ...inside(
      'IfModule',
      'mod_deflate.c',
      ...(compressed.gzip ? [] : deflate([jsonType, 'text/html'])),
      ...comment('It marks the validators of what it compresses, and would not know them again.'),
      `RequestHeader edit* If-None-Match "-gzip\\"" "\\""`,
    ),
  ];
}

function deflate(types: readonly string[]): readonly string[] {
  return inside('IfModule', 'mod_filter.c', `AddOutputFilterByType DEFLATE ${types.join(' ')}`);
}

/** The types of the code of the pages for people, and its compression; the publisher's own files are not compressed. */
function pageCode(site: HostedSite): string[] {
  const { compressed, pages } = site;
  if (!pages) return [];
  const isCode = (ending: string) => isAt(pathPattern(site, `${codeFolder}[^/]+${ending}`));
  const typed = compressed.gzip || compressed.br ? Object.entries(codeTypes) : [];
  return [
    ...comment('The code of the pages for people.'),
    ...ifTrue(
      isCode(''),
      ...addTypes(codeTypes),
      ...(compressed.gzip
        ? []
        : ['<IfModule mod_deflate.c>', ...deflate(Object.values(codeTypes)), '</IfModule>']),
    ),
    ...typed.flatMap(([extension, type]) =>
      ifTrue(isCode(`[.]${extension}[.](?:gz|br)`), `ForceType ${type}`),
    ),
    '',
  ];
}

function methodFile(method: string): SiteFile {
  const path = errorFiles.methodNotAllowed.replace('.json', `/${method}.json`);
  return textFile(path, methodNotAllowedBody(method));
}

// The routes of a site as mod_rewrite rules, for the `.htaccess` in its folder.

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** An argument of a mod_rewrite directive, which has no escapes: it must not contain both kinds of quotes. */
function quoteRule(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}

/** A literal in the substitution of a RewriteRule, where `$1` and `%1` are back-references. */
function escapeSubstitution(text: string): string {
  return text.replace(/[\\$%]/g, '\\$&');
}

/** Matches an Accept-Encoding header that accepts the encoding, with a weight above zero. */
export function acceptsPattern(encoding: 'gzip' | 'br'): string {
  return `(?:^|,) *${encoding} *(?:; *q=(?!0(?:[.]0*)? *(?:,|$))[^,]*)?(?:,|$)`;
}

function encodePath(path: string): string {
  return encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

type Condition = readonly [test: string, pattern: string];

/** A rule with its conditions; `%1` refers to a group of the last condition, `$1` to one of the rule itself. */
function rule(
  pattern: string,
  substitution: string,
  flags: string,
  ...conditions: readonly Condition[]
): string[] {
  return [
    ...conditions.map(([test, of]) => `RewriteCond ${quoteRule(test)} ${quoteRule(of)}`),
    `RewriteRule ${quoteRule(pattern)} ${substitution} [${flags}]`,
  ];
}

// Pages of lists: what `page` and `page_size` in the query ask for, and the file that is served (L4, L5).

const number = patterns.pageNumberGroups.map((group) => `%${group}`).join('');

/** Routes `?page=` to the page's file; the number is valid if the file exists. */
function pageRules(site: HostedSite): string[] {
  const sized = Object.entries(site.pageSets ?? {});
  const folder = sized.length === 0 ? 'page' : '%{ENV:PHAGEPRESS_PAGES}';
  const page = `%{REQUEST_FILENAME}${folder}/%{ENV:PHAGEPRESS_PAGE}.json`;
  const file = `$0${folder}/%{ENV:PHAGEPRESS_PAGE}.json`;
  const isCompressed = site.compressed.gzip || site.compressed.br;
  const paged = Object.entries(site.viewPages ?? {}).map(
    ([view, last]) => [patterns.literalPattern(view), last] as const,
  );
  const names = [...listsOf(site), ...paged.map(([view]) => view)].join('|');
  const lists = `^api/(?:${names})/$`;
  const views = patterns.listViewsPattern(routesOf(site));
  const all = `^api/(?:${names}|${views})/$`;
  const lastPage = (path: string, last: number, ...conditions: readonly Condition[]) =>
    rule(`^api/${path}/$`, '-', `E=PHAGEPRESS_PAGE:${last}`, ...conditions, [
      '%{ENV:PHAGEPRESS_VALUE}',
      patterns.lastWordPattern,
    ]);
  const isInvalid = ['E=PHAGEPRESS_BODY:%1,R=404,L', [invalidPageBody, '^(.+)$']] as const;
  return [
    ...comment('The value of the last `page` in the query, and the number that it means.'),
    ...rule(all, '-', 'E=PHAGEPRESS_PAGE:1'),
    ...rule(all, '-', 'E=PHAGEPRESS_VALUE:%1', ['%{QUERY_STRING}', patterns.pageValuePattern]),
    ...rule(all, '-', 'E=PHAGEPRESS_PAGE:0', ['%{ENV:PHAGEPRESS_VALUE}', '.']),
    ...rule(all, '-', `E=PHAGEPRESS_PAGE:${number}`, [
      '%{ENV:PHAGEPRESS_VALUE}',
      patterns.pageNumberPattern,
    ]),
    ...listsOf(site).flatMap((list) => lastPage(list, site.lastPages[list])),
    ...(sized.length === 0 ? [] : pageSets(lists, sized)),
    ...sized.flatMap(([list, sets]) =>
      sets
        .slice(1)
        .flatMap(({ name, lastPage: last }) =>
          lastPage(list, last, ['%{ENV:PHAGEPRESS_PAGES}', `^${pagesFolder(name)}$`]),
        ),
    ),
    ...lastPage(views, 1),
    ...paged.flatMap(([view, last]) => lastPage(view, last)),
    ...(isCompressed
      ? rule(lists, `${file}%{ENV:PHAGEPRESS_SUFFIX}`, 'END', [
          `${page}%{ENV:PHAGEPRESS_SUFFIX}`,
          '-f',
        ])
      : []),
    ...rule(lists, file, 'END', [page, '-f']),
    ...rule(lists, '-', ...isInvalid),
    ...comment('Other views are whole on page 1.'),
    ...rule(`^api/${views}/$`, '-', isInvalid[0], ['%{ENV:PHAGEPRESS_PAGE}', '!^1$'], isInvalid[1]),
  ];
}

/** Sets the folder of the page set that `page_size` selects (L5). */
function pageSets(lists: string, sized: readonly [list: string, sets: readonly PageSet[]][]) {
  const chosen = ({ name }: PageSet) => `E=PHAGEPRESS_PAGES:${pagesFolder(name)}`;
  return [
    ...comment('The size of pages that the query asks for: the last that is not too large.'),
    ...rule(lists, '-', 'E=PHAGEPRESS_PAGES:page'),
    ...rule(lists, '-', 'E=PHAGEPRESS_SIZE:%1', ['%{QUERY_STRING}', patterns.sizeValuePattern]),
    ...sized.flatMap(([list, sets]) =>
      setsFrom(sets).flatMap(({ from, set }) =>
        rule(`^api/${list}/$`, '-', chosen(set), [
          '%{ENV:PHAGEPRESS_SIZE}',
          patterns.atLeastPattern(from),
        ]),
      ),
    ),
  ];
}

/** Matches the decoded path of a bulk file. The prefix, which may contain any character, is matched by its segments. */
function bulkPattern(site: HostedSite): string {
  return pathPattern(site, `${bulkFolders(site)}[^/]+`);
}

/** Also matches the addresses of tables, which lead to such files: scripts request ranges of these, too. */
function readPattern(site: HostedSite): string {
  if (site.tables !== true) return bulkPattern(site);
  const ofTables = `${phageTableAddress.slice(1)}|${patterns.familyPattern}`;
  return pathPattern(site, `(?:${bulkFolders(site)}[^/]+|${ofTables})`);
}

/** The same for any decoded path, given as a pattern of what follows the prefix and its slash. */
function pathPattern({ prefix }: HostedSite, pattern: string): string {
  return `^${'/[^/]*'.repeat(prefix.split('/').length - 1)}/${pattern}$`;
}

function ownPattern(site: HostedSite): string | null {
  const pattern = patterns.staticPattern(site);
  return pattern === null ? null : pathPattern(site, pattern);
}

function tableRewrites({ tables }: HostedSite): string[] {
  if (tables !== true) return [];
  const address = `^${phageTableAddress.slice(1)}$`;
  const variable = 'PHAGEPRESS_TABLE';
  return [
    ...comment('Tables: of phages by the last `type` in the query, and of gene families.'),
    ...rule(address, '-', `E=${variable}:full`),
    ...rule(
      address,
      '-',
      `E=${variable}:simple`,
      ['%{QUERY_STRING}', patterns.tableValuePattern],
      ['%1', patterns.simpleTablePattern],
    ),
    ...rule(address, `$0%{ENV:${variable}}.tsv`, 'END'),
    ...rule(`^${patterns.familyPattern}$`, `${familyFolder}$1.tsv`, 'END'),
    '',
  ];
}

/** Methods whose 405 names them; each has a body file in the site. */
const namedMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'] as const;

function unslashed(site: HostedSite): string {
  const unfit = `${patterns.unfitNamePattern}|${patterns.longNamePattern}`;
  return `(?!.*(?:${unfit}))(?!${patterns.notTextPattern})api${patterns.unslashedPattern(site)}$`;
}

function apacheRules(site: HostedSite): string[] {
  return [
    'RewriteEngine On',
    '# Also where the folder of the site is asked for without its slash.',
    'RewriteOptions AllowNoSlash',
    `RewriteBase ${encodePath(decodedPrefix(site))}/`,
    ...comment('The file that an error or a rewritten path leads to is answered as it is.'),
    ...rule('^', '-', 'END', ['%{ENV:REDIRECT_STATUS}', '.']),
    ...rule('^', '-', 'E=PHAGEPRESS_BODY:%1', [notFoundBody, '^(.+)$']),
    ...methods,
    ...comment(
      'Paths that Apache would repair before it looks for a file, and compressed siblings.',
    ),
    ...rule('^', '-', 'R=404,L', [rawTarget, rawTargetPattern], ['%1', patterns.oddPathPattern]),
    ...rule(
      '^',
      '-',
      'R=404,L',
      [rawTarget, rawTargetPattern],
      ['%1', '^[^?]*\\.(?:gz|br)/?(?:\\?|$)'],
      ['%{REQUEST_URI}', `!${bulkPattern(site)}`],
      // Such a folder belongs to a record whose name ends this way.
      ['%{REQUEST_FILENAME}', '!-d'],
      ...notStatic(site),
    ),
    '',
    ...rootRedirect(site),
    ...descriptions(site),
    '',
    ...redirects(site),
    '',
    ...suffixes(site),
    ...pageRules(site),
    '',
    ...tableRewrites(site),
    ...comment(
      'Folders that hold neither a record nor a page for people, and names that begin like hidden ones.',
    ),
    ...rule(
      '^',
      '-',
      'R=404,L',
      ['%{REQUEST_FILENAME}', '-d'],
      ['%{REQUEST_FILENAME}/index.json', '!-f'],
      ['%{REQUEST_FILENAME}/index.html', '!-f'],
    ),
    ...rule('[^/]$', '-', 'R=404,L', ['%{REQUEST_FILENAME}', '-d']),
    // .well-known/ is not part of the site: certificate authorities validate the domain there.
    ...rule('^(?!api/|\\.well-known/|bulk/phages/|media/)(?:.*/)?[._]', '-', 'R=404,L'),
    ...siblings(site),
  ];
}

function notStatic(site: HostedSite): Condition[] {
  const pattern = ownPattern(site);
  return pattern === null ? [] : [['%{REQUEST_URI}', `!${pattern}`]];
}

// The path as in the request line: Apache decodes and normalizes every other form of it.
const rawTarget = '%{THE_REQUEST}';
const rawTargetPattern = '^[^ ]+ (?:[a-z]+://[^/? ]*)?([^ ]*)';

const methods: readonly string[] = [
  ...rule('^', '-', 'E=PHAGEPRESS_REFUSAL:method-not-allowed/%{REQUEST_METHOD},R=405,L', [
    '%{REQUEST_METHOD}',
    `^(?:${namedMethods.join('|')})$`,
  ]),
  ...rule('^', '-', 'E=PHAGEPRESS_REFUSAL:method-not-allowed,R=405,L', [
    '%{REQUEST_METHOD}',
    '!^(?:GET|HEAD|OPTIONS)$',
  ]),
];

/** Without page sets, the pattern that earlier builds wrote, so that their files stay the same. */
function pageFilesOf(list: ListName, { pageSets: sets }: HostedSite): string {
  const of = sets?.[list];
  return of === undefined ? '(?:index|page/[^/]+)\\.json' : patterns.pageFilesPattern(of);
}

/** R=200 ends a request with the text of `ErrorDocument 200` as its body. */
function descriptions(site: HostedSite): string[] {
  const isOptions: Condition = ['%{REQUEST_METHOD}', '=OPTIONS'];
  const describe = (pattern: string, of: Description, ...conditions: readonly Condition[]) =>
    rule(pattern, '-', 'E=PHAGEPRESS_BODY:%1,R=200,L', isOptions, ...conditions, [
      optionsBody(of, site.fieldNames, offeredOn(site)),
      '^(.+)$',
    ]);
  const isThere: Condition = ['%{REQUEST_FILENAME}', '-f'];
  return [
    ...describe('^api/(?:index\\.json)?$', 'root'),
    ...listsOf(site).flatMap((list) => [
      ...describe(`^api/${list}/$`, list),
      ...describe(`^api/${list}/${pageFilesOf(list, site)}$`, list, isThere),
    ]),
    ...routesOf(site).flatMap((route) => {
      if (route.kind === 'root' || route.kind === 'list') return [];
      const path = `^api/${patterns.routePattern(route)}`;
      return [
        ...describe(`${path}/$`, route.name, ['%{REQUEST_FILENAME}index.json', '-f']),
        ...describe(`${path}/index\\.json$`, route.name, isThere),
      ];
    }),
    ...rule(`^(?!${unslashed(site)})api/`, '-', 'R=404,L', isOptions),
    ...rule('^(?!api(?:/|$))', '-', 'R=204,L', isOptions),
  ];
}

/** Redirects to the site's base URL, since Apache behind a proxy does not know the public scheme and host. */
function redirects(site: HostedSite): string[] {
  const { baseUrl, prefix } = site;
  // Matched by its number of segments: the same name may occur again further down.
  const rawPrefix = '/[^/? ]*'.repeat(prefix.split('/').length - 1);
  return rule(`^${unslashed(site)}`, quoteRule(`${escapeSubstitution(baseUrl)}%1/`), 'R=301,NE,L', [
    rawTarget,
    `^[^ ]+ (?:[a-z]+://[^/? ]*)?${rawPrefix}([^? ]*)`,
  ]);
}

/** Only for the folder itself does a rule see an absolute file system path, instead of one relative to the folder. */
function rootRedirect({ baseUrl }: HostedSite): string[] {
  return rule('^/', quoteRule(`${escapeSubstitution(baseUrl)}/`), 'R=301,NE,L');
}

function suffixes(site: HostedSite): string[] {
  return encodingsOf(site).flatMap(([encoding, suffix]) =>
    rule('^', '-', `E=PHAGEPRESS_SUFFIX:${suffix}`, [
      '%{HTTP:Accept-Encoding}',
      acceptsPattern(encoding),
    ]),
  );
}

/** Serves compressed siblings for files requested by name. Folders use `DirectoryIndex`, which works with any name. */
function siblings(site: HostedSite): string[] {
  const { compressed } = site;
  if (!compressed.gzip && !compressed.br) return [];
  return rule(
    `^[A-Za-z0-9_./-]+\\.(?:json|html${site.pages ? `|${codeExtensions}` : ''})$`,
    '$0%{ENV:PHAGEPRESS_SUFFIX}',
    'END',
    ...notStatic(site),
    ['%{IS_SUBREQ}', '=false'],
    ['%{ENV:PHAGEPRESS_SUFFIX}', '.'],
    ['%{REQUEST_FILENAME}%{ENV:PHAGEPRESS_SUFFIX}', '-f'],
  );
}
