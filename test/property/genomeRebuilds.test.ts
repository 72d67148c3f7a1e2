/** A build beside a cache finds of genomes what one without finds, whatever became of the genomes in between. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { writeFiles } from '../integration/workFolder.ts';
import { build, inFastFolder, withWorkers } from './siteBuilds.ts';

const right = { Start: 0, Stop: 9, Length: 9, Orientation: 'F', Translation: 'MK' } as const;
const unknown = { genome_length: null, gcpercent: null };
const [fits, differs] = ['ATGAAATAA', 'ATGAACTAA'];

const steps: readonly (readonly [string, (data: string) => unknown])[] = [
  ['none', () => null],
  ['a genome comes', (data) => writeFiles(data, { 'genomes/a.fna': `>Quillon\n${fits}\n` })],
  ['nothing', () => null],
  ['it changes', (data) => writeFiles(data, { 'genomes/a.fna': `>Quillon\n${differs}\n` })],
  ['nothing', () => null],
  ['another comes', (data) => writeFiles(data, { 'genomes/b.fna': `>Vexmoor\n${differs}\n` })],
  ['one is twice', (data) => writeFiles(data, { 'genomes/c.fna': `>Vexmoor\n${fits}\n` })],
  ['and is once', (data) => rmSync(path.join(data, 'genomes/b.fna'))],
  [
    'one moves',
    (data) => writeFile(path.join(data, 'genomes/d.fa.gz'), gzipSync(`>Quillon\n${fits}`)),
  ],
  ['and is gone there', (data) => rmSync(path.join(data, 'genomes/a.fna'))],
  [
    'a gene changes',
    (data) =>
      writeFiles(data, {
        'genes/b.ndjson': asLines([tinyGene('Vexmoor', 1, { ...right, Translation: 'MA' })]),
      }),
  ],
  [
    'a genome is another name',
    (data) => writeFiles(data, { 'genomes/c.fna': `>Nobody\n${fits}\n` }),
  ],
  ['the folder is gone', (data) => rmSync(path.join(data, 'genomes'), { recursive: true })],
];

test('with two threads and with none', async () => {
  await withWorkers(2, async (workers) => {
    await inFastFolder(async (folder) => {
      const data = path.join(folder, 'data');
      await writeFiles(data, {
        'genes/a.ndjson': asLines([1, 2].map((n) => tinyGene('Quillon', n, right))),
        'genes/b.ndjson': asLines([tinyGene('Vexmoor', 1, right)]),
        'phages/a.ndjson': asLines(
          ['Quillon', 'Vexmoor'].map((name) => ({ ...tinyPhage(name), ...unknown })),
        ),
      });
      for (const [name, change] of steps) {
        await change(data);
        const run = async (cache: boolean) => {
          const place = { data, out: path.join(folder, cache ? 'cached' : 'fresh'), cache };
          const options = { ...place, views: [], bulk: [] };
          const { findings, genomes, notes } = await build(options, cache ? undefined : workers);
          const { kept } = findings.report();
          expect(notes, name).toEqual([]);
          return {
            genomes,
            kept: kept.map(({ file, line, rule, found }) => [file, line, rule, found]),
          };
        };
        expect(await run(true), name).toEqual(await run(false));
      }
    });
  });
});

test('starts over, and says so, where the stored genomes are gone from the cache', async () => {
  await inFastFolder(async (folder) => {
    const place = { data: path.join(folder, 'data'), out: path.join(folder, 'site') };
    const buildOf = async (fields: object) => {
      await writeFiles(place.data, {
        'genes/a.ndjson': asLines([tinyGene('Quillon', 1, { ...right, ...fields })]),
        'phages/a.ndjson': asLines([{ ...tinyPhage('Quillon'), ...unknown }]),
        'genomes/a.fna': `>Quillon\n${fits}\n`,
      });
      return build({ ...place, cache: true });
    };
    await buildOf({});
    const cache = path.join(folder, '.site.phagepress-cache');
    const stores = readdirSync(cache)
      .map((name) => path.join(cache, name))
      .filter((file) => file.endsWith('.run') && readFileSync(file, 'latin1').startsWith(fits));
    expect(stores).toHaveLength(1);
    for (const store of stores) rmSync(store);
    const { notes, site } = await buildOf({ Notes: 'another' });
    expect(notes).toEqual([`The cache was ignored: ${stores[0]} is missing.`]);
    expect(site).not.toBeNull();
  });
});
