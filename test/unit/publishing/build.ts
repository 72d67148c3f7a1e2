/** Builds a site as `phagepress build` does, without a process. */
import path from 'node:path';
import { expect } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { buildSite } from '../../../src/pipeline/buildSite.ts';
import type { BuildEffects, BuildOptions, BuildOutcome } from '../../../src/pipeline/planSite.ts';
import { bulkNames } from '../../../src/contract/bulkFiles.ts';
import { viewNames } from '../../../src/contract/routes.ts';
import type { Progress } from '../../../src/base/progress.ts';
import type { Workers } from '../../../src/pipeline/tasks.ts';
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
    data: path.join(folder, 'data'),
    out: path.join(folder, 'site'),
    allowed: new Set(),
    denied: new Set(),
    maxErrors: 50,
    limits: { maxRecordBytes: 1 << 20, maxNesting: 100 },
    baseUrl: 'https://example.org',
    links: 'query',
    hosts: [],
    pageSizes: { ...perList(() => 2), genes: 10, phages: 10 },
    furtherSizes: {},
    maxAge: 300,
    geneFiles: true,
    caseInsensitiveNames: false,
    phageAliases: false,
    pages: false,
    about: {},
    views: viewNames,
    bulk: bulkNames,
    spreadsheetSafe: false,
    linkGenomes: false,
    fieldNames: {},
    precompress: [],
    releaseDate: null,
    maxDrop: 10,
    cache: true,
    checkLive: false,
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
