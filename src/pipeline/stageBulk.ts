/** Builds the bulk files on all threads, from the staged pages and the notes about them. */
import { closeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { blockTextBytes, endBlock } from '../publishing/bgzf.ts';
import { columnsOf } from '../bulk/columns.ts';
import type { DataPackageContent } from '../bulk/dataPackage.ts';
import { describeBulk } from '../bulk/describeBulk.ts';
import type { RenderedParquet } from '../bulk/renderParquet.ts';
import type { BulkPlan, BulkSizes, KeptMember, PlannedPart } from '../bulk/bulkPlan.ts';
import type { FileStretch, BulkMember, RenderedBulk } from '../bulk/bulkTask.ts';
import { packedFolder } from '../bulk/renderLargeGroup.ts';
import { type IndexedText, packedTabixIndex, virtualOffset } from '../bulk/tabixIndex.ts';
import { type BulkPath, parquetFile, tabixIndexed, tabixIndexFile } from '../contract/bulkFiles.ts';
import { collectionNames } from '../contract/collectionName.ts';
import { DamagedCache } from '../failure.ts';
import { openOwn } from '../files/openRegular.ts';
import type { Progress } from '../progress.ts';
import { readFully } from '../publishing/readFully.ts';
import {
  joinWritten,
  mergeFiles,
  type PublishedFile,
  listWritten,
  type WrittenFiles,
} from '../publishing/fileList.ts';
import { createSiteWriter, type SiteWriterOptions } from '../publishing/siteWriter.ts';
import { createStreamedFile, type StreamedFile } from '../publishing/streamedFile.ts';
import { inTurn } from '../workers/inTurn.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import type { StagedGenomes } from './stageGenomes.ts';
import type { Workers } from './workers.ts';

export interface StagedBulk extends WrittenFiles {
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
    return { path: file, content: { place: path.join(liveDir, file), from, bytes }, ...rest };
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
        throw new DamagedCache(`${path.basename(place)} is shorter than it was`);
      }
      stream.append(piece);
    }
  } finally {
    closeSync(handle);
  }
}
