/** Decides which bundles of the last build are still valid, which need a piece replaced, and what must be read. */
import { randomUUID } from 'node:crypto';
import { type KeyChanges, noChanges } from '../base/keyChanges.ts';
import type { SpilledRun } from '../base/runs.ts';
import type { Threads } from '../base/threads.ts';
import type { PieceFacts } from '../records/collection.ts';
import { type Piece, planBundles } from '../sources/planBundles.ts';
import type { IntakeResult, IntakeTask } from '../sources/recordIntake.ts';
import {
  type FileRange,
  genomesFolder,
  isSameStamp,
  lastChangeMs,
  type Source,
  type SourceKind,
  stampOf,
} from '../sources/source.ts';
import {
  type CachedBundle,
  type CachedPiece,
  factsPathOf,
  type KnownPiece,
  readFacts,
  runPathOf,
  writeFacts,
} from './cacheIndex.ts';

/** A bundle may grow to this many times its planned size. */
const maxGrowth = 2;

export interface PlannedBundle {
  readonly collection: SourceKind;
  readonly steps: readonly PlannedPiece[];
  /** The bundle of the last build that this one continues. */
  readonly cached: CachedBundle | null;
}

interface PlannedPiece {
  readonly piece: Piece;
  /** Index of the piece in the cached bundle when its records are reused; -1 when it is read. */
  readonly cachedIndex: number;
}

export interface IntakePlan {
  readonly bundles: readonly PlannedBundle[];
  /** Bundles of the last build of which no source is left. */
  readonly dropped: readonly CachedBundle[];
}

export interface PlanOptions {
  readonly bundleBytes: number;
  /** See `sameSources`. */
  readonly same: ReadonlySet<string>;
}

/** Whether the cached run holds the records of the planned bundle, and no others. */
export function isUnchanged({ cached, steps }: PlannedBundle): boolean {
  return (
    cached !== null &&
    steps.length === cached.pieces.length &&
    steps.every(({ cachedIndex }) => cachedIndex >= 0)
  );
}

/** The cached bundle of an unchanged one, with the current stamps of its files; null when nothing is cached. */
export function restamped({ cached, steps }: PlannedBundle): CachedBundle | null {
  if (cached === null) return null;
  const pieces = cached.pieces.map((piece, at) => {
    const source = steps[at]?.piece.source;
    return source === undefined ? piece : { ...piece, ...stampOf(source) };
  });
  return { ...cached, pieces };
}

/**
 * The files of cached sources that hold what they held. One of the same size and stamp does, unless it changed after
 * `trustedBeforeMs`. One with another stamp is judged by its hash: it may only have been touched or restored. `hashAll`
 * returns a hash for each range, in the same order; `hashed` counts them.
 */
export async function sameSources(
  sources: readonly Source[],
  {
    cached,
    trustedBeforeMs,
  }: { readonly cached: readonly CachedBundle[]; readonly trustedBeforeMs: number },
  hashAll: (ranges: readonly FileRange[]) => Promise<readonly string[]>,
): Promise<{ readonly same: ReadonlySet<string>; readonly hashed: number }> {
  const current = new Map(sources.map((source) => [source.file, source]));
  const same = new Set<string>();
  const others = new Set<string>();
  const doubtful: CachedPiece[] = [];
  const ranges: FileRange[] = [];
  for (const { collection, pieces } of cached) {
    for (const piece of pieces) {
      const source = current.get(piece.file);
      if (source === undefined) continue;
      same.add(piece.file);
      const isOther = source.bytes !== piece.bytes || piece.hash === '';
      if (isOther || source.collection !== collection) {
        others.add(piece.file);
      } else if (!isSameStamp(source, piece) || lastChangeMs(source) >= trustedBeforeMs) {
        doubtful.push(piece);
        ranges.push({ file: source.absolutePath, start: piece.start, end: piece.end });
      }
    }
  }
  const hashes = ranges.length === 0 ? [] : await hashAll(ranges);
  for (const [at, { file, hash }] of doubtful.entries()) if (hashes[at] !== hash) others.add(file);
  for (const file of others) same.delete(file);
  return { same, hashed: ranges.length };
}

/** Plans the intake of `sources` with what is cached. */
export function planIntake(
  sources: readonly Source[],
  cached: readonly CachedBundle[],
  { bundleBytes, same }: PlanOptions,
): IntakePlan {
  const current = new Map(sources.map((source) => [source.file, source]));
  const isCut = new Set<string>();
  for (const { pieces } of cached) {
    for (const { file, start, end, bytes } of pieces) if (end - start !== bytes) isCut.add(file);
  }
  const planned = new Set<string>();
  const kept = cached.map((bundle): PlannedBundle => {
    const steps: PlannedPiece[] = [];
    // A bundle may grow with its files, but within a bound: it is held in memory.
    let left = maxGrowth * bundleBytes;
    bundle.pieces.forEach((piece, index) => {
      const source = current.get(piece.file);
      if (source === undefined || source.collection !== bundle.collection) return;
      if (same.has(piece.file)) {
        planned.add(piece.file);
        left -= piece.end - piece.start;
        steps.push({ piece: { source, start: piece.start, end: piece.end }, cachedIndex: index });
      } else if (!isCut.has(piece.file) && source.bytes <= Math.min(left, bundleBytes)) {
        planned.add(piece.file);
        left -= source.bytes;
        steps.push({ piece: { source, start: 0, end: source.bytes }, cachedIndex: -1 });
      }
      // Any other changed file, which is large or for which the bundle has no room, is split anew.
    });
    return { collection: bundle.collection, steps, cached: bundle };
  });
  const fresh = sources.filter((source) => !planned.has(source.file));
  const read = planBundles(fresh, bundleBytes).map(({ collection, pieces }) => ({
    collection,
    steps: pieces.map((piece) => ({ piece, cachedIndex: -1 })),
    cached: null,
  }));
  const bundles = [...kept.filter(({ steps }) => steps.length > 0), ...read];
  // Bundles to be read go first, so that threads read while the rest is taken from the cache.
  const order = (bundle: PlannedBundle) => Number(isUnchanged(bundle));
  return {
    bundles: bundles.toSorted((a, b) => order(a) - order(b)),
    dropped: cached.filter((_, at) => kept[at]?.steps.length === 0),
  };
}

/** Worker threads that can read a bundle. */
type Workers = Threads<{ intakeBundle: (task: IntakeTask) => Promise<IntakeResult> }>;

export interface TakenBundle {
  readonly id: string;
  readonly run: SpilledRun;
  /** In the order of the planned steps. */
  readonly pieces: readonly KnownPiece[];
  /** Beside what the cache has of the bundle; null if that is nothing. */
  readonly changes: KeyChanges | null;
  /** How many records were refused. */
  readonly refused: number;
}

interface TakeOptions extends Pick<
  IntakeTask,
  | 'limits'
  | 'maxFindings'
  | 'maxRefused'
  | 'allowed'
  | 'denied'
  | 'willBeCached'
  | 'genomes'
  | 'linkTo'
> {
  /** Where runs are spilled to, and where cached ones are. */
  readonly workDir: string;
  /** Identifies the genomes that a piece with these facts is compared with in this build: see `KnownPiece`. */
  readonly comparedWith: (facts: PieceFacts) => string;
}

/** Throws a Failure, or DamagedCache when the cache proves damaged. */
export async function takeBundle(
  planned: PlannedBundle,
  workers: Workers,
  { workDir, comparedWith, ...options }: TakeOptions,
): Promise<TakenBundle> {
  const { cached, collection } = planned;
  if (collection === genomesFolder) throw new Error('genomes are no records');
  const known = cached === null ? [] : readFacts(factsPathOf(workDir, cached.id), cached);
  // Its genes are compared again if a genome was added, removed or replaced.
  const steps = planned.steps.map((step) => {
    const before = known[step.cachedIndex];
    const isSame = before === undefined || comparedWith(before.facts) === before.comparedWith;
    return isSame ? step : { ...step, cachedIndex: -1 };
  });
  const kept = cached && isUnchanged({ ...planned, steps }) && keptBundle(planned, known, workDir);
  if (kept) return kept;
  const previous = cached && cachedRun(cached, workDir);
  const id = randomUUID();
  const taken = await workers.run('intakeBundle', {
    ...options,
    collection,
    pieces: steps.map(({ piece }) => piece),
    previous: previous && { run: previous, keptAs: steps.map(({ cachedIndex }) => cachedIndex) },
    runPath: runPathOf(workDir, id),
  });
  const pieces = steps.map(({ cachedIndex, piece: { source } }, at) => {
    const read = taken.pieces[at];
    if (read === null || read === undefined) return knownPiece(known[cachedIndex], source.file);
    return { ...read, comparedWith: comparedWith(read.facts) };
  });
  const { run, changes, refused } = taken;
  return { id, run, pieces, changes, refused };
}

/** An unchanged bundle, whose pieces are `known`; null if nothing is cached. */
export function keptBundle(
  { cached, steps }: PlannedBundle,
  known: readonly KnownPiece[],
  workDir: string,
): TakenBundle | null {
  if (cached === null) return null;
  const pieces = steps.map(({ piece: { source } }, at) => knownPiece(known[at], source.file));
  const run = cachedRun(cached, workDir);
  return { id: cached.id, run, pieces, changes: noChanges, refused: 0 };
}

/** What the cache stores of a piece of `file`. */
function knownPiece(piece: KnownPiece | undefined, file: string): KnownPiece {
  if (piece === undefined) throw new Error(`a piece of ${file} is missing`);
  return { ...piece, findings: piece.findings.map((finding) => ({ ...finding, file })) };
}

export function cachedRun({ id, count, blocks }: CachedBundle, workDir: string): SpilledRun {
  return { path: runPathOf(workDir, id), count, blocks };
}

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
