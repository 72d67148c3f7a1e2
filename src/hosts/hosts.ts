/** Registry of hosts by name. To add one, add its folder, and a line here and in `hostNames`. */
import { Failure } from '../base/failure.ts';
import { capabilities, capabilityTitles } from '../contract/capabilities.ts';
import { listNames } from '../contract/collectionName.ts';
import { basePath } from '../contract/links.ts';
import { lastPagesOf, optionsOf, pageSetsIn, type Release } from '../contract/release.ts';
import { neutralNames } from '../contract/siteOptions.ts';
import { pageFile } from '../contract/sitePaths.ts';
import type { SiteFile } from '../describing/fixedFiles.ts';
import { formatBytes, formatCount, formatCounted } from '../text/words.ts';
import { apache } from './apache.ts';
import { caddy } from './caddy.ts';
import { cloudflarePages, cloudflareWorkers } from './cloudflare.ts';
import { cloudFront } from './cloudfront.ts';
import {
  adviceOnFolder,
  adviceOnLargeSizes,
  adviceOnSize,
  countEntries,
  type FileGroup,
  type FileOfSite,
  groupsOf,
  isSibling,
  plannedFolders,
  plannedGroups,
  type PlannedSite,
} from './fileGroups.ts';
import {
  type Host,
  type HostedSite,
  type HostLimits,
  type HostName,
  hostNames,
  noHosting,
} from './host.ts';
import { netlify } from './netlify.ts';
import { nginx } from './nginx.ts';
import { staticFiles } from './static.ts';
import { vercel } from './vercel.ts';

export const hosts: Readonly<Record<HostName, Host>> = {
  nginx,
  caddy,
  apache,
  'cloudflare-pages': cloudflarePages,
  'cloudflare-workers': cloudflareWorkers,
  netlify,
  cloudfront: cloudFront,
  vercel,
  static: staticFiles,
};

type Derived = 'prefix' | 'compressed';
type Optional = 'staticTops' | 'hosting' | 'fieldNames' | 'pages';

/** The site as its hosts see it; `precompress` lists its compressed siblings. */
export function hostedSite(
  site: Omit<HostedSite, Derived | Optional> &
    Partial<Pick<HostedSite, Optional>> & {
      readonly precompress: readonly string[];
    },
): HostedSite {
  const { baseUrl, precompress } = site;
  const { pageSets = {}, ...rest } = site;
  const compressed = { gzip: precompress.includes('gzip'), br: precompress.includes('br') };
  return {
    staticTops: [],
    pages: false,
    hosting: noHosting,
    fieldNames: neutralNames,
    ...rest,
    ...(Object.keys(pageSets).length === 0 ? {} : { pageSets }),
    prefix: basePath(baseUrl),
    compressed,
  };
}

export function hostedRelease(
  release: Release,
  site: Pick<HostedSite, 'dir'> & Partial<Parameters<typeof hostedSite>[0]>,
): HostedSite {
  return hostedSite({
    ...optionsOf(release),
    tables: release.bulk.includes('phagesdb'),
    lastPages: lastPagesOf(release),
    ...pageSetsIn(release),
    precompress: release.precompress,
    staticTops: release.static ?? [],
    ...site,
  });
}

export function hostsOf({ hosts: names }: Pick<Release, 'hosts'>): HostName[] {
  return hostNames.filter((name) => names.includes(name));
}

/** The files that the hosts read from the site's folder. Throws a Failure when two need different bytes in one. */
export function hostFiles(names: readonly HostName[], site: HostedSite): SiteFile[] {
  const files = new Map<string, { readonly name: HostName; readonly file: SiteFile }>();
  for (const name of names) {
    for (const file of hosts[name].siteFiles(site)) {
      const other = files.get(file.path);
      if (other !== undefined && Buffer.compare(other.file.bytes, file.bytes) !== 0) {
        throw new Failure(
          'usage',
          `--host ${other.name} and --host ${name} both need a file ${file.path} of their own.`,
          { hint: 'Build the site once for each of them.' },
        );
      }
      files.set(file.path, { name, file });
    }
  }
  return [...files.values()].map(({ file }) => file);
}

export function listHosts(): string {
  return hostNames
    .map((name) => {
      const { title, keeps } = hosts[name];
      const lost = capabilities.flatMap((one) => {
        const kept = keeps[one];
        return kept === true ? [] : [`  not: ${capabilityTitles[one]}\n       ${kept}\n`];
      });
      const all = lost.length === 0 ? '  keeps the whole contract\n' : lost.join('');
      return `${name} (${title})\n${all}`;
    })
    .join('\n');
}

/** Throws a Failure if a host cannot serve the site. What needs a paid plan goes to `note`. */
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

/** Throws a Failure when the staged files exceed a host's limits. Siblings that need a paid plan go to `note`. */
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

/** Whether each name needs files of its own: a site built for no host may go anywhere. */
export function needAliasFiles(names: readonly HostName[]): boolean {
  return names.length === 0 || names.some((name) => !hosts[name].readsAliases);
}

/** Why one of the hosts cannot serve a name, as `Host.hides`; null if all can. */
export function hiddenBy(names: readonly HostName[]): (name: string) => string | null {
  return (name) => {
    for (const host of names) {
      const reason = hosts[host].hides(name);
      if (reason !== null) return reason;
    }
    return null;
  };
}
