/** Verification agrees with the build: whatever is built passes, and not a byte of it can be changed unseen. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { perList } from '../../src/contract/collectionName.ts';
import { verifyFolder } from '../../src/verifying/folder/verifyFolder.ts';
import { type RecordForm, recordForms } from '../../src/contract/packs.ts';
import * as verifying from '../../src/verifying/folder/tasks.ts';
import { BrokenSite, failures, noProgress } from '../contract/verifySites.ts';
import { asLines } from '../integration/tinyData.ts';
import { readTree, writeFiles } from '../integration/workFolder.ts';
import { anyRecords, type Records } from './arbitraries.ts';
import { build, inFastFolder, withSmallPacks } from './siteBuilds.ts';

withSmallPacks();

const anyForm = fc.constantFrom<RecordForm>(...recordForms);

// What a build was allowed, release.json says.
const options = { allowed: new Set<never>(), expectRelease: null };

/** What is found to be wrong with a site. */
const verify = async (root: string) =>
  failures(
    await verifying.withWorkers(0, (workers) =>
      verifyFolder({ ...options, root }, workers, noProgress),
    ),
  );

async function buildIn(folder: string, records: Records, size: number, form: RecordForm) {
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
  const precompress = size === 3 ? (['gzip'] as const) : [];
  await build({ data, out, pageSizes, precompress, records: form });
  return out;
}

test('every site that is built passes', async () => {
  await fc.assert(
    fc.asyncProperty(anyRecords, fc.integer({ min: 1, max: 5 }), anyForm, (records, size, form) =>
      inFastFolder(async (folder) => {
        fc.pre(records.genes.length > 0 && records.phages.length > 0);
        expect(await verify(await buildIn(folder, records, size, form))).toEqual([]);
      }),
    ),
    { seed: 31, numRuns: 25 },
  );
});

test.each([
  // Of all changes a hash tells.
  ['as it is', 'files', false, 20],
  ['whose manifest is made anew', 'files', true, 60],
  ['in packs, whose manifest is made anew', 'packed', true, 60],
] as const)(
  'no byte of what the manifest names can be changed unseen, in a site %s',
  async (_, form, isSigned, numRuns) => {
    await inFastFolder(async (folder) => {
      const [records] = fc.sample(
        anyRecords.filter(({ features, genes }) => genes.length > 6 && features !== null),
        { seed: 32, numRuns: 1 },
      );
      const site = new BrokenSite(await buildIn(folder, records!, 2, form));
      const files = Object.keys(await readTree(site.root)).filter(
        (file) => file !== 'manifest.json' && file !== 'release.json',
      );
      const folderOf = form === 'packed' ? 'packs/' : 'api/';
      const inApi = files.filter((file) => file.startsWith(folderOf));
      const others = files.filter((file) => !file.startsWith(folderOf));
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(fc.constantFrom(...inApi), fc.constantFrom(...others)),
          fc.nat(),
          fc.integer({ min: 1, max: 255 }),
          async (file, at, change) => {
            const changed = [file, 'manifest.json', 'release.json'];
            const before = changed.map((one) => readFileSync(site.at(one)));
            const bytes = Buffer.from(before[0]!);
            const offset = at % bytes.length;
            bytes[offset] = bytes[offset]! ^ change;
            // It may be linked to another, which stays as it is.
            site.remove(file);
            site.write(file, bytes);
            if (isSigned) site.sign();
            expect(await verify(site.root)).not.toEqual([]);
            for (const [index, one] of changed.entries()) site.write(one, before[index]!);
          },
        ),
        { seed: 33, numRuns },
      );
      expect(await verify(site.root)).toEqual([]);
    });
  },
);
