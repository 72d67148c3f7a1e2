/**
 * Registry of hosts by name, and what they need to know of a site. To add one: its file, a line here and in `hostNames`.
 */
import { Failure } from '../base/failure.ts';
import {
  bulkNameOf,
  bulkNames,
  familyFolder,
  genomeFormNames,
  isBulkPath,
} from '../contract/bulkFiles.ts';
import { capabilities, capabilityTitles } from '../contract/capabilities.ts';
import {
  collectionNames,
  collectionsAmong,
  derivedNames,
  listNames,
  perCollection,
  type PerCollection,
  type PerList,
  recordFilesOf,
} from '../contract/collectionName.ts';
import { basePath } from '../contract/links.ts';
import { arePagesPacked, packsFolder } from '../contract/packs.ts';
import type { PageSets } from '../contract/pageSizes.ts';
import { fileAlias } from '../contract/recordName.ts';
import {
  lastPagesOf,
  optionsOf,
  pageSetsIn,
  type Release,
  viewPagesIn,
} from '../contract/release.ts';
import {
  anyName,
  describedWith,
  type ViewName,
  viewNames,
  viewTemplates,
} from '../contract/routes.ts';
import { neutralNames } from '../contract/siteOptions.ts';
import {
  apiFolder,
  assetFolder,
  fileTops,
  isFurtherPage,
  isHtmlPage,
  manifestFile,
  pageFile,
  pagesFolder,
} from '../contract/sitePaths.ts';
import type { SiteFile } from '../describing/fixedFiles.ts';
import { formatBytes, formatCount, formatCounted } from '../text/words.ts';
import { apache } from './apache.ts';
import { caddy } from './caddy.ts';
import { cloudflarePages, cloudflareWorkers } from './cloudflare.ts';
import { cloudFront } from './cloudfront.ts';
import { type Host, type HostedSite, type HostName, hostNames, noHosting } from './host.ts';
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
type Optional =
  'staticTops' | 'hosting' | 'fieldNames' | 'pages' | 'html' | 'records' | 'packsPages';

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
    html: false,
    records: 'files',
    packsPages: false,
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
    ...viewPagesIn(release),
    packsPages: arePagesPacked(release),
    precompress: release.precompress,
    staticTops: fileTops(release),
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

/** More files are packed unless the user says otherwise. */
export const mostPlainFiles = 20_000;

/** Whether there are hosts, and all read packs without more ado: a site built for no host may go anywhere. */
export function canPack(names: readonly HostName[]): boolean {
  return names.length > 0 && names.every((name) => hosts[name].readsPacks === true);
}

/** The least number of files of a site, and why they should be packed, as a clause; null if they should not. */
export function filesTaken(
  names: readonly HostName[],
  planned: PlannedSite,
): { readonly files: number; readonly why: string | null } {
  const files = sumOf(plannedGroups(planned).map((group) => group.files));
  const limits = names.flatMap((name) => {
    const { title, limits: of } = hosts[name];
    const { freeFiles: free = Infinity, files: most = Infinity } = of;
    if (most < files) return [`${title} takes ${formatCount(most)}`];
    return free < files ? [`${title} takes ${formatCount(free)} free of charge`] : [];
  });
  const isMany = files > mostPlainFiles;
  const why =
    limits[0] ?? (isMany ? `more than ${formatCount(mostPlainFiles)} take long to upload` : null);
  return { files, why: canPack(names) ? why : null };
}

/** Throws a Failure if a host refuses the site, whose views may be cut into pages by now. */
export function assertNotRefused(names: readonly HostName[], site: HostedSite): void {
  for (const name of names) {
    const refused = hosts[name].refuses(site);
    if (refused !== null) budgetOf(name).fail(refused.message, refused.hint);
  }
}

/** What holds of a packed site where nothing takes records out of packs, as a clause. */
export const withoutCode =
  'single records, views by name and files of one phage have no address there; ' +
  'pages of the lists, bulk files and the pages for people, which read packs themselves, remain';

/** Throws a Failure if a host cannot serve the site. */
export function assertHostsCanServe(
  names: readonly HostName[],
  site: HostedSite,
  planned: PlannedSite,
): void {
  const { counts, leastBytes, pageSets } = planned;
  const groups = plannedGroups(planned);
  const files = sumOf(groups.map((group) => group.files));
  for (const name of names) {
    const budget = budgetOf(name);
    const { title, readsPacks } = hosts[name];
    if (site.records === 'packed' && readsPacks === false)
      budget.fail(
        `${title} runs no code that takes records out of packs: ${withoutCode}.`,
        `Leave out --records packed; or leave out --host ${name}, whose limits are not checked then; these hosts read packs: ${hostNames.filter((one) => hosts[one].readsPacks !== false).join(', ')}.`,
      );
    assertNotRefused([name], site);
    budget.files(files, groups);
    for (const { folders = [], advice: hint } of groups)
      for (const [folder, entries] of folders)
        budget.folder(`${folder}/ would have`, entries, () => hint);
    for (const list of listNames) {
      for (const { name: size, size: records } of pageSets[list]?.slice(1) ?? []) {
        // The largest page of a size is at least as large as the average.
        const share = Math.min(1, records / Math.max(1, counts[list]));
        const bytes = Math.floor(leastBytes[list] * share);
        const page = `${pageFile(list, 1, size)} would have at least`;
        budget.file(page, bytes, () => adviceOnLargeSizes);
      }
    }
  }
}

/** Throws a Failure when the staged files exceed a host's limits. What needs a paid plan goes to `note`. */
export function assertFilesFit(
  names: readonly HostName[],
  site: { readonly files: readonly FileOfSite[]; readonly hasAliases: boolean },
  note: (text: string) => void = () => undefined,
): void {
  const { files, hasAliases } = site;
  const groups = groupsOf(files, hasAliases);
  for (const name of names) {
    const budget = budgetOf(name);
    budget.files(files.length, groups);
    if (budget.folderEntries < Infinity) {
      for (const [folder, entries] of countEntries(files))
        budget.folder(`${folder} has`, entries, () => adviceOnFolder(folder, files));
    }
    const largest = files.toSorted((a, b) => b.bytes - a.bytes)[0];
    if (largest !== undefined)
      budget.file(`${largest.path} has`, largest.bytes, () =>
        adviceOnSize(largest.path, files, budget.fileBytes),
      );
    budget.site(files.reduce((sum, file) => sum + file.bytes, 0));
    if (files.length > budget.freeFiles) note(budget.paid(files.length, groups));
  }
}

const shownGroups = 3;

/** What a host takes, as checks that throw a Failure. */
function budgetOf(name: HostName) {
  const { limits, title } = hosts[name];
  const { folderEntries = Infinity, freeFiles = Infinity, fileBytes = Infinity } = limits;
  const fail = (message: string, hint: string): never => {
    throw new Failure('usage', `--host ${name}: ${message}`, { hint });
  };
  const takes = (limit: string, found: string, hint: string) =>
    fail(`${title} takes ${limit} ${found}.`, hint);
  return {
    fail,
    folderEntries,
    fileBytes,
    freeFiles,
    files(count: number, groups: readonly FileGroup[]): void {
      const { files = Infinity } = limits;
      const most = `at most ${formatCounted(files, 'file')};`;
      if (count > files) takes(most, foundIn(count, groups), fewerFiles(groups, count - files));
    },
    folder(folder: string, entries: number, hint: () => string): void {
      const most = `at most ${formatCount(folderEntries)} entries in a folder, and`;
      if (entries > folderEntries) takes(most, `${folder} ${formatCount(entries)}`, hint());
    },
    file(file: string, bytes: number, hint: () => string): void {
      const most = `files of at most ${formatBytes(fileBytes)};`;
      if (bytes > fileBytes) takes(most, `${file} ${formatBytes(bytes)}`, hint());
    },
    site(bytes: number): void {
      const { siteBytes = Infinity } = limits;
      const hint =
        'Leave out the files of single genes with --no-gene-files or bulk files with --no-bulk, or choose another host.';
      const most = `sites of at most ${formatBytes(siteBytes)};`;
      if (bytes > siteBytes) takes(most, `this one has ${formatBytes(bytes)}`, hint);
    },
    paid: (count: number, groups: readonly FileGroup[]) =>
      `${title} takes more than ${formatCount(freeFiles)} files only in a paid plan; ` +
      `${foundIn(count, groups)}. ${fewerFiles(groups, count - freeFiles)}`,
  };
}

const byFiles = (a: FileGroup, b: FileGroup) => b.files - a.files;

function foundIn(count: number, groups: readonly FileGroup[]): string {
  const largest = groups.toSorted(byFiles).slice(0, shownGroups);
  const parts = largest.map(({ what, files }) => `${formatCount(files)} ${what}`);
  return `this site has ${formatCount(count)}, most of them ${parts.join(', ')}`;
}

/** What to do about the largest groups, until so many files are gone. */
function fewerFiles(groups: readonly FileGroup[], excess: number): string {
  const ways = new Set<string>();
  let left = excess;
  for (const { files, advice: way } of groups.toSorted(byFiles)) {
    if (left > 0) ways.add(way);
    left -= files;
  }
  return [...ways].join(' ');
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

// Groups the files of a site by kind, and names the option that makes each group smaller.

interface FileOfSite {
  readonly path: string;
  readonly bytes: number;
}

interface FileGroup {
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
  html: 'Leave out the pages that need no script with --no-html.',
  indexes: 'Leave out the pages for people with --no-pages.',
  compressed: 'Leave out --precompress: the host compresses by itself.',
} as const;

/** The kinds of files, as they are told and with how to have fewer of each. */
const kinds = {
  records: perCollection((name) => ({ what: `single ${name}`, advice: advice.records[name] })),
  pages: perCollection((name) => ({ what: `pages of ${name}`, advice: advice.pages })),
  sizes: { what: 'pages in further sizes', advice: advice.sizes },
  views: { what: 'files of views', advice: advice.views },
  bulk: { what: 'bulk files', advice: advice.bulk },
  html: { what: 'pages of phages and clusters', advice: advice.html },
  indexes: { what: 'indexes of the pages for people', advice: advice.indexes },
  compressed: { what: 'compressed files', advice: advice.compressed },
  packedViews: { what: 'packs of views', advice: advice.views },
  packedBulk: { what: 'packs of bulk files', advice: advice.bulk },
  packedPages: { what: 'packs of pages of phages and clusters', advice: advice.html },
  others: { what: 'other files', advice: advice.pages },
};

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

/** Names the bulk files of which none has more than so many bytes. */
function adviceOnBulk(files: readonly FileOfSite[], most: number): string {
  const namesOf = (some: readonly FileOfSite[]) =>
    new Set(some.map(({ path }) => bulkNameOf(path.replace(packsFolder, ''))));
  const all = namesOf(files);
  const large = namesOf(files.filter(({ bytes }) => bytes > most));
  const fitting = bulkNames.filter((name) => all.has(name) && !large.has(name));
  return `Leave out those that are too large: ${fitting.length === 0 ? '--no-bulk' : `--bulk ${fitting.join(',')}`}.`;
}

export function adviceOnSize(path: string, files: readonly FileOfSite[], most: number): string {
  if (path === manifestFile) {
    return 'It lists all files: make them fewer with a larger --page-size, --no-gene-files, --no-views or --no-bulk.';
  }
  const group = groupOf(path);
  switch (group.advice) {
    case advice.pages:
      return 'Make the pages smaller with --page-size.';
    case advice.sizes:
      return adviceOnLargeSizes;
    case advice.views:
    case advice.html:
    case advice.indexes:
      return group.advice;
    case advice.bulk:
      return adviceOnBulk(files, most);
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
  if (isBulkPath(path)) return kinds.bulk;
  if (isSibling(path)) return kinds.compressed;
  if (isHtmlPage(path)) return kinds.html;
  if (path.startsWith(assetFolder)) return kinds.indexes;
  if (path.startsWith(packsFolder)) {
    if (path.startsWith(packsFolder + apiFolder)) return kinds.packedViews;
    return isHtmlPage(path.slice(packsFolder.length)) ? kinds.packedPages : kinds.packedBulk;
  }
  if (isFurtherPage(path)) return kinds.sizes;
  const [, name, isPage] = /^api\/([^/]+)\/(page\/|index\.json$)?/.exec(path) ?? [];
  const collection = collectionNames.find((one) => one === name);
  if (collection !== undefined)
    return kinds[isPage === undefined ? 'records' : 'pages'][collection];
  return viewNames.some((view) => path.startsWith(`api/${view}/`)) ? kinds.views : kinds.others;
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
  /** The least number of pages that need no script. */
  readonly html: number;
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

/** Files of one kind, and the folders that they lie in. */
interface PlannedGroup extends FileGroup {
  readonly folders?: readonly (readonly [folder: string, entries: number])[];
}

function plannedGroups(planned: PlannedSite): PlannedGroup[] {
  const { counts, lastPages, pageSets, recordFiles, entries, bulk, aliases, html } = planned;
  const collections = collectionsAmong(lastPages);
  const further = Object.entries(pageSets).flatMap(([list, sets]) =>
    sets
      .slice(1)
      .map(({ name, lastPage }) => [`api/${list}/${pagesFolder(name)}`, lastPage] as const),
  );
  const ofDerived = derivedNames.map((list) => (lastPages[list] === 0 ? 0 : lastPages[list] + 1));
  const ofViews = entries.map(([view, names]) => names * filesOfName(view));
  return [
    ...collections.flatMap((name): PlannedGroup[] => {
      const [pages, records] = [lastPages[name], recordFiles[name] ? counts[name] : 0];
      return [
        {
          ...kinds.records[name],
          files: records,
          // Besides the records: its index and the folder of its pages.
          folders: [[`api/${name}`, records + 2]],
        },
        { ...kinds.pages[name], files: pages + 1, folders: [[`api/${name}/page`, pages]] },
      ];
    }),
    {
      ...kinds.views,
      files: sumOf([...ofDerived, ...ofViews]),
      folders: [
        ...entries.map(([view, names]) => [`api/${view}`, names] as const),
        ...derivedNames.map((list) => [`api/${list}/page`, lastPages[list]] as const),
      ],
    },
    {
      ...kinds.sizes,
      files: sumOf(further.map(([, files]) => files)),
      folders: further,
    },
    { what: 'other names of phages', advice: advice.phageAliases, files: aliases },
    { ...kinds.html, files: html, folders: [['phages', html]] },
    {
      ...kinds.bulk,
      files: bulk.whole + bulk.ofPhages + genomeFormNames.length * bulk.ofGenomes + bulk.ofFamilies,
      folders: [
        ['bulk/phages', bulk.ofPhages],
        ...genomeFormNames.map((form) => [`media/${form}`, bulk.ofGenomes] as const),
        [familyFolder.slice(0, -1), bulk.ofFamilies],
      ],
    },
    { ...kinds.others, files: describedWith(collections).length + fixedFiles },
  ];
}

function filesOfName(view: ViewName): number {
  return viewTemplates.filter((template) => template.startsWith(`${view}/${anyName}`)).length;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
