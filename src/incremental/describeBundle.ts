/** Stores the facts of a newly read bundle in the cache, and describes the bundle for the index. */
import { factsPathOf } from './cacheIndex.ts';
import { writeFacts } from './factsFile.ts';
import type { PlannedBundle } from './planIntake.ts';
import type { CachedBundle } from './remembered.ts';
import type { TakenBundle } from './takeBundle.ts';

/** Writes a bundle's facts into the cache; returns its entry in the index. */
export function describeBundle(
  { collection, steps }: PlannedBundle,
  { id, run, pieces }: Pick<TakenBundle, 'id' | 'run' | 'pieces'>,
  workDir: string,
): CachedBundle {
  return {
    id,
    collection,
    count: run.count,
    blocks: run.blocks,
    factsHash: writeFacts(factsPathOf(workDir, id), pieces),
    // Field by field: there may be millions, and a spread would give each object its own hidden class.
    pieces: steps.map(({ piece: { source, start, end } }, at) => ({
      file: source.file,
      start,
      end,
      bytes: source.bytes,
      mtimeMs: source.mtimeMs,
      ctimeMs: source.ctimeMs,
      ino: source.ino,
      hash: pieces[at]?.hash ?? '',
    })),
  };
}
