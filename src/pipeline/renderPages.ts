/**
 * Merges and renders the collections on all threads, and reports repeated keys and names that differ only by case, which
 * need the merged order.
 */
import {
  countChanges,
  type KeyChanges,
  noChanges,
  ranksOfChanges,
  sortedKeys,
} from '../base/keyChanges.ts';
import { type Part, partition } from '../base/merge.ts';
import type { Progress } from '../base/progress.ts';
import { bytesOfRuns, type MergedRun } from '../base/runs.ts';
import { countBefore } from '../base/sortKeys.ts';
import {
  type CollectionName,
  collectionNames,
  type PerCollection,
  perCollection,
  type PerPublished,
} from '../contract/collectionName.ts';
import { joinWritten, type WrittenFiles } from '../publishing/fileList.ts';
import { collections as known } from '../records/collections.ts';
import type { PageNotes } from '../records/notes.ts';
import { nameCaseFindings, repeatedKeyFinding } from '../records/orderRules.ts';
import { paged, type PagedCollection } from '../sinks/pageBuilder.ts';
import type { RenderedSite, RenderTask } from '../sinks/renderPart.ts';
import type { ListEdit } from '../sinks/view.ts';
import { compareText } from '../text/order.ts';
import type { FirstKeys } from './cacheIndex.ts';
import type { DataIntake } from './readSources.ts';
import { dealWith, type Workers } from './tasks.ts';

interface RenderOptions {
  readonly pageSizes: PerCollection<number>;
  /** Null when only the order is checked. */
  readonly site: PerPublished<RenderedSite> | null;
  /** First keys of the live site's pages when only pages with changed records are rendered; else null. */
  readonly livePages: PerCollection<FirstKeys> | null;
}

export interface RenderedPages extends WrittenFiles {
  readonly firstKeys: PerCollection<FirstKeys>;
  /** The first key of each page that is no repetition of one on a page before; null where there is none. */
  readonly newKeys: PerCollection<readonly (string | null)[]>;
  /** How the lists differ from those of the live site; null if all of it was made anew. */
  readonly edits: PerCollection<ListEdit> | null;
  /** Whether keys are unique in the collections that require it. */
  readonly hasUniqueKeys: boolean;
  /** Returns the notes of the rendered pages in page order, and releases them: they are large, and used once. */
  readonly takeNotes: () => PerCollection<PageNotes[]>;
}

// More parts than threads, so that no thread idles long while the last part is rendered.
const partsPerJob = 4;
// Each part seeks in every run, which does not pay for small collections.
const minPartBytes = 2 << 20;

/** Repeated keys and names that differ only by case go to `intake.findings`. Throws a Failure or DamagedCache. */
export async function renderPages(
  intake: DataIntake,
  options: RenderOptions,
  workers: Workers,
  progress: Progress,
): Promise<RenderedPages> {
  const { collections, contested, findings, locate, maxFindings } = intake;
  const { livePages } = options;
  const shapes = perCollection((name) =>
    paged(name, collections[name].count, options.pageSizes[name]),
  );
  const bytesOfRecord = perCollection((name) => recordBytes(collections[name].runs));
  const changesOf = (name: CollectionName) => collections[name].changes ?? noChanges;
  /** The first keys of the live pages if only pages with a change are rendered; else null. */
  const livePagesOf = (name: CollectionName) =>
    // Each page says how many records there are.
    livePages === null || isResized(changesOf(name)) ? null : livePages[name];
  const partsOf = (collection: CollectionName): RenderTask['part'][] => {
    const { count, runs } = collections[collection];
    const firstKeys = livePagesOf(collection);
    const changes = changesOf(collection);
    if (firstKeys !== null) return changedPages(shapes[collection], firstKeys, changes.changed);
    // Where keys may repeat, unchanged records have nothing to report.
    const isOptional = livePages !== null && known[collection].uniqueRule === null;
    if (isOptional && countChanges(changes) === 0) return [];
    // A collection that the site does not have gets no page, not even an empty one.
    if (runs.length === 0 && options.site?.[collection] === undefined) return [];
    const wanted = Math.ceil((count * bytesOfRecord[collection]) / minPartBytes);
    const jobs = workers.totalJobs ?? workers.jobs;
    return partition(runs, Math.max(1, Math.min(wanted, jobs * partsPerJob)));
  };
  const parts = perCollection(partsOf);
  const total = collectionNames.reduce((sum, name) => sum + recordsIn(parts[name]), 0);
  progress.stage(options.site === null ? 'Comparing' : 'Writing', total, 'records');

  /** Null where the live site may have several records of a key: then all are written as files. */
  const changedKeys = perCollection((name) => {
    const isUnique = livePages !== null && livePages[name] !== null;
    return isUnique ? sortedKeys(changesOf(name)) : null;
  });
  const tasks = collectionNames.flatMap((collection) => {
    const keys = changedKeys[collection];
    const keysOf = keys === null ? () => null : dealKeys(keys, parts[collection]);
    return parts[collection].map((part, at) => ({ collection, part, changedKeys: keysOf(at) }));
  });
  const costOf = ({ collection, part }: (typeof tasks)[number]) =>
    bytesOfRecord[collection] * (part.endRank - part.firstRank);
  const render = async ({ collection, part, ...task }: (typeof tasks)[number]) => {
    const result = await workers.run('renderPart', {
      ...task,
      runs: collections[collection].runs,
      part,
      shape: shapes[collection],
      site: options.site?.[collection] ?? null,
      contested: contested[collection],
      maxRepeated: maxFindings,
    });
    progress.advance(part.endRank - part.firstRank);
    return { collection, result };
  };
  const rendered = await dealWith(workers)('render', tasks, costOf, render);
  const results = perCollection((name) =>
    rendered.flatMap(({ collection, result }) => (collection === name ? [result] : [])),
  );
  progress.end();

  for (const collection of collectionNames) {
    const { uniqueRule } = known[collection];
    for (const { repeated, repeatedCount } of results[collection]) {
      if (uniqueRule === null) break;
      for (const one of repeated)
        findings.add(repeatedKeyFinding(collection, uniqueRule, one, locate));
      const uncounted = repeatedCount - repeated.length;
      if (uncounted > 0) findings.count(uniqueRule, uncounted);
    }
    const suspects = results[collection].flatMap((result) => result.suspects);
    for (const finding of nameCaseFindings(collection, suspects, locate)) findings.add(finding);
  }

  const areUnique = (name: CollectionName) =>
    results[name].every(({ repeatedCount }) => repeatedCount === 0);
  const editOf = (name: CollectionName): ListEdit => {
    const isWhole = parts[name].length > 0 && livePagesOf(name) === null;
    const ranks = results[name].flatMap(({ changedRanks }) => changedRanks);
    const changes = changesOf(name);
    // Of records with the same key, their ranks do not tell which is which.
    const keys = parts[name].length === 0 ? [] : areUnique(name) ? changedKeys[name] : null;
    return {
      isWhole,
      ranks: keys && ranksOfChanges(changes, keys, ranks),
      removed: changes.removed,
    };
  };
  return {
    ...joinWritten(collectionNames.flatMap((name) => results[name])),
    edits: livePages && perCollection(editOf),
    hasUniqueKeys: collectionNames.every(
      (name) => known[name].uniqueRule === null || areUnique(name),
    ),
    takeNotes: takenOnce(
      perCollection((name) => results[name].flatMap(({ notes }) => notes ?? [])),
    ),
    // On live pages, keys are unique.
    newKeys: perCollection(
      (name) => livePagesOf(name) ?? results[name].flatMap((result) => result.newKeys),
    ),
    firstKeys: perCollection((name) => {
      const hasKeys = parts[name].length > 0 && areUnique(name);
      const keys = hasKeys ? results[name].flatMap((result) => result.firstKeys) : null;
      return livePagesOf(name) ?? keys;
    }),
  };
}

/** A function of its own, so that the closure keeps nothing else alive. */
function takenOnce(notes: PerCollection<PageNotes[]>): RenderedPages['takeNotes'] {
  let held = notes;
  return () => {
    const taken = held;
    held = perCollection(() => []);
    return taken;
  };
}

/** Ranges of adjacent pages with a changed record; each range is a part. */
function changedPages(
  { count, pageSize }: PagedCollection,
  firstKeys: readonly string[],
  changedKeys: readonly string[],
): RenderTask['part'][] {
  const pages = new Set(changedKeys.map((key) => pageOf(firstKeys, key)));
  const parts: RenderTask['part'][] = [];
  for (const page of [...pages].toSorted((a, b) => a - b)) {
    const firstRank = (page - 1) * pageSize;
    const endRank = Math.min(count, page * pageSize);
    const nextKey = firstKeys[page] ?? null;
    const last = parts.at(-1);
    if (last?.endRank === firstRank) parts.splice(-1, 1, { ...last, endRank, nextKey });
    else parts.push({ fromKey: firstKeys[page - 1] ?? null, firstRank, endRank, nextKey });
  }
  return parts;
}

function isResized({ added, removed }: KeyChanges): boolean {
  return added.length + removed.length > 0;
}

/** Deals `keys`, which are in order, to the parts in which they are, or would be. */
function dealKeys(
  keys: readonly string[],
  parts: readonly Part[],
): (part: number) => readonly string[] {
  const starts = parts.map(({ fromKey }, part) =>
    part === 0 || fromKey === null
      ? 0
      : countBefore(keys.length, (key) => compareText(keys[key] ?? '', fromKey) < 0),
  );
  return (part) => keys.slice(starts[part], starts[part + 1]);
}

/** Number of the last page whose first key is at most `key`. */
function pageOf(firstKeys: readonly string[], key: string): number {
  const isUpTo = (page: number) => compareText(firstKeys[page] ?? '', key) <= 0;
  return Math.max(1, countBefore(firstKeys.length, isUpTo));
}

/** The average size of a record, in bytes. */
function recordBytes(runs: readonly MergedRun[]): number {
  const count = runs.flatMap(({ blocks }) => blocks).reduce((sum, block) => sum + block.count, 0);
  return bytesOfRuns(runs) / Math.max(1, count);
}

function recordsIn(parts: readonly Part[]): number {
  return parts.reduce((sum, { firstRank, endRank }) => sum + endRank - firstRank, 0);
}
