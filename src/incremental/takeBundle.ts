/** Runs the intake of a planned bundle: in a worker if it must be read, from the cache if it is valid. */
import { randomUUID } from 'node:crypto';
import type { PieceFacts } from '../collections/fact.ts';
import { factsPathOf, runPathOf } from './cacheIndex.ts';
import type { CachedBundle } from './remembered.ts';
import { type KnownPiece, readFacts } from './factsFile.ts';
import { isUnchanged, type PlannedBundle } from './planIntake.ts';
import type { IntakeResult, IntakeTask, RunChanges } from '../intake/task.ts';
import { genomesFolder } from '../sources/source.ts';
import type { SpilledRun } from '../sorting/spilledRun.ts';
import type { Threads } from '../workers/pool.ts';

/** Worker threads that can read a bundle. */
type Workers = Threads<{ intakeBundle: (task: IntakeTask) => Promise<IntakeResult> }>;

export interface TakenBundle {
  readonly id: string;
  readonly run: SpilledRun;
  /** In the order of the planned steps. */
  readonly pieces: readonly KnownPiece[];
  readonly changes: RunChanges;
  /** How many records were refused. */
  readonly refused: number;
}

export interface TakeOptions extends Pick<
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

const nothingChanged: RunChanges = { sameKeys: true, changedKeys: [] };
const everythingChanged: RunChanges = { sameKeys: false, changedKeys: [] };

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
  const previous = cached === null ? null : cachedRun(cached, workDir);
  if (previous !== null && cached !== null && isUnchanged({ ...planned, steps })) {
    const pieces = steps.map(({ piece: { source } }, at) => knownPiece(known[at], source.file));
    return { id: cached.id, run: previous, pieces, changes: nothingChanged, refused: 0 };
  }
  const id = randomUUID();
  const taken = await workers.run('intakeBundle', {
    ...options,
    collection,
    pieces: steps.map(({ piece }) => piece),
    previous:
      previous === null
        ? null
        : { run: previous, keptAs: steps.map(({ cachedIndex }) => cachedIndex) },
    runPath: runPathOf(workDir, id),
  });
  const pieces = steps.map(({ cachedIndex, piece: { source } }, at) => {
    const read = taken.pieces[at];
    if (read === null || read === undefined) return knownPiece(known[cachedIndex], source.file);
    return { ...read, comparedWith: comparedWith(read.facts) };
  });
  const { run, changes, refused } = taken;
  return { id, run, pieces, changes: changes ?? everythingChanged, refused };
}

/** What the cache stores of a piece of `file`. */
export function knownPiece(piece: KnownPiece | undefined, file: string): KnownPiece {
  if (piece === undefined) throw new Error(`a piece of ${file} is missing`);
  return { ...piece, findings: piece.findings.map((finding) => ({ ...finding, file })) };
}

function cachedRun({ id, count, blocks }: CachedBundle, workDir: string): SpilledRun {
  return { path: runPathOf(workDir, id), count, blocks };
}
