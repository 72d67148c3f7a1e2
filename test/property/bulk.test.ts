/** Bulk files that are built again hold the records of the lists, and only what changed is made. */
import { hash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { perList } from '../../src/contract/collectionName.ts';
import type { GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import type { Workers } from '../../src/pipeline/tasks.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { differences, readTree, writeFiles } from '../integration/workFolder.ts';
import { exampleGene } from '../unit/generated/exampleRecords.ts';
import { expectNaiveBulk } from './naiveBulk.ts';
import {
  build,
  inFastFolder,
  type SiteChanges,
  withSmallBulkParts,
  withWorkers,
} from './siteBuilds.ts';

describe('the bulk files of a site that is built again', () => {
  withSmallBulkParts();
  const names = Array.from('abcdefghijkl', (letter) => `Phage${letter}`);
  const geneAt = (at: number) =>
    tinyGene(names[Math.floor(at / 5)]!, at + 10, at % 7 === 0 ? { PhageID: null as never } : {});
  const genes = Array.from({ length: 60 }, (_, at) => geneAt(at));
  const phages = names.map((name) => tinyPhage(name));
  const write = (data: string, all: readonly GeneRecord[], of: readonly PhageRecord[] = phages) =>
    writeFiles(data, { 'genes/a.ndjson': asLines(all), 'phages/a.ndjson': asLines(of) });

  /** Builds; tells how many parts of bulk files were made, and of what bytes the site is. */
  async function make(changes: SiteChanges) {
    let parts = 0;
    const { site } = await withWorkers(0, (pool) => {
      const run: Workers['run'] = (task, input) => {
        if (task === 'renderBulk') parts++;
        return pool.run(task, input);
      };
      const pageSizes = { ...perList(() => 2), genes: 5, phages: 3 };
      const options = { geneFiles: false, views: [], pageSizes, ...changes };
      return build(options, { ...pool, run });
    });
    return { parts, site, tree: await readTree(changes.out) };
  }

  test('are made again only where they changed, to the bytes of a build from scratch', async () => {
    await inFastFolder(async (folder) => {
      const data = path.join(folder, 'data');
      const out = path.join(folder, 'site');
      const carrier = (name: string) => ({ ...exampleGene.PhageID, PhageID: name });
      const longer = (of: PhageRecord) => ({ ...of, genome_length: of.genome_length + 1000 });
      const otherGene = (at: number, fields: Partial<GeneRecord>) =>
        genes.with(at, { ...geneAt(at), ...fields });
      const changes: readonly (readonly [string, number, GeneRecord[], PhageRecord[]])[] = [
        ['all of it', 36, genes, phages],
        ['a note', 2, otherGene(30, { Notes: 'a new note' }), phages],
        ['a gene of another phage', 6, otherGene(41, { PhageID: carrier('Phaged') }), phages],
        ['a gene of no phage', 8, otherGene(51, { PhageID: null as never }), phages],
        ['a gene of a new phage', 8, otherGene(40, { PhageID: carrier('Aaa') }), phages],
        ['a longer genome', 8, genes, phages.with(5, longer(phages[5]!))],
        ['a gene less', 5, genes.slice(1), phages],
        ['a phage less', 5, genes, phages.slice(1)],
      ];
      for (const [what, parts, changed, of] of changes) {
        await write(data, changed, of);
        const cached = await make({ data, out, cache: true });
        const scratch = await make({ data, out: path.join(folder, 'scratch') });
        expect(differences(cached.tree, scratch.tree), what).toEqual([]);
        expect(cached.parts, what).toBe(parts);
        await expectNaiveBulk(cached.tree);
      }
    });
  });

  test('are told with their bytes, hashes and records', async () => {
    await inFastFolder(async (folder) => {
      const [data, out] = [path.join(folder, 'data'), path.join(folder, 'site')];
      await write(data, genes);
      const { tree } = await make({ data, out });
      const bytesOf = (file: string) =>
        Buffer.from(tree[path.posix.join('bulk', file)] ?? '', 'latin1');
      const jsonOf = (file: string) => JSON.parse(bytesOf(file).toString()) as unknown;
      const { files: told } = jsonOf('index.json') as {
        files: {
          path: string;
          bytes?: number;
          sha256?: string;
          records?: number;
        }[];
      };
      const files = told.filter((file) => !file.path.includes('{'));
      expect(files).toHaveLength(11);
      for (const file of files) {
        const bytes = bytesOf(file.path);
        expect(file).toMatchObject({ bytes: bytes.length, sha256: hash('sha256', bytes) });
      }
      const { resources } = jsonOf('datapackage.json') as {
        resources: { path: string; bytes: number; hash: string; records: number }[];
      };
      expect(
        resources.map((resource) => ({
          path: resource.path,
          bytes: resource.bytes,
          sha256: resource.hash.slice('sha256:'.length),
          records: resource.records,
        })),
      ).toMatchObject(
        // An index is no data, and a package describes the files of its folder.
        files
          .filter(({ path: at }) => !at.endsWith('.tbi') && !at.startsWith('../'))
          .map(({ path: at, bytes, sha256, records }) => ({ path: at, bytes, sha256, records })),
      );
    });
  });

  test('are the files of the site before where nothing changed', async () => {
    await inFastFolder(async (folder) => {
      const [data, out] = [path.join(folder, 'data'), path.join(folder, 'site')];
      await write(data, genes);
      await make({ data, out });
      const { site } = await make({ data, out });
      expect(site?.unchanged).toBe(site?.files);
      await write(data, genes.with(30, { ...geneAt(30), Notes: 'a new note' }));
      for (const cache of [true, false]) {
        const again = await make({ data, out, cache });
        expect(again.site?.unchanged).toBeGreaterThan((site?.files ?? 0) - 20);
      }
    });
  });
});
