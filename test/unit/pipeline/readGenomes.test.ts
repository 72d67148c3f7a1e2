import { noChanges } from '../../../src/base/keyChanges.ts';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { indexGenomes, takeGenomes } from '../../../src/pipeline/readSources.ts';
import { createFactCollectors, factsOf, type PieceFacts } from '../../../src/records/collection.ts';
import { collections } from '../../../src/records/collections.ts';
import type { StoredGenome } from '../../../src/records/genomes.ts';
import { DamagedCache } from '../../../src/base/failure.ts';
import { openGenomes, writeGenomes } from '../../../src/sequences/genomeStore.ts';
import { type CachedBundle, factsPathOf, runPathOf } from '../../../src/pipeline/cacheIndex.ts';
import { describeBundle, planIntake, sameSources } from '../../../src/pipeline/planIntake.ts';
import { discoverSources } from '../../../src/sources/discoverSources.ts';
import { hashRange } from '../../../src/sources/source.ts';
import { tinyGene } from '../../integration/tinyData.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { bytesBelow, hashesOf } from './stagedFiles.ts';

type Options = Parameters<typeof takeGenomes>[2];

/** Files of genomes that can be taken in again and again, each time with what the last time left. */
function genomesOf(files: Readonly<Record<string, string>>) {
  const folder = tempFolder({ 'data/genes/.keep': '', 'data/phages/.keep': '', 'work/.keep': '' });
  const workDir = path.join(folder, 'work');
  const write = (name: string, text: string) => addFile(folder, `data/genomes/${name}`, text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  let cached: CachedBundle[] = [];
  /** `meanwhile` is what happens once it is planned. */
  const take = async (options: Partial<Options> = {}, meanwhile = () => {}) => {
    const { sources } = discoverSources(path.join(folder, 'data'));
    const from = { cached, trustedBeforeMs: 0 };
    const { same } = await sameSources(sources, from, async (ranges) => ranges.map(hashRange));
    const { bundles } = planIntake(sources, cached, {
      bundleBytes: 1 << 20,
      same,
    });
    expect(bundles).toHaveLength(1);
    const planned = bundles[0]!;
    meanwhile();
    const rules = { maxFindings: 9, allowed: [], denied: [] };
    const asked = { workDir, willBeCached: true, ...rules, ...options };
    const taken = await takeGenomes(planned, inProcessWorkers, asked);
    if (taken.id !== planned.cached?.id) cached = [describeBundle(planned, taken, workDir)];
    return taken;
  };
  return { folder, workDir, write, take };
}

const two = { 'a.fasta': '>L5\nACGT\n>D29\nGG\n', 'b.fasta': '>Trixie\nAU\n' };

describe('genomes that are new', () => {
  test('are read into a store of their own, whole', async () => {
    const { workDir, take } = genomesOf(two);
    const { id, run, pieces, changes } = await take();
    expect(run).toEqual({
      path: runPathOf(workDir, id),
      count: 3,
      blocks: [{ offset: 0, bytes: 8, count: 3, crc: 0, firstKey: '' }],
    });
    expect(readFileSync(run.path, 'latin1')).toBe('ACGTGGAU');
    const names = pieces.map(({ facts }) => storedIn(facts).map(({ name }) => name));
    expect(names).toEqual([['L5', 'D29'], ['Trixie']]);
    expect(pieces.map((piece) => piece.hash)).toEqual(
      Object.values(two).map((text) => hash('sha256', text)),
    );
    expect(pieces.map(({ comparedWith }) => comparedWith)).toEqual(['', '']);
    expect(changes).toEqual(noChanges);
  });

  test('are hashed only for a later build', async () => {
    const { pieces } = await genomesOf(two).take({ willBeCached: false });
    expect(pieces.map((piece) => piece.hash)).toEqual(['', '']);
  });

  test('are found wrong as far as findings are kept', async () => {
    const broken = { 'a.fasta': '>L5\nA!\n>D29\n!\n>Trixie\n!\n' };
    const [all] = (await genomesOf(broken).take()).pieces;
    expect(all?.findings.map(({ rule, line }) => `${line} ${rule}`)).toEqual([
      '2 genome-alphabet',
      '4 genome-alphabet',
      '6 genome-alphabet',
    ]);
    const [some] = (await genomesOf(broken).take({ maxFindings: 1 })).pieces;
    expect(some?.findings).toHaveLength(1);
    expect([...(some?.uncounted.values() ?? [])]).toEqual([2]);
  });

  test('of which the store cannot be written fail', async () => {
    const { take, workDir } = genomesOf(two);
    const taking = take({}, () => rmSync(workDir, { recursive: true }));
    await expect(taking).rejects.toThrow('ENOENT');
  });
});

describe('genomes that are cached', () => {
  test('are not read again where no file of theirs changed, and are told as they were', async () => {
    const { folder, workDir, take } = genomesOf({ ...two, 'c.fasta': '>Wrong\n!\n' });
    const first = await take();
    const before = hashesOf(bytesBelow(workDir));
    const again = await take({}, () => rmSync(path.join(folder, 'data'), { recursive: true }));
    expect(again).toEqual(first);
    expect(again.pieces[2]?.findings[0]?.file).toBe(path.join(folder, 'data/genomes/c.fasta'));
    expect(hashesOf(bytesBelow(workDir))).toEqual(before);
  });

  test('are all read again, into another store, where one file changed', async () => {
    const { write, take } = genomesOf(two);
    const first = await take();
    write('b.fasta', '>Trixie\nCCC\n');
    const again = await take();
    expect(again.id).not.toBe(first.id);
    expect(readFileSync(again.run.path, 'latin1')).toBe('ACGTGGCCC');
    expect(readFileSync(first.run.path, 'latin1')).toBe('ACGTGGAU');
    expect(again.changes).toEqual(noChanges);
    expect((await take()).id).toBe(again.id);
  });

  test('are not believed where what is known of them is gone, or another', async () => {
    const { workDir, take } = genomesOf(two);
    const { id } = await take();
    writeFileSync(factsPathOf(workDir, id), 'others');
    await expect(take()).rejects.toThrow(DamagedCache);
    rmSync(factsPathOf(workDir, id));
    await expect(take()).rejects.toThrow(DamagedCache);
  });
});

/** Stores genomes by name; gives them as one piece. */
function stored(rank: number, genomes: Readonly<Record<string, string>>) {
  const store = path.join(tempFolder(), 'a.run');
  const writer = writeGenomes(store);
  const all = Object.entries(genomes).map(([name, bases], at): StoredGenome => {
    const sha256 = hash('sha256', bases);
    return { name, line: at, strong: 0, plain: 0, sha256, ...writer.add(Buffer.from(bases)) };
  });
  writer.finish();
  return { rank, store, facts: { genomes: all } };
}

function storedIn(facts: PieceFacts) {
  return facts['genomes'] as readonly StoredGenome[];
}

const indexed = (...taken: Parameters<typeof indexGenomes>[0]) => {
  const workDir = tempFolder();
  return { ...indexGenomes(taken, workDir), workDir };
};

test('the index finds each genome, of two with the same name the first in the order of sources', () => {
  const workDir = tempFolder();
  const taken = [
    stored(12, { L5: 'TTTT', Trixie: 'AU' }),
    stored(3, { D29: 'GG', L5: 'ACGT' }),
    stored(4, { L5: 'CCCC' }),
  ];
  const { count, indexPath } = indexGenomes(taken, workDir);
  expect(count).toBe(5);
  expect(path.dirname(indexPath ?? '')).toBe(workDir);
  const genomeOf = openGenomes(indexPath ?? '');
  const names = ['L5', 'D29', 'Trixie', 'Nobody'];
  expect(names.map((name) => genomeOf(name)?.toString())).toEqual(['ACGT', 'GG', 'AU', undefined]);
  // Each build's own, also where two work at once.
  expect(indexGenomes(taken, workDir).indexPath).not.toBe(indexPath);
});

test('the index is none where there are no genomes', () => {
  const { workDir, count, indexPath, comparedWith, namesHash } = indexed(stored(0, {}));
  expect([count, indexPath, comparedWith(genesOf('L5')), namesHash()]).toEqual([0, null, '', '']);
  expect(readdirSync(workDir)).toEqual([]);
});

/** What is known of a piece with a gene of each phage. */
function genesOf(...phages: readonly string[]): PieceFacts {
  const facts = createFactCollectors(factsOf(collections.genes));
  phages.forEach((phage, line) => facts.note(tinyGene(phage, 1), line + 1));
  return facts.finish();
}

describe('what genes are compared with', () => {
  const known = { L5: 'ACGT', D29: 'GG', Trixie: 'AU' };
  const of = (genomes: Readonly<Record<string, string>>, ...phages: readonly string[]) =>
    indexed(stored(0, genomes)).comparedWith(genesOf(...phages));

  test('is nothing where no phage of theirs has a genome', () => {
    expect(of(known, 'Quillon', 'Vexmoor')).toBe('');
    expect(of(known)).toBe('');
  });

  test('is another where a genome of their phages is another, came or went', () => {
    const before = of(known, 'L5', 'D29', 'Quillon');
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    expect(of({ ...known, D29: 'GC' }, 'L5', 'D29', 'Quillon')).not.toBe(before);
    expect(of({ ...known, Quillon: 'A' }, 'L5', 'D29', 'Quillon')).not.toBe(before);
    expect(of({ L5: 'ACGT' }, 'L5', 'D29', 'Quillon')).not.toBe(before);
    // The same genome, of another of their phages.
    expect(of({ L5: 'GG' }, 'L5', 'D29')).not.toBe(of({ D29: 'GG' }, 'L5', 'D29'));
  });

  test('is the same whatever became of other genomes, and where they are stored', () => {
    const before = of(known, 'L5', 'D29', 'Quillon');
    const others = { Lone: 'CC', D29: 'GG', L5: 'ACGT', Trixie: 'A' };
    expect(of(others, 'L5', 'D29', 'Quillon')).toBe(before);
  });
});

test('the names of all genomes are known by their hash, in any order and whatever the bases', () => {
  const hashOf = (...all: readonly Readonly<Record<string, string>>[]) =>
    indexed(...all.map((genomes, rank) => stored(rank, genomes))).namesHash();
  const before = hashOf({ L5: 'A', D29: 'C' });
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf({ D29: 'G' }, { L5: 'T', D29: 'A' })).toBe(before);
  expect(hashOf({ L5: 'A' })).not.toBe(before);
  expect(hashOf({ L5: 'A', D29: 'C', Trixie: 'G' })).not.toBe(before);
});
