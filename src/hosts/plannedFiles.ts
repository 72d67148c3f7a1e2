/** How many files a site will have at least, once its records are counted: by kind, and by folder. */
import {
  collectionsAmong,
  derivedNames,
  type PerCollection,
  type PerList,
} from '../contract/collectionName.ts';
import { genomeFormNames } from '../contract/genomePaths.ts';
import type { PageSets } from '../contract/pageSizes.ts';
import { describedWith, pagesFolder } from '../contract/sitePaths.ts';
import { familyFolder } from '../contract/tableAddresses.ts';
import { anyName, type ViewName, viewTemplates } from '../contract/views.ts';
import { advice, type FileGroup } from './fileGroups.ts';

/** What is known of a site's files once its records are counted. */
export interface PlannedSite {
  readonly counts: PerList<number>;
  /** 0 for a list that is not published. */
  readonly lastPages: PerList<number>;
  /** For the lists that offer more than one page size. */
  readonly pageSets: PageSets;
  /** A lower bound on the bytes of a list's records. */
  readonly leastBytes: PerList<number>;
  /** Whether each record has an address of its own (D1). */
  readonly recordFiles: PerCollection<boolean>;
  /** The number of names with a file each in a published view; 0 where there are few. */
  readonly entries: readonly (readonly [view: ViewName, files: number])[];
  /** The least number of files for other names of phages and their index. */
  readonly aliases: number;
  /** The number of bulk files with all records, and of those of single phages. */
  readonly bulk: {
    readonly whole: number;
    readonly ofPhages: number;
    /** For each form. */
    readonly ofGenomes: number;
    /** The tables of single gene families. */
    readonly ofFamilies: number;
  };
}

// Files other than pages, records and descriptions: the root, errors, schemas, the manifest and the like.
const fixedFiles = 10;

/** How many files there will be at least, by kind. */
export function plannedGroups(planned: PlannedSite): FileGroup[] {
  const { counts, lastPages, pageSets, recordFiles, entries, bulk, aliases } = planned;
  const ofDerived = derivedNames.map((list) => (lastPages[list] === 0 ? 0 : lastPages[list] + 1));
  const collections = collectionsAmong(lastPages);
  const further = Object.values(pageSets).flatMap((sets) => sets.slice(1));
  const ofViews = [...ofDerived, ...entries.map(([view, names]) => names * filesOfName(view))];
  return [
    ...collections.flatMap((collection): FileGroup[] => [
      { what: `pages of ${collection}`, files: lastPages[collection] + 1, advice: advice.pages },
      {
        what: `single ${collection}`,
        files: recordFiles[collection] ? counts[collection] : 0,
        advice: advice.records[collection],
      },
    ]),
    {
      what: 'pages in further sizes',
      files: further.reduce((sum, { lastPage }) => sum + lastPage, 0),
      advice: advice.sizes,
    },
    {
      what: 'files of views',
      files: ofViews.reduce((sum, files) => sum + files, 0),
      advice: advice.views,
    },
    {
      what: 'other names of phages',
      files: aliases,
      advice: advice.phageAliases,
    },
    {
      what: 'bulk files',
      files: bulk.whole + bulk.ofPhages + genomeFormNames.length * bulk.ofGenomes + bulk.ofFamilies,
      advice: advice.bulk,
    },
    {
      what: 'other files',
      files: describedWith(collections).length + fixedFiles,
      advice: advice.pages,
    },
  ];
}

/** The number of addresses that a view has for each name. */
function filesOfName(view: ViewName): number {
  return viewTemplates.filter((template) => template.startsWith(`${view}/${anyName}`)).length;
}

/** The folders that may have many entries, with how many there will be at least. */
export function plannedFolders(planned: PlannedSite) {
  const { counts, lastPages, recordFiles, entries, bulk } = planned;
  const ofCollections = collectionsAmong(lastPages).flatMap((collection) => [
    {
      folder: `api/${collection}`,
      entries: recordFiles[collection] ? counts[collection] + 2 : 2,
      advice: advice.records[collection],
    },
    { folder: `api/${collection}/page`, entries: lastPages[collection], advice: advice.pages },
  ]);
  return [
    ...ofCollections,
    ...entries.map(([view, files]) => {
      return { folder: `api/${view}`, entries: files, advice: advice.views };
    }),
    ...derivedNames.map((list) => {
      return { folder: `api/${list}/page`, entries: lastPages[list], advice: advice.views };
    }),
    ...Object.entries(planned.pageSets).flatMap(([list, sets]) =>
      sets.slice(1).map(({ name, lastPage }) => {
        const folder = `api/${list}/${pagesFolder(name)}`;
        return { folder, entries: lastPage, advice: advice.sizes };
      }),
    ),
    { folder: 'bulk/phages', entries: bulk.ofPhages, advice: advice.bulk },
    ...genomeFormNames.map((form) => {
      return { folder: `media/${form}`, entries: bulk.ofGenomes, advice: advice.bulk };
    }),
    { folder: familyFolder.slice(0, -1), entries: bulk.ofFamilies, advice: advice.bulk },
  ];
}
