/** Pages of lists for Caddy: what `page` and `page_size` in the query ask for, and the file that is served (L4, L5). */
import { invalidPageBody } from '../../contract/bodies.ts';
import type { ListName } from '../../contract/collectionName.ts';
import { setsFrom } from '../../contract/pageSets.ts';
import type { PageSet } from '../../contract/pageSizes.ts';
import { pagesFolder } from '../../contract/sitePaths.ts';
import { block } from '../configLines.ts';
import { type HostedSite, listsOf } from '../host.ts';
import * as patterns from '../rulePatterns.ts';
import { description, errorLines, fileRoute, files } from './fileRoutes.ts';
import { quote } from './quote.ts';

const number = patterns.pageNumberGroups.map((group) => `\${${group}}`).join('');

/** Maps of the last `page` in the query to its value, and to the page number in each list and in views. */
export function pageMaps(site: HostedSite): string[] {
  const lists = [...listsOf(site), 'view'] as const;
  const forEach = (value: (list: (typeof lists)[number]) => string | number) =>
    lists.map((list) => `"${value(list)}"`).join(' ');
  const lastPage = (list: (typeof lists)[number]) => {
    if (list === 'view') return 1;
    return site.pageSets?.[list] === undefined ? site.lastPages[list] : lastWord;
  };
  return [
    ...block(
      'map {http.request.uri.query} {phagepress_value}',
      `${quote(`~${patterns.pageValuePattern}`)} "\${1}"`,
      'default ""',
    ),
    ...block(
      `map {phagepress_value} ${lists.map((list) => `{phagepress_${list}}`).join(' ')}`,
      `"~^$" ${forEach(() => 1)}`,
      `${quote(`~${patterns.lastWordPattern}`)} ${forEach(lastPage)}`,
      `${quote(`~${patterns.pageNumberPattern}`)} ${forEach(() => number)}`,
      `default ${forEach(() => 0)}`,
    ),
    ...sizeMaps(site),
  ];
}

// The last page of the set that is asked for.
const lastWord = 'last';

/**
 * Maps of the last `page_size` in the query to the folder and the last page of a set, for each list that has several
 * (L5).
 */
function sizeMaps({ pageSets = {} }: HostedSite): string[] {
  if (Object.keys(pageSets).length === 0) return [];
  const pages = ({ name, lastPage }: PageSet) => `"${pagesFolder(name)}" "${lastPage}"`;
  return [
    ...block(
      'map {http.request.uri.query} {phagepress_size}',
      `${quote(`~${patterns.sizeValuePattern}`)} "\${1}"`,
      'default ""',
    ),
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

export function listRoutes(list: ListName, site: HostedSite): string[] {
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
