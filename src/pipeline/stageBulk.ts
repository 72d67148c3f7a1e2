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
  packedTabixIndex,
  virtualOffset,
} from '../sinks/bulkIndex.ts';
import {
  type BulkPlan,
  type BulkSizes,
  countGenomes,
  type KeptMember,
  type PlacedPhage,
  planFamilies,
  planGenomes,
  type PlannedPart,
} from '../sinks/bulkPlan.ts';
import { type DataPackageContent, describeBulk } from '../sinks/dataPackage.ts';
import { columnsOf, planBlocks, type TableOptions } from '../sinks/maker.ts';
import type { RenderedParquet } from '../sinks/parquet.ts';
import { placeLength } from '../sinks/recordLines.ts';
import {
  type BulkMember,
  type BulkPlace,
  type FileStretch,
  packedFolder,
  type RenderedBulk,
} from '../sinks/renderBulk.ts';
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
  tabixIndexed,
  tabixIndexFile,
} from '../contract/bulkFiles.ts';
import {
  type CollectionName,
  collectionNames,
  type PerCollection,
} from '../contract/collectionName.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { pageFile } from '../contract/sitePaths.ts';
import { blockTextBytes, endBlock } from '../publishing/bgzf.ts';
import {
  joinWritten,
  listWritten,
  mergeFiles,
  type PublishedFile,
  type WrittenFiles,
} from '../publishing/fileList.ts';
import {
  createSiteWriter,
  createStreamedFile,
  type SiteWriterOptions,
  type StreamedFile,
} from '../publishing/siteWriter.ts';
import { forEachRow, type PageNotes } from '../records/notes.ts';
import { touchedPhams } from '../sinks/phamViews.ts';
import type { Change } from '../sinks/view.ts';
import { fastaIndex, type IndexedEntry } from '../sequences/fasta.ts';
import { genomeLengths } from '../sequences/genomeStore.ts';
import type { Workers } from './tasks.ts';

/** Publishes the genomes on all threads: a file for each, and the files of all of them with their indexes. */
interface StagedGenomes extends WrittenFiles {
  readonly records: ReadonlyMap<BulkPath, number>;
}

/** `indexPath` is the file of the index of genomes; null if there are none. Throws a Failure or DamagedCache. */
export async function stageGenomes(
  notes: PerCollection<PageNotes>,
  indexPath: string | null,
  {
    stagingDir,
    liveDir,
    fieldNames,
    genomesFile = null,
  }: BulkPlace & Pick<SiteOptions, 'genomesFile'>,
  workers: Workers,
  progress: Progress,
): Promise<StagedGenomes> {
  const site = { stagingDir, liveDir, fieldNames };
  const lengths = indexPath === null ? new Map<string, number>() : genomeLengths(indexPath);
  const basesOf = (phage: string) => lengths.get(phage) ?? null;
  // Nothing is written for a genome whose phage has no record.
  progress.stage('Writing genomes', 3 * countGenomes(notes, basesOf), 'files');
  const files = ([genomesBulk, geneBasesBulk] as const).map((file) => {
    return { file, stream: createStreamedFile(file, site), bytes: 0, text: 0, records: 0 };
  });
  const plain =
    genomesFile === null ? null : createStreamedFile(`${mediaFolder}${genomesFile}`, site);
  const blocks: BlockPlace[] = [];
  const entries: IndexedEntry[] = [];
  const single: WrittenFiles[] = [];
  const published: PublishedFile[] = [];
  let linked = 0;
  try {
    const make = (phages: readonly PlacedPhage[]) =>
      workers.run('renderGenomes', {
        site,
        indexPath: indexPath ?? '',
        phages,
        hasPlain: plain !== null,
      });
    const parts = planGenomes(notes, basesOf);
    // Twice as many tasks as threads, so that none waits for its next one.
    await inTurn(parts, 2 * workers.jobs, make, (made, phages) => {
      entries.push(...made.entries);
      plain?.append(made.plain);
      single.push({ lists: made.lists, count: made.count, bytes: made.bytes, linked: made.linked });
      for (const { path, content, records, blocks: own, textBytes } of made.members) {
        const into = files.find(({ file }) => file === path);
        if (into === undefined) continue;
        if (path === genomesBulk) {
          own.forEach((at, index) =>
            blocks.push({ at: into.bytes + at, from: into.text + index * blockTextBytes }),
          );
        }
        into.stream.append(content);
        into.bytes += content.length;
        into.text += textBytes;
        into.records += records;
      }
      progress.advance(3 * phages.length);
    });
    for (const { stream } of files) stream.append(endBlock);
    for (const stream of [...files.map((one) => one.stream), ...(plain === null ? [] : [plain])]) {
      const { file, isLinked } = stream.finish();
      published.push(file);
      if (isLinked) linked++;
    }
  } finally {
    for (const { stream } of files) stream.close();
    plain?.close();
    progress.end();
  }
  const writer = createSiteWriter({ ...site, precompress: [] });
  writer.put(genomesIndex, Buffer.from(fastaIndex(entries)));
  writer.put(genomesBlockIndex, blockIndex(blocks));
  return {
    ...joinWritten([...single, listWritten(published, linked), writer.written()]),
    records: new Map(files.map(({ file, records }) => [file, records])),
  };
}

/** The pages that hold the records of genomes. */
export function pagesOfGenomes(notes: PerCollection<PageNotes>): string[] {
  const pages = (collection: CollectionName) => {
    const numbers = new Set<number>();
    forEachRow(notes[collection], (row) => numbers.add(row[0] ?? 0));
    return Array.from(numbers, (page) => pageFile(collection, page));
  };
  return collectionNames.flatMap(pages);
}

interface StagedBulk extends WrittenFiles {
  /** What the next build needs to reuse what did not change. */
  readonly sizes: BulkSizes;
}

export interface BulkSite
  extends Pick<SiteWriterOptions, 'stagingDir' | 'liveDir'>, Omit<DataPackageContent, 'files'> {
  /** Unchanged files, which may include Parquet files and those of single phages. */
  readonly carried: readonly PublishedFile[];
}

/**
 * `parquet` are the Parquet files, which are being written already. `genomes` are staged; null if there are none. Throws a
 * Failure or DamagedCache.
 */
export async function stageBulk(
  plan: BulkPlan,
  parquet: Promise<readonly RenderedParquet[]>,
  genomes: StagedGenomes | null,
  /** The tables of phages and gene families. */
  tables: WrittenFiles,
  site: BulkSite,
  workers: Workers,
  progress: Progress,
): Promise<StagedBulk> {
  if (plan.wanted.size === 0) return { ...joinWritten([]), sizes: plan.keptSizes };
  const { stagingDir, liveDir, fieldNames } = site;
  progress.stage('Writing bulk files', plan.records, 'records');
  const streams = new Map<BulkPath, StreamedFile>();
  const sizes: Record<string, BulkSizes[string][number][]> = {};
  const files: PublishedFile[] = [];
  const ofPhages: WrittenFiles[] = [];
  let linked = 0;
  const append = async ({ path: file, content, records, index }: BulkMember) => {
    const stream = streams.get(file) ?? createStreamedFile(file, site);
    streams.set(file, stream);
    if (content instanceof Uint8Array) stream.append(content);
    else await appendStretch(stream, content);
    const bytes = content instanceof Uint8Array ? content.length : content.bytes;
    (sizes[file] ??= []).push({ bytes, records, ...(index === undefined ? {} : { index }) });
  };
  const make = async (planned: PlannedPart): Promise<RenderedBulk> =>
    planned.kept === null
      ? await workers.run('renderBulk', {
          site: { stagingDir, liveDir, fieldNames },
          part: planned.part,
          wanted: plan.wanted,
          table: { isGuarded: site.isGuarded },
        })
      : { members: membersOf(liveDir ?? '', planned.kept), ...joinWritten([]) };
  try {
    // Twice as many tasks as threads, so that none waits for its next one.
    await inTurn(plan.parts(), 2 * workers.jobs, make, async (made, { records }) => {
      const { members, ...written } = made;
      for (const member of members) await append(member);
      ofPhages.push(written);
      progress.advance(records);
    });
    await rm(packedFolder(stagingDir), { recursive: true, force: true });
    for (const stream of streams.values()) {
      stream.append(endBlock);
      const { file, isLinked } = stream.finish();
      files.push(file);
      if (isLinked) linked++;
    }
    for (const { path: file, bytes, sha256, isLinked } of await parquet) {
      files.push({ path: file, bytes, sha256 });
      if (isLinked) linked++;
    }
  } finally {
    for (const stream of streams.values()) stream.close();
    progress.end();
  }
  const writer = createSiteWriter({ stagingDir, liveDir, precompress: [] });
  const indexed = sizes[tabixIndexed];
  if (indexed !== undefined) writer.put(tabixIndexFile, packedTabixIndex(indexedTexts(indexed)));
  const records = (file: BulkPath) =>
    genomes?.records.get(file) ??
    sizes[file]?.reduce((sum, member) => sum + member.records, 0) ??
    recordsInTable(file, plan);
  for (const { path: file, text } of describeBulk(
    plan.wanted,
    [
      ...files,
      ...mergeFiles(joinWritten([...ofPhages, writer.written()]).lists),
      ...mergeFiles(genomes?.lists ?? []),
      ...mergeFiles(tables.lists),
      ...site.carried,
    ],
    records,
    plan.sequencedPhages,
    site,
  )) {
    writer.put(file, Buffer.from(text));
  }
  const written = joinWritten([...ofPhages, listWritten(files, linked), writer.written()]);
  return { ...written, sizes };
}

/** Each Parquet file is written as a whole, by one thread. Throws a Failure. */
export function stageParquet(
  { tables, blocksOf }: BulkPlan,
  { stagingDir, liveDir, schemas }: BulkSite,
  workers: Workers,
): Promise<RenderedParquet[]> {
  return mapTasks(tables, workers.jobs, (collection) =>
    workers.run('renderParquet', {
      siteDir: stagingDir,
      liveDir,
      collection,
      blocks: blocksOf(collection),
      columns: columnsOf(collection, schemas),
    }),
  );
}

function recordsInTable(file: BulkPath, { counts }: BulkPlan): number {
  const collection = collectionNames.find((name) => parquetFile(name) === file);
  return collection === undefined ? 0 : counts[collection];
}

/** Positions in a member count from the start of its own text; its blocks follow those of the members before it. */
function indexedTexts(members: BulkSizes[string]): IndexedText[] {
  let before = 0;
  return members.map(({ bytes, index }) => {
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

/** Members of the live files, whose hashes were verified before. */
function membersOf(liveDir: string, kept: readonly KeptMember[]): BulkMember[] {
  return kept.map(({ path: file, from, bytes, ...rest }) => {
    return { path: file, content: { place: join(liveDir, file), from, bytes }, ...rest };
  });
}

const copiedBytes = 1 << 20;

/** Copies a byte range of another file in small chunks. Throws a Failure, or DamagedCache if the file is too short. */
async function appendStretch(
  stream: StreamedFile,
  { place, from, bytes }: FileStretch,
): Promise<void> {
  const handle = openOwn(place);
  try {
    const held = Buffer.allocUnsafe(Math.min(bytes, copiedBytes));
    for (let at = 0; at < bytes; at += held.length) {
      // Yields between chunks, for the lock's renewal and for signals.
      await setImmediate();
      const piece = held.subarray(0, bytes - at);
      if (readFully(handle, piece, from + at, place) < piece.length) {
        throw new DamagedCache(`${basename(place)} is shorter than it was`);
      }
      stream.append(piece);
    }
  } finally {
    closeSync(handle);
  }
}

/** Writes the tables of phages and of gene families on all threads, or keeps those of the live site. */
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

/** `change` says what changed in each collection; null if all pages were rendered, and empty if no record changed. */
export function planTables(
  notes: PerCollection<PageNotes>,
  change: PerCollection<Change> | null,
): TablePlan {
  const hasPhages = change?.phages.rendered.every(({ rows }) => rows.length === 0) !== true;
  const families = touchedPhams(change && change.genes);
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
      const note = (collection: 'genes' | 'phages', places: Uint32Array) => {
        for (let at = 0; at < places.length; at += placeLength)
          read.add(pageFile(collection, places[at] ?? 0));
      };
      if (hasPhages)
        for (const { places } of planBlocks(notes.phages, 'phages')) note('phages', places);
      for (const batch of planFamilies(notes.genes, families))
        for (const { places } of batch) note('genes', places);
      return [...read];
    },
  };
}

/** Throws a Failure. */
export async function stageTables(
  { notes, hasPhages, families }: TablePlan,
  { stagingDir, liveDir, fieldNames, ...options }: BulkPlace & TableOptions,
  workers: Workers,
  progress: Progress,
): Promise<WrittenFiles> {
  const site = { stagingDir, liveDir, fieldNames };
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
