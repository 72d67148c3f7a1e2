/** The body of `/api/`. */
import {
  derivedNames,
  inAlphabet,
  recordFilesOf,
  recordNouns,
  sortFields,
} from './collectionName.ts';
import { withVariables } from './fieldNames.ts';
import { listLink } from './links.ts';
import type { SiteOptions } from './siteOptions.ts';
import { viewOfTemplate, viewTemplates } from './views.ts';
import { viewPath, viewTable } from './viewTable.ts';

/** What a site publishes besides its lists and single phages. */
export type PublishedAddresses = Pick<
  SiteOptions,
  'collections' | 'geneFiles' | 'views' | 'fieldNames'
>;

/** The body of `/api/`: all addresses, as URI templates. */
export function rootBody(
  baseUrl: string,
  { collections, geneFiles, views, fieldNames }: PublishedAddresses,
): string {
  const recordFiles = recordFilesOf(geneFiles);
  const lists = inAlphabet(collections).map((name) => [name, listLink(baseUrl, name)] as const);
  const records = lists.flatMap(([name, link]) =>
    recordFiles[name]
      ? [
          [
            recordNouns[name],
            link + withVariables(`{${sortFields[name][0]}}/`, fieldNames),
          ] as const,
        ]
      : [],
  );
  const derived = derivedNames.filter((name) => views.includes(name));
  const addresses = views.flatMap((view) =>
    viewTemplates
      .filter((template) => viewOfTemplate(template) === view)
      .map(
        (template) =>
          [
            viewTable[template].key,
            baseUrl + withVariables(viewPath(template), fieldNames),
          ] as const,
      ),
  );
  const links = {
    ...Object.fromEntries([...lists, ...records]),
    ...Object.fromEntries(derived.map((name) => [name, listLink(baseUrl, name)])),
    ...Object.fromEntries(addresses),
  };
  return JSON.stringify(links);
}
