/** Publishes the genomes on all threads: a file for each, and the files of all of them with their indexes. */
import { blockIndex, type BlockPlace } from '../bulk/blockIndex.ts';
import type { BulkPlace } from '../bulk/bulkTask.ts';
import { countGenomes, type PlacedPhage, planGenomes } from '../bulk/genomeParts.ts';
import {
  type BulkPath,
  genomesBulk,
  geneBasesBulk,
  genomesIndex,
  genomesBlockIndex,
} from '../contract/bulkFiles.ts';
import { mediaFolder } from '../contract/genomePaths.ts';
import {
  type CollectionName,
  collectionNames,
  type PerCollection,
} from '../contract/collectionName.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { pageFile } from '../contract/sitePaths.ts';
import { genomeLengths } from '../genomes/genomeIndex.ts';
import { forEachRow, type PageNotes } from '../pages/pageNotes.ts';
import { blockTextBytes, endBlock } from '../publishing/bgzf.ts';
import {
  joinWritten,
  listWritten,
  type PublishedFile,
  type WrittenFiles,
} from '../publishing/fileList.ts';
import { createSiteWriter } from '../publishing/siteWriter.ts';
import { createStreamedFile } from '../publishing/streamedFile.ts';
import { fastaIndex, type IndexedEntry } from '../sequences/fastaIndex.ts';
import { inTurn } from '../workers/inTurn.ts';
import type { Progress } from '../progress.ts';
import type { Workers } from './workers.ts';

export interface StagedGenomes extends WrittenFiles {
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
