/** Files by other names of phages (D3), where a name becomes another thing between two builds. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { build, inFastFolder, type SiteChanges, withWorkers } from '../property/siteBuilds.ts';
import { exampleGene } from '../unit/generated/exampleRecords.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { readTree, writeFiles } from '../integration/workFolder.ts';

type Files = Readonly<Record<string, string>>;

/** Builds the site of `before`, then that of `after` on it; expects what a fresh build of `after` gives. */
async function expectRebuilt(before: Files, after: Files, options: Partial<SiteChanges> = {}) {
  await withWorkers(1, (workers) =>
    inFastFolder(async (folder) => {
      const data = path.join(folder, 'data');
      const common = { data, phageAliases: true, ...options };
      const [again, fresh] = [path.join(folder, 'again'), path.join(folder, 'fresh')];
      await writeFiles(data, before);
      await build({ ...common, out: again, cache: true }, workers);
      await writeFiles(data, after);
      await build({ ...common, out: again, cache: true }, workers);
      await build({ ...common, out: fresh }, workers);
      expect(await readTree(again)).toEqual(await readTree(fresh));
    }),
  );
}

const gene = (phage: string, notes = '') =>
  asLines([
    tinyGene('Quillon', 1, {
      PhageID: { ...exampleGene.PhageID, PhageID: phage },
      Notes: notes,
    }),
  ]);

test('an old name by which a gene now names a phage leads to no record of another', async () => {
  const phages = { 'phages/a.json': JSON.stringify(tinyPhage('Quillon', { old_names: 'Zed' })) };
  await expectRebuilt(
    { ...phages, 'genes/a.ndjson': gene('Quillon') },
    { 'genes/a.ndjson': gene('Zed') },
  );
});

test('a name in lower case keeps its file, whatever it is composed of', async () => {
  const name = 'E\u0301x';
  const phages = { 'phages/a.json': JSON.stringify(tinyPhage(name)) };
  const caseInsensitiveNames = true;
  const allowed = new Set(['gene-length'] as const);
  await expectRebuilt(
    { ...phages, 'genes/a.ndjson': gene(name) },
    { 'genes/a.ndjson': gene(name, 'changed') },
    { caseInsensitiveNames, allowed },
  );
});
