import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DamagedCache } from '../../../src/base/failure.ts';
import {
  type GenomePlace,
  openGenomes,
  writeGenomeIndex,
  writeGenomes,
} from '../../../src/sequences/genomeStore.ts';
import { tempFolder } from '../sources/tempFolder.ts';

/** Writes genomes by name; gives the files. */
function stored(genomes: Readonly<Record<string, Buffer>>) {
  const folder = tempFolder();
  const store = path.join(folder, 'a.run');
  const writer = writeGenomes(store);
  const index = new Map<string, GenomePlace>();
  for (const [name, bases] of Object.entries(genomes)) {
    index.set(name, { store, sha256: '', ...writer.add(bases) });
  }
  const size = writer.finish();
  const file = path.join(folder, 'a.genomes');
  writeGenomeIndex(file, index);
  return { store, size, file };
}

test('genomes come back by name, whatever their sizes', () => {
  const genomes = {
    L5: Buffer.from('ACGT'),
    D29: Buffer.alloc(3000, 'AC'),
    'é ../x': Buffer.from('N'),
    // Together more than is held.
    ...Object.fromEntries([0, 1, 2].map((at) => [`large ${at}`, Buffer.alloc(14_000, 65 + at)])),
  };
  const { size, file } = stored(genomes);
  const all = Object.values(genomes);
  expect(size).toBe(all.reduce((sum, { length }) => sum + length, 0));
  const genomeOf = openGenomes(file, 32_000);
  for (const [name, bases] of [
    ...Object.entries(genomes),
    ...Object.entries(genomes).toReversed(),
  ]) {
    expect(genomeOf(name)?.equals(bases), name).toBe(true);
  }
  expect(genomeOf('Nobody')).toBeNull();
});

test('one that is asked for again is not read again, until others take its place', () => {
  const large = Buffer.alloc(20_000, 'A');
  const { store, file } = stored({ L5: Buffer.from('ACGT'), a: large, b: large });
  const genomeOf = openGenomes(file, 32_000);
  genomeOf('L5');
  writeFileSync(store, readFileSync(store).fill('T', 0, 4));
  expect(genomeOf('L5')?.toString()).toBe('ACGT');
  genomeOf('a');
  expect(genomeOf('L5')?.toString()).toBe('ACGT');
  genomeOf('b');
  // It was asked for last but one.
  expect(genomeOf('L5')?.toString()).toBe('ACGT');
  genomeOf('a');
  genomeOf('b');
  expect(() => genomeOf('L5')).toThrow(DamagedCache);
});

test.each([
  ['changed', (bytes: Buffer) => bytes.fill('G', 1, 2)],
  ['cut short', (bytes: Buffer) => bytes.subarray(0, 3)],
])('a store that was %s is not believed', (_, damage) => {
  const { store, file } = stored({ L5: Buffer.from('ACTT') });
  writeFileSync(store, damage(readFileSync(store)));
  expect(() => openGenomes(file)('L5')).toThrow(DamagedCache);
});
