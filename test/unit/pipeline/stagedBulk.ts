/** Bulk files that are staged from the pages of a site that was built. */
import { expect } from 'vitest';
import { type BulkSite, stageBulk, stageParquet } from '../../../src/pipeline/stageBulk.ts';
import { type BulkPlan, planBulk } from '../../../src/sinks/bulkPlan.ts';
import { type BulkName, isTablePath } from '../../../src/contract/bulkFiles.ts';
import { bulkOfRecords } from './someOptions.ts';
import { perCollection, requiredNames } from '../../../src/contract/collectionName.ts';
import { loadSchemas } from '../../../src/records/schemas.ts';
import { listWritten } from '../../../src/publishing/fileList.ts';
import { filesOf } from '../publishing/writtenFiles.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { builtSite, plan } from '../verifying/folder/builtFolder.ts';
import { watchedProgress } from '../watchedProgress.ts';
import { below, bytesBelow, publishedOf } from './stagedFiles.ts';

const { notes } = plan;
const schemas = loadSchemas();
const pages = below('api/', builtSite);

interface Staging {
  readonly bulkPlan?: BulkPlan;
  readonly live?: Readonly<Record<string, string | Uint8Array>> | null;
  readonly site?: Partial<BulkSite>;
  readonly prepare?: (stagingDir: string) => void;
}

/** The plan of a site that is built anew. */
const planOfAll = (names: readonly BulkName[] = bulkOfRecords): BulkPlan =>
  planBulk(
    { bulk: names, collections: requiredNames },
    notes,
    { ...perCollection(() => []), genes: [notes.genes], phages: [notes.phages] },
    null,
  );

export async function stage({
  bulkPlan = planOfAll(),
  live = null,
  site = {},
  prepare,
}: Staging = {}) {
  const stagingDir = tempFolder(pages);
  prepare?.(stagingDir);
  const place: BulkSite = {
    stagingDir,
    liveDir: live === null ? null : tempFolder(live),
    about: {},
    baseUrl: 'https://example.org',
    releaseDate: null,
    schemas,
    carried: [],
    hasUniqueKeys: true,
    isGuarded: false,
    fieldNames: {},
    ...site,
  };
  const { progress, seen } = watchedProgress();
  // They are staged before, and described here.
  const tables = listWritten(publishedOf(tablesOf(builtSite)), 0);
  const parquet = stageParquet(bulkPlan, place, inProcessWorkers);
  const staged = await stageBulk(bulkPlan, { parquet, genomes: null, tables }, place, {
    workers: inProcessWorkers,
    progress,
  });
  const files = below('bulk/', bytesBelow(stagingDir));
  expect(filesOf(staged)).toEqual(publishedOf(files));
  return { ...staged, files, seen, stagingDir };
}

function tablesOf(site: typeof builtSite): typeof builtSite {
  return Object.fromEntries(Object.entries(site).filter(([file]) => isTablePath(file)));
}
