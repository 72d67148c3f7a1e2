/** Whether the hosts that a site is built for can hold it: first by the plan, then by the files themselves. */
import {
  type CollectionName,
  collectionNames,
  type PerCollection,
} from '../contract/collectionName.ts';
import { described } from '../contract/sitePaths.ts';
import { viewNames } from '../contract/viewAddresses.ts';
import { Failure } from '../failure.ts';
import { formatBytes, formatCount, formatCounted } from '../text/quantities.ts';
import type { HostedSite, HostLimits } from './host.ts';
import type { HostName } from './hostNames.ts';
import { hosts } from './hosts.ts';

/** What is known of a site's files once its records are counted. */
export interface PlannedSite {
  readonly counts: PerCollection<number>;
  readonly lastPages: PerCollection<number>;
  /** Whether each record gets an address of its own (D1). */
  readonly recordFiles: PerCollection<boolean>;
  /** How many phages get a list of their genes; other views are few files. */
  readonly genesByPhage: number;
}

interface FileOfSite {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Throws a Failure when a host cannot serve the site, or holds fewer files than it surely has; what it
 * takes only for money goes to `note`.
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
    for (const { folder, entries, advice } of plannedFolders(planned)) {
      if (limits.folderEntries === undefined || entries <= limits.folderEntries) continue;
      throw failure(
        name,
        `${title} takes at most ${formatCount(limits.folderEntries)} entries in a folder, and ${folder}/ would have ${formatCount(entries)}.`,
        advice,
      );
    }
    if (limits.freeFiles !== undefined && files > limits.freeFiles) {
      note(
        `${title} takes more than ${formatCount(limits.freeFiles)} files only in a paid plan; this site has at least ${formatCount(files)}.`,
      );
    }
  }
}

/** Throws a Failure when the files that were staged are more or larger than a host takes. */
export function assertFilesFit(names: readonly HostName[], files: readonly FileOfSite[]): void {
  for (const name of names) {
    const { limits, title } = hosts[name];
    assertFileCount(name, limits, files.length, groupsOf(files));
    const largest = files.toSorted((a, b) => b.bytes - a.bytes)[0];
    if (
      limits.fileBytes !== undefined &&
      largest !== undefined &&
      largest.bytes > limits.fileBytes
    ) {
      throw failure(
        name,
        `${title} takes files of at most ${formatBytes(limits.fileBytes)}; ${largest.path} has ${formatBytes(largest.bytes)}.`,
        groupOf(largest.path).what === 'files of views'
          ? advice.views
          : 'Make the pages smaller with --page-size.',
      );
    }
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (limits.siteBytes !== undefined && bytes > limits.siteBytes) {
      throw failure(
        name,
        `${title} takes sites of at most ${formatBytes(limits.siteBytes)}; this one has ${formatBytes(bytes)}.`,
        'Leave out the files of single genes with --no-gene-files, or choose another host.',
      );
    }
  }
}

interface FileGroup {
  readonly what: string;
  readonly files: number;
  readonly advice: string;
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

const advice = {
  records: {
    genes: 'Leave out the files of single genes with --no-gene-files.',
    phages: 'Choose another host: single phages always have files.',
  },
  pages: 'Make fewer pages with a larger --page-size.',
  views: 'Leave out views: --views names those that are wanted, --no-views none.',
  compressed: 'Leave out --precompress: the host compresses by itself.',
} as const;

// Neither pages nor records: descriptions, and the root, errors, schemas, the manifest and the like.
const fixedFiles = described.length + 10;

function plannedGroups({ counts, lastPages, recordFiles, genesByPhage }: PlannedSite): FileGroup[] {
  return [
    ...collectionNames.flatMap((collection): FileGroup[] => [
      { what: `pages of ${collection}`, files: lastPages[collection] + 1, advice: advice.pages },
      {
        what: `single ${collection}`,
        files: recordFiles[collection] ? counts[collection] : 0,
        advice: advice.records[collection],
      },
    ]),
    { what: 'files of views', files: genesByPhage, advice: advice.views },
    { what: 'other files', files: fixedFiles, advice: advice.pages },
  ];
}

function plannedFolders({ counts, lastPages, recordFiles, genesByPhage }: PlannedSite) {
  const ofCollections = collectionNames.flatMap((collection) => [
    {
      folder: `api/${collection}`,
      entries: recordFiles[collection] ? counts[collection] + 2 : 2,
      advice: advice.records[collection],
    },
    { folder: `api/${collection}/page`, entries: lastPages[collection], advice: advice.pages },
  ]);
  const ofViews = { folder: 'api/genesbyphage', entries: genesByPhage, advice: advice.views };
  return [...ofCollections, ofViews];
}

function groupsOf(files: readonly FileOfSite[]): FileGroup[] {
  const counts = new Map<string, FileGroup>();
  for (const { path } of files) {
    const group = groupOf(path);
    const before = counts.get(group.what)?.files ?? 0;
    counts.set(group.what, { ...group, files: before + 1 });
  }
  return [...counts.values()];
}

function groupOf(path: string): Omit<FileGroup, 'files'> {
  if (/\.(gz|br)$/.test(path)) return { what: 'compressed files', advice: advice.compressed };
  const [, name, isPage] = /^api\/(genes|phages)\/(page\/|index\.json$)?/.exec(path) ?? [];
  const collection: CollectionName | undefined = collectionNames.find((one) => one === name);
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

function failure(name: HostName, message: string, hint: string): Failure {
  return new Failure('usage', `--host ${name}: ${message}`, { hint });
}
