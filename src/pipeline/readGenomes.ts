/** Reads the genomes before the genes that are compared with them, and indexes them for the threads. */
import { hash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { type StoredGenome, storedGenomes } from '../collections/genomes/storedGenomes.ts';
import type { PieceFacts } from '../collections/fact.ts';
import { phagesNamed } from '../collections/genes/phageSummary.ts';
import { factsPathOf, runPathOf } from '../incremental/cacheIndex.ts';
import { readFacts } from '../incremental/factsFile.ts';
import { isUnchanged, type PlannedBundle } from '../incremental/planIntake.ts';
import { knownPiece, type TakenBundle } from '../incremental/takeBundle.ts';
import { type GenomeIndex, writeGenomeIndex } from '../genomes/genomeIndex.ts';
import type { GenomePlace } from '../genomes/genomeStore.ts';
import type { GenomesTask } from '../intake/task.ts';
import type { Workers } from './workers.ts';

type GenomeOptions = Pick<GenomesTask, 'willBeCached' | 'maxFindings' | 'allowed' | 'denied'> & {
  readonly workDir: string;
};

/** What intake knows of genomes, and which of them genes are compared with. */
export interface Genomes {
  readonly count: number;
  /** The file of the index; null if there are no genomes. */
  readonly indexPath: string | null;
  /** Identifies the genomes that genes with these facts are compared with; empty for none. */
  readonly comparedWith: (facts: PieceFacts) => string;
  /** Identifies the names of all genomes. */
  readonly namesHash: () => string;
}

/**
 * Takes a bundle of files with genomes in: from the cache if none of them changed, else by reading all of it. Throws a
 * Failure, or DamagedCache when the cache proves damaged.
 */
export async function takeGenomes(
  planned: PlannedBundle,
  workers: Workers,
  { workDir, ...options }: GenomeOptions,
): Promise<TakenBundle> {
  const { cached, steps } = planned;
  const changes = { sameKeys: true, changedKeys: [] };
  if (cached !== null && isUnchanged(planned)) {
    const known = readFacts(factsPathOf(workDir, cached.id), cached);
    const pieces = steps.map(({ piece: { source } }, at) => knownPiece(known[at], source.file));
    const { count, blocks } = cached;
    const run = { path: runPathOf(workDir, cached.id), count, blocks };
    return { id: cached.id, run, pieces, changes, refused: 0 };
  }
  const id = randomUUID();
  const storePath = runPathOf(workDir, id);
  const task = { ...options, pieces: steps.map(({ piece }) => piece), storePath };
  const { pieces: read, storeBytes } = await workers.run('intakeGenomes', task);
  const pieces = read.map((piece) => ({ ...piece, comparedWith: '' }));
  const count = pieces.reduce((sum, { facts }) => sum + genomesIn(facts).length, 0);
  // Each genome has its own hash; the block as a whole has no checksum.
  const block = { offset: 0, bytes: storeBytes, count, crc: 0, firstKey: '' };
  return { id, run: { path: storePath, count, blocks: [block] }, pieces, changes, refused: 0 };
}

/** Indexes the genomes; of two with the same name, the first. Throws the system's error. */
export function indexGenomes(
  taken: readonly { readonly rank: number; readonly store: string; readonly facts: PieceFacts }[],
  workDir: string,
): Genomes {
  const index = new Map<string, GenomePlace>();
  let count = 0;
  for (const { store, facts } of taken.toSorted((a, b) => a.rank - b.rank)) {
    for (const { name, offset, length, sha256, crc } of genomesIn(facts)) {
      count++;
      if (!index.has(name)) index.set(name, { store, offset, length, sha256, crc });
    }
  }
  if (count === 0) return { count, indexPath: null, comparedWith: () => '', namesHash: () => '' };
  const indexPath = path.join(workDir, `${randomUUID()}.genomes`);
  writeGenomeIndex(indexPath, index);
  return {
    count,
    indexPath,
    comparedWith: (facts) => comparedWith(facts, index),
    namesHash: () => hash('sha256', JSON.stringify([...index.keys()].sort())),
  };
}

function comparedWith(facts: PieceFacts, index: GenomeIndex): string {
  const known = phagesNamed(facts).flatMap((phage) => {
    const genome = index.get(phage);
    return genome === undefined ? [] : [[phage, genome.sha256]];
  });
  return known.length === 0 ? '' : hash('sha256', JSON.stringify(known));
}

function genomesIn(facts: PieceFacts): readonly StoredGenome[] {
  return facts[storedGenomes.name] as readonly StoredGenome[];
}
