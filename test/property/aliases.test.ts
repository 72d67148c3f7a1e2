/** A site whose names match in any case is the site without that, with each name once more in lower case. */
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { perList } from '../../src/contract/collectionName.ts';
import { route } from '../../src/contract/route.ts';
import { foldName, unsafeNameReason } from '../../src/contract/recordName.ts';
import { allowableRules } from '../../src/text/rules.ts';
import { tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { readTree, writeFiles } from '../integration/workFolder.ts';
import { exampleGene } from '../unit/generated/exampleRecords.ts';
import { build, inFastFolder } from './siteBuilds.ts';

// Lower case makes some of them longer, some shorter, some too long, and some no name of their own.
const anyName = fc.oneof(
  fc.constantFrom(
    'Trixie',
    'trixie',
    'PAGE',
    'É 5%',
    'İx',
    'ΣΣ',
    'K',
    'J\u030c',
    'a/B',
    '..',
    'NUL',
  ),
  fc.constantFrom('\u023a'.repeat(100), '\u023a'.repeat(60), '\u212a'.repeat(67), 'Singleton'),
  fc.string({
    unit: fc.constantFrom('a', 'A', 'é', 'É', 'ǅ', '𐐀', 'ẞ'),
    minLength: 1,
    maxLength: 3,
  }),
);

const anyNames = fc.uniqueArray(anyName, { minLength: 1, maxLength: 6, selector: foldName });
const anySite = fc.record({
  phages: anyNames,
  clusters: anyNames,
  // Of each phage, the cluster that it is in and how many genes it has.
  choices: fc.array(fc.tuple(fc.nat(5), fc.nat(3)), { minLength: 6, maxLength: 6 }),
  geneFiles: fc.boolean(),
  precompress: fc.constantFrom<readonly 'gzip'[]>([], ['gzip']),
});

const lowerOf = (name: string) => {
  const lower = name.toLowerCase();
  return Buffer.byteLength(lower) > 200 ? name : lower;
};

test('byte for byte, whatever the names are, and every spelling is found', async () => {
  await fc.assert(
    fc.asyncProperty(anySite, async ({ phages, clusters, choices, ...options }) => {
      await inFastFolder(async (folder) => {
        const data = path.join(folder, 'data');
        const chosen = phages.map((name, at) => [name, ...choices[at]!] as const);
        await writeFiles(data, {
          'phages/a.json': JSON.stringify(
            chosen.map(([name, at]) => {
              const cluster = clusters[at % clusters.length]!;
              // Without a cluster of its own it would be in one that may be named alike.
              return tinyPhage(name, { pcluster: { cluster, temperate: false } });
            }),
          ),
          'genes/a.json': JSON.stringify(
            chosen.flatMap(([name, , genes]) =>
              Array.from({ length: genes }, (_, number) =>
                tinyGene(name, number, { PhageID: { ...exampleGene.PhageID, PhageID: name } }),
              ),
            ),
          ),
        });
        const allowed = new Set(allowableRules.filter((rule) => rule !== 'name-case'));
        const [exactly, folding] = [path.join(folder, 'exactly'), path.join(folder, 'folding')];
        const common = { ...options, data, allowed, bulk: [] };
        expect((await build({ ...common, out: exactly })).site).not.toBeNull();
        await build({ ...common, out: folding, caseInsensitiveNames: true });
        const [plain, folded] = [await apiOf(exactly), await apiOf(folding)];

        const expected = new Map(plain);
        for (const [file, bytes] of plain) {
          const [api, view, name = '', ...rest] = file.split('/');
          if (rest.length > 0) expected.set([api, view, lowerOf(name), ...rest].join('/'), bytes);
        }
        expect(folded).toEqual(expected);

        const site = {
          lastPages: { ...perList(() => 0), phages: 9, genes: 9, phams: 9 },
          prefix: '',
          caseInsensitiveNames: true,
        };
        for (const name of phages.filter((one) => unsafeNameReason(one) === null)) {
          for (const sent of [name, lowerOf(name)]) {
            const at = `/api/phages/${encodeURIComponent(sent)}/`;
            const answer = route({ method: 'GET', path: at, query: '' }, site);
            const file = answer.kind === 'file' ? answer.file : '';
            expect(folded.get(file)).toBe(plain.get(`api/phages/${name}/index.json`));
          }
        }
      });
    }),
    { seed: 83, numRuns: 40 },
  );
});

/** The files below `api/`, by their path. */
async function apiOf(site: string): Promise<Map<string, string>> {
  const tree = Object.entries(await readTree(site));
  return new Map(tree.filter(([file]) => file.startsWith('api/')));
}
