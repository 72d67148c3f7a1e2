/** Carries over the live site's files of pages, records and views that need not be rendered again. */
import { bulkFiles } from '../contract/bulkFiles.ts';
import type { Progress } from '../progress.ts';
import { assertAllAsPublished } from './linkFiles.ts';
import { mergeFiles, type PublishedFile, type WrittenFiles } from '../publishing/fileList.ts';
import { inParts } from '../workers/inParts.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import type { checkFiles } from '../publishing/checkFiles.ts';
import type { Threads } from '../workers/pool.ts';
import type { linkFiles } from './linkFiles.ts';
import type { LiveSite } from './previous.ts';

/** Threads that can be asked to hold files against their hashes, and to link them. */
type Workers = Threads<{ checkFiles: typeof checkFiles; linkFiles: typeof linkFiles }>;

// A thread holds their names, and what was sent to it.
const filesPerTask = 4096;

export interface Kept {
  /** Which files hold, besides pages and records. */
  readonly isKept: (file: string) => boolean;
  /** The live files from which something new is made: these are held against their hashes. */
  readonly filesRead: () => ReadonlySet<string>;
}

// Of a list; the description of the site has examples from it.
const firstPage = /^api\/[^/]+\/index\.json$/;

const listPage = /^api\/(?:genes|phages)\/(?:index|page\/[0-9]+)\.json(?:\.(?:gz|br))?$/;

/** Throws a Failure or DamagedCache. */
export async function carryOver(
  rendered: WrittenFiles,
  { isKept, filesRead }: Kept,
  live: Omit<LiveSite, 'notes'>,
  stagingDir: string,
  { workers, progress }: { readonly workers: Workers; readonly progress: Progress },
): Promise<PublishedFile[]> {
  const { dir: liveDir, files: liveFiles, publishedAtMs, isChecked, rerendered } = live;
  // What is taken over of them in pieces must be what was published, too.
  const whole = new Set<string>(bulkFiles.map((file) => file.path));
  await assertAllAsPublished(
    liveDir,
    liveFiles.filter((file) => whole.has(file.path)),
    publishedAtMs,
  );
  const done = new Set<string>();
  for (const file of mergeFiles(rendered.lists)) done.add(file.path);
  const files = liveFiles.filter(({ path: name }) => {
    if (!/^api\/(genes|phages)\//.test(name)) return isKept(name);
    // A page that was rendered again decides whether it has a compressed sibling.
    return rerendered === 'all-pages'
      ? !listPage.test(name)
      : !done.has(name.replace(/\.(gz|br)$/, ''));
  });
  const read = filesRead();
  const isRead = ({ path: name }: PublishedFile) => read.has(name) || firstPage.test(name);
  const kept = [...files, ...liveFiles.filter((file) => whole.has(file.path))];
  const checked = isChecked ? kept : kept.filter(isRead);
  progress.stage('Linking', checked.length + files.length, 'files');
  await checkLiveFiles(liveDir, checked, workers, progress);
  const parts = Math.ceil(files.length / filesPerTask);
  await mapTasks(inParts(files, parts), 2 * workers.jobs, async (part) => {
    await workers.run('linkFiles', { liveDir, stagingDir, files: part, publishedAtMs });
    progress.advance(part.length);
  });
  return files;
}

/** Of a stage that is under way. Throws DamagedCache when one of the files does not hold what was published. */
export async function checkLiveFiles(
  siteDir: string,
  files: readonly PublishedFile[],
  workers: Workers,
  progress: Pick<Progress, 'advance'>,
): Promise<void> {
  const parts = Math.max(2 * workers.jobs, Math.ceil(files.length / filesPerTask));
  await mapTasks(inParts(files, parts), 2 * workers.jobs, async (part) => {
    await workers.run('checkFiles', { siteDir, files: part });
    progress.advance(part.length);
  });
}
