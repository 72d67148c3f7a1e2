/** Carries over the live site's files of pages, records and views that need not be rendered again. */
import { bulkFiles } from './contract/bulkFiles.ts';
import { manifestFile } from './contract/sitePaths.ts';
import { DamagedCache } from './failure.ts';
import { assertAllAsPublished } from './publishing/linkFiles.ts';
import { isSha256, mergeFiles, type PublishedFile } from './publishing/fileList.ts';
import type { RenderedCollections } from './renderCollections.ts';
import { inParts } from './workers/inParts.ts';
import { mapTasks } from './workers/mapTasks.ts';
import type { Workers } from './workers/pool.ts';

export interface LiveSite {
  readonly dir: string;
  readonly files: readonly PublishedFile[];
  /** What `StagedFiles.notes` was when it was built. Throws DamagedCache. */
  readonly notes: () => Uint8Array;
  /** A live file that is newer was not put there by a build. */
  readonly publishedAtMs: number;
}

// A thread holds their names, and what was sent to it.
const filesPerTask = 4096;

/** `isKept` says of which other files it holds. Throws a Failure or DamagedCache. */
export async function carryOver(
  rendered: RenderedCollections,
  isKept: (file: string) => boolean,
  { dir: liveDir, files: liveFiles, publishedAtMs }: Omit<LiveSite, 'notes'>,
  stagingDir: string,
  workers: Workers,
): Promise<PublishedFile[]> {
  // What is taken over of them in pieces must be what was published, too.
  const whole = new Set<string>(bulkFiles.map((file) => file.path));
  assertAllAsPublished(
    liveDir,
    liveFiles.filter((file) => whole.has(file.path)),
    publishedAtMs,
  );
  const done = new Set<string>();
  for (const file of mergeFiles(rendered.lists)) done.add(file.path);
  const files = liveFiles.filter(
    // A page that was rendered again decides whether it has a compressed sibling.
    ({ path: name }) =>
      /^api\/(genes|phages)\//.test(name)
        ? !done.has(name.replace(/\.(gz|br)$/, ''))
        : isKept(name),
  );
  const damaged = files.find(({ sha256 }) => !isSha256(sha256));
  if (damaged !== undefined)
    throw new DamagedCache(`${manifestFile} has no hash of ${damaged.path}`);
  const parts = Math.ceil(files.length / filesPerTask);
  await mapTasks(inParts(files, parts), 2 * workers.jobs, (part) =>
    workers.run('linkFiles', { liveDir, stagingDir, files: part, publishedAtMs }),
  );
  return files;
}
