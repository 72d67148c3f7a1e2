/** Stages the indexes for the pages for people, from the staged pages of lists, on all threads. */
import { setImmediate } from 'node:timers/promises';
import { type IndexedSite, indexTasks, renderIndexes } from '../pages/renderIndexes.ts';
import { indexedLists, type IndexPart } from '../pages/indexPart.ts';
import { notedGenes, notedList } from '../pages/notedGenes.ts';
import { openPages } from '../pages/openPages.ts';
import type { PageNotes } from '../pages/pageNotes.ts';
import type { Progress } from '../progress.ts';
import type { WrittenFiles } from '../publishing/fileList.ts';
import { createSiteWriter, type SiteWriterOptions } from '../publishing/siteWriter.ts';
import { alongside } from '../workers/alongside.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import type { Workers } from './workers.ts';

/**
 * Call after all pages and the files of genomes are staged; `genes` are the notes of their pages, if any were taken.
 * Throws a Failure.
 */
export async function stageIndexes(
  site: IndexedSite,
  genes: PageNotes,
  place: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<WrittenFiles> {
  progress.stage('Indexing pages', null);
  const isNoted = genes.rows.length > 0;
  const lists = indexedLists.filter((list) => list !== notedList || !isNoted);
  const tasks = mapTasks(indexTasks(place.stagingDir, site, lists), 2 * workers.jobs, (task) =>
    workers.run('indexPart', task),
  );
  const parts = await alongside(tasks, async (): Promise<IndexPart[]> => {
    // Yields once, so that the threads start while this one reads the notes.
    await setImmediate();
    const noted = isNoted ? [fromNotes(genes, place.stagingDir)] : [];
    return [...(await tasks), ...noted];
  });
  const writer = createSiteWriter(place);
  for (const file of renderIndexes(place.stagingDir, site, parts))
    writer.put(file.path, file.bytes);
  return writer.written();
}

function fromNotes(genes: PageNotes, dir: string): IndexPart {
  const pages = openPages(dir);
  try {
    return notedGenes(genes, pages.read);
  } finally {
    pages.close();
  }
}
