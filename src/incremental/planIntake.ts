/** Decides which bundles of the last build still hold, which need a new piece, and what must be read afresh. */
import type { CollectionName } from '../contract/collectionName.ts';
import type { FileRange } from '../intake/hashRange.ts';
import { isSameStamp, lastChangeMs, stampOf } from '../sources/fileStamp.ts';
import { type Piece, planBundles } from '../sources/planBundles.ts';
import type { Source } from '../sources/source.ts';
import type { CachedBundle, CachedPiece } from './remembered.ts';

/** How many times as large as when it was planned first a bundle may be. */
const maxGrowth = 2;

export interface PlannedBundle {
  readonly collection: CollectionName;
  readonly steps: readonly PlannedPiece[];
  /** The bundle of the last build that this one continues. */
  readonly cached: CachedBundle | null;
}

interface PlannedPiece {
  readonly piece: Piece;
  /** Index of the piece in the cached bundle when its records are taken from there; -1 when it is read. */
  readonly cachedIndex: number;
}

export interface IntakePlan {
  readonly bundles: readonly PlannedBundle[];
  /** Whether sources came or went, other than by a change of what is in them. */
  readonly sameFiles: boolean;
}

export interface PlanOptions {
  readonly bundleBytes: number;
  /** Of a source that was changed later, its stamp does not tell. */
  readonly trustedBeforeMs: number;
  /** As `hashRange` gives it; asked only for what `doubtfulPieces` gives. */
  readonly hashOf: (range: FileRange) => string;
}

/** Whether every record of a planned bundle, and no other, is in its cached run. */
export function isUnchanged({ cached, steps }: PlannedBundle): boolean {
  return (
    cached !== null &&
    steps.length === cached.pieces.length &&
    steps.every(({ cachedIndex }) => cachedIndex >= 0)
  );
}

/** The cached bundle of an unchanged one, whose files may have been touched since; null where there is none. */
export function restamped({ cached, steps }: PlannedBundle): CachedBundle | null {
  if (cached === null) return null;
  const pieces = cached.pieces.map((piece, at) => {
    const source = steps[at]?.piece.source;
    return source === undefined ? piece : { ...piece, ...stampOf(source) };
  });
  return { ...cached, pieces };
}

/**
 * Plans the intake of `sources` with what is cached. A source of the same size and stamp is taken as
 * unchanged, unless it is so new (`trustedBeforeMs`) that its stamp may not tell. Of one with another stamp
 * its hash decides: it may only have been touched, or restored from somewhere.
 */
export function planIntake(
  sources: readonly Source[],
  cached: readonly CachedBundle[],
  options: PlanOptions,
): IntakePlan {
  const current = new Map(sources.map((source) => [source.file, source]));
  const isCut = new Set<string>();
  for (const { pieces } of cached) {
    for (const { file, start, end, bytes } of pieces) if (end - start !== bytes) isCut.add(file);
  }
  const same = new Map<string, boolean>();
  for (const bundle of cached) {
    for (const piece of bundle.pieces) {
      const source = current.get(piece.file);
      const isSame =
        source !== undefined &&
        source.collection === bundle.collection &&
        (same.get(piece.file) ?? true) &&
        holdsStill(source, piece, options);
      same.set(piece.file, isSame);
    }
  }

  const planned = new Set<string>();
  let sameFiles = true;
  const kept = cached.map((bundle): PlannedBundle => {
    const steps: PlannedPiece[] = [];
    // Files may have grown, and a bundle with them, but not without end: it is held in memory.
    let left = maxGrowth * options.bundleBytes;
    bundle.pieces.forEach((piece, index) => {
      const source = current.get(piece.file);
      if (source === undefined || source.collection !== bundle.collection) {
        sameFiles = false;
      } else if (same.get(piece.file) === true) {
        planned.add(piece.file);
        left -= piece.end - piece.start;
        steps.push({ piece: { source, start: piece.start, end: piece.end }, cachedIndex: index });
      } else if (!isCut.has(piece.file) && source.bytes <= Math.min(left, options.bundleBytes)) {
        planned.add(piece.file);
        left -= source.bytes;
        steps.push({ piece: { source, start: 0, end: source.bytes }, cachedIndex: -1 });
      } else {
        // A file that changed and is large, or finds no room, is cut afresh.
        sameFiles = false;
      }
    });
    return { collection: bundle.collection, steps, cached: bundle };
  });
  const fresh = sources.filter((source) => !planned.has(source.file));
  if (fresh.length > 0) sameFiles = false;
  const read = planBundles(fresh, options.bundleBytes).map(({ collection, pieces }) => ({
    collection,
    steps: pieces.map((piece) => ({ piece, cachedIndex: -1 })),
    cached: null,
  }));
  const bundles = [...kept.filter(({ steps }) => steps.length > 0), ...read];
  // What threads must read goes first, so that they do while the rest is taken from the cache.
  const order = (bundle: PlannedBundle) => Number(isUnchanged(bundle));
  return { bundles: bundles.toSorted((a, b) => order(a) - order(b)), sameFiles };
}

/** The pieces of sources whose stamp does not tell whether they are what they were: their hashes decide. */
export function doubtfulPieces(
  sources: readonly Source[],
  cached: readonly CachedBundle[],
  trustedBeforeMs: number,
): FileRange[] {
  const current = new Map(sources.map((source) => [source.file, source]));
  return cached.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => {
      const source = current.get(piece.file);
      if (source === undefined || verdictByStamp(source, piece, trustedBeforeMs) !== 'doubtful') {
        return [];
      }
      return [{ file: source.absolutePath, start: piece.start, end: piece.end }];
    }),
  );
}

function holdsStill(source: Source, cached: CachedPiece, options: PlanOptions): boolean {
  const verdict = verdictByStamp(source, cached, options.trustedBeforeMs);
  if (verdict !== 'doubtful') return verdict === 'same';
  const { start, end } = cached;
  return options.hashOf({ file: source.absolutePath, start, end }) === cached.hash;
}

function verdictByStamp(
  source: Source,
  cached: CachedPiece,
  trustedBeforeMs: number,
): 'same' | 'other' | 'doubtful' {
  if (source.bytes !== cached.bytes || cached.hash === '') return 'other';
  const isTrusted = isSameStamp(source, cached) && lastChangeMs(source) < trustedBeforeMs;
  return isTrusted ? 'same' : 'doubtful';
}
