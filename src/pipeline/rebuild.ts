/** What a build takes over from the last one at the same place, and leaves for the next. */
import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { countChanges, type KeyChanges, noChanges } from '../base/keyChanges.ts';
import type { Progress } from '../base/progress.ts';
import { inParts, mapTasks, type Threads } from '../base/threads.ts';
import { bulkFiles } from '../contract/bulkFiles.ts';
import {
  type CollectionName,
  collectionNames,
  listNames,
  type PerCollection,
  perPublished,
} from '../contract/collectionName.ts';
import { packedFile, packsFolder, type RecordForm } from '../contract/packs.ts';
import { furtherSizesOf } from '../contract/release.ts';
import { unsafeNameReason, withFileAlias } from '../contract/recordName.ts';
import {
  apiFolder,
  isFurtherPage,
  manifestFile,
  recordFile,
  releaseFile,
} from '../contract/sitePaths.ts';
import { pageAssetNames } from '../describing/pagesForPeople.ts';
import { programVersion } from '../installed.ts';
import { mergeFiles, mergeSpooled, type PublishedFile } from '../publishing/fileList.ts';
import { compareManifest } from '../publishing/manifest.ts';
import type { checkFiles } from '../publishing/siteWriter.ts';
import type { StaticFile } from '../publishing/stageStatic.ts';
import type { Discovered } from '../sources/discoverSources.ts';
import { genomesFolder } from '../sources/source.ts';
import type { ListEdit } from '../sinks/view.ts';
import { createFindingLog } from '../text/findings.ts';
import { compareText } from '../text/order.ts';
import type { FormerSite, SiteKey } from './cacheIndex.ts';
import type { Building, BuildOptions, BuildOutcome, PlannedOptions } from './planSite.ts';
import type { DataOptions } from './readSources.ts';
import type { SiteCache } from './siteCache.ts';
import type { RenderedPages } from './renderPages.ts';
import type { LivePacks } from './stagePacks.ts';
import { assertAllAsPublished, type linkFiles } from './tasks.ts';

/** Worker threads that can verify hashes and link files. */
type Workers = Threads<{ checkFiles: typeof checkFiles; linkFiles: typeof linkFiles }>;

// Bounds the size of a message and what a thread holds.
const filesPerTask = 4096;

interface Kept {
  /** Which files are still valid, besides pages and records. */
  readonly isKept: (file: string) => boolean;
  /** Whether files of records and views also lie at their names in lower case. */
  readonly hasAliases: boolean;
  /** Files that are always rendered anew, though they lie among pages, records and views. */
  readonly isAlias: (file: string) => boolean;
  /** The live files that new files are derived from: their hashes are verified. */
  readonly filesRead: () => ReadonlySet<string>;
}

// First page of a list; the OpenAPI description takes its examples from it.
const firstPage = /^api\/[^/]+\/index\.json$/;

const ofCollection = new RegExp(`^api/(${collectionNames.join('|')})/`);
const listPage = /^[^/]+\/[^/]+\/(?:index|page\/[0-9]+)\.json(?:\.(?:gz|br))?$/;

/** Throws a Failure or DamagedCache. */
export async function carryOver(
  rendered: Pick<RenderedPages, 'edits' | 'lists' | 'spools'>,
  { isKept, isAlias, hasAliases, filesRead }: Kept,
  live: Omit<LiveSite, 'notes'>,
  stagingDir: string,
  { workers, progress }: { readonly workers: Workers; readonly progress: Progress },
): Promise<CarriedFiles> {
  const { dir: liveDir, files: liveFiles, former, publishedAtMs, isChecked, rerendered } = live;
  // Parts of the live bulk files are reused: these must be unchanged, too.
  const whole = new Set<string>(bulkFiles.map((file) => file.path));
  const bulk = liveFiles.filter((file) => whole.has(file.path));
  await assertAllAsPublished(liveDir, bulk, publishedAtMs);
  const done = new Set<string>();
  for (const file of mergeFiles(rendered.lists)) done.add(file.path);
  for (const { path: key } of mergeSpooled(rendered.spools)) done.add(packedFile(key));
  const { edits } = rendered;
  const gone = new Set(edits === null ? [] : goneFiles(edits, hasAliases));
  const isCarried = (name: string): boolean => {
    if (isAlias(name)) return false;
    const [, collection] = ofCollection.exec(name) ?? [];
    if (collection === undefined || isFurtherPage(name)) return isKept(name);
    const isPage = listPage.test(name);
    if (rerendered === 'all-pages') return !isPage;
    if (isPage && edits?.[collection as CollectionName].isWhole === true) return false;
    // Whether a page has a compressed sibling is decided when the page is rendered.
    const plain = name.replace(/\.(gz|br)$/, '');
    return !done.has(plain) && !gone.has(plain);
  };
  const [packs, plain] = [
    liveFiles.filter(isOfPacks),
    liveFiles.filter((file) => !isOfPacks(file)),
  ];
  const files = plain.filter(({ path: name }) => isCarried(name));
  const others = former && compareManifest(former.manifest, liveFiles).others;
  const isStaged = ({ path: name }: PublishedFile) =>
    others !== null && name.startsWith(apiFolder) && !others.has(name);
  const read = filesRead();
  const checked = files.filter(
    (file) => isChecked || read.has(file.path) || firstPage.test(file.path),
  );
  progress.stage('Linking', files.length + checked.length + bulk.length, 'files');
  for (const [some, stagedAtMs] of [
    [files.filter(isStaged), former?.stagedAtMs ?? null],
    [former === null ? files : files.filter((file) => !isStaged(file)), null],
  ] as const) {
    const parts = Math.ceil(some.length / filesPerTask);
    await mapTasks(inParts(some, parts), 2 * workers.jobs, async (part) => {
      const task = { liveDir, stagingDir, files: part, publishedAtMs, stagedAtMs };
      await workers.run('linkFiles', task);
      progress.advance(part.length);
    });
  }
  await checkFilesIn(stagingDir, checked, workers, progress);
  await checkFilesIn(liveDir, bulk, workers, progress);
  return {
    files,
    packs: { dir: liveDir, files: packs, publishedAtMs, isChecked, isKept: isCarried },
  };
}

function isOfPacks({ path: name }: PublishedFile): boolean {
  return name.startsWith(packsFolder);
}

export interface CarriedFiles {
  /** Linked into the staging folder. */
  readonly files: readonly PublishedFile[];
  /** Not linked yet: some of what they hold may have changed. */
  readonly packs: LivePacks;
}

/** The files of records that their lists no longer have. */
function* goneFiles(edits: PerCollection<ListEdit>, hasAliases: boolean): Generator<string> {
  for (const collection of collectionNames)
    for (const key of edits[collection].removed) {
      if (unsafeNameReason(key) !== null) continue;
      yield* withFileAlias(recordFile(collection, key), hasAliases);
    }
}

/** Advances the current stage. Throws DamagedCache when a file is not as it was published. */
async function checkFilesIn(
  siteDir: string,
  files: readonly PublishedFile[],
  workers: Workers,
  progress: Pick<Progress, 'advance'>,
): Promise<void> {
  const parts = Math.max(2 * workers.jobs, Math.ceil(files.length / filesPerTask));
  await mapTasks(inParts(files, parts), 2 * workers.jobs, async (part) => {
    await workers.run('checkFiles', { siteDir, files: part });
    progress.advance(part.length);
  });
}

/** The outcome of the last build if this one would give the same: then there is nothing to build. */
export async function recall(
  cache: SiteCache,
  { options, effects, discovered, sameSources }: Building,
): Promise<BuildOutcome | null> {
  const found = await cache.recall(discovered.sources, sameSources);
  if (found === null || found.published.discovered !== hashFindings(discovered)) return null;
  const { published, files } = found;
  if (options.checkLive) {
    const { workers, progress } = effects;
    progress.stage('Looking at the site', files.length, 'files');
    await checkFilesIn(options.out, files, workers, progress);
  }
  const findings = createFindingLog({ ...options, maxKept: options.maxErrors });
  for (const finding of published.findings) findings.add(finding);
  for (const [rule, count] of published.uncounted) findings.count(rule, count);
  const { release } = published;
  const about = [manifestFile, releaseFile].map((file) => statSync(path.join(options.out, file)));
  const site = {
    release,
    files: files.length + about.length,
    bytes: sumOf(files, (file) => file.bytes) + sumOf(about, ({ size }) => size),
    unchanged: files.length + about.length,
  };
  const counts = perPublished(options.collections, (name) => release.collections[name]?.count ?? 0);
  const ofGenomes = cache.cached.filter(({ collection }) => collection === genomesFolder);
  const genomes = discovered.hasGenomes ? sumOf(ofGenomes, ({ count }) => count) : null;
  return { counts, genomes, findings, sources: measure(discovered), site };
}

function sumOf<T>(all: readonly T[], amountOf: (one: T) => number): number {
  return all.reduce((sum, one) => sum + amountOf(one), 0);
}

/** Hash of the findings about the data folder itself, to compare with the last build's. */
export function hashFindings({ findings }: Discovered): string {
  return hash('sha256', JSON.stringify(findings));
}

export function measure({ sources }: Discovered): BuildOutcome['sources'] {
  return { files: sources.length, bytes: sumOf(sources, ({ bytes }) => bytes) };
}

/** The live site, before the records are read. */
export interface Previous extends Pick<
  SiteCache,
  'firstKeys' | 'keepsRecords' | 'publishedAtMs' | 'takeFormer'
> {
  /** Its folder; identical files are linked rather than written. */
  readonly dir: string;
  /** The files of its manifest. Throws DamagedCache. */
  readonly takeFiles: () => readonly PublishedFile[];
  /** What `StagedSite.notes` returned for it. Throws DamagedCache. */
  readonly notes: () => Uint8Array;
  /** Whether all reused files are verified against their hashes, including those that are only linked. */
  readonly isChecked: boolean;
}

/** The live site as a build may take it over; null when there is none. */
export function previousOf(
  cache: SiteCache,
  { live, options, takeFiles }: Building,
  { furtherSizes }: Pick<PlannedOptions, 'furtherSizes'>,
): Previous | null {
  if (live === null) return null;
  // Which sizes are dropped depends on the data and the hosts.
  const before = furtherSizesOf(live);
  const hasSizes = listNames.every(
    (list) =>
      live.collections[list] === undefined || isDeepStrictEqual(before[list], furtherSizes[list]),
  );
  const { firstKeys, keepsRecords, publishedAtMs, takeFormer } = cache;
  return {
    dir: options.out,
    takeFiles,
    firstKeys: hasSizes ? firstKeys : null,
    keepsRecords,
    notes: () => cache.readNotes(),
    publishedAtMs,
    takeFormer: async (stagingDir) => (options.checkLive ? null : takeFormer(stagingDir)),
    isChecked: options.checkLive,
  };
}

/**
 * What is rendered again: the pages with changed records (all of a list whose keys repeat, or that has become longer or
 * shorter), or all pages and nothing else.
 */
type Rerendered = 'changed-pages' | 'all-pages';

/** The live site, once it is known which parts are reused. */
export interface LiveSite extends Pick<Previous, 'dir' | 'notes' | 'publishedAtMs' | 'isChecked'> {
  /** The files of its manifest. */
  readonly files: readonly PublishedFile[];
  /** The site whose `api/` the staging folder began with; null if it began empty. */
  readonly former: FormerSite | null;
  readonly rerendered: Rerendered;
}

/** What must be rendered again if the rest of the live site is valid; null for a full build. */
export function rerenderedOf(
  previous: Previous | null,
  {
    collections,
    contested,
  }: {
    readonly collections: PerCollection<{ readonly changes: KeyChanges | null }>;
    readonly contested: PerCollection<ReadonlySet<string>>;
  },
): Rerendered | null {
  // Findings about names that differ only by case need a merge of all records.
  const mayHold = collectionNames.every(
    (name) => contested[name].size === 0 && collections[name].changes !== null,
  );
  if (previous === null || !mayHold) return null;
  if (previous.firstKeys !== null) return 'changed-pages';
  const areSame = collectionNames.every(
    (name) => countChanges(collections[name].changes ?? noChanges) === 0,
  );
  return previous.keepsRecords && areSame ? 'all-pages' : null;
}

// The cache key of a build: strings that change when results of the last build are no longer valid.

// Increase when the cache format changes within one version of the program.
const cacheVersion = 22;

// Where refused records end the reading, nothing is published, and nothing kept.
type IntakeOption = Exclude<keyof DataOptions, 'data' | 'maxRefused'>;

/** Every option of the data must be here, or changing it leaves stale runs. Where the data lies does not matter. */
const decidesIntake: Readonly<Record<IntakeOption, true>> = {
  allowed: true,
  denied: true,
  limits: true,
  linkTo: true,
  maxErrors: true,
};

/** Changes whenever the result of intake may change. */
export function intakeKey(options: DataOptions): string {
  const names = (Object.keys(decidesIntake) as IntakeOption[]).sort(compareText);
  const values = names.map((name) => {
    const value = options[name];
    return [name, value instanceof Set ? [...value].map(String).sort(compareText) : value];
  });
  return JSON.stringify([programVersion(), cacheVersion, ...values]);
}

type Option = Exclude<keyof PlannedOptions, 'static'>;

/**
 * Which part of the key each option belongs to. Every option must be here: if one is missing, changing it leaves a
 * stale site. The files that `static` names are hashed instead.
 */
const decides: Readonly<Record<Option, keyof SiteKey>> = {
  baseUrl: 'records',
  bulk: 'records',
  collections: 'records',
  caseInsensitiveNames: 'records',
  fieldNames: 'records',
  geneFiles: 'records',
  records: 'records',
  linkGenomes: 'records',
  genomesFile: 'records',
  links: 'records',
  phageAliases: 'records',
  precompress: 'records',
  releaseDate: 'records',
  spreadsheetSafe: 'records',
  views: 'records',
  furtherSizes: 'pages',
  pageSizes: 'pages',
  about: 'about',
  hosts: 'about',
  maxAge: 'about',
  pages: 'about',
  html: 'about',
  yieldingSizes: 'about',
};

/** Changes whenever the site's bytes may change although the records did not. */
export function siteKey(
  options: PlannedOptions & Partial<Pick<BuildOptions, 'changes' | 'keep'>>,
  staticFiles: readonly StaticFile[],
  labels: ReadonlyMap<number, string> = new Map(),
  keyId: string | null = null,
  askedRecords: RecordForm | null = null,
): SiteKey {
  const names = (Object.keys(decides) as Option[]).sort(compareText);
  const keyOf = (key: keyof SiteKey, ...more: unknown[]) =>
    JSON.stringify([
      ...names.flatMap((name) => (decides[name] === key ? [[name, options[name]]] : [])),
      ...more,
    ]);
  // The version of zlib decides the bytes of bulk files.
  const zlib = options.bulk.length === 0 ? '' : process.versions.zlib;
  const assets = options.pages ? pageAssetNames() : '';
  return {
    records: keyOf('records', zlib),
    pages: keyOf('pages'),
    about: keyOf(
      'about',
      assets,
      // Where no form is asked for, that of the live site may be another than the number of files asks for.
      [options.changes, options.keep, keyId, askedRecords],
      labels.size === 0 ? '' : hash('sha256', JSON.stringify([...labels])),
      ...staticFiles.map((file) => [file.path, file.sha256]),
    ),
  };
}
