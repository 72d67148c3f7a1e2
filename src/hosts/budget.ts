/** Checks that the chosen hosts can hold a site: first by its plan, then by its actual files. */
import { genomeFormNames } from '../contract/genomePaths.ts';
import { familyFolder } from '../contract/tableAddresses.ts';
import {
  collectionsAmong,
  derivedNames,
  listNames,
  type PerCollection,
  type PerList,
} from '../contract/collectionName.ts';
import type { PageSets } from '../contract/pageSizes.ts';
import { describedWith, pageFile, pagesFolder } from '../contract/sitePaths.ts';
import { anyName, type ViewName, viewTemplates } from '../contract/views.ts';
import { Failure } from '../failure.ts';
import { formatBytes, formatCount, formatCounted } from '../text/quantities.ts';
import {
  advice,
  adviceOnFolder,
  adviceOnLargeSizes,
  adviceOnSize,
  countEntries,
  type FileGroup,
  type FileOfSite,
  groupsOf,
  isSibling,
} from './fileGroups.ts';
import type { HostedSite, HostLimits } from './host.ts';
import type { HostName } from './hostNames.ts';
import { hosts } from './hosts.ts';

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

/**
 * Throws a Failure if a host cannot serve the site, or accepts fewer files than the site has at least. What needs a
 * paid plan goes to `note`.
 */
export function assertHostsCanServe(
  names: readonly HostName[],
  site: HostedSite,
  planned: PlannedSite,
  note: (text: string) => void,
): void {
  for (const name of names) {
    const { limits, refuses, title } = hosts[name];
    const refused = refuses(site);
    if (refused !== null) throw failure(name, refused.message, refused.hint);
    const groups = plannedGroups(planned);
    const files = groups.reduce((sum, { files: some }) => sum + some, 0);
    assertFileCount(name, limits, files, groups);
    for (const { folder, entries, advice: hint } of plannedFolders(planned)) {
      const limit = limits.folderEntries ?? Infinity;
      assertFolder(name, limit, `${folder}/ would have`, entries, () => hint);
    }
    assertPagesFit(name, limits, planned);
    if (limits.freeFiles !== undefined && files > limits.freeFiles) {
      note(
        `${title} takes more than ${formatCount(limits.freeFiles)} files only in a paid plan; this site has at least ${formatCount(files)}.`,
      );
    }
  }
}

/**
 * Throws a Failure when the staged files exceed a host's limits in number or size. Compressed siblings are only
 * counted now: if they need a paid plan, that goes to `note`.
 */
export function assertFilesFit(
  names: readonly HostName[],
  site: { readonly files: readonly FileOfSite[]; readonly hasAliases: boolean },
  note: (text: string) => void = () => undefined,
): void {
  const { files, hasAliases } = site;
  for (const name of names) {
    const { limits, title } = hosts[name];
    const { fileBytes = Infinity, siteBytes = Infinity, freeFiles = Infinity } = limits;
    assertFileCount(name, limits, files.length, groupsOf(files, hasAliases));
    if (limits.folderEntries !== undefined) {
      for (const [folder, entries] of countEntries(files)) {
        const hint = () => adviceOnFolder(folder, files);
        assertFolder(name, limits.folderEntries, `${folder} has`, entries, hint);
      }
    }
    const largest = files.toSorted((a, b) => b.bytes - a.bytes)[0];
    if (largest !== undefined && largest.bytes > fileBytes) {
      throw failure(
        name,
        `${title} takes files of at most ${formatBytes(fileBytes)}; ${largest.path} has ${formatBytes(largest.bytes)}.`,
        adviceOnSize(largest.path),
      );
    }
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > siteBytes) {
      throw failure(
        name,
        `${title} takes sites of at most ${formatBytes(siteBytes)}; this one has ${formatBytes(bytes)}.`,
        'Leave out the files of single genes with --no-gene-files or bulk files with --no-bulk, or choose another host.',
      );
    }
    const plain = files.filter(({ path }) => !isSibling(path)).length;
    if (plain <= freeFiles && files.length > freeFiles) {
      note(
        `${title} takes more than ${formatCount(freeFiles)} files only in a paid plan; with compressed files this site has ${formatCount(files.length)}.`,
      );
    }
  }
}

/** The largest page of a size is at least as large as the average, so the average is a lower bound. */
function assertPagesFit(
  name: HostName,
  { fileBytes = Infinity }: HostLimits,
  { counts, leastBytes, pageSets }: PlannedSite,
): void {
  for (const list of listNames) {
    for (const { name: size, size: records } of pageSets[list]?.slice(1) ?? []) {
      const share = Math.min(1, records / Math.max(1, counts[list]));
      const bytes = Math.floor(leastBytes[list] * share);
      if (bytes <= fileBytes) continue;
      throw failure(
        name,
        `${hosts[name].title} takes files of at most ${formatBytes(fileBytes)}; ${pageFile(list, 1, size)} would have at least ${formatBytes(bytes)}.`,
        adviceOnLargeSizes,
      );
    }
  }
}

function assertFolder(
  name: HostName,
  limit: number,
  folder: string,
  entries: number,
  hint: () => string,
): void {
  if (entries <= limit) return;
  throw failure(
    name,
    `${hosts[name].title} takes at most ${formatCount(limit)} entries in a folder, and ${folder} ${formatCount(entries)}.`,
    hint(),
  );
}

const shownGroups = 3;

function assertFileCount(
  name: HostName,
  limits: HostLimits,
  files: number,
  groups: readonly FileGroup[],
): void {
  if (limits.files === undefined || files <= limits.files) return;
  const largest = groups.toSorted((a, b) => b.files - a.files).slice(0, shownGroups);
  const parts = largest.map(({ what, files: some }) => `${formatCount(some)} ${what}`).join(', ');
  throw failure(
    name,
    `${hosts[name].title} takes at most ${formatCounted(limits.files, 'file')}; this site has ${formatCount(files)}, most of them ${parts}.`,
    largest[0]?.advice ?? 'Choose another host.',
  );
}

// Files other than pages, records and descriptions: the root, errors, schemas, the manifest and the like.
const fixedFiles = 10;

function plannedGroups(planned: PlannedSite): FileGroup[] {
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

function plannedFolders(planned: PlannedSite) {
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

function failure(name: HostName, message: string, hint: string): Failure {
  return new Failure('usage', `--host ${name}: ${message}`, { hint });
}
