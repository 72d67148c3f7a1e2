/** A packed site has the bytes of one of files, at every address, and takes few of them to read. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { perList } from '../../src/contract/collectionName.ts';
import { packedPlace } from '../../src/contract/packs.ts';
import { answer } from '../../src/hosts/nginxScript.ts';
import { packSizes } from '../../src/publishing/packing.ts';
import { packedFiles, unpackFile } from '../integration/packedTree.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
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

/** What the script for nginx answers, in Node.js; null for its 404. */
function byScript(root: string, file: string): string | null {
  let answered: string | null = null;
  answer({
    method: 'GET',
    headersIn: {},
    headersOut: {},
    variables: {},
    rawVariables: { uri: Buffer.from(`/${file}`), document_root: Buffer.from(root) },
    return: (status, body) => void (answered = status === 404 ? null : String(body ?? status)),
  });
  return answered;
}

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
          // For a host, so that pages of phages and clusters are packed, too.
          const hosted = { hosts: ['netlify'], html: true, data, out, records };
          const { site } = await build({ ...options, ...hosted } as SiteChanges);
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
          if (packedPlace(file) !== null)
            expect([file, byScript(packed, file)]).toEqual([
              file,
              Buffer.from(bytes ?? []).toString(),
            ]);
          const places = Object.keys(read);
          if (places.some((place) => place.endsWith('.file'))) alone++;
          if (places.length > 2) several++;
        }
        for (const file of named) expect(existsSync(path.join(packed, file))).toBe(false);
        const held = packedFiles(packed);
        expect(named).toEqual(expect.arrayContaining(held));
        expect(held.length).toBe(new Set(held).size);
        for (const name of ['api/genes/none/index.json', 'api/phams/0/index.json']) {
          expect(unpackFile(packed, name).bytes).toBe(null);
          expect(byScript(packed, name)).toBe(null);
        }
        for (const [file, text] of Object.entries(await readTree(packed)))
          if (file.endsWith('.pack')) expect(text.length).toBeLessThan(packSizes.most + 200);
      });
    }),
    { seed: 11, numRuns: 12 },
  );
  // Else nothing was seen of large files, and of an index of several parts.
  expect([alone > 0, several > 0]).toEqual([true, true]);
});

test('of genes of one GeneID, the first is cut out of its page, wherever pages begin', async () => {
  // Enough that the page is not read as a whole.
  const numbers = [1, 1, 2, 3, 4, 5, 5, 5, 5, 5, 6, 7, 8, 9];
  const genes = numbers.map((number, at) => tinyGene('Quillon', number, { Notes: `${at}` }));
  for (const size of [2, 5, 100]) {
    await inFastFolder(async (folder) => {
      const [data, out] = [path.join(folder, 'data'), path.join(folder, 'site')];
      await writeFiles(data, {
        'genes/a.ndjson': asLines(genes),
        'phages/a.ndjson': asLines([tinyPhage('Quillon')]),
      });
      const pageSizes = { ...perList(() => 2), genes: size };
      await build({ data, out, pageSizes, records: 'packed' });
      for (const number of new Set(numbers)) {
        const file = `api/genes/Quillon_CDS_${number}/index.json`;
        const text = JSON.stringify(genes[numbers.indexOf(number)]);
        expect(Buffer.from(unpackFile(out, file).bytes ?? []).toString()).toBe(text);
        expect(byScript(out, file)).toBe(text);
      }
    });
  }
});
