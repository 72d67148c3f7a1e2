/** What nginx works out of a request before it looks for a location: the same lines for every site. */
import { methodNotAllowedBody } from '../contract/bodies.ts';
import { allowedMethods, bulkRequestHeaders, exposedByBulk } from '../contract/headers.ts';
import { block, comment } from './configLines.ts';
import { quote } from './nginxQuote.ts';
import {
  lastWordPattern,
  oddPathPattern,
  pageNumberGroups,
  pageNumberPattern,
  pageValuePattern,
} from './rulePatterns.ts';

const answered = '(?:GET|HEAD|OPTIONS)';
const number = pageNumberGroups.map((group) => `$${group}`).join('');

/** They do not depend on a site, so that several can be included in one http {}. */
export const nginxMaps: readonly string[] = [
  ...comment('A text in which "$" stands for itself: nginx has no other way to write it.'),
  ...block('geo $phagepress_dollar', 'default "$";'),
  '',
  ...comment('The value of the last `page` in the query, and the number that it means.'),
  ...block('map $args $phagepress_value', 'default "";', `${pattern(pageValuePattern)} "$1";`),
  ...block(
    'map $phagepress_value $phagepress_page',
    'default 0;',
    '"" 1;',
    `${pattern(lastWordPattern)} last;`,
    `${pattern(pageNumberPattern)} "${number}";`,
  ),
  '',
  ...comment(
    'Methods that are not answered, and paths that nginx would repair before it looks for a file.',
  ),
  ...block(
    'map "$request_method $request_uri" $phagepress_unfit',
    'default "";',
    `${pattern(`^(?!${answered} )`)} unfit;`,
    `${pattern(oddPathPattern)} unfit;`,
  ),
  ...block(
    'map $request_method $phagepress_refusal',
    // nginx lets no method pass that has other characters than letters, "_" and "-".
    `default ${quote(methodNotAllowedBody('$request_method'))};`,
    `${pattern(`^${answered}$`)} "";`,
  ),
  '',
  ...comment('The path as it was sent, escapes and all.'),
  ...block('map $request_uri $phagepress_path', `${pattern('^([^?]*)')} "$1";`),
  '',
  ...comment('Headers that not every answer has: an empty one is left out.'),
  ...block('map $status $phagepress_error_cache', 'default "";', `${pattern('^[45]')} no-store;`),
  ...block(
    'map $request_method $phagepress_allowed_methods',
    'default "";',
    `OPTIONS ${quote(allowedMethods)};`,
  ),
  ...block(
    'map "$phagepress_bulk $request_method" $phagepress_allowed_headers',
    'default "";',
    `"bulk OPTIONS" ${quote(bulkRequestHeaders)};`,
  ),
  ...block(
    'map $phagepress_bulk $phagepress_exposed_headers',
    'default "";',
    `bulk ${quote(exposedByBulk.join(', '))};`,
  ),
];

function pattern(source: string): string {
  return quote(`~${source}`);
}
