/** nginx maps, evaluated lazily where a location uses them: the same lines for every site. */
import { createHash } from 'node:crypto';
import { familyFolder, phageTableAddress, tableTops } from '../contract/bulkFiles.ts';
import { optionsBody } from '../contract/descriptions.ts';
import { allowedMethods, bulkRequestHeaders, cacheControl } from '../contract/headers.ts';
import { methodNotAllowedBody } from '../contract/route.ts';
import { neutralNames } from '../contract/siteOptions.ts';
import { apiRootFile } from '../contract/sitePaths.ts';
import { isListView, routes } from '../contract/routes.ts';
import { block, comment, decodedPrefix, type HostedSite } from './host.ts';
import * as patterns from './rulePatterns.ts';

/** A literal where nginx expands no variables: a location, a regular expression, the left side of a map. */
export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** A literal value, in which `$` would start a variable; needs the `geo` of `nginxMaps`. */
export function quoteValue(text: string): string {
  return quote(text.replaceAll('$', '${phagepress_dollar}'));
}

/** A pattern for the whole decoded path: the prefix, and what follows it. */
export function wholePath(site: HostedSite, source: string): string {
  return quote(`^${patterns.escapePattern(decodedPrefix(site))}${source}$`);
}

// Maps that predict which range requests nginx refuses (416). nginx sends the file's headers before it knows; with its
// `Cache-Control`, a cache would store the 416 in place of the file.

export function bulkCacheVariable(maxAge: number): string {
  return `$phagepress_bulk_cache_${maxAge}`;
}

/** Maps that are the same for all sites with the same `maxAge`. */
function rangeMaps(maxAge: number): string[] {
  const kept = quote(cacheControl(maxAge));
  return [
    ...comment(
      'Cache-Control of a bulk file: no-store where the part that is asked for (Range) may not exist.',
      'Input: the bytes of the file, ":", and the Range. PCRE compares two numbers digit by digit.',
    ),
    ...block(
      `map "$sent_http_content_length:$http_range" ${bulkCacheVariable(maxAge)}`,
      'default no-store;',
      `${foldedPattern('^[0-9]*:(?!bytes=)')} ${kept};`,
      ...[
        ...atLeast('^', `:bytes= *${zeros}`),
        ...moreThan(`bytes= *${zeros}`, ` *- *${zeros}`),
      ].map((one) => `${foldedPattern(one)} no-store;`),
      `${foldedPattern('^[0-9]+:bytes= *(?:[0-9]+ *- *[0-9]*|-0*[1-9][0-9]*) *$')} ${kept};`,
    ),
    ...comment('The same for a 416 whose headers do not say so yet.'),
    ...block(
      'map $sent_http_cache_control $phagepress_part_cache',
      'default no-store;',
      `${foldedPattern('no-store')} "";`,
    ),
  ];
}

// Possessive: leading zeros are not digits of the number.
const zeros = '0*+';

/** Two numbers of equal length with `between` between them; group 1 is recursive. */
function asLong(between: string): string {
  return `([0-9](?:(?1)|${between})[0-9])`;
}

/** Alternatives for the first differing digit, for the pairs that `isWanted` accepts. */
function differing(between: string, isWanted: (one: number, other: number) => boolean): string[] {
  return allDigits.flatMap((one) => {
    const others = allDigits.filter((other) => isWanted(one, other));
    return others.length === 0 ? [] : [`${one}[0-9]*${between}\\g{2}[${others.join('')}]`];
  });
}

const allDigits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Patterns that match two numbers if the second is at least the first. */
function atLeast(before: string, between: string): string[] {
  const same = [`${between}\\g{2}`, ...differing(between, (one, other) => other > one)];
  return [
    `${before}${asLong(between)}[0-9]`,
    `${before}(?=${asLong(between)}(?![0-9]))([0-9]*)(?:${same.join('|')})`,
  ];
}

/** Patterns that match two numbers if the first is greater. */
function moreThan(before: string, between: string): string[] {
  const less = differing(between, (one, other) => other < one);
  return [
    `${before}[0-9]+(?:${asLong(between)}|${between}(?<=0))(?![0-9])`,
    `${before}(?=${asLong(between)}(?![0-9]))([0-9]*)(?:${less.join('|')})`,
  ];
}

function foldedPattern(source: string): string {
  return quote(`~*${source}`);
}

const tableMaps = [
  ...comment('The table that it asks for.'),
  ...argsMap(patterns.tableValuePattern, '$phagepress_type'),
  ...block(
    'map $phagepress_type $phagepress_table',
    'default full;',
    `${pattern(patterns.simpleTablePattern)} simple;`,
  ),
];

/** Rewrites the address of a table to its file, in the location of a folder. */
export function tableRewrites(folder: string, site: HostedSite): string[] {
  const [ofPhages, ofFamilies] = tableTops;
  if (folder === ofPhages) {
    const address = wholePath(site, phageTableAddress);
    return [`rewrite ${address} "${phageTableAddress}$phagepress_table.tsv" break;`];
  }
  if (folder !== ofFamilies) return [];
  return [
    `rewrite ${wholePath(site, `/${patterns.familyPattern}`)} "/${familyFolder}$1.tsv" break;`,
  ];
}

const number = patterns.pageNumberGroups.map((group) => `$${group}`).join('');

type Named = Pick<HostedSite, 'fieldNames' | 'tables'>;
type Mapped = Named & Pick<HostedSite, 'maxAge'>;

/** Equal for sites with equal field names and `maxAge`, so that several files can be included in one http {}. */
export const nginxMaps = (site: Mapped): readonly string[] => [
  ...comment('A dollar sign: in a text, nginx would take it for the beginning of a variable.'),
  ...block('geo $phagepress_dollar', 'default "$";'),
  '',
  ...comment(
    'The page that is asked for. A query as in the links `next`, and the last page, are matched at once;',
    'of any other, the last parameter `page` counts.',
  ),
  ...block(
    'map $args $phagepress_page',
    'default $phagepress_written;',
    '"" 1;',
    `${pattern('^(?:format=api&)?page=(last|[1-9][0-9]{0,8})$')} "$1";`,
  ),
  ...argsMap(patterns.pageValuePattern, '$phagepress_value'),
  ...block(
    'map $phagepress_value $phagepress_written',
    'default 0;',
    '"" 1;',
    `${pattern(patterns.lastWordPattern)} last;`,
    `${pattern(patterns.pageNumberPattern)} "${number}";`,
  ),
  ...comment('The last `page_size` of the query.'),
  ...argsMap(patterns.sizeValuePattern, '$phagepress_size'),
  ...(site.tables === true ? tableMaps : []),
  ...comment(
    'Whether a view lacks that page: its only one is page 1. OPTIONS is the same for any page.',
  ),
  ...block(
    'map "$request_method $phagepress_page" $phagepress_beyond',
    'default beyond;',
    `${pattern('^OPTIONS |^[A-Z]+ (?:1|last)$')} "";`,
  ),
  '',
  ...comment(
    'Whether the path was sent in an unusual form, such as `//` or `/../`, which nginx has normalized.',
  ),
  ...block(
    'map $request_uri $phagepress_odd',
    'default "";',
    `${pattern(patterns.plainPathPattern)} "";`,
    `${pattern(patterns.oddPathPattern)} odd;`,
  ),
  ...comment('The path as it was sent, still percent-encoded.'),
  ...block('map $request_uri $phagepress_path', `${pattern('^([^?]*)')} "$1";`),
  '',
  ...comment('Whether it is a browser that asks for a page.'),
  ...block(
    'map "$request_method $http_accept" $phagepress_browser',
    'default "";',
    `${pattern('^(?:GET|HEAD) .*text/html')} browser;`,
  ),
  '',
  ...comment('The body of a 405; empty for allowed methods.'),
  ...block(
    'map $request_method $phagepress_refusal',
    // Safe to insert: nginx accepts only letters, "_" and "-" in a method.
    `default ${quote(methodNotAllowedBody('$request_method'))};`,
    '"GET" "";',
    '"HEAD" "";',
    '"OPTIONS" "";',
  ),
  '',
  ...comment('The body that answers OPTIONS, by the file behind the address.'),
  ...block(`map $uri ${descriptionIn(site)}`, 'default "";', descriptions(site)),
  '',
  ...comment('Values of headers that only some answers have: nginx leaves out an empty header.'),
  ...Object.entries({ methods: allowedMethods, headers: bulkRequestHeaders }).flatMap(
    ([name, value]) =>
      block(
        `map $request_method $phagepress_allowed_${name}`,
        'default "";',
        `"OPTIONS" ${quote(value)};`,
      ),
  ),
  ...block(
    'map $status $phagepress_error_cache',
    'default "";',
    ...['404', '405', '412', '502'].map((status) => `"${status}" no-store;`),
  ),
  '',
  ...rangeMaps(site.maxAge),
];

/** The variable with the body of OPTIONS; it has another name if the fields that the body mentions are renamed. */
export function descriptionIn(site: Named): string {
  const usual = descriptions({ fieldNames: neutralNames }).join();
  const own = descriptions(site).join();
  const digits = createHash('sha256').update(own).digest('hex').slice(0, 12);
  return `$phagepress_description${own === usual ? '' : `_${digits}`}`;
}

function descriptions({ fieldNames }: Named): string[] {
  return routes.map((route) => {
    const path =
      route.kind === 'root'
        ? patterns.escapePattern(apiRootFile)
        : route.kind === 'list'
          ? `api/${route.path}/(?:index|(?:page-size/[^/]+/)?page/[0-9]+)\\.json`
          : `api/${patterns.routePattern(route)}/${isListView(route.name) ? '(?:index|page/[0-9]+)' : 'index'}\\.json`;
    return `${pattern(`^/${path}$`)} ${quote(optionsBody(route.name, fieldNames))};`;
  });
}

/** A map of the query to group 1 of a pattern. */
function argsMap(source: string, variable: string): string[] {
  return block(`map $args ${variable}`, 'default "";', `${pattern(source)} "$1";`);
}

function pattern(source: string): string {
  return quote(`~${source}`);
}
