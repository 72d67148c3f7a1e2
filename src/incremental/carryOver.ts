/** Carries over the live site's files that need not be rendered again: pages, records and views. */
import { collectionNames } from '../contract/collectionName.ts';
import { bulkFiles } from '../contract/bulkFiles.ts';
import { isFurtherPage } from '../contract/sitePaths.ts';
import type { Progress } from '../progress.ts';
import { assertAllAsPublished, type linkFiles } from './linkFiles.ts';
import { mergeFiles, type PublishedFile, type WrittenFiles } from '../publishing/fileList.ts';
import { inParts } from '../workers/inParts.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import type { checkFiles } from '../publishing/checkFiles.ts';
import type { Threads } from '../workers/pool.ts';
import type { LiveSite } from './previous.ts';

/** Worker threads that can verify hashes and link files. */
type Workers = Threads<{ checkFiles: typeof checkFiles; linkFiles: typeof linkFiles }>;

// Bounds the size of a message and what a thread holds.
const filesPerTask = 4096;

export interface Kept {
  /** Which files are still valid, besides pages and records. */
  readonly isKept: (file: string) => boolean;
  /** Files that are always rendered anew, though they lie among pages, records and views. */
  readonly isAlias: (file: string) => boolean;
  /** The live files that new files are derived from: their hashes are verified. */
  readonly filesRead: () => ReadonlySet<string>;
}

// First page of a list; the OpenAPI description takes its examples from it.
const firstPage = /^api\/[^/]+\/index\.json$/;

const ofCollection = new RegExp(`^api/(?:${collectionNames.join('|')})/`);
const listPage = /^[^/]+\/[^/]+\/(?:index|page\/[0-9]+)\.json(?:\.(?:gz|br))?$/;

/** Throws a Failure or DamagedCache. */
export async function carryOver(
  rendered: WrittenFiles,
  { isKept, isAlias, filesRead }: Kept,
  live: Omit<LiveSite, 'notes'>,
  stagingDir: string,
  { workers, progress }: { readonly workers: Workers; readonly progress: Progress },
): Promise<PublishedFile[]> {
  const { dir: liveDir, files: liveFiles, publishedAtMs, isChecked, rerendered } = live;
  // Parts of the live bulk files are reused: these must be unchanged, too.
  const whole = new Set<string>(bulkFiles.map((file) => file.path));
  const bulk = liveFiles.filter((file) => whole.has(file.path));
  await assertAllAsPublished(liveDir, bulk, publishedAtMs);
  const done = new Set<string>();
  for (const file of mergeFiles(rendered.lists)) done.add(file.path);
  const files = liveFiles.filter(({ path: name }) => {
    if (isAlias(name)) return false;
    if (!ofCollection.test(name) || isFurtherPage(name)) return isKept(name);
    // Whether a page has a compressed sibling is decided when the page is rendered.
    return rerendered === 'all-pages'
      ? !listPage.test(name)
      : !done.has(name.replace(/\.(gz|br)$/, ''));
  });
  const read = filesRead();
  const isRead = ({ path: name }: PublishedFile) => read.has(name) || firstPage.test(name);
  const kept = [...files, ...bulk];
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

/** Advances the current stage. Throws DamagedCache when a file is not as it was published. */
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
