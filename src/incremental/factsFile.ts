/** What the cache keeps of a bundle's pieces besides their records, as a file. */
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { DamagedCache } from '../failure.ts';
import type { PieceResult } from '../intake/task.ts';
import type { CachedBundle, CachedPiece } from './remembered.ts';
import { readVerified } from './readVerified.ts';

/** What is known of a piece after intake. */
export interface KnownPiece extends PieceResult {
  /** Identifies the genomes that its genes were compared with; empty for none. */
  readonly comparedWith: string;
}

/** Writes the file; returns its hash. Throws the system's error. */
export function writeFacts(file: string, pieces: readonly KnownPiece[]): string {
  // Findings are stored without file names: the reader knows the files, and the cache must not disclose where they
  // are.
  const bytes = serialize(
    pieces.map(({ findings, ...piece }) => ({
      ...piece,
      findings: findings.map((finding) => ({ ...finding, file: '' })),
    })),
  );
  writeFileSync(file, bytes);
  return hash('sha256', bytes);
}

/**
 * Reads what `writeFacts` wrote; findings name no file. Throws DamagedCache when the file was changed, or does not
 * belong to pieces with these hashes.
 */
export function readFacts(
  file: string,
  {
    factsHash,
    pieces,
  }: Pick<CachedBundle, 'factsHash'> & { readonly pieces: readonly Pick<CachedPiece, 'hash'>[] },
): KnownPiece[] {
  const facts: KnownPiece[] = deserialize(readVerified(file, factsHash));
  const isOfThese =
    facts.length === pieces.length && facts.every((of, at) => of.hash === pieces[at]?.hash);
  if (!isOfThese) throw new DamagedCache(`${file} is of other sources`);
  return facts;
}
