/** The description of every kind of address, and the bodies that OPTIONS returns (M3). */
import {
  type CollectionName,
  derivedNames,
  inAlphabet,
  listNames,
  namedCollections,
  type PerCollection,
  perCollection,
  recordFilesOf,
  type RecordNoun,
  recordNouns,
  sortFields,
} from './collectionName.ts';
import { listLink } from './links.ts';
import type { ListSizes, PageSize } from './pageSizes.ts';
import { type FieldNames, type SiteOptions, withFields, withVariables } from './siteOptions.ts';
import type { Description } from './sitePaths.ts';
import { type AddressWords, capital, fieldsIn, viewPath, viewTable } from './viewTable.ts';
import { viewOfTemplate, viewTemplates } from './views.ts';

const listWords: PerCollection<AddressWords> = perCollection((list) => {
  const noun = capital(recordNouns[list]);
  return {
    name: `${noun} List`,
    description: `${noun} records in numbered pages, ordered by ${fieldsIn(sortFields[list])}.`,
    schema: `PageOf${capital(list)}`,
    tag: capital(list),
  };
});

const recordWords = Object.fromEntries(
  namedCollections.map((list) => {
    const noun = recordNouns[list];
    const words: AddressWords = {
      name: `${capital(noun)} Instance`,
      description: `One ${noun} record.`,
      schema: recordSchema(list),
      tag: capital(list),
    };
    return [noun, words];
  }),
) as Record<RecordNoun, AddressWords>;

export const descriptions: Readonly<Record<Description, AddressWords>> = {
  root: {
    name: 'Api Root',
    description: 'The lists of this service.',
    schema: 'ApiRoot',
    tag: 'Service',
  },
  ...listWords,
  ...recordWords,
  phams: {
    name: 'Pham List',
    description: 'Gene families in numbered pages, ordered by {PhamID}.',
    schema: 'PageOfPhams',
    tag: 'Genes',
  },
  ...viewTable,
};

/** Name of the schema of a collection's records, as in `openapi.json`. */
export function recordSchema(list: CollectionName): string {
  return `${capital(recordNouns[list])}Record`;
}

/** The body of an OPTIONS response, in the style of Django REST framework (M3). */
export function optionsBody(of: Description, names: FieldNames, offered: ListSizes = {}): string {
  const { name, description: said } = descriptions[of];
  const plain = withFields(said, names);
  const sizes = listNames.flatMap((list) => (list === of && offered[list]) || []);
  const description = sizes.length === 0 ? plain : `${plain} ${sizesSentence(sizes)}`;
  return JSON.stringify({ name, description, renders: ['application/json'], parses: [] });
}

/** The values that `page_size` takes (L5). */
export function sizesSentence(sizes: readonly PageSize[]): string {
  return `The parameter page_size chooses pages of ${sizes.slice(0, -1).join(', ')} or ${sizes.at(-1)} records.`;
}

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
