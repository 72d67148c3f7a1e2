/** Whatever the index of a cache says in its form, with a checksum that fits: what is published is what the records come to. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { perList, perCollection } from '../../src/contract/collectionName.ts';
import type { CacheIndex } from '../../src/pipeline/cacheIndex.ts';
import type { Workers } from '../../src/pipeline/tasks.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { differences, readTree } from '../integration/workFolder.ts';
import { build, inFastFolder, type SiteChanges, withWorkers } from './siteBuilds.ts';

type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;
type Index = Mutable<CacheIndex>;
type Bundle = Index['bundles'][number];

/** The genes of the first and largest run. */
const genesOf = ({ bundles }: Index): Bundle =>
  bundles.find(({ collection }) => collection === 'genes')!;

const keysOf = ({ published }: Index): string[] => published.firstKeys.genes!;

function swap(list: unknown[], a: number, b: number): void {
  [list[a], list[b]] = [list[b], list[a]];
}

function swapFields<T extends object>(a: T, b: T, ...fields: readonly (keyof T)[]): void {
  for (const field of fields) [a[field], b[field]] = [b[field], a[field]];
}

const alterations: Readonly<Record<string, (index: Index) => unknown>> = {
  // As a yardstick: this is what all others must come to.
  'how findings were spelt': ({ published }) => (published.dataKey = 'x'),
  'first keys one page later': (index) => keysOf(index).unshift('A'),
  'first keys one page earlier': (index) => keysOf(index).shift(),
  'first keys of two pages swapped': (index) => swap(keysOf(index), 1, 2),
  'the first key of the changed page too high': (index) =>
    (keysOf(index)[1] = `${keysOf(index)[1]}~`),
  'the first key of the changed page too low': (index) => (keysOf(index)[1] = 'B'),
  'the key behind the changed page too high': (index) =>
    (keysOf(index)[2] = `${keysOf(index)[2]}~`),
  'no first keys': (index) => (index.published.firstKeys = perCollection(() => [])),
  'first keys that never were': (index) => (index.published.firstKeys.genes = ['a', 'b', 'c']),
  'first keys of the other collection': ({ published }) =>
    (published.firstKeys.genes = published.firstKeys.phages),
  'one record fewer': (index) => genesOf(index).count--,
  'one record more in a block': (index) => {
    genesOf(index).count++;
    genesOf(index).blocks[0]!.count++;
  },
  'a block fewer': (index) => {
    genesOf(index).count -= genesOf(index).blocks.pop()!.count;
  },
  'another first key of a block': (index) => (genesOf(index).blocks[1]!.firstKey = 'Quillon_CDS_3'),
  'blocks in another order': (index) => swap(genesOf(index).blocks, 0, 1),
  'blocks without checksums': (index) => (genesOf(index).blocks[0]!.crc = null),
  'another checksum of a block': (index) => (genesOf(index).blocks[0]!.crc = 1),
  'sources in another order': (index) => swap(genesOf(index).pieces, 0, 1),
  'a source under the name of another': (index) => {
    const [a, b] = genesOf(index).pieces;
    swapFields(a!, b!, 'file', 'bytes', 'end', 'mtimeMs', 'ctimeMs', 'ino', 'hash');
  },
  'names of sources swapped': (index) => {
    const [a, b] = genesOf(index).pieces;
    swapFields(a!, b!, 'file');
  },
  'a source fewer': (index) => genesOf(index).pieces.pop(),
  'another hash of a source': (index) => (genesOf(index).pieces[1]!.hash = 'ab'),
  'a part of a source': (index) => (genesOf(index).pieces[1]!.end -= 10),
  'another collection': (index) => (genesOf(index).collection = 'phages'),
  'runs swapped': ({ bundles }) => swapFields(bundles[0]!, bundles[1]!, 'id'),
  'runs and their facts swapped': ({ bundles }) =>
    swapFields(bundles[0]!, bundles[1]!, 'id', 'factsHash', 'count', 'blocks'),
  'a run outside the cache': (index) => (genesOf(index).id = '../site/release'),
  'no runs': (index) => (index.bundles = []),
  'another release': ({ published }) => (published.release.release = 'ab'),
  'other pages of the release': ({ published }) => (published.release.collections.genes.pages = 1),
  'other notes': ({ published }) => (published.notesHash = 'ab'),
};

const genes = (mark: number) => [
  Array.from({ length: 600 }, (_, at) =>
    tinyGene('Quillon', at, at === 111 ? { Notes: `n${mark}` } : {}),
  ),
  [tinyGene('Vexmoor', 1, { Notes: `n${mark}` })],
];

function writeData(data: string, mark: number): void {
  const [first, second] = genes(mark);
  for (const [name, text] of [
    ['genes/a.ndjson', asLines(first!)],
    ['genes/b.ndjson', asLines(second!)],
    ['phages/a.ndjson', asLines([tinyPhage('Quillon'), tinyPhage('Vexmoor')])],
  ] as const) {
    const file = path.join(data, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, 1_000_000_000 + mark, 1_000_000_000 + mark);
  }
}

test('an index that was altered is ignored, or changes nothing', async () => {
  await inFastFolder((folder) =>
    withWorkers(0, async (workers) => {
      const at = (...names: readonly string[]) => path.join(folder, ...names);
      const of: SiteChanges = {
        data: at('work/data'),
        out: at('work/site'),
        pageSizes: { ...perList(() => 2), genes: 100 },
        // Each record would be a file more to write and to compare.
        geneFiles: false,
        views: ['phams', 'genesbyphage'],
        bulk: ['tsv'],
      };
      writeData(of.data, 0);
      await build({ ...of, cache: true }, workers);
      cpSync(at('work'), at('saved'), { recursive: true, preserveTimestamps: true });
      writeData(of.data, 1);
      await build({ ...of, out: at('fresh') }, workers);
      const wanted = await readTree(at('fresh'));
      const indexFile = at('work/.site.phagepress-cache/index.json');
      let isFirst = true;
      let carried = false;
      const watching: Workers = {
        ...workers,
        run(name, input) {
          if (name === 'linkFiles') carried = true;
          return workers.run(name, input);
        },
      };
      for (const [what, alter] of Object.entries(alterations)) {
        rmSync(at('work'), { recursive: true });
        cpSync(at('saved'), at('work'), { recursive: true, preserveTimestamps: true });
        const index: Index = JSON.parse(
          readFileSync(indexFile, 'utf8').split('\n').slice(1).join('\n'),
        );
        expect(genesOf(index)).toMatchObject({ blocks: [{}, {}], pieces: [{}, {}] });
        const before = JSON.stringify(index);
        alter(index);
        const body = JSON.stringify(index);
        expect(body, what).not.toBe(before);
        const checksum = createHash('sha256').update(body).digest('hex');
        writeFileSync(indexFile, `${checksum}\n${body}`);
        writeData(of.data, 1);
        const { notes } = await build({ ...of, cache: true }, watching);
        // Else this has looked at builds that use no cache.
        if (isFirst) expect([notes, carried]).toEqual([[], true]);
        isFirst = false;
        expect(differences(await readTree(of.out), wanted), what).toEqual([]);
      }
    }),
  );
});
