import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keepBulk, planBulk } from '../../../src/sinks/bulkPlan.ts';
import { packedFolder } from '../../../src/sinks/renderBulk.ts';
import { bulkOfRecords } from './someOptions.ts';
import { perCollection, requiredNames } from '../../../src/contract/collectionName.ts';
import { endBlock } from '../../../src/publishing/bgzf.ts';
import { DamagedCache } from '../../../src/base/failure.ts';
import { addFile } from '../sources/tempFolder.ts';
import { built, builtSite, plan } from '../verifying/folder/builtFolder.ts';
import { stage } from './stagedBulk.ts';
import { below, hashesOf, publishedOf } from './stagedFiles.ts';

const { notes } = plan;
const bulk = below('bulk/', builtSite);

const recordsIn = {
  'bulk/genes.gff3.gz': 9,
  'bulk/genes.ndjson.gz': 9,
  'bulk/genes.tsv.gz': 9,
  'bulk/phages.ndjson.gz': 4,
  'bulk/phages.tsv.gz': 4,
  'bulk/proteins.faa.gz': 9,
};

describe('all bulk files', () => {
  test('are those of a build, byte for byte, and each record is counted', async () => {
    const { files, sizes, seen, linked } = await stage();
    expect(hashesOf(files)).toEqual(hashesOf(bulk));
    // The records of both lists, and the genes of phages once more.
    const stages = [['Writing bulk files', 22, 'records']];
    expect(seen).toEqual({ stages, advanced: 22, ended: 1 });
    expect(linked).toBe(0);
    const due = Object.entries(recordsIn).map(([file, records]) => [
      file,
      // The block that ends the file belongs to no member.
      [{ bytes: built(file).length - endBlock.length, records }],
    ]);
    expect(sizes).toMatchObject(Object.fromEntries(due));
    expect(Object.keys(sizes).toSorted()).toEqual(Object.keys(recordsIn));
  });

  test('are links where the live site has the same bytes', async () => {
    const { linked, count } = await stage({ live: bulk });
    expect(linked).toBe(count);
    const { linked: fewer } = await stage({ live: { ...bulk, 'bulk/genes.parquet': 'other' } });
    expect(fewer).toBe(count - 1);
  });

  test('leave nothing else behind', async () => {
    const prepare = (dir: string) => void addFile(packedFolder(dir), 'left', 'x');
    const { stagingDir } = await stage({ prepare });
    expect(existsSync(packedFolder(stagingDir))).toBe(false);
  });
});

describe('where no page changed', () => {
  const nothing = perCollection(() => []);
  const planned = async () => {
    const { sizes } = await stage();
    const names = { bulk: bulkOfRecords, collections: requiredNames };
    return { sizes, bulkPlan: planBulk(names, notes, nothing, { notes, sizes }) };
  };
  const carried = publishedOf({
    ...below('bulk/phages/', builtSite),
    'bulk/genes.parquet': built('bulk/genes.parquet'),
    'bulk/phages.parquet': built('bulk/phages.parquet'),
  });

  test('members of the live files are copied, as they are', async () => {
    const { sizes, bulkPlan } = await planned();
    const other = Buffer.from(built('bulk/genes.tsv.gz'));
    other.fill('x', 0, other.length - endBlock.length);
    const { files, sizes: again } = await stage({
      bulkPlan,
      live: { ...bulk, 'bulk/genes.tsv.gz': other },
      site: { carried },
    });
    expect(files['bulk/genes.tsv.gz']).toEqual(other);
    expect(files['bulk/proteins.faa.gz']).toEqual(built('bulk/proteins.faa.gz'));
    expect(again).toEqual(sizes);
  });

  test('each member is copied from where it lies in the live file', async () => {
    const { bulkPlan } = await planned();
    const member = { path: 'bulk/genes.tsv.gz', from: 2, bytes: 3, records: 1 } as const;
    const parts = () => [{ part: null, kept: [member], records: 1 }];
    const { files, sizes: again } = await stage({
      bulkPlan: { ...bulkPlan, parts },
      live: { 'bulk/genes.tsv.gz': 'abcdefg' },
    });
    expect(files['bulk/genes.tsv.gz']).toEqual(Buffer.concat([Buffer.from('cde'), endBlock]));
    expect(again).toEqual({ 'bulk/genes.tsv.gz': [{ bytes: 3, records: 1 }] });
  });

  test('what is carried over is described with the rest', async () => {
    const { bulkPlan } = await planned();
    const { files } = await stage({ bulkPlan, live: bulk, site: { carried } });
    const described = ['bulk/index.json', 'bulk/datapackage.json', 'bulk/genes.gff3.gz.tbi'];
    for (const file of described) expect(files[file]?.equals(built(file)), file).toBe(true);
  });

  test('a live file that is shorter than it was is damage', async () => {
    const { bulkPlan } = await planned();
    const short = built('bulk/genes.tsv.gz').subarray(0, -endBlock.length - 1);
    const staging = stage({ bulkPlan, live: { ...bulk, 'bulk/genes.tsv.gz': short } });
    await expect(staging).rejects.toThrow(DamagedCache);
    await expect(staging).rejects.toThrow('genes.tsv.gz is shorter than it was');
  });

  test('and no record either, sizes are kept and nothing is written', async () => {
    const { sizes } = await planned();
    const { files, sizes: again } = await stage({ bulkPlan: keepBulk({ notes, sizes }) });
    expect([files, again]).toEqual([{}, sizes]);
  });
});
