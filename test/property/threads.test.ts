/** A site is the same whatever the number of threads, and holds its records where several parts are merged. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { perList } from '../../src/contract/collectionName.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { differences, readTree, writeFiles } from '../integration/workFolder.ts';
import { expectNaiveBulk } from './naiveBulk.ts';
import { naiveViews, viewsIn } from './naiveViews.ts';
import { build, inFastFolder, withWorkers } from './siteBuilds.ts';

const phages = [
  'Quillon',
  'quillon',
  'Vexmoor',
  'é',
  ...Array.from('abcdefgh', (one) => `P${one}`),
];

/** Genes so many and so large that lists and bulk files are made in several parts, of several files; some repeat. */
function manyRecords(): Record<string, string> {
  const genes = Array.from({ length: 4500 }, (_, at) =>
    // A prime, so that neighbours in the sources are no neighbours in the order.
    tinyGene(phages[at % phages.length]!, (at * 7919) % 4507, {
      PhamID: { PhamID: at % 31, Color: '#00ff00' },
      Translation: 'MKV'.repeat(900),
      ...(at % 97 === 0 && { PhageID: null as never }),
    }),
  );
  return {
    'genes/a.ndjson': asLines(genes.slice(0, 2000)),
    'genes/b.json': JSON.stringify(genes.slice(2000, 2100)),
    'genes/c.ndjson': asLines([...genes.slice(2100), ...genes.slice(0, 9)]),
    'phages/a.ndjson': asLines(phages.map((name) => tinyPhage(name))),
  };
}

test('a site is the same whatever the number of threads, and so are its findings', async () => {
  await inFastFolder(async (folder) => {
    const data = path.join(folder, 'data');
    await writeFiles(data, manyRecords());
    const makeWith = async (jobs: number) => {
      const out = path.join(folder, 'site');
      const pageSizes = { ...perList(() => 2), genes: 70, phages: 1 };
      const { findings } = await withWorkers(jobs, (workers) =>
        build({ data, out, pageSizes, geneFiles: false }, workers),
      );
      const tree = await readTree(out);
      rmSync(out, { recursive: true });
      return { tree, report: findings.report() };
    };
    const [none, two] = [await makeWith(0), await makeWith(2)];
    expect(Object.keys(none.tree).length).toBeGreaterThan(100);
    expect(none.report.warningsByRule.get('gene-id-unique')).toBe(9);
    expect(differences(none.tree, two.tree)).toEqual([]);
    expect(two.report).toEqual(none.report);

    await expectNaiveBulk(none.tree);
    const views = viewsIn(none.tree);
    expect(Object.keys(views)).toContain('api/genesbyphage/é/index.json');
    expect(views).toEqual(naiveViews(none.tree));
  });
});
