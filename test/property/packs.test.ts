/** A packed site has the bytes of one of files, at every address, and takes few of them to read. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packedPlace } from '../../src/contract/packs.ts';
import { packSizes } from '../../src/publishing/packing.ts';
import { packedFiles, unpackFile } from '../integration/packedTree.ts';
import { asLines } from '../integration/tinyData.ts';
import { readTree, writeFiles } from '../integration/workFolder.ts';
import { anyRecords } from './arbitraries.ts';
import { build, inFastFolder, type SiteChanges, withSmallPacks } from './siteBuilds.ts';

withSmallPacks();

const anySite = fc.record({
  pageSizes: fc.constantFrom(
    { genes: 3, phages: 2, phams: 2, features: 2 },
    { genes: 201, phages: 2, phams: 2, features: 2 },
  ),
  caseInsensitiveNames: fc.boolean(),
  geneFiles: fc.boolean(),
  fieldNames: fc.constantFrom({}, { GeneID: 'gene "id"', Notes: 'notes' }),
});

test('a packed site has the files of another, byte for byte, in few reads of few bytes', async () => {
  let alone = 0;
  let several = 0;
  await fc.assert(
    fc.asyncProperty(anyRecords, anySite, async ({ genes, phages, features }, options) => {
      await inFastFolder(async (folder) => {
        const data = path.join(folder, 'data');
        await writeFiles(data, {
          'genes/a.ndjson': asLines(genes),
          'phages/a.ndjson': asLines(phages),
          ...(features === null ? {} : { 'features/a.ndjson': asLines(features) }),
        });
        const make = async (records: SiteChanges['records']) => {
          const out = path.join(folder, String(records));
          const { site } = await build({ ...options, data, out, records } as SiteChanges);
          return site === null ? null : out;
        };
        const [loose, packed] = [await make('files'), await make('packed')];
        if (loose === null || packed === null) return;
        const files = Object.keys(await readTree(loose));
        const named = files.filter((file) => packedPlace(file) !== null);
        for (const file of files.filter((one) => !/^(manifest|release)\.json$/.test(one))) {
          const { read, bytes } = unpackFile(packed, file);
          expect([file, bytes && Buffer.from(bytes).toString()]).toEqual([
            file,
            readFileSync(path.join(loose, file), 'utf8'),
          ]);
          const places = Object.keys(read);
          if (places.some((place) => place.endsWith('.file'))) alone++;
          if (places.length > 2) several++;
        }
        for (const file of named) expect(existsSync(path.join(packed, file))).toBe(false);
        const held = packedFiles(packed);
        expect(named).toEqual(expect.arrayContaining(held));
        expect(held.length).toBe(new Set(held).size);
        for (const name of ['api/genes/none/index.json', 'api/phams/0/index.json'])
          expect(unpackFile(packed, name).bytes).toBe(null);
        for (const [file, text] of Object.entries(await readTree(packed)))
          if (file.endsWith('.pack')) expect(text.length).toBeLessThan(packSizes.most + 200);
      });
    }),
    { seed: 11, numRuns: 12 },
  );
  // Else nothing was seen of large files, and of an index of several parts.
  expect([alone > 0, several > 0]).toEqual([true, true]);
});
