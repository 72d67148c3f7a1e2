/** Lists every address template of a site, once each. */
import {
  derivedNames,
  inAlphabet,
  namedCollections,
  recordFilesOf,
  recordNouns,
  sortFields,
} from '../contract/collectionName.ts';
import { withVariables } from '../contract/fieldNames.ts';
import type { PublishedAddresses } from '../contract/rootBody.ts';
import type { Description } from '../contract/sitePaths.ts';
import { viewOfTemplate, viewPath, viewTable, viewTemplates } from '../contract/views.ts';

export interface Address {
  /** Whether phages answer by other names, too (D3). */
  readonly hasAliases?: boolean;
  /** Below the base URL; variables in braces. */
  readonly path: string;
  /** Unlike any other's, in words joined by underscores. */
  readonly name: string;
  readonly of: Description;
  /** What varies, under SPEC.md's name; null where nothing does. In the path it has the site's. */
  readonly variable: string | null;
  /** By the query, or by the path of the page's file; null for what has no pages. */
  readonly paging: 'query' | 'path' | null;
}

/** The variable for a page number in the path of a page's file. */
export const pageVariable = 'page';

/** The addresses of a site, lists before what is in them. */
export function addressesOf({
  collections,
  geneFiles,
  views,
  fieldNames,
}: PublishedAddresses): Address[] {
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
      return [...paged(list, list, path), ...records];
    }),
    ...derivedNames.flatMap((list) =>
      views.includes(list) ? paged(list, list, `/api/${list}/`) : [],
    ),
    ...viewTemplates
      .filter((template) => views.includes(viewOfTemplate(template)))
      .map((template) => plain(template, viewTable[template].key, viewPath(template))),
  ];
  return addresses.map((one) => ({ ...one, path: withVariables(one.path, fieldNames) }));
}

function plain(of: Description, name: string, path: string): Address {
  return { path, name, of, variable: /\{(.*)\}/.exec(path)?.[1] ?? null, paging: null };
}

/** A list, and its pages as files (L7). */
function paged(of: Description, name: string, path: string): Address[] {
  return [
    { ...plain(of, name, path), paging: 'query' },
    { ...plain(of, `${name}_page`, `${path}page/{${pageVariable}}.json`), paging: 'path' },
  ];
}
