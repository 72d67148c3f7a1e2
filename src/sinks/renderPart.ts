/** A worker's task: merges one part of a collection, checks its keys and writes its pages. */
import { DamagedCache } from '../base/failure.ts';
import { mergeCursors, type Part } from '../base/merge.ts';
import { type MergedRun, openRunCursor, roomFor, type RunCursor } from '../base/runs.ts';
import { compareBytes } from '../base/sortKeys.ts';
import { lowerCaseAlias, unsafeNameReason } from '../contract/recordName.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { listFile, pageFile, recordFile } from '../contract/sitePaths.ts';
import { joinWritten, type WrittenFiles } from '../publishing/fileList.ts';
import {
  createSiteWriter,
  type SiteWriter,
  type SiteWriterOptions,
} from '../publishing/siteWriter.ts';
import type { KeyCase, Noter } from '../records/collection.ts';
import { collections } from '../records/collections.ts';
import type { PageNotes } from '../records/notes.ts';
import type { RepeatedKey } from '../records/orderRules.ts';
import { publicNaming, renamed } from '../records/renameFields.ts';
import { comparePlaces, type RecordPlace } from '../text/findings.ts';
import { createPageBuilder, type PagedCollection, pageRoom } from './pageBuilder.ts';
import { createHashPartition, type PartitionedGenes } from './renderPhams.ts';

export interface RenderTask {
  readonly runs: readonly MergedRun[];
  readonly part: Part & {
    /**
     * The key after the part, null for the last part, when only some pages are rendered: it verifies the cached page
     * boundaries against the records. Absent when all pages are rendered.
     */
    readonly nextKey?: string | null;
  };
  readonly shape: PagedCollection;
  /** The groups of keys in which some may differ only by case: see `KeyCase`. */
  readonly contested: ReadonlySet<string>;
  /** How many records with a repeated key to return at least; the rest are only counted. */
  readonly maxRepeated: number;
  /** The keys of the part that were added, removed or changed, in order: no other record is written as a file. Null for all. */
  readonly changedKeys: readonly string[] | null;
  /** Null to check the order only. */
  readonly site: RenderedSite | null;
}

export interface RenderedSite
  extends
    SiteWriterOptions,
    Pick<SiteOptions, 'baseUrl' | 'links' | 'caseInsensitiveNames' | 'fieldNames'> {
  /** Whether each record gets an address of its own (D1). */
  readonly recordFiles: boolean;
  /** Whether to take notes for views. */
  readonly noted: boolean;
  /** Where to partition genes by pham, while notes are taken; null for no partitioning. */
  readonly partitioned: PartitionedGenes | null;
}

export interface RenderResult extends WrittenFiles {
  /** The first key of each rendered page, in order. */
  readonly firstKeys: readonly string[];
  /** The first key of each that is no repetition of one on a page before; null where there is none. */
  readonly newKeys: readonly (string | null)[];
  /** Records with the key of an earlier record: the first by source position, about as many as wanted. */
  readonly repeated: readonly RepeatedKey[];
  readonly repeatedCount: number;
  /** Records whose key may collide by case. */
  readonly suspects: readonly { readonly key: string; readonly place: RecordPlace }[];
  /** Notes of the rendered pages; null if not requested. */
  readonly notes: PageNotes | null;
  /** For each of `changedKeys`, the number of records in the list with a lesser key. */
  readonly changedRanks: readonly number[];
}

/**
 * Renders the pages that start in the part. The last of them may extend into the next part; records before the first
 * belong to a page of the previous part. Throws a Failure or DamagedCache.
 */
export function renderPart(task: RenderTask): RenderResult {
  const { part, runs, site } = task;
  const { createNoter, keyCase } = collections[task.shape.list];
  const fromKey = part.fromKey === null ? null : Buffer.from(part.fromKey);
  const watch = createKeyWatch(keyCase, task.contested, task.maxRepeated);
  const writer = site === null ? null : createSiteWriter(site);
  const noter = site?.noted === true ? createNoter() : null;
  const firstKeys: string[] = [];
  const newKeys: (string | null)[] = [];
  const changes = createChangeWatch(task.changedKeys);
  const cursors: RunCursor[] = [];
  // One block of memory for the blocks of all runs and the page that records are copied to: copies within it are
  // faster.
  const roomForRuns = runs.reduce((sum, run) => sum + roomFor(run), 0);
  const memory = Buffer.allocUnsafeSlow(roomForRuns + pageRoom);
  try {
    let used = 0;
    for (const run of runs) {
      const from = used;
      used += roomFor(run);
      cursors.push(openRunCursor(run, fromKey, memory.subarray(from, used)));
    }
    const next = mergeCursors(cursors);
    assertRank(task.part, cursors);
    if (site === null || writer === null) {
      for (let rank = part.firstRank; rank < part.endRank; rank++) {
        const cursor = next();
        if (cursor !== null) watch.see(cursor);
      }
    } else {
      const room = memory.subarray(roomForRuns);
      renderPages(task, site, writer, {
        next,
        see: watch.see,
        changes,
        noter,
        firstKeys,
        newKeys,
        room,
      });
      assertNextKey(task.part, next());
    }
  } finally {
    for (const cursor of cursors) cursor.close();
  }
  const { repeated, suspects } = watch;
  return {
    ...(writer?.written() ?? joinWritten([])),
    firstKeys,
    newKeys,
    repeated,
    repeatedCount: watch.repeatedCount(),
    suspects,
    notes: noter?.finish() ?? null,
    changedRanks: changes.ranks(part.endRank),
  };
}

const wrongKeys = 'the first keys of its pages are not those of its records';

/** Before the merge: the part's first key must have exactly this many records before it. */
function assertRank({ nextKey, firstRank }: RenderTask['part'], cursors: readonly RunCursor[]) {
  if (nextKey === undefined) return;
  const before = cursors.reduce((sum, cursor) => sum + cursor.position(), 0);
  if (before !== firstRank) throw new DamagedCache(wrongKeys);
}

/** After the part's last record. */
function assertNextKey({ nextKey }: RenderTask['part'], next: RunCursor | null): void {
  if (nextKey === undefined) return;
  const found = next === null ? null : next.bytes.toString('utf8', next.keyStart, next.keyEnd);
  if (found !== nextKey) throw new DamagedCache(wrongKeys);
}

interface Merge {
  readonly next: () => RunCursor | null;
  readonly see: (cursor: RunCursor) => boolean;
  readonly changes: ChangeWatch;
  readonly noter: Noter | null;
  readonly firstKeys: string[];
  readonly newKeys: (string | null)[];
  readonly room: Buffer;
}

function renderPages(
  { part, shape }: RenderTask,
  site: RenderedSite,
  writer: SiteWriter,
  { next, see, changes, noter, firstKeys, newKeys, room }: Merge,
): void {
  const { list: collection, pageSize } = shape;
  const builder = createPageBuilder(shape, site, room);
  const naming = publicNaming(collection, site.fieldNames);
  const partition =
    site.partitioned === null ? null : createHashPartition(site.partitioned, part.firstRank);
  let number = Math.ceil(part.firstRank / pageSize) + 1;
  let rank = part.firstRank;
  const firstOwn = (number - 1) * pageSize;
  // A page that starts in this part is open; an empty collection has one page (L6).
  let isOpen = false;

  const open = () => {
    builder.start(number);
    isOpen = true;
  };
  const close = () => {
    const bytes = builder.finish();
    if (number === 1) writer.put(listFile(collection), bytes);
    writer.put(pageFile(collection, number), bytes);
    number++;
    isOpen = false;
  };

  if (shape.count === 0) open();
  for (let cursor = next(); cursor !== null; cursor = next()) {
    const isOwn = rank < part.endRank;
    const isRepeated = isOwn && see(cursor);
    const isChanged = isOwn && changes.see(cursor, rank);
    // The published record, with the site's names.
    let { bytes, keyEnd: from, jsonEnd: to } = cursor;
    if (naming !== null) {
      bytes = renamed(naming, bytes, from);
      [from, to] = [0, bytes.length];
    }
    if (rank >= firstOwn) {
      if (!isOpen) {
        firstKeys.push(keyOf(cursor));
        newKeys.push(null);
        open();
      }
      if (!isRepeated) newKeys[newKeys.length - 1] ??= keyOf(cursor);
      const end = builder.add(bytes, from, to);
      const at = { page: number, start: end - (to - from), end };
      const pham = noter?.note(cursor.bytes, cursor.keyEnd, cursor.jsonEnd, at) ?? null;
      if (pham !== null) partition?.add(pham, bytes, from, to);
      if (builder.count() === pageSize) close();
    }
    if (site.recordFiles && isChanged && !isRepeated) putRecord(cursor, bytes.subarray(from, to));
    rank++;
    if (rank >= part.endRank && !isOpen) break;
  }
  if (isOpen) close();
  partition?.finish();

  // Among records with the same key, the first has the address; an unsafe name has none (A3).
  function putRecord(cursor: RunCursor, json: Buffer): void {
    const name = keyOf(cursor);
    if (unsafeNameReason(name) !== null) return;
    writer.put(recordFile(collection, name), json);
    const alias = site.caseInsensitiveNames ? lowerCaseAlias(name) : null;
    if (alias !== null) writer.put(recordFile(collection, alias), json);
  }
}

function keyOf({ bytes, keyStart, keyEnd }: RunCursor): string {
  return bytes.toString('utf8', keyStart, keyEnd);
}

type ChangeWatch = ReturnType<typeof createChangeWatch>;

/** Finds changed keys, which are in order, among the records of a part; with null, each record counts as changed. */
function createChangeWatch(changedKeys: readonly string[] | null) {
  const ranks: number[] = [];
  const keys = (changedKeys ?? []).map((key) => Buffer.from(key));
  return {
    /** Call with each record in order: whether its key is among them. */
    see({ bytes, keyStart, keyEnd }: RunCursor, rank: number): boolean {
      if (changedKeys === null) return true;
      for (let key = keys[ranks.length]; key !== undefined; key = keys[ranks.length]) {
        const order = compareBytes(key, 0, key.length, bytes, keyStart, keyEnd);
        if (order > 0) return false;
        ranks.push(rank);
        if (order === 0) return true;
      }
      return false;
    },
    /** The number of records below each key; `endRank` is that of the next part. */
    ranks: (endRank: number) => keys.map((_, at) => ranks[at] ?? endRank),
  };
}

/**
 * Detects repeated keys in a merge, and keys that may collide by case (S3). `contested` are the groups of `keyCase` to
 * look at. Keeps at least the first `maxRepeated` records with a repeated key; bounded, since all records may have the
 * same key.
 */
export function createKeyWatch(
  keyCase: KeyCase | null,
  contested: ReadonlySet<string>,
  maxRepeated: number,
) {
  const repeated: RepeatedKey[] = [];
  let repeatedCount = 0;
  const suspects: { key: string; place: RecordPlace }[] = [];
  let last = Buffer.alloc(256);
  let lastLength = -1;
  let first: RecordPlace = { rank: 0, line: 0 };

  const remember = ({ bytes, keyStart, keyEnd, rank, line }: RunCursor) => {
    lastLength = keyEnd - keyStart;
    if (last.length < lastLength) last = Buffer.alloc(2 * lastLength);
    for (let i = 0; i < lastLength; i++) last[i] = bytes[keyStart + i] ?? 0;
    first = { rank, line };
  };

  const report = (found: RepeatedKey) => {
    repeatedCount++;
    repeated.push(found);
    // Sorts only when the list exceeds twice the bound, so that the cost per record stays low.
    if (repeated.length <= 2 * maxRepeated + 16) return;
    repeated.sort((a, b) => comparePlaces(a.again, b.again));
    repeated.length = maxRepeated;
  };

  return {
    /** The first ones by source position, about as many as wanted. */
    repeated,
    /** The total number. */
    repeatedCount: () => repeatedCount,
    suspects,
    /** Whether the record at the cursor has the same key as the one before it. */
    see: (cursor: RunCursor): boolean => {
      const { bytes, keyStart, keyEnd, rank, line } = cursor;
      if (
        keyEnd - keyStart === lastLength &&
        compareBytes(bytes, keyStart, keyEnd, last, 0, lastLength) === 0
      ) {
        const key = bytes.toString('utf8', keyStart, keyEnd);
        report({ key, first, again: { rank, line } });
        return true;
      }
      remember(cursor);
      if (keyCase !== null && contested.size > 0) {
        const key = bytes.toString('utf8', keyStart, keyEnd);
        if (contested.has(keyCase.groupOf(key))) suspects.push({ key, place: { rank, line } });
      }
      return false;
    },
  };
}
