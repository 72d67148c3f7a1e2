/** Checks that the chosen hosts can hold a site: first by its plan, then by its actual files. */
import { listNames } from '../contract/collectionName.ts';
import { pageFile } from '../contract/sitePaths.ts';
import { Failure } from '../failure.ts';
import { formatBytes, formatCount, formatCounted } from '../text/quantities.ts';
import {
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
import { plannedFolders, plannedGroups, type PlannedSite } from './plannedFiles.ts';

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

function failure(name: HostName, message: string, hint: string): Failure {
  return new Failure('usage', `--host ${name}: ${message}`, { hint });
}
