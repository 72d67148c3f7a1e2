/** What a build takes over from the last one at the same place, and leaves for the next. */
import { hash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isOfSize, textIn } from '../base/files.ts';
import { countChanges, type KeyChanges, noChanges } from '../base/keyChanges.ts';
import type { Progress } from '../base/progress.ts';
import { inChunks, mapTasks, type Threads } from '../base/threads.ts';
import { bulkFiles, isBulkPath } from '../contract/bulkFiles.ts';
import {
  type CollectionName,
  collectionNames,
  listNames,
  type PerCollection,
  perPublished,
} from '../contract/collectionName.ts';
import { changesIndex, historyFiles, releasesIndex } from '../contract/history.ts';
import { packedFile, packsFolder, type RecordForm } from '../contract/packs.ts';
import { furtherSizesOf, renderRelease } from '../contract/release.ts';
import { unsafeNameReason, withFileAlias } from '../contract/recordName.ts';
import {
  apiFolder,
  isFurtherPage,
  manifestFile,
  recordFile,
  releaseFile,
  releasesFolder,
  signatureFile,
} from '../contract/sitePaths.ts';
import { pageAssetNames } from '../describing/pagesForPeople.ts';
import { programVersion } from '../installed.ts';
import {
  joinWritten,
  listWritten,
  mergeFiles,
  mergeSpooled,
  type PublishedFile,
  type WrittenFiles,
} from '../publishing/fileList.ts';
import { compareManifests, filesIn } from '../publishing/manifest.ts';
import { signatureBy } from '../publishing/signing.ts';
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
  const { dir: liveDir, manifest, former, publishedAtMs, isChecked, rerendered } = live;
  // Parts of the live bulk files are reused: these must be unchanged, too.
  const whole = new Set<string>(bulkFiles.map((file) => file.path));
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
  const read = filesRead();
  const [staged, others] = [createLists(), createLists()];
  const bulk: PublishedFile[] = [];
  const packs: PublishedFile[] = [];
  const checked = createLists();
  const described: PublishedFile[] = [];
  const mayBeGone = new Set<string>();
  const before = former?.takeManifest() ?? Buffer.alloc(0);
  for (const { file, isIn } of compareManifests(before, manifest())) {
    const name = file.path;
    const isOfLists = name.startsWith(apiFolder);
    const isThere = isIn !== 'before';
    if (isThere && whole.has(name)) bulk.push(file);
    if (isThere && name.startsWith(packsFolder)) {
      packs.push(file);
    } else if (isThere && isCarried(name)) {
      (isIn === 'both' && isOfLists ? staged : others).add(file);
      if (isBulkPath(name)) described.push(file);
      if (isChecked || read.has(name) || firstPage.test(name)) checked.add(file);
    } else if (isIn !== 'now' && isOfLists) {
      mayBeGone.add(name);
    }
  }
  await assertAllAsPublished(liveDir, bulk, publishedAtMs);
  const linked = [
    { some: staged.finish(), stagedAtMs: former?.stagedAtMs ?? null },
    { some: others.finish(), stagedAtMs: null },
  ];
  const files = joinWritten(linked.flatMap(({ some }) => some));
  const toCheck = joinWritten(checked.finish());
  progress.stage('Linking', files.count + toCheck.count + bulk.length, 'files');
  for (const { some, stagedAtMs } of linked) {
    await mapTasks(some, 2 * workers.jobs, async ({ lists, count }) => {
      const task = { liveDir, stagingDir, lists, publishedAtMs, stagedAtMs };
      await workers.run('linkFiles', task);
      progress.advance(count);
    });
  }
  const again = { files: mergeFiles(toCheck.lists), count: toCheck.count };
  await checkFilesIn(stagingDir, again, workers, progress);
  await checkFilesIn(liveDir, { files: bulk, count: bulk.length }, workers, progress);
  return {
    files,
    described,
    mayBeGone,
    packs: { dir: liveDir, files: packs, publishedAtMs, isChecked, isKept: isCarried },
  };
}

/** Lists files that are links to those of the live site, for a task each. */
function createLists() {
  const lists: WrittenFiles[] = [];
  let held: PublishedFile[] = [];
  const finish = () => {
    if (held.length > 0) lists.push(listWritten(held, held.length));
    held = [];
    return lists;
  };
  return {
    add(file: PublishedFile) {
      held.push(file);
      if (held.length === filesPerTask) finish();
    },
    finish,
  };
}

export interface CarriedFiles {
  /** Linked into the staging folder. */
  readonly files: WrittenFiles;
  /** Those of them that the index of bulk files describes. */
  readonly described: readonly PublishedFile[];
  /** What the staging folder began with and is not taken over, below `api/`: removed unless this build writes it. */
  readonly mayBeGone: ReadonlySet<string>;
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
  { files, count }: { readonly files: Iterable<PublishedFile>; readonly count: number },
  workers: Workers,
  progress: Pick<Progress, 'advance'>,
): Promise<void> {
  const parallel = 2 * workers.jobs;
  const size = Math.min(filesPerTask, Math.ceil(count / parallel));
  await mapTasks(inChunks(files, size), parallel, async (part) => {
    await workers.run('checkFiles', { siteDir, files: part });
    progress.advance(part.length);
  });
}

/** The outcome of the last build if this one would give the same: then there is nothing to build. */
export async function recall(
  cache: SiteCache,
  { options, key, effects, discovered, sameSources, manifest }: Building,
): Promise<BuildOutcome | null> {
  const found = await cache.recall(discovered.sources, sameSources);
  if (found === null || found.published.discovered !== hashFindings(discovered)) return null;
  const beside = filesBeside(options);
  if (beside === null) return null;
  const { published, amount } = found;
  const textOf = (file: string) => textIn(path.join(options.out, file));
  // It says the same, but may be written in another way: then its signature does not hold.
  if (textOf(releaseFile) !== renderRelease(published.release)) return null;
  if (key !== null && textOf(signatureFile) !== signatureBy(key, published.release)) return null;
  if (options.checkLive) {
    const { workers, progress } = effects;
    progress.stage('Looking at the site', amount.count, 'files');
    const files = filesIn(manifest());
    await checkFilesIn(options.out, { files, count: amount.count }, workers, progress);
  }
  const findings = createFindingLog({ ...options, maxKept: options.maxErrors });
  for (const finding of published.findings) findings.add(finding);
  for (const [rule, count] of published.uncounted) findings.count(rule, count);
  const { release } = published;
  const about = [manifestFile, releaseFile, ...beside].map((file) =>
    statSync(path.join(options.out, file)),
  );
  const site = {
    release,
    files: amount.count + about.length,
    bytes: amount.bytes + sumOf(about, ({ size }) => size),
    unchanged: amount.count + about.length,
  };
  const counts = perPublished(options.collections, (name) => release.collections[name]?.count ?? 0);
  const ofGenomes = cache.cached.filter(({ collection }) => collection === genomesFolder);
  const genomes = discovered.hasGenomes ? sumOf(ofGenomes, ({ count }) => count) : null;
  return { counts, genomes, findings, sources: measure(discovered), site };
}

/** What the live site tells of former releases; null where a file is not as its index says: then it is told anew. */
function filesBeside({ out, changes, keep }: BuildOptions): string[] | null {
  const files = historyFiles((file) => textIn(path.join(out, file)));
  const names = files.map((file) => file.path);
  const keeps = keep !== null || existsSync(path.join(out, releasesFolder));
  const hasIndexes =
    changes === names.includes(changesIndex) && keeps === names.includes(releasesIndex);
  const areUnchanged = files.every(
    ({ path: file, bytes }) => bytes === undefined || isOfSize(path.join(out, file), bytes),
  );
  return hasIndexes && areUnchanged ? names : null;
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
  /** Whether it has pages for people. */
  readonly hasPages: boolean;
  /** Throws DamagedCache. */
  readonly manifest: () => Buffer;
  /** What `StagedSite.notes` returned for it. Throws DamagedCache. */
  readonly notes: () => Uint8Array;
  /** Whether all reused files are verified against their hashes, including those that are only linked. */
  readonly isChecked: boolean;
}

/** The live site as a build may take it over; null when there is none. */
export function previousOf(
  cache: SiteCache,
  { live, options, manifest }: Building,
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
    hasPages: live.pages === true,
    manifest,
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
export interface LiveSite extends Pick<
  Previous,
  'dir' | 'manifest' | 'hasPages' | 'notes' | 'publishedAtMs' | 'isChecked'
> {
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
const cacheVersion = 23;

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
