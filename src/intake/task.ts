/** The intake of a bundle as messages between threads: what to read, and what came of it. */
import type { CollectionName } from '../contract/collectionName.ts';
import type { CountedAs } from '../findings/findingKind.ts';
import type { Finding } from '../findings/finding.ts';
import type { RuleName } from '../findings/rules.ts';
import type { SpilledRun } from '../sorting/spilledRun.ts';
import type { Piece } from '../sources/planBundles.ts';
import type { PieceFacts } from '../validation/pieceFacts.ts';

export interface RecordLimits {
  /** A record longer than this is refused unread. */
  readonly maxRecordBytes: number;
  /** Open arrays and objects in a record. */
  readonly maxNesting: number;
}

export interface IntakeTask {
  readonly collection: CollectionName;
  readonly pieces: readonly Piece[];
  /** The run that some of the records are taken from; null when all are read. */
  readonly previous: PreviousRun | null;
  /** File that the sorted records are spilled to. */
  readonly runPath: string;
  readonly limits: RecordLimits;
  /** Whether the run and the pieces may be used by a later build, which needs their hashes. */
  readonly willBeCached: boolean;
  /** How many findings of each severity are wanted; the rest are only counted. */
  readonly maxFindings: number;
  readonly allowed: readonly RuleName[];
  readonly denied: readonly RuleName[];
}

export interface PreviousRun {
  readonly run: SpilledRun;
  /** For each piece of the task its index in that run, or -1 when it is to be read. */
  readonly keptAs: readonly number[];
}

export interface PieceResult {
  /** Line breaks that lie before the next piece of the same file. */
  readonly lineBreaks: number;
  /** Whether it is a part of a file, and nothing but white space. */
  readonly isBlank: boolean;
  /** Hash of the piece's bytes; empty when nothing is cached. */
  readonly hash: string;
  readonly facts: PieceFacts;
  /** The first findings; their lines are counted within the piece. */
  readonly findings: readonly Finding[];
  /** What is to be told once of the file; its line counts within the piece, too. */
  readonly ofFile: readonly Finding[];
  /** Findings that were counted and not kept. */
  readonly uncounted: ReadonlyMap<CountedAs, number>;
}

export interface IntakeResult {
  readonly run: SpilledRun;
  /** In the order of the task's; null for pieces whose records were kept. */
  readonly pieces: readonly (PieceResult | null)[];
  /** Against the previous run; null when there was none. */
  readonly changes: RunChanges | null;
}

export interface RunChanges {
  /** Whether the run has the keys it had, no more and no fewer. */
  readonly sameKeys: boolean;
  /** Those whose records are not what they were. */
  readonly changedKeys: readonly string[];
}
