/** The routes of a site as mod_rewrite rules, for the `.htaccess` in its folder. */
import { codeExtensions } from '../../contract/codeFiles.ts';
import { notFoundBody } from '../../contract/bodies.ts';
import { optionsBody } from '../../contract/descriptions.ts';
import { type ListName, namedCollections, recordNouns } from '../../contract/collectionName.ts';
import type { Description } from '../../contract/sitePaths.ts';
import { acceptsPattern, encodePath, escapeSubstitution, quoteRule } from './quote.ts';
import { comment } from '../configLines.ts';
import { type HostedSite, listsOf, offeredOn, templatesOf } from '../host.ts';
import * as patterns from '../rulePatterns.ts';
import { decodedPrefix } from '../serverSetup.ts';
import { pageRules } from './pageRules.ts';
import { bulkPattern, ownPattern } from './paths.ts';
import { type Condition, rule } from './rewriteRule.ts';
import { tableRewrites } from './tables.ts';

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
