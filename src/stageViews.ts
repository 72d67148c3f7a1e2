/** Writes the views on all threads, from the pages that are staged already and the notes about them. */
import { deserialize, serialize } from 'node:v8';
import type { Progress } from './progress.ts';
import type { SiteWriterOptions } from './publishing/siteWriter.ts';
import type { RenderedViews } from './rendering/renderViews.ts';
import { inBatches } from './views/batches.ts';
import { type PlannedFile, plannedBytes } from './views/plannedFile.ts';
import type { ViewNotes, ViewPlan } from './views/planViews.ts';
import { mapTasks } from './workers/mapTasks.ts';
import type { Workers } from './workers/pool.ts';

/** Throws a Failure. */
export async function stageViews(
  plan: ViewPlan,
  site: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<RenderedViews> {
  progress.stage('Writing views', bytesOf(plan.files()), 'bytes');
  // Planned as they are handed out: the plans of all files are never held together.
  const batches = inBatches(plan.files());
  const rendered = await mapTasks(batches, 2 * workers.jobs, async ({ files, bytes }) => {
    const result = await workers.run('renderViews', { site, files });
    progress.advance(bytes);
    return result;
  });
  progress.end();
  return {
    files: rendered.flatMap(({ files }) => files),
    linked: rendered.reduce((sum, { linked }) => sum + linked, 0),
  };
}

function bytesOf(files: Iterable<PlannedFile>): number {
  let bytes = 0;
  for (const file of files) bytes += plannedBytes(file);
  return bytes;
}

/** The notes as a cache keeps them. */
export function packNotes(notes: ViewNotes): Buffer {
  return serialize(notes);
}

export function unpackNotes(packed: Uint8Array): ViewNotes {
  const notes: ViewNotes = deserialize(packed);
  return notes;
}
