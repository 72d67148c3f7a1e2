/** One task that fails must not have the others run on, into what comes next. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { buildSite } from '../../../src/build/buildSite.ts';
import type { BuildOptions } from '../../../src/build/building.ts';
import { viewNames } from '../../../src/contract/views.ts';
import { DamagedCache, Failure } from '../../../src/failure.ts';
import type { BuildTasks } from '../../../src/build/tasks.ts';
import type { TaskInput, TaskOutput } from '../../../src/workers/task.ts';
import type { Workers } from '../../../src/build/workers.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../validation/inProcessWorkers.ts';

const genes = [0, 1, 2, 3, 4, 5].map((number) => tinyGene('Quillon', number));

/** A folder with data in it, and the options of a build of it. */
function prepared(): { folder: string; options: BuildOptions } {
  const folder = tempFolder({
    'data/genes/a.ndjson': asLines(genes),
    'data/phages/a.ndjson': asLines([tinyPhage('Quillon')]),
  });
  const options: BuildOptions = {
    data: path.join(folder, 'data'),
    out: path.join(folder, 'site'),
    allowed: new Set(),
    denied: new Set(),
    maxErrors: 50,
    limits: { maxRecordBytes: 1 << 20, maxNesting: 100 },
    baseUrl: 'https://phages.example',
    links: 'query',
    hosts: [],
    pageSizes: { ...perList(() => 2), genes: 1, phages: 1 },
    furtherSizes: {},
    maxAge: 300,
    geneFiles: true,
    caseInsensitiveNames: false,
    phageAliases: false,
    pages: false,
    about: {},
    views: viewNames,
    bulk: [],
    spreadsheetSafe: false,
    linkGenomes: false,
    fieldNames: {},
    precompress: [],
    releaseDate: null,
    maxDrop: 10,
    cache: true,
    checkLive: false,
  };
  return { folder, options };
}

function build(options: BuildOptions, workers: Workers) {
  const progress = { stage() {}, advance() {}, end() {} };
  const { signal } = new AbortController();
  return buildSite(options, { workers, progress, note: () => {}, signal });
}

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
      for (let look = 0; look < 2000 && state.overtaken === ''; look++) await stat(folder);
      state.isWaiting = false;
    }
    return inProcessWorkers.run(name, input);
  };
  return { workers: { ...inProcessWorkers, run }, overtake, overtaken: () => state.overtaken };
}

describe('a build of which one task fails while another is under way', () => {
  test('ends after that one', async () => {
    const { folder, options } = prepared();
    const failure = new Failure('machine', 'the disk is full');
    const { workers, overtake, overtaken } = stumbling('renderPart', failure, folder);
    await expect(build(options, workers)).rejects.toBe(failure);
    overtake('the end');
    expect(overtaken()).toBe('');
  });

  test('starts over after that one, when the cache was damaged', async () => {
    const { folder, options } = prepared();
    await build(options, inProcessWorkers);
    const changed = genes.map((gene, index) => (index === 2 ? { ...gene, Notes: 'new' } : gene));
    addFile(folder, 'data/genes/a.ndjson', asLines(changed));
    const damage = new DamagedCache('a file is missing');
    const { workers, overtaken } = stumbling('linkFiles', damage, folder);
    const { site } = await build(options, workers);
    expect(site).not.toBe(null);
    expect(overtaken()).toBe('');
  });
});
