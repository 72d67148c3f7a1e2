/** Builds the bulk files on all threads, from the staged pages and the notes about them. */
import { closeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DamagedCache } from '../base/failure.ts';
import { openOwn, readFully } from '../base/files.ts';
import type { Progress } from '../base/progress.ts';
import { inTurn, mapTasks } from '../base/threads.ts';
import {
  blockIndex,
  type BlockPlace,
  type IndexedText,
  tabixIndex,
  virtualOffset,
} from '../sinks/bulkIndex.ts';
import {
  type BulkPlan,
  type BulkSizes,
  countGenomes,
  type PlacedPhage,
  planFamilies,
  planGenomes,
  type PlannedPart,
} from '../sinks/bulkPlan.ts';
import { type DataPackageContent, describeBulk } from '../sinks/dataPackage.ts';
import { columnsOf, planBlocks, type TableOptions } from '../sinks/maker.ts';
import { addPageFiles, pagesIn } from '../sinks/noteCounts.ts';
import {
  type BulkPlace,
  type FileRange,
  packedFolder,
  type PackedPart,
  type RenderedBulk,
} from '../sinks/renderBulk.ts';
import type { RenderedViews } from '../sinks/renderViews.ts';
import { similarityHead } from '../sinks/similarity.ts';
import {
  type BulkPath,
  familyOf,
  geneBasesBulk,
  genomesBlockIndex,
  genomesBulk,
  genomesIndex,
  mediaFolder,
  parquetFile,
  phageTableNames,
  phageTables,
  similarityBulk,
  tabixIndexed,
  tabixIndexFile,
} from '../contract/bulkFiles.ts';
import { collectionNames, type PerCollection } from '../contract/collectionName.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { packedFile } from '../contract/packs.ts';
import { pageFile } from '../contract/sitePaths.ts';
import { blockTextBytes, endBlock, packText, packWhole } from '../publishing/bgzf.ts';
import {
  joinWritten,
  listWritten,
  mergeFiles,
  mergeSpooled,
  type PublishedFile,
  type WrittenFiles,
} from '../publishing/fileList.ts';
import {
  createSiteWriter,
  createStreamedFile,
  type SiteWriterOptions,
  type StreamedFile,
} from '../publishing/siteWriter.ts';
import type { PageNotes } from '../records/notes.ts';
import { touchedPhams } from '../sinks/phamViews.ts';
import type { ViewPlan } from '../sinks/planViews.ts';
import { type Change, type FormerPart, isSameList } from '../sinks/view.ts';
import { fastaIndex, type IndexedEntry } from '../sequences/fasta.ts';
import { genomeLengths } from '../sequences/genomeStore.ts';
import { type LivePacks, packedBulk } from './stagePacks.ts';
import type { Workers } from './tasks.ts';

interface StagedBulk extends WrittenFiles {
  /** The parts of each file: what the next build needs to copy those that did not change. */
  readonly sizes: BulkSizes;
}

interface Effects {
  readonly workers: Workers;
  readonly progress: Progress;
}

/** Files of BGZF that are joined from the parts that threads made, in order. */
function createJoinedFiles(site: Pick<SiteWriterOptions, 'stagingDir' | 'liveDir'>) {
  const streams = new Map<BulkPath, StreamedFile>();
  const sizes: Record<string, BulkSizes[string][number][]> = {};
  return {
    sizes,
    /** Throws a Failure, or DamagedCache if the part is copied and its file is too short. */
    async append({ path: file, content, ...rest }: PackedPart): Promise<void> {
      const stream = streams.get(file) ?? createStreamedFile(file, site);
      streams.set(file, stream);
      const isHeld = content instanceof Uint8Array;
      if (isHeld) stream.append(content);
      else await appendRange(stream, content);
      const bytes = isHeld ? content.length : content.bytes;
      (sizes[file] ??= []).push({ bytes, ...rest });
    },
    finish(): WrittenFiles {
      const written = Array.from(streams.values(), (stream) => {
        stream.append(endBlock);
        const { file, isLinked } = stream.finish();
        return listWritten([file], Number(isLinked));
      });
      return joinWritten(written);
    },
    close() {
      for (const stream of streams.values()) stream.close();
    },
  };
}

const copiedBytes = 1 << 20;

/** Copies a byte range of another file. */
async function appendRange(stream: StreamedFile, { place, from, bytes }: FileRange): Promise<void> {
  const handle = openOwn(place);
  try {
    const held = Buffer.allocUnsafe(Math.min(bytes, copiedBytes));
    for (let at = 0; at < bytes; at += held.length) {
      // Yields to the lock's renewal and to signals.
      await setImmediate();
      const some = held.subarray(0, bytes - at);
      if (readFully(handle, some, from + at, place) < some.length) {
        throw new DamagedCache(`${basename(place)} is shorter than it was`);
      }
      stream.append(some);
    }
  } finally {
    closeSync(handle);
  }
}

/**
 * Publishes the genomes on all threads: a file for each, and the files of all of them with their indexes. `indexPath` is
 * the file of the index of genomes; null if there are none. Throws a Failure or DamagedCache.
 */
export async function stageGenomes(
  notes: PerCollection<PageNotes>,
  indexPath: string | null,
  {
    stagingDir,
    liveDir,
    fieldNames,
    records,
    genomesFile = null,
  }: BulkPlace & Pick<SiteOptions, 'genomesFile'>,
  { workers, progress }: Effects,
): Promise<StagedBulk> {
  const site = { stagingDir, liveDir, fieldNames, records };
  const lengths = indexPath === null ? new Map<string, number>() : genomeLengths(indexPath);
  const basesOf = (phage: string) => lengths.get(phage) ?? null;
  // Nothing is written for a genome whose phage has no record.
  progress.stage('Writing genomes', 3 * countGenomes(notes, basesOf), 'files');
  const empty = new Uint8Array();
  const joined = createJoinedFiles(site);
  const plain =
    genomesFile === null ? null : createStreamedFile(`${mediaFolder}${genomesFile}`, site);
  const entries: IndexedEntry[] = [];
  const written: WrittenFiles[] = [];
  try {
    // Also where there are none.
    for (const path of [genomesBulk, geneBasesBulk] as const)
      await joined.append({ path, content: empty, records: 0 });
    const make = (phages: readonly PlacedPhage[]) => {
      const task = { site, indexPath: indexPath ?? '', phages, hasPlain: plain !== null };
      return workers.run('renderGenomes', task);
    };
    // Twice as many tasks as threads, so that none waits for its next one.
    const tasks = 2 * workers.jobs;
    await inTurn(planGenomes(notes, basesOf), tasks, make, async (made, phages) => {
      const { entries: own, plain: text, parts, ...single } = made;
      entries.push(...own);
      plain?.append(text);
      written.push(single);
      for (const part of parts) await joined.append(part);
      progress.advance(3 * phages.length);
    });
    written.push(joined.finish());
    if (plain !== null) {
      const { file, isLinked } = plain.finish();
      written.push(listWritten([file], Number(isLinked)));
    }
  } finally {
    joined.close();
    plain?.close();
    progress.end();
  }
  const writer = createSiteWriter({ ...site, precompress: [] });
  writer.put(genomesIndex, Buffer.from(fastaIndex(entries)));
  writer.put(genomesBlockIndex, blockIndex(blockPlaces(joined.sizes[genomesBulk] ?? [])));
  return { ...joinWritten([...written, writer.written()]), sizes: joined.sizes };
}

function blockPlaces(parts: BulkSizes[string]): BlockPlace[] {
  let [at, from] = [0, 0];
  return parts.flatMap(({ bytes, index }) => {
    const [start, textStart] = [at, from];
    at += bytes;
    from += index?.textBytes ?? 0;
    return (index?.blocks ?? []).map((block, number) => {
      return { at: start + block, from: textStart + number * blockTextBytes };
    });
  });
}

/** The pages that hold the records of genomes. */
export function pagesOfGenomes(notes: PerCollection<PageNotes>): string[] {
  return collectionNames.flatMap((collection) =>
    Array.from(pagesIn([notes[collection]]), (page) => pageFile(collection, page)),
  );
}

export interface BulkSite
  extends
    Pick<SiteWriterOptions, 'stagingDir' | 'liveDir' | 'records'>,
    Omit<DataPackageContent, 'files'> {
  /** Unchanged ones that are described, which may include Parquet files and those of single phages. */
  readonly carried: readonly PublishedFile[];
  /** Packs with further ones; null if there are none. */
  readonly carriedPacks: LivePacks | null;
}

/** What else is described with the bulk files. */
interface OtherFiles {
  /** The Parquet files, which are being written already. */
  readonly parquet: Promise<StagedBulk>;
  /** Null if there are none. */
  readonly genomes: StagedBulk | null;
  /** Of phages and gene families. */
  readonly tables: WrittenFiles;
  readonly similarity: SimilarityParts;
}

/** The parts of the table of similar phages. */
interface SimilarityParts {
  readonly planned: ViewPlan['table'];
  /** Those that were made with the views, in order. */
  readonly made: RenderedViews['parts'];
  /** Those of the live site. */
  readonly former: BulkSizes[string];
}

/** The head of the table, and its parts in order. */
function* similarityParts(
  { planned, made }: SimilarityParts,
  { fieldNames }: BulkSite,
): Generator<PackedPart> {
  if (planned === undefined || planned === null) return;
  const path = similarityBulk;
  yield { path, content: packText(similarityHead(fieldNames)).bytes, records: 0 };
  const next = made.values();
  for (const { names: phages, kept } of planned()) {
    // Of a share, some are missing.
    const part = kept === null ? next.next().value : { content: kept, records: kept.records };
    if (part !== undefined) yield { ...part, path, phages };
  }
}

/** The parts of the table of similar phages of the live site, each by its phages. */
export function formerPartsOf(
  former: BulkSizes[string],
  liveDir: string,
): ReadonlyMap<string, FormerPart> {
  const parts = new Map<string, FormerPart>();
  let from = 0;
  for (const { bytes, records, phages } of former) {
    const part = { place: join(liveDir, similarityBulk), from, bytes, records };
    if (phages !== undefined) parts.set(phages, part);
    from += bytes;
  }
  return parts;
}

/** The result has the Parquet files, too. Throws a Failure or DamagedCache. */
export async function stageBulk(
  plan: BulkPlan,
  { parquet, genomes, tables, similarity }: OtherFiles,
  site: BulkSite,
  { workers, progress }: Effects,
): Promise<StagedBulk> {
  if (plan.wanted.size === 0) return { ...joinWritten([]), sizes: plan.keptSizes };
  const { stagingDir, liveDir, fieldNames, records: form } = site;
  progress.stage('Writing bulk files', plan.records, 'records');
  const joined = createJoinedFiles(site);
  const written: WrittenFiles[] = [];
  const make = async ({ part, kept }: PlannedPart): Promise<RenderedBulk> => {
    if (part === null) {
      // Parts of the live files, whose hashes were verified before.
      const parts = kept.map(({ path: file, from, bytes, ...rest }): PackedPart => {
        return { path: file, content: { place: join(liveDir ?? '', file), from, bytes }, ...rest };
      });
      return { parts, ...joinWritten([]) };
    }
    const table = { isGuarded: site.isGuarded };
    const place = { stagingDir, liveDir, fieldNames, records: form };
    return workers.run('renderBulk', { site: place, part, wanted: plan.wanted, table });
  };
  try {
    // Twice as many tasks as threads, so that none waits for its next one.
    await inTurn(plan.parts(), 2 * workers.jobs, make, async (made, { records }) => {
      const { parts, ...ofPhages } = made;
      for (const part of parts) await joined.append(part);
      written.push(ofPhages);
      progress.advance(records);
    });
    for (const part of similarityParts(similarity, site)) await joined.append(part);
    // Of a share, what is joined later lies there.
    if (workers.endDerived === undefined)
      await rm(packedFolder(stagingDir), { recursive: true, force: true });
    written.push(joined.finish());
  } finally {
    joined.close();
    progress.end();
  }
  const { sizes: tableSizes, ...ofTables } = await parquet;
  written.push(ofTables);
  const keptTable: BulkSizes =
    similarity.planned === null ? { [similarityBulk]: similarity.former } : {};
  const sizes = { ...plan.keptSizes, ...keptTable, ...tableSizes, ...joined.sizes };
  const writer = createSiteWriter({ stagingDir, liveDir, precompress: [] });
  const indexed = sizes[tabixIndexed];
  if (indexed !== undefined) writer.put(tabixIndexFile, packWhole(tabixIndex(textsOf(indexed))));
  const all = joinWritten([...written, writer.written(), tables, ...(genomes ? [genomes] : [])]);
  const records = (file: BulkPath) =>
    (genomes?.sizes[file] ?? sizes[file])?.reduce((sum, part) => sum + part.records, 0) ?? 0;
  // Of files in packs, only the number is told.
  const packed = Array.from(mergeSpooled(all.spools), ({ path: key, bytes }) => {
    return { path: packedFile(key), bytes, sha256: '' };
  });
  if (site.carriedPacks !== null) packed.push(...packedBulk(site.carriedPacks));
  const described = [...mergeFiles(all.lists), ...packed, ...site.carried];
  for (const { path: file, text } of describeBulk(
    plan.wanted,
    described,
    records,
    plan.sequencedPhages,
    site,
  )) {
    writer.put(file, Buffer.from(text));
  }
  return { ...joinWritten([...written, writer.written()]), sizes };
}

/** Positions in a part count from the start of its own text; its blocks follow those of the parts before it. */
function textsOf(parts: BulkSizes[string]): IndexedText[] {
  let before = 0;
  return parts.map(({ bytes, index }) => {
    const from = before;
    before += bytes;
    if (index === undefined) return { sequences: [], offsetOf: () => 0 };
    const { blocks, textBytes, sequences } = index;
    const offsetOf = (position: number) => {
      const within = position % blockTextBytes;
      const block = position === textBytes ? bytes : blocks[(position - within) / blockTextBytes];
      return virtualOffset(from + (block ?? bytes), position === textBytes ? 0 : within);
    };
    return { sequences, offsetOf };
  });
}

/** Each Parquet file is written as a whole, by one thread. Throws a Failure. */
export async function stageParquet(
  { tables }: BulkPlan,
  { stagingDir, liveDir, schemas }: BulkSite,
  workers: Workers,
): Promise<StagedBulk> {
  const written = await mapTasks(tables, workers.jobs, (table) => {
    const columns = columnsOf(table.collection, schemas);
    return workers.run('renderParquet', { ...table, siteDir: stagingDir, liveDir, columns });
  });
  const sizes = tables.map(({ collection }, at) => {
    const groups = written[at]?.rowGroups ?? [];
    const parts = groups.map((rowGroup) => {
      return { bytes: rowGroup.bytes, records: Number(rowGroup.footer.num_rows), rowGroup };
    });
    return [parquetFile(collection), parts];
  });
  return { ...joinWritten(written), sizes: Object.fromEntries(sizes) };
}

export interface TablePlan {
  readonly notes: PerCollection<PageNotes>;
  /** Whether the tables of phages must be written. */
  readonly hasPhages: boolean;
  /** The families whose tables must be written; null for all. */
  readonly families: ReadonlySet<number> | null;
  /** Whether a live file is unchanged. */
  readonly isKept: (file: string) => boolean;
  /** The pages from which records are read, if not all were rendered. */
  readonly filesRead: () => string[];
}

/** `changes` is null if nothing of the live site is kept. */
export function planTables(
  notes: PerCollection<PageNotes>,
  changes: PerCollection<Change> | null,
): TablePlan {
  const hasPhages = changes === null || !isSameList(changes.phages);
  const families = touchedPhams(changes && changes.genes);
  return {
    notes,
    hasPhages,
    families,
    isKept(file) {
      const family = familyOf(file);
      if (family !== null) return families?.has(family) === false;
      return !hasPhages && phageTableNames.some((name) => phageTables[name].path === file);
    },
    filesRead() {
      const read = new Set<string>();
      if (hasPhages)
        for (const { places } of planBlocks(notes.phages, 'phages'))
          addPageFiles(read, 'phages', places);
      for (const some of planFamilies(notes.genes, families))
        for (const { places } of some) addPageFiles(read, 'genes', places);
      return [...read];
    },
  };
}

/** Throws a Failure. */
export async function stageTables(
  { notes, hasPhages, families }: TablePlan,
  { stagingDir, liveDir, fieldNames, records, isGuarded }: BulkPlace & TableOptions,
  { workers, progress }: Effects,
): Promise<WrittenFiles> {
  const site = { stagingDir, liveDir, fieldNames, records };
  const options = { isGuarded };
  progress.stage('Writing tables', null);
  const blocks = Array.from(planBlocks(notes.phages, 'phages'), ({ places }) => places);
  const tables = hasPhages ? phageTableNames : [];
  const written = await mapTasks(tables, workers.jobs, (table) =>
    workers.run('renderPhageTable', { site, options, table, blocks }),
  );
  if (families?.size === 0) return joinWritten(written);
  const ofFamilies = await mapTasks(planFamilies(notes.genes, families), 2 * workers.jobs, (some) =>
    workers.run('renderFamilies', { site, options, families: some }),
  );
  return joinWritten([...written, ...ofFamilies]);
}
