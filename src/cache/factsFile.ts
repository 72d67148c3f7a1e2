/** What is known of a bundle's pieces besides their records, as a file of the cache. */
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { DamagedCache } from '../failure.ts';
import type { PieceResult } from '../intake/task.ts';

/** Writes the file; gives its hash. Throws the system's error. */
export function writeFacts(file: string, pieces: readonly PieceResult[]): string {
  const bytes = serialize(pieces);
  writeFileSync(file, bytes);
  return hash('sha256', bytes);
}

/** Reads what `writeFacts` wrote. Throws DamagedCache when it is not that any more. */
export function readFacts(file: string, expectedHash: string): PieceResult[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new DamagedCache(`${file} cannot be read`);
  }
  if (hash('sha256', bytes) !== expectedHash) throw new DamagedCache(`${file} is damaged`);
  const pieces: PieceResult[] = deserialize(bytes);
  return pieces;
}
