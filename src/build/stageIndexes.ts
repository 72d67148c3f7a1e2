/** Stages the indexes of the pages for people, from the staged pages of lists, on all threads. */
import { type IndexedSite, indexTasks, renderIndexes } from '../pageIndexes/renderIndexes.ts';
import type { IndexPart } from '../pageIndexes/indexPart.ts';
import type { Progress } from '../progress.ts';
import type { WrittenFiles } from '../publishing/fileList.ts';
import { createSiteWriter, type SiteWriterOptions } from '../publishing/siteWriter.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import type { Workers } from './workers.ts';

/** All pages, and the files of genomes, are staged. Throws a Failure. */
export async function stageIndexes(
  site: IndexedSite,
  place: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<WrittenFiles> {
  progress.stage('Indexing pages', null);
  const parts: IndexPart[] = await mapTasks(
    indexTasks(place.stagingDir, site),
    2 * workers.jobs,
    (task) => workers.run('indexPart', task),
  );
  const writer = createSiteWriter(place);
  for (const file of renderIndexes(place.stagingDir, site, parts))
    writer.put(file.path, file.bytes);
  return writer.written();
}
