/** One task that fails must not have the others run on, into what comes next. */
import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { DamagedCache, Failure } from '../../../src/base/failure.ts';
import type { BuildTasks, Workers } from '../../../src/pipeline/tasks.ts';
import type { TaskInput, TaskOutput } from '../../../src/base/threads.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { build } from '../publishing/build.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';

const genes = [0, 1, 2, 3, 4, 5].map((number) => tinyGene('Quillon', number));

const folderWith = () =>
  tempFolder({
    'data/genes/a.ndjson': asLines(genes),
    'data/phages/a.ndjson': asLines([tinyPhage('Quillon')]),
  });

/** A page for each record, and so many tasks of each kind. */
const buildIn = (folder: string, workers?: Workers) =>
  build(folder, { pageSizes: perList(() => 1), bulk: [] }, workers);

/**
 * Workers that fail the first task of a name and keep the second one waiting, for as long as anything
 * else is likely to happen; `overtaken` says what did happen before it was done.
 */
function stumbling(on: keyof BuildTasks, error: Error, folder: string) {
  let calls = 0;
  const state = { isWaiting: false, overtaken: '' };
  const overtake = (what: string) => {
    if (state.isWaiting && state.overtaken === '') state.overtaken = what;
  };
  const run = async <Name extends keyof BuildTasks>(
    name: Name,
    input: TaskInput<BuildTasks, Name>,
  ): Promise<TaskOutput<BuildTasks, Name>> => {
    overtake(`the next ${name}`);
    if (name !== on) return inProcessWorkers.run(name, input);
    calls++;
    if (calls === 1) throw error;
    if (calls === 2) {
      state.isWaiting = true;
      // So many looks at a file take longer than what comes next.
      for (let look = 0; look < 300 && state.overtaken === ''; look++) await stat(folder);
      state.isWaiting = false;
    }
    return inProcessWorkers.run(name, input);
  };
  return { workers: { ...inProcessWorkers, run }, overtake, overtaken: () => state.overtaken };
}

test('a build of which one task fails while another is under way ends after that one', async () => {
  const folder = folderWith();
  const failure = new Failure('machine', 'the disk is full');
  const { workers, overtake, overtaken } = stumbling('renderPart', failure, folder);
  await expect(buildIn(folder, workers)).rejects.toBe(failure);
  overtake('the end');
  expect(overtaken()).toBe('');
});

test('a build of which one task fails while another is under way starts over after that one, when the cache was damaged', async () => {
  const folder = folderWith();
  await buildIn(folder);
  const changed = genes.map((gene, index) => (index === 2 ? { ...gene, Notes: 'new' } : gene));
  addFile(folder, 'data/genes/a.ndjson', asLines(changed));
  const damage = new DamagedCache('a file is missing');
  const { workers, overtaken } = stumbling('linkFiles', damage, folder);
  expect(await buildIn(folder, workers)).not.toBe(null);
  expect(overtaken()).toBe('');
});
