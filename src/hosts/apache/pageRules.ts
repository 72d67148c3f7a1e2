/** Pages of lists as mod_rewrite rules: what `page` and `page_size` in the query ask for, and the file that is served (L4, L5). */
import { invalidPageBody } from '../../contract/bodies.ts';
import { setsFrom } from '../../contract/pageSets.ts';
import type { PageSet } from '../../contract/pageSizes.ts';
import { pagesFolder } from '../../contract/sitePaths.ts';
import { comment } from '../configLines.ts';
import { type HostedSite, listsOf, templatesOf } from '../host.ts';
import * as patterns from '../rulePatterns.ts';
import { type Condition, rule } from './rewriteRule.ts';

const number = patterns.pageNumberGroups.map((group) => `%${group}`).join('');

/** Routes `?page=` to the page's file; the number is valid if the file exists. */
export function pageRules(site: HostedSite): string[] {
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
