/** The routes of a site as mod_rewrite rules, for the `.htaccess` in its folder. */
import { bulkFolders, familyFolder, phageTableAddress } from '../contract/bulkFiles.ts';
import { type ListName, namedCollections, recordNouns } from '../contract/collectionName.ts';
import { optionsBody } from '../contract/descriptions.ts';
import { type PageSet, setsFrom } from '../contract/pageSizes.ts';
import { invalidPageBody, notFoundBody } from '../contract/route.ts';
import { codeExtensions, type Description, pagesFolder } from '../contract/sitePaths.ts';
import {
  comment,
  decodedPrefix,
  type HostedSite,
  listsOf,
  offeredOn,
  templatesOf,
} from './host.ts';
import * as patterns from './rulePatterns.ts';

/** An argument of any directive except those of mod_rewrite. */
export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/**
 * An argument of a mod_rewrite directive. These have no escapes within quotes, so it must not contain both kinds of
 * quotes.
 */
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

/** A decoded path as a URL without characters that are special to any directive. */
export function encodePath(path: string): string {
  return encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

/** Writes one rule of mod_rewrite. */
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

/** Pages of lists as mod_rewrite rules: what `page` and `page_size` in the query ask for, and the file that is served (L4, L5). */
const number = patterns.pageNumberGroups.map((group) => `%${group}`).join('');

/** Routes `?page=` to the page's file; the number is valid if the file exists. */
function pageRules(site: HostedSite): string[] {
  const sized = Object.entries(site.pageSets ?? {});
  const folder = sized.length === 0 ? 'page' : '%{ENV:PHAGEPRESS_PAGES}';
  const page = `%{REQUEST_FILENAME}${folder}/%{ENV:PHAGEPRESS_PAGE}.json`;
  const file = `$0${folder}/%{ENV:PHAGEPRESS_PAGE}.json`;
  const isCompressed = site.compressed.gzip || site.compressed.br;
  const names = listsOf(site).join('|');
  const lists = `^api/(?:${names})/$`;
  const views = patterns.listViewsPattern(templatesOf(site));
  const paged = `^api/(?:${names}|${views})/$`;
  const lastPage = (path: string, last: number, ...conditions: readonly Condition[]) =>
    rule(`^api/${path}/$`, '-', `E=PHAGEPRESS_PAGE:${last}`, ...conditions, [
      '%{ENV:PHAGEPRESS_VALUE}',
      patterns.lastWordPattern,
    ]);
  const isInvalid = ['E=PHAGEPRESS_BODY:%1,R=404,L', [invalidPageBody, '^(.+)$']] as const;
  return [
    ...comment('The value of the last `page` in the query, and the number that it means.'),
    ...rule(paged, '-', 'E=PHAGEPRESS_PAGE:1'),
    ...rule(paged, '-', 'E=PHAGEPRESS_VALUE:%1', ['%{QUERY_STRING}', patterns.pageValuePattern]),
    ...rule(paged, '-', 'E=PHAGEPRESS_PAGE:0', ['%{ENV:PHAGEPRESS_VALUE}', '.']),
    ...rule(paged, '-', `E=PHAGEPRESS_PAGE:${number}`, [
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
    ...(isCompressed
      ? rule(lists, `${file}%{ENV:PHAGEPRESS_SUFFIX}`, 'END', [
          `${page}%{ENV:PHAGEPRESS_SUFFIX}`,
          '-f',
        ])
      : []),
    ...rule(lists, file, 'END', [page, '-f']),
    ...rule(lists, '-', ...isInvalid),
    ...comment('A view is whole on page 1.'),
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

/**
 * Matches the decoded path of a bulk file. The prefix is matched by its number of segments, since it may contain any
 * character.
 */
export function bulkPattern(site: HostedSite): string {
  return pathPattern(site, `${bulkFolders(site)}[^/]+`);
}

/** Also matches the addresses of tables, which lead to such files: scripts request ranges of these, too. */
export function readPattern(site: HostedSite): string {
  if (site.tables !== true) return bulkPattern(site);
  const ofTables = `${phageTableAddress.slice(1)}|${patterns.familyPattern}`;
  return pathPattern(site, `(?:${bulkFolders(site)}[^/]+|${ofTables})`);
}

/** The same for any decoded path, given as a pattern of what follows the prefix and its slash. */
export function pathPattern({ prefix }: HostedSite, pattern: string): string {
  return `^${'/[^/]*'.repeat(prefix.split('/').length - 1)}/${pattern}$`;
}

/** The same for the publisher's own static files; null if there are none. */
export function ownPattern(site: HostedSite): string | null {
  const pattern = patterns.staticPattern(site);
  return pattern === null ? null : pathPattern(site, pattern);
}

/** Rewrites the addresses of tables to their files. */
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
export const namedMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'] as const;

/** Matches a path that only lacks its final slash. */
function unslashed(site: HostedSite): string {
  const unfit = `${patterns.unfitNamePattern}|${patterns.longNamePattern}`;
  return `(?!.*(?:${unfit}))(?!${patterns.notTextPattern})api${patterns.unslashedPattern(site)}$`;
}

export function apacheRules(site: HostedSite): string[] {
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

/** Excludes static files, which are served as they are. */
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

/**
 * With page sets, the pattern of the other servers; without, the one that earlier builds wrote, so that their files
 * stay the same.
 */
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
    ...namedCollections.flatMap((collection) => {
      const record = recordNouns[collection];
      const path = `^api/${collection}`;
      return [
        ...describe(`${path}/[^/]+/$`, record, ['%{REQUEST_FILENAME}index.json', '-f']),
        ...describe(`${path}/[^/]+/index\\.json$`, record, isThere),
      ];
    }),
    ...templatesOf(site).flatMap((template) => {
      const path = `^api/${patterns.templatePattern(template)}`;
      return [
        ...describe(`${path}/$`, template, ['%{REQUEST_FILENAME}index.json', '-f']),
        ...describe(`${path}/index\\.json$`, template, isThere),
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

/** Sets the suffix of the compressed sibling that the client accepts. */
function suffixes({ compressed }: HostedSite): string[] {
  const takes = (encoding: 'gzip' | 'br', suffix: string) =>
    rule('^', '-', `E=PHAGEPRESS_SUFFIX:${suffix}`, [
      '%{HTTP:Accept-Encoding}',
      acceptsPattern(encoding),
    ]);
  return [
    ...(compressed.gzip ? takes('gzip', '.gz') : []),
    ...(compressed.br ? takes('br', '.br') : []),
  ];
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
