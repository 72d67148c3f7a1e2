/** What changed from one release to the next: records, gene families, genomes, files and options. */
import { hash } from 'node:crypto';
import type { RankChanges } from '../base/keyChanges.ts';
import { genomeFile } from '../contract/bulkFiles.ts';
import {
  collectionNames,
  type CollectionName,
  isNamed,
  type PerCollection,
} from '../contract/collectionName.ts';
import { packHead, packsFolder, readIndex, stepOf } from '../contract/packs.ts';
import { collectionsOf, type Release } from '../contract/release.ts';
import { neutralNames, publicName } from '../contract/siteOptions.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { compareText } from '../text/order.ts';
import { compareRecords, type RecordChange } from './compareRecords.ts';
import { createFamilyCount, type FamilyChange, type FamilyCount } from './familyMap.ts';
import type { OpenRelease } from './openRelease.ts';
import {
  createPageHashes,
  onlyAt,
  openRecords,
  pageTops,
  type RecordCursor,
  visitRecords,
} from './recordCursor.ts';

export interface ChangeCounts {
  added: number;
  removed: number;
  changed: number;
}

export interface ReleaseDiff {
  readonly from: Release;
  readonly to: Release;
  readonly collections: Readonly<Partial<Record<CollectionName, ChangeCounts>>>;
  readonly families: readonly FamilyChange[];
  /** Families that have the number that they had, and genes. */
  readonly sameFamilies: number;
  /** Names of phages, by what happened to the file of their genome. */
  readonly genomes: Readonly<Record<keyof ChangeCounts, readonly string[]>>;
  readonly files: ChangeCounts & { readonly bytes: number };
  /** Members of `release.json` that differ, but for counts, dates and the id. */
  readonly options: readonly string[];
}

/** What a build knows of how the records of its release differ from those of the former one. */
export interface KnownChanges {
  /** Null where any may. */
  readonly ranks: PerCollection<RankChanges | null>;
  readonly pageSizes: PerCollection<number>;
  /** Families with genes that are as they were, and how many of these. */
  readonly sameGenes: () => Iterable<readonly [family: number, genes: number]>;
}

/** A file of one or both releases. */
export interface FilePair {
  readonly path: string;
  readonly before: PublishedFile | null;
  readonly after: PublishedFile | null;
}

export interface DiffEffects {
  /** Called in order of collection and key. Where it returns a promise, that is awaited. */
  readonly onChange?: (collection: CollectionName, change: RecordChange) => unknown;
  /** Called in order of path with each file that is not the same in both. */
  readonly onFile?: (pair: FilePair) => void;
  /** Whether to compare records and genomes alone: then nothing is told of files. */
  readonly withoutFiles?: boolean;
  /** Spares reading pages without a change. */
  readonly known?: KnownChanges | null;
}

/** Compares two releases. Memory does not grow with the number of records. Throws a Failure. */
export async function diffReleases(
  old: OpenRelease,
  now: OpenRelease,
  { onChange, onFile, withoutFiles = false, known = null }: DiffEffects,
): Promise<ReleaseDiff> {
  const files = { added: 0, removed: 0, changed: 0, bytes: 0 };
  const [oldFiles, newFiles] = [createNeeded(), createNeeded()];
  for await (const pair of pairFiles(...filesOf(old, now, withoutFiles))) {
    const { before, after } = pair;
    if (before !== null) oldFiles.note(before);
    if (after !== null) newFiles.note(after);
    if (before?.sha256 === after?.sha256) continue;
    files[kindOf(before, after)]++;
    files.bytes += after?.bytes ?? 0;
    onFile?.(pair);
  }
  const names = now.release.field_names ?? neutralNames;
  const families = createFamilyCount();
  const counts: Partial<Record<CollectionName, ChangeCounts>> = {};
  for (const collection of inOrder(old.release, now.release)) {
    const found = { added: 0, removed: 0, changed: 0 };
    counts[collection] = found;
    const ranks = known?.ranks[collection] ?? null;
    const open = (site: OpenRelease, { pages }: typeof oldFiles, some?: readonly number[]) => {
      const records = openRecords(site, collection, pages[collection], names);
      return known && some ? onlyAt(records, some, known.pageSizes[collection]) : records;
    };
    const cursors = [open(old, oldFiles, ranks?.before), open(now, newFiles, ranks?.now)] as const;
    const counting =
      collection === inFamilies ? memberCounts(families, publicName(names, 'PhamID')) : null;
    await compareRecords(...cursors, isNamed(collection), {
      onChange(change) {
        found[kindOf(change.before, change.after)]++;
        counting?.note(change);
        return onChange?.(collection, change);
      },
      onSame: counting?.onSame,
      onSamePage: counting?.onSamePage,
    });
    // Where no gene changed its family, sizes do not matter.
    if (counting?.hasChanges() !== true) continue;
    if (known !== null && ranks !== null)
      for (const [family, genes] of known.sameGenes()) families.kept(family, family, genes);
    else if (counting.samePages.length > 0)
      await visitRecords(open(now, newFiles), counting.onSame, new Set(counting.samePages));
  }
  return {
    from: old.release,
    to: now.release,
    collections: counts,
    families: families.changes(),
    sameFamilies: families.same(),
    genomes: await compareGenomes(old, oldFiles.genomes, now, newFiles.genomes),
    files,
    options: changedOptions(old.release, now.release),
  };
}

function filesOf(old: OpenRelease, now: OpenRelease, isNeededOnly: boolean) {
  const tops = isNeededOnly ? [genomeFolder, genomePacks, ...pageTops] : undefined;
  return [old.files(tops), now.files(tops)] as const;
}

export function countGenomes({ added, removed, changed }: ReleaseDiff['genomes']): ChangeCounts {
  return { added: added.length, removed: removed.length, changed: changed.length };
}

export function kindOf(before: unknown, after: unknown): keyof ChangeCounts {
  if (before === null) return 'added';
  return after === null ? 'removed' : 'changed';
}

function inOrder(...releases: readonly Release[]): CollectionName[] {
  const present = new Set(releases.flatMap(collectionsOf));
  return collectionNames.filter((name) => present.has(name));
}

/** The files of both, in order of path: both must be. */
export async function* pairFiles(
  old: AsyncIterator<PublishedFile>,
  now: AsyncIterator<PublishedFile>,
): AsyncGenerator<FilePair> {
  const take = async (from: AsyncIterator<PublishedFile>) => {
    const { done, value } = await from.next();
    return done === true ? null : value;
  };
  let [before, after] = [await take(old), await take(now)];
  while (before !== null || after !== null) {
    const order = before === null ? 1 : after === null ? -1 : compareText(before.path, after.path);
    const [first, second]: (PublishedFile | null)[] = [
      order <= 0 ? before : null,
      order >= 0 ? after : null,
    ];
    yield {
      path: (first ?? second)?.path ?? '',
      before: first ?? null,
      after: second ?? null,
    };
    if (first) before = await take(old);
    if (second) after = await take(now);
  }
}

const inFamilies: CollectionName = 'genes';

const genomeGroup = 'media/fastas';
const genomeFolder = `${genomeGroup}/`;
const genomePacks = `${packsFolder}${genomeFolder}`;

/** Of a manifest, what a comparison reads. */
function createNeeded() {
  const { pages, note } = createPageHashes();
  const genomes = new Map<string, string>();
  return {
    pages,
    /** Hashes of the files of genomes, or of their packs, by path. */
    genomes: genomes as ReadonlyMap<string, string>,
    note(file: PublishedFile): void {
      const { path, sha256 } = file;
      if (path.startsWith(genomeFolder) || path.startsWith(genomePacks)) genomes.set(path, sha256);
      else note(file);
    },
  };
}

function memberCounts(families: FamilyCount, field: string) {
  const head = Buffer.from(`${JSON.stringify(field)}:{${JSON.stringify(field)}:`);
  const samePages: string[] = [];
  let hasChanges = false;
  const idAt = ({ bytes, start, end }: Pick<RecordCursor, 'bytes' | 'start' | 'end'>) => {
    let at = bytes.indexOf(head, start) + head.length;
    if (at < head.length || at >= end) return null;
    let id = 0;
    const first = at;
    for (
      let digit = (bytes[at] ?? 0) - 0x30;
      digit >= 0 && digit <= 9;
      digit = (bytes[++at] ?? 0) - 0x30
    )
      id = id * 10 + digit;
    return at === first ? null : id;
  };
  const idIn = (json: string) => {
    const bytes = Buffer.from(json);
    return idAt({ bytes, start: 0, end: bytes.length });
  };
  const onSame = (record: RecordCursor) => {
    const id = idAt(record);
    families.kept(id, id);
  };
  return {
    samePages,
    hasChanges: () => hasChanges,
    onSame,
    onSamePage: (sha256: string) => void samePages.push(sha256),
    note({ before, after }: RecordChange) {
      const [old, now] = [
        before === null ? null : idIn(before),
        after === null ? null : idIn(after),
      ];
      if (before === null) families.added(now);
      else if (after === null) families.removed(old);
      else families.kept(old, now);
      hasChanges ||= old !== now;
    },
  };
}

type GenomeChanges = Record<keyof ChangeCounts, string[]>;

/** `before` and `after` are hashes of files of genomes or of their packs, by path. */
async function compareGenomes(
  old: OpenRelease,
  before: ReadonlyMap<string, string>,
  now: OpenRelease,
  after: ReadonlyMap<string, string>,
): Promise<GenomeChanges> {
  const changes: GenomeChanges = { added: [], removed: [], changed: [] };
  // A release without genomes says nothing about them.
  if (before.size === 0 || after.size === 0) return changes;
  const isCommon = ([path, sha256]: readonly [string, string]) =>
    before.get(path) === sha256 && after.get(path) === sha256;
  const isOneForm = [before, after].every(
    (files) => files.size > 0 && isPacked(files) === isPacked(after),
  );
  const rest = (files: ReadonlyMap<string, string>) =>
    new Map([...files].filter((file) => !isOneForm || !isCommon(file)));
  const [was, is] = [await genomesIn(old, rest(before)), await genomesIn(now, rest(after))];
  for (const [name, sha256] of is) {
    const former = was.get(name);
    if (former === undefined) changes.added.push(name);
    else if (former !== sha256) changes.changed.push(name);
  }
  for (const name of was.keys()) if (!is.has(name)) changes.removed.push(name);
  for (const names of Object.values(changes)) names.sort(compareText);
  return changes;
}

function isPacked(files: ReadonlyMap<string, string>): boolean {
  return [...files.keys()].some((file) => file.startsWith(genomePacks));
}

/** The hash of each genome in these files, by the name of its phage. */
async function genomesIn(
  site: OpenRelease,
  files: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const genomes = new Map<string, string>();
  const nameOf = (file: string) => file.slice(0, file.lastIndexOf('.'));
  for (const [path, sha256] of files) {
    if (path.startsWith(genomeFolder)) {
      if (path.endsWith(extension)) genomes.set(nameOf(path.slice(genomeFolder.length)), sha256);
    } else if (path.endsWith('.pack')) {
      const pack = await site.read(path, sha256);
      let { start: at } = packHead(pack, { group: genomeGroup }, path);
      for (const [name, bytes] of packHead(pack, { group: genomeGroup }, path).entries) {
        genomes.set(nameOf(name), hash('sha256', pack.subarray(at, at + bytes)));
        at += bytes;
      }
    } else if (path.endsWith('.ndjson')) {
      // Genomes that are too large for a pack.
      const index = readIndex(await site.read(path, sha256), { group: genomeGroup }, path);
      for (const line of index.lines) {
        const step = stepOf(index, line);
        const own = step.holds === 'itself' ? files.get(step.file) : undefined;
        if (own !== undefined) genomes.set(nameOf(line[0]), own);
      }
    }
  }
  return genomes;
}

const extension = /\.[^.]+$/.exec(genomeFile('x', 'fastas') ?? '')?.[0] ?? '';

// These change with every release, or are told by themselves.
const ownMembers = new Set([
  'release',
  'version',
  'release_date',
  'collections',
  'schemas',
  'view_pages',
]);

function changedOptions(old: Release, now: Release): string[] {
  const members = new Set([...Object.keys(old), ...Object.keys(now)]) as Set<keyof Release>;
  const differs = [...members].filter(
    (name) => !ownMembers.has(name) && JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
  return differs.sort(compareText);
}
