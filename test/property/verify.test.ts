/** Verification agrees with the build: whatever is built passes, and not a byte of it can be changed unseen. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { perList } from '../../src/contract/collectionName.ts';
import { verifyFolder } from '../../src/verifying/folder/verifyFolder.ts';
import { failures } from '../contract/verifySites.ts';
import { BrokenSite } from '../contract/verifySites.ts';
import { asLines } from '../integration/tinyData.ts';
import { writeFiles } from '../integration/workFolder.ts';
import { anyRecords, type Records } from './arbitraries.ts';
import { build, inFastFolder, usualJobs, withWorkers } from './siteBuilds.ts';
import type { Workers } from '../../src/build/workers.ts';
import * as verifying from '../../src/verifying/folder/workers.ts';

const noProgress = { stage() {}, advance() {}, end() {} };
// What a build was allowed, release.json says.
const options = { allowed: new Set<never>(), expectRelease: null };

type Verify = (root: string) => Promise<unknown[]>;

/** Lets `use` have threads to build with, and others to verify with. */
function withThreads(use: (workers: Workers, verify: Verify) => Promise<void>): Promise<void> {
  return withWorkers(usualJobs, (workers) =>
    verifying.withWorkers(usualJobs, (verifiers) =>
      use(workers, async (root) =>
        failures(await verifyFolder({ ...options, root }, verifiers, noProgress)),
      ),
    ),
  );
}

async function buildIn(folder: string, records: Records, size: number, workers: Workers) {
  const data = path.join(folder, 'data');
  await writeFiles(data, {
    'genes/a.ndjson': records.genes.length === 0 ? '' : asLines(records.genes),
    'genes/none.json': '[]',
    'phages/a.ndjson': records.phages.length === 0 ? '' : asLines(records.phages),
    'phages/none.json': '[]',
    ...(records.features === null
      ? {}
      : { 'features/none.json': '[]', 'features/a.json': JSON.stringify(records.features) }),
  });
  const out = path.join(folder, 'site');
  const pageSizes = { ...perList(() => 2), genes: size, phages: size };
  await build({ data, out, pageSizes, precompress: size === 3 ? ['gzip'] : [] }, workers);
  return out;
}

test('every site that is built passes', async () => {
  await withThreads((workers, verify) =>
    fc.assert(
      fc.asyncProperty(anyRecords, fc.integer({ min: 1, max: 5 }), (records, size) =>
        inFastFolder(async (folder) => {
          fc.pre(records.genes.length > 0 && records.phages.length > 0);
          const site = await buildIn(folder, records, size, workers);
          expect(await verify(site)).toEqual([]);
        }),
      ),
      { seed: 31, numRuns: 25 },
    ),
  );
});

test.each([
  ['as it is', false],
  ['whose manifest is made anew', true],
])(
  'no byte of what the manifest names can be changed unseen, in a site %s',
  async (_, isSigned) => {
    await withThreads((workers, verify) =>
      inFastFolder(async (folder) => {
        const [records] = fc.sample(
          anyRecords.filter(({ features, genes }) => genes.length > 6 && features !== null),
          { seed: 32, numRuns: 1 },
        );
        const site = await buildIn(folder, records!, 2, workers);
        const files = readdirSync(site, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(site, path.join(entry.parentPath, entry.name)))
          .filter((file) => file !== 'manifest.json' && file !== 'release.json');
        const inApi = files.filter((file) => file.startsWith('api/'));
        const others = files.filter((file) => !file.startsWith('api/'));
        await fc.assert(
          fc.asyncProperty(
            fc.oneof(fc.constantFrom(...inApi), fc.constantFrom(...others)),
            fc.nat(),
            fc.integer({ min: 1, max: 255 }),
            async (file, at, change) => {
              const copy = path.join(folder, 'copy');
              cpSync(site, copy, { recursive: true });
              const bytes = readFileSync(path.join(copy, file));
              const offset = at % bytes.length;
              bytes[offset] = bytes[offset]! ^ change;
              writeFileSync(path.join(copy, file), bytes);
              if (isSigned) new BrokenSite(copy).sign();
              expect(await verify(copy)).not.toEqual([]);
            },
          ),
          { seed: 33, numRuns: 60 },
        );
      }),
    );
  },
);
