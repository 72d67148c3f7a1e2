import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pagesOfGenomes, stageGenomes } from '../../../src/pipeline/stageBulk.ts';
import { DamagedCache } from '../../../src/base/failure.ts';
import { writeGenomeIndex, writeGenomes } from '../../../src/sequences/genomeStore.ts';
import { endBlock } from '../../../src/publishing/bgzf.ts';
import { asLines, tinyFeature, tinyPhage } from '../../integration/tinyData.ts';
import { geneAt, randomBases } from '../../readers/genomesMade.ts';
import { filesOf } from '../publishing/writtenFiles.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { builtFiles } from '../verifying/folder/builtFolder.ts';
import { watchedProgress } from '../watchedProgress.ts';
import { below, bytesBelow, publishedOf } from './stagedFiles.ts';

/** More than one task takes at once; the first and the last fill several blocks. */
const small = Array.from({ length: 69 }, (_, at) => `p${String(at).padStart(2, '0')}`);
const genomes: Readonly<Record<string, Buffer>> = {
  Large: randomBases(200_000, 1),
  ...Object.fromEntries(small.map((name, at) => [name, randomBases(300 + at, 2 + at)])),
  q: randomBases(150_000, 99),
};
const names = Object.keys(genomes);
const genes = ['Large', 'p00', 'q'].flatMap((name) =>
  [1, 2].map((n) => geneAt(name, n, genomes[name]!, { start: 30 * n, stop: 30 * n + 60 })),
);

const { files: site, plan } = await builtFiles(
  { bulk: [], views: [] },
  {
    'phages/a.ndjson': asLines([
      ...names.map((name) => tinyPhage(name, { genome_length: genomes[name]!.length })),
      // Without a genome.
      tinyPhage('Nothing'),
    ]),
    'genes/a.ndjson': asLines(genes),
    'features/a.ndjson': asLines([tinyFeature('q', { Start: 5, Stop: 9 })]),
  },
);
const pages = Object.fromEntries(
  Object.entries(site).filter(([file]) => /^api\/\w+\/page\//.test(file)),
);

interface Staging {
  readonly stored?: typeof genomes;
  readonly liveDir?: string | null;
  readonly genomesFile?: string | null;
  /** What becomes of the genomes on disk before they are read. */
  readonly prepare?: (store: string) => void;
  readonly progress?: ReturnType<typeof watchedProgress>;
}

/** Stages the genomes beside the pages. */
async function stage({
  stored = genomes,
  liveDir = null,
  genomesFile = null,
  prepare,
  progress: { progress, seen } = watchedProgress(),
}: Staging = {}) {
  const stagingDir = tempFolder(pages);
  const work = tempFolder();
  const [store, indexPath] = [path.join(work, 'a.run'), path.join(work, 'a.genomes')];
  const writer = writeGenomes(store);
  const placed = Object.entries(stored).map(([name, bases]) => {
    return [name, { store, sha256: '', ...writer.add(bases) }] as const;
  });
  writer.finish();
  writeGenomeIndex(indexPath, new Map(placed));
  prepare?.(store);
  const place = { stagingDir, liveDir, fieldNames: {}, genomesFile };
  const staged = await stageGenomes(plan.notes, indexPath, place, {
    workers: inProcessWorkers,
    progress,
  });
  const files = Object.fromEntries(
    Object.entries(bytesBelow(stagingDir)).filter(([file]) => !(file in pages)),
  );
  expect(filesOf(staged)).toEqual(publishedOf(files));
  const text = (file: string) => gunzipSync(files[file] ?? '').toString();
  return { ...staged, files, text, seen, stagingDir };
}

/** The entries of a FASTA: the name in each header, and its letters. */
function entriesOf(fasta: string): [name: string, letters: string][] {
  return fasta
    .split(/^>/m)
    .slice(1)
    .map((entry) => [/^\S*/.exec(entry)![0], entry.replace(/.*\n/, '').replaceAll('\n', '')]);
}

const due = names.map((name): [string, string] => [name, String(genomes[name])]);

describe('the files of all genomes', () => {
  test('have each that a phage has, in the order of the phages', async () => {
    const { text, files, sizes } = await stage({ genomesFile: 'All.fasta' });
    expect(entriesOf(text('bulk/genomes.fa.gz'))).toEqual(due);
    expect(entriesOf(String(files['media/All.fasta'])).map(([, letters]) => letters)).toEqual(
      due.map(([, letters]) => letters),
    );
    const ofGenes = entriesOf(text('bulk/genes.fna.gz'));
    expect(ofGenes.map(([name]) => name)).toEqual(genes.map(({ GeneID }) => GeneID));
    expect(ofGenes[0]?.[1]).toBe(String(genomes['Large']!.subarray(30, 90)));
    const records = Object.entries(sizes).map(([file, parts]) => {
      return [file, parts.reduce((sum, part) => sum + part.records, 0)];
    });
    expect(records).toEqual([
      ['bulk/genomes.fa.gz', names.length],
      ['bulk/genes.fna.gz', genes.length],
    ]);
    for (const file of ['bulk/genomes.fa.gz', 'bulk/genes.fna.gz']) {
      expect(files[file]?.subarray(-endBlock.length)).toEqual(endBlock);
    }
  });

  test('are indexed by where each genome lies in the text', async () => {
    const { text, files } = await stage();
    const whole = text('bulk/genomes.fa.gz');
    const rows = String(files['bulk/genomes.fa.gz.fai']).trimEnd().split('\n');
    const found = rows.map((row) => {
      const [name, bases, at, perLine, lineBytes] = row
        .split('\t')
        .map((cell, column) => (column === 0 ? cell : Number(cell))) as [
        string,
        number,
        number,
        number,
        number,
      ];
      const breaks = Math.floor((bases - 1) / perLine) * (lineBytes - perLine);
      return [name, whole.slice(at, at + bases + breaks).replaceAll('\n', '')];
    });
    expect(found).toEqual(due);
  });

  test('are indexed by where each block lies in the file, and its text in the text', async () => {
    const { text, files } = await stage();
    const packed = files['bulk/genomes.fa.gz']!;
    const index = files['bulk/genomes.fa.gz.gzi']!;
    const blocks = Number(index.readBigUInt64LE());
    expect(index).toHaveLength(8 + 16 * blocks);
    // Four blocks or more of the first task, and three of the second; the first of all is not told.
    expect(blocks).toBeGreaterThanOrEqual(6);
    const whole = text('bulk/genomes.fa.gz');
    const starts = Array.from({ length: blocks }, (_, block) => {
      const [at, from] = [8, 16].map((offset) =>
        Number(index.readBigUInt64LE(offset + 16 * block)),
      );
      expect(gunzipSync(packed.subarray(at)).toString()).toBe(whole.slice(from));
      return from!;
    });
    expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
    expect(starts[0]).toBeLessThan(1 << 16);
  });
});

describe('each genome', () => {
  test('of which no phage has a record has none, and none is waited for', async () => {
    const { files, text, seen } = await stage({
      stored: { Stranger: Buffer.from('ACGT'), q: genomes['q']! },
    });
    expect(Object.keys(below('media/fastas', files))).toEqual(['media/fastas/q.fasta']);
    expect(entriesOf(text('bulk/genomes.fa.gz')).map(([name]) => name)).toEqual(['q']);
    expect(seen).toEqual({ stages: [['Writing genomes', 3, 'files']], advanced: 3, ended: 1 });
  });

  test('that was damaged meanwhile ends it, and no file is left open', async () => {
    const progress = watchedProgress();
    const staging = stage({
      progress,
      genomesFile: 'All.fasta',
      liveDir: tempFolder({ 'bulk/genes.fna.gz': '', 'media/All.fasta': '' }),
      prepare: (store) => writeFileSync(store, 'ACGT'),
    });
    await expect(staging).rejects.toThrow(DamagedCache);
    expect(progress.seen.ended).toBe(1);
    expect(openFiles()).toEqual([]);
  });
});

/** The files of sites that this process has open, where the system tells. */
function openFiles(): string[] {
  const dir = '/proc/self/fd';
  if (process.platform !== 'linux') return [];
  const open = readdirSync(dir).flatMap((fd) => {
    try {
      return [readlinkSync(path.join(dir, fd))];
    } catch {
      // That of the listing itself.
      return [];
    }
  });
  return open.filter((file) => /\/(bulk|media)\//.test(file));
}

test('what the live site has already is linked', async () => {
  const { files, count, linked } = await stage({ genomesFile: 'All.fasta' });
  expect(linked).toBe(0);
  const asked = { genomesFile: 'All.fasta', liveDir: tempFolder(files) };
  expect((await stage(asked)).linked).toBe(count);
  const others = {
    ...files,
    'bulk/genomes.fa.gz': 'x',
    'media/gff3/q.gff3': 'x',
    'media/All.fasta': 'x',
  };
  const again = await stage({ ...asked, liveDir: tempFolder(others) });
  expect(again.linked).toBe(count - 3);
  expect(publishedOf(again.files)).toEqual(publishedOf(files));
  expect(openFiles()).toEqual([]);
});

test('genomes take their records from the pages of all lists', () => {
  expect(pagesOfGenomes(plan.notes).toSorted()).toEqual(Object.keys(pages).toSorted());
});
