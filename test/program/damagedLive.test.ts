/** A byte of the live site that went bad on the disk does not get into anything new. */
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Workers } from '../../src/pipeline/tasks.ts';
import { build, inFastFolder, type SiteChanges, withWorkers } from '../property/siteBuilds.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { differences, readTree } from '../integration/workFolder.ts';

const genes = (notes: string) => [
  ...[1, 2, 3, 4, 5, 6].map((number) => tinyGene('Quillon', number)),
  tinyGene('Vexmoor', 1, { Notes: notes }),
];

function writeData(data: string, notes: string): void {
  for (const [name, text] of [
    ['genes/a.ndjson', asLines(genes(notes))],
    ['phages/a.ndjson', asLines([tinyPhage('Quillon'), tinyPhage('Vexmoor')])],
  ] as const) {
    const file = path.join(data, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Changes a byte and puts the old time back. */
function damage(file: string, find: string | number): void {
  const { atime, mtime } = statSync(file);
  const bytes = readFileSync(file);
  const at = typeof find === 'number' ? find : bytes.indexOf(find);
  expect(at).toBeGreaterThanOrEqual(0);
  bytes[at]! ^= 0x01;
  writeFileSync(file, bytes);
  utimesSync(file, atime, mtime);
}

interface Case {
  readonly of: SiteChanges;
  readonly workers: Workers;
  /** What a build of the same data without a cache gives. */
  readonly fresh: () => Promise<Record<string, string>>;
}

async function withSite(use: (one: Case) => Promise<void>): Promise<void> {
  await inFastFolder((folder) =>
    withWorkers(1, async (workers) => {
      const of = { data: path.join(folder, 'data'), out: path.join(folder, 'site'), cache: true };
      writeData(of.data, 'before');
      await build(of, workers);
      const fresh = async () => {
        await build({ ...of, out: path.join(folder, 'fresh'), cache: false }, workers);
        return readTree(path.join(folder, 'fresh'));
      };
      await use({ of, workers, fresh });
    }),
  );
}

/** Files from which something new is made when the last gene changes, which stands on the third page. */
const read: [file: string, find: string | number][] = [
  ['api/genes/page/1.json', 'Quillon_CDS_2'],
  ['api/genes/page/2.json', 'Quillon_CDS_5'],
  ['api/genes/index.json', 'Quillon_CDS_1'],
  ['bulk/phages.ndjson.gz', 60],
  ['bulk/phages.tsv.gz', 60],
  ['manifest.json', 200],
];

describe('a byte that was altered in the live site, its time put back', () => {
  test.each(read)('is noticed in %s at %s, and gets nowhere', async (file, find) => {
    await withSite(async ({ of, workers, fresh }) => {
      damage(path.join(of.out, file), find);
      writeData(of.data, 'after!');
      const { notes } = await build(of, workers);
      expect(notes).toEqual([expect.stringMatching(/^The cache was ignored: .* published\.$/)]);
      expect(differences(await readTree(of.out), await fresh())).toEqual([]);
    });
  });

  test('is noticed in a file that is only linked with --check-live, and else not', async () => {
    await withSite(async ({ of, workers, fresh }) => {
      const linked = 'api/genes/Quillon_CDS_1/index.json';
      damage(path.join(of.out, linked), 'Quillon');
      writeData(of.data, 'after!');
      expect((await build(of, workers)).notes).toEqual([]);
      expect(differences(await readTree(of.out), await fresh())).toHaveLength(1);
      writeData(of.data, 'again!');
      expect((await build({ ...of, checkLive: true }, workers)).notes).toEqual([
        `The cache was ignored: ${linked} does not hold what was published.`,
      ]);
      expect(differences(await readTree(of.out), await fresh())).toEqual([]);
    });
  });

  test('is mended with --check-live though the data did not change', async () => {
    await withSite(async ({ of, workers, fresh }) => {
      damage(path.join(of.out, 'api/phages/page/1.json'), 'Quillon');
      expect((await build(of, workers)).notes).toEqual([]);
      expect((await build({ ...of, checkLive: true }, workers)).notes).toHaveLength(1);
      expect(differences(await readTree(of.out), await fresh())).toEqual([]);
      expect((await build({ ...of, checkLive: true }, workers)).notes).toEqual([]);
    });
  });

  test('in release.json has all of it looked at again', async () => {
    await withSite(async ({ of, workers, fresh }) => {
      damage(path.join(of.out, 'release.json'), '300');
      await build(of, workers);
      expect(differences(await readTree(of.out), await fresh())).toEqual([]);
    });
  });
});

test('a file that somebody put into the site is not lost, whatever the times of its folder say', async () => {
  await withSite(async ({ of, workers }) => {
    const record = path.join(of.out, 'api/genes/Quillon_CDS_1');
    writeFileSync(path.join(record, 'mine.txt'), 'mine');
    utimesSync(record, 0, 0);
    writeData(of.data, 'after!');
    await expect(build(of, workers)).rejects.toThrow(
      'holds api/genes/Quillon_CDS_1/mine.txt, which phagepress did not put there',
    );
    expect(readFileSync(path.join(record, 'mine.txt'), 'utf8')).toBe('mine');
  });
});
