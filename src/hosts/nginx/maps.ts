/** nginx maps, evaluated lazily where a location uses them: the same lines for every site. */
import { methodNotAllowedBody } from '../../contract/bodies.ts';
import { optionsBody } from '../../contract/descriptions.ts';
import { listNames, namedCollections, recordNouns } from '../../contract/collectionName.ts';
import { allowedMethods, bulkRequestHeaders } from '../../contract/headers.ts';
import { neutralNames } from '../../contract/fieldNames.ts';
import { apiRootFile } from '../../contract/sitePaths.ts';
import { viewTemplates } from '../../contract/views.ts';
import { createHash } from 'node:crypto';
import { block, comment } from '../configLines.ts';
import type { HostedSite } from '../host.ts';
import { quote } from './quote.ts';
import { rangeMaps } from './ranges.ts';
import { tableMaps } from './tables.ts';
import * as patterns from '../rulePatterns.ts';

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
  ...block(
    'map $args $phagepress_value',
    'default "";',
    `${pattern(patterns.pageValuePattern)} "$1";`,
  ),
  ...block(
    'map $phagepress_value $phagepress_written',
    'default 0;',
    '"" 1;',
    `${pattern(patterns.lastWordPattern)} last;`,
    `${pattern(patterns.pageNumberPattern)} "${number}";`,
  ),
  ...comment('The last `page_size` of the query.'),
  ...block(
    'map $args $phagepress_size',
    'default "";',
    `${pattern(patterns.sizeValuePattern)} "$1";`,
  ),
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
  ...block(
    'map $request_method $phagepress_allowed_methods',
    'default "";',
    `"OPTIONS" ${quote(allowedMethods)};`,
  ),
  ...block(
    'map $request_method $phagepress_allowed_headers',
    'default "";',
    `"OPTIONS" ${quote(bulkRequestHeaders)};`,
  ),
  ...block(
    'map $status $phagepress_error_cache',
    'default "";',
    ...['404', '405', '412'].map((status) => `"${status}" no-store;`),
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
  const line = (path: string, of: Parameters<typeof optionsBody>[0]) =>
    `${pattern(`^/api/${path}$`)} ${quote(optionsBody(of, fieldNames))};`;
  return [
    `${pattern(`^/${patterns.escapePattern(apiRootFile)}$`)} ${quote(optionsBody('root', fieldNames))};`,
    ...listNames.map((list) =>
      line(`${list}/(?:index|(?:page-size/[^/]+/)?page/[0-9]+)\\.json`, list),
    ),
    ...namedCollections.map((name) => line(`${name}/[^/]+/index\\.json`, recordNouns[name])),
    ...viewTemplates.map((view) => line(`${patterns.templatePattern(view)}/index\\.json`, view)),
  ];
}

function pattern(source: string): string {
  return quote(`~${source}`);
}
