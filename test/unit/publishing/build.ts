/** Builds a site as `phagepress build` does, without a process. */
import path from 'node:path';
import { expect } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { buildSite } from '../../../src/pipeline/buildSite.ts';
import type { BuildEffects, BuildOptions, BuildOutcome } from '../../../src/pipeline/planSite.ts';
import type { Progress } from '../../../src/base/progress.ts';
import type { Workers } from '../../../src/pipeline/tasks.ts';
import { defaultOptions } from '../../property/siteBuilds.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';

/** Builds `site/` of `data/` in the folder; errors in the data are a failure of the test. */
export async function build(
  folder: string,
  changes: Partial<BuildOptions> = {},
  workers: Workers = inProcessWorkers,
  progress: Progress = { stage() {}, advance() {}, end() {} },
  effects: Partial<Pick<BuildEffects, 'note' | 'signal'>> = {},
): Promise<BuildOutcome['site']> {
  const options: BuildOptions = {
    ...defaultOptions,
    data: path.join(folder, 'data'),
    out: path.join(folder, 'site'),
    allowed: new Set(),
    maxErrors: 50,
    baseUrl: 'https://example.org',
    pageSizes: { ...perList(() => 2), genes: 10, phages: 10 },
    maxDrop: 10,
    changes: false,
    keep: null,
    switch: null,
    sign: null,
    maxRenumbered: 100,
    cache: true,
    ...changes,
  };
  const outcome = await buildSite(options, {
    workers,
    progress,
    note: () => {},
    signal: new AbortController().signal,
    ...effects,
  });
  const { kept } = outcome.findings.report();
  expect(kept.filter(({ severity }) => severity === 'error')).toEqual([]);
  return outcome.site;
}
