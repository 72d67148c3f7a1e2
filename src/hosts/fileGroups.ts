/** Groups the files of a site by kind, and names the option that makes each group smaller. */
import { familyFolder, genomeFormNames, isBulkPath } from '../contract/bulkFiles.ts';
import {
  collectionNames,
  collectionsAmong,
  derivedNames,
  perCollection,
  type PerCollection,
  type PerList,
  recordFilesOf,
} from '../contract/collectionName.ts';
import type { PageSets } from '../contract/pageSizes.ts';
import { fileAlias } from '../contract/recordName.ts';
import { isFurtherPage, manifestFile, pagesFolder } from '../contract/sitePaths.ts';
import {
  anyName,
  describedWith,
  type ViewName,
  viewNames,
  viewTemplates,
} from '../contract/routes.ts';

export interface FileOfSite {
  readonly path: string;
  readonly bytes: number;
}

export interface FileGroup {
  readonly what: string;
  readonly files: number;
  readonly advice: string;
}

export const advice = {
  records: perCollection((name) =>
    recordFilesOf(false)[name]
      ? `Choose another host: single ${name} always have files.`
      : `Leave out the files of single ${name} with --no-gene-files.`,
  ),
  pages: 'Make fewer pages with a larger --page-size.',
  sizes: 'Offer fewer sizes of pages: each in --page-size is a set of files of its own.',
  aliases: 'Leave out --case-insensitive-names, which doubles the files of named records.',
  phageAliases: 'Leave out --phage-aliases, which publishes phages by their other names, too.',
  views: 'Leave out views: --views names those that are wanted, --no-views none.',
  bulk: 'Leave out bulk files: --bulk names those that are wanted, --no-bulk none.',
  compressed: 'Leave out --precompress: the host compresses by itself.',
} as const;

export const adviceOnLargeSizes = 'Leave `all` or the largest size out of --page-size.';

const compressedName = /\.(?:gz|br)$/;

export function isSibling(path: string): boolean {
  return compressedName.test(path) && !isBulkPath(path);
}

export function adviceOnFolder(folder: string, files: readonly FileOfSite[]): string {
  const isCompressed = files.some(
    ({ path }) =>
      path.lastIndexOf('/') === folder.length - 1 && path.startsWith(folder) && isSibling(path),
  );
  return isCompressed ? advice.compressed : groupOf(folder).advice;
}

export function adviceOnSize(path: string): string {
  if (path === manifestFile) {
    return 'It lists all files: make them fewer with a larger --page-size, --no-gene-files, --no-views or --no-bulk.';
  }
  switch (groupOf(path).advice) {
    case advice.pages:
      return 'Make the pages smaller with --page-size.';
    case advice.sizes:
      return adviceOnLargeSizes;
    case advice.views:
      return advice.views;
    case advice.bulk:
      return advice.bulk;
    default:
      return 'Choose another host: a record cannot be split.';
  }
}

/** With `hasAliases`, a name that is not in lower case has a second file, its alias, which is counted separately. */
export function groupsOf(files: readonly FileOfSite[], hasAliases: boolean): FileGroup[] {
  const counts = new Map<string, FileGroup>();
  const count = (group: Omit<FileGroup, 'files'>, more: number) => {
    const before = counts.get(group.what)?.files ?? 0;
    counts.set(group.what, { ...group, files: before + more });
  };
  for (const { path } of files) {
    const group = groupOf(path);
    count(group, 1);
    if (!hasAliases || fileAlias(path) === null) continue;
    // The alias is in the list as well, and cannot be recognized by its path, so it is subtracted here.
    count(group, -1);
    count({ what: 'names in lower case', advice: advice.aliases }, 1);
  }
  return [...counts.values()];
}

function groupOf(path: string): Omit<FileGroup, 'files'> {
  if (isBulkPath(path)) return { what: 'bulk files', advice: advice.bulk };
  if (isSibling(path)) return { what: 'compressed files', advice: advice.compressed };
  if (isFurtherPage(path)) return { what: 'pages in further sizes', advice: advice.sizes };
  const [, name, isPage] = /^api\/([^/]+)\/(page\/|index\.json$)?/.exec(path) ?? [];
  const collection = collectionNames.find((one) => one === name);
  if (collection === undefined) {
    const isOfView = viewNames.some((view) => path.startsWith(`api/${view}/`));
    return isOfView
      ? { what: 'files of views', advice: advice.views }
      : { what: 'other files', advice: advice.pages };
  }
  return isPage === undefined
    ? { what: `single ${collection}`, advice: advice.records[collection] }
    : { what: `pages of ${collection}`, advice: advice.pages };
}

/** Counts the entries of each folder; folder names end in a slash, and the site's root is ''. */
export function countEntries(files: readonly FileOfSite[]): ReadonlyMap<string, number> {
  const entries = new Map<string, number>();
  for (const { path } of files) {
    let entry = path;
    let isNew = true;
    while (isNew && entry !== '') {
      const folder = entry.slice(0, entry.lastIndexOf('/', entry.length - 2) + 1);
      isNew = !entries.has(folder);
      entries.set(folder, (entries.get(folder) ?? 0) + 1);
      entry = folder;
    }
  }
  return entries;
}

export interface PlannedSite {
  readonly counts: PerList<number>;
  /** 0 for a list that is not published. */
  readonly lastPages: PerList<number>;
  /** For the lists that offer more than one page size. */
  readonly pageSets: PageSets;
  readonly leastBytes: PerList<number>;
  readonly recordFiles: PerCollection<boolean>;
  /** The number of names with a file each in a published view; 0 where there are few. */
  readonly entries: readonly (readonly [view: ViewName, files: number])[];
  /** The least number of files for other names of phages and their index. */
  readonly aliases: number;
  /** The number of bulk files with all records, and of those of single phages. */
  readonly bulk: {
    readonly whole: number;
    readonly ofPhages: number;
    readonly ofGenomes: number;
    readonly ofFamilies: number;
  };
}

// Files other than pages, records and descriptions: the root, errors, schemas, the manifest and the like.
const fixedFiles = 10;

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

function filesOfName(view: ViewName): number {
  return viewTemplates.filter((template) => template.startsWith(`${view}/${anyName}`)).length;
}

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
