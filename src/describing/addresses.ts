/** Lists every address template of a site, once each. */
import {
  derivedNames,
  type ListName,
  inAlphabet,
  namedCollections,
  recordFilesOf,
  recordNouns,
  sortFields,
} from '../contract/collectionName.ts';
import { withVariables } from '../contract/fieldNames.ts';
import type { PublishedAddresses } from '../contract/rootBody.ts';
import { offeredSizes } from '../contract/pageSets.ts';
import type { PageSize } from '../contract/pageSizes.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { type Description, pagesFolder } from '../contract/sitePaths.ts';
import { viewOfTemplate, viewTemplates } from '../contract/views.ts';
import { viewPath, viewTable } from '../contract/viewTable.ts';

export interface Address {
  /** Whether phages answer to other names, too (D3). */
  readonly hasAliases?: boolean;
  /** Below the base URL; variables in braces. */
  readonly path: string;
  /** Unique, in words joined by underscores. */
  readonly name: string;
  readonly of: Description;
  /** The variable of the path, by its neutral name; null if there is none. The path has the site's name. */
  readonly variable: string | null;
  /** By the query, or by the path of the page's file; null if it has no pages. */
  readonly paging: 'query' | 'path' | null;
  /** The page sizes that the query can select; empty if there is only one. */
  readonly sizes: readonly PageSize[];
}

/** What determines the addresses. */
export type AddressOptions = PublishedAddresses & Pick<SiteOptions, 'furtherSizes' | 'pageSizes'>;

/** The variable for a page number in the path of a page's file. */
export const pageVariable = 'page';

/** The addresses of a site; lists come before their items. */
export function addressesOf({
  collections,
  geneFiles,
  views,
  fieldNames,
  pageSizes,
  furtherSizes,
}: AddressOptions): Address[] {
  const offered = offeredSizes(pageSizes, furtherSizes);
  const paged = (list: ListName) => pagedList(list, offered[list] ?? []);
  const addresses = [
    plain('root', 'root', '/api/'),
    ...inAlphabet(collections).flatMap((list) => {
      const path = `/api/${list}/`;
      const named = namedCollections.filter(
        (name) => name === list && recordFilesOf(geneFiles)[name],
      );
      const records = named.map((name) =>
        plain(recordNouns[name], recordNouns[name], `${path}{${sortFields[name][0]}}/`),
      );
      return [...paged(list), ...records];
    }),
    ...derivedNames.flatMap((list) => (views.includes(list) ? paged(list) : [])),
    ...viewTemplates
      .filter((template) => views.includes(viewOfTemplate(template)))
      .map((template) => plain(template, viewTable[template].key, viewPath(template))),
  ];
  return addresses.map((one) => ({ ...one, path: withVariables(one.path, fieldNames) }));
}

function plain(of: Description, name: string, path: string): Address {
  return { path, name, of, variable: /\{(.*)\}/.exec(path)?.[1] ?? null, paging: null, sizes: [] };
}

/** A list, and its pages as files (L7), in each size. */
function pagedList(list: ListName, sizes: readonly PageSize[]): Address[] {
  const path = `/api/${list}/`;
  const files = (name: PageSize | null): Address => ({
    ...plain(
      list,
      name === null ? `${list}_page` : `${list}_page_of_${name}`,
      `${path}${pagesFolder(name)}/{${pageVariable}}.json`,
    ),
    paging: 'path',
  });
  return [
    { ...plain(list, list, path), paging: 'query', sizes },
    files(null),
    ...sizes.slice(1).map(files),
  ];
}
