/** The messages between threads for the intake of a bundle: what to read, and the result. */
import type { PieceFacts } from '../collections/fact.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import type { CountedAs } from '../findings/findingKind.ts';
import type { Finding } from '../findings/finding.ts';
import type { RuleName } from '../findings/rules.ts';
import type { SpilledRun } from '../sorting/spilledRun.ts';
import type { Piece } from '../sources/planBundles.ts';

export interface RecordLimits {
  /** A longer record is rejected unread. */
  readonly maxRecordBytes: number;
  /** Maximum depth of nested arrays and objects in a record. */
  readonly maxNesting: number;
}

export interface IntakeTask {
  readonly collection: CollectionName;
  readonly pieces: readonly Piece[];
  /** The run that some of the records are reused from; null when all are read. */
  readonly previous: PreviousRun | null;
  /** File that the sorted records are spilled to. */
  readonly runPath: string;
  readonly limits: RecordLimits;
  /** Whether a later build may use the run and the pieces, which then need hashes. */
  readonly willBeCached: boolean;
  /** Upper bound on the findings of each severity; the rest are only counted. */
  readonly maxFindings: number;
  /** After more refused records than this, no further ones are read; negative to read none. */
  readonly maxRefused?: number;
  readonly allowed: readonly RuleName[];
  readonly denied: readonly RuleName[];
  /** The index of the genomes that genes are compared with; null if there are none. */
  readonly genomes: string | null;
  /** The base URL for a null `fasta_file` of phages with a genome; null to leave it null. */
  readonly linkTo: string | null;
}

export interface GenomesTask extends Pick<
  IntakeTask,
  'pieces' | 'willBeCached' | 'maxFindings' | 'allowed' | 'denied'
> {
  /** File that the genomes are written to. */
  readonly storePath: string;
}

export interface GenomesResult {
  /** In the order of the task's pieces. */
  readonly pieces: readonly PieceResult[];
  readonly storeBytes: number;
}

export interface PreviousRun {
  readonly run: SpilledRun;
  /** For each piece of the task its index in that run, or -1 when it is to be read. */
  readonly keptAs: readonly number[];
}

export interface PieceResult {
  /** Number of line breaks before the next piece of the same file. */
  readonly lineBreaks: number;
  /** Whether it is a part of a file and all white space. */
  readonly isBlank: boolean;
  /** Hash of the piece's bytes; empty without a cache. */
  readonly hash: string;
  readonly facts: PieceFacts;
  /** The first findings; lines are counted from the start of the piece. */
  readonly findings: readonly Finding[];
  /** Findings shown once per file; their lines, too, are counted from the start of the piece. */
  readonly ofFile: readonly Finding[];
  /** Numbers of the findings that were not kept. */
  readonly uncounted: ReadonlyMap<CountedAs, number>;
}

export interface IntakeResult {
  readonly run: SpilledRun;
  /** How many records were refused. */
  readonly refused: number;
  /** In the order of the task's pieces; null if the records were reused. */
  readonly pieces: readonly (PieceResult | null)[];
  /** Compared with the previous run; null when there was none. */
  readonly changes: RunChanges | null;
}

export interface RunChanges {
  /** Whether no key was added or removed. */
  readonly sameKeys: boolean;
  /** Keys whose records changed. */
  readonly changedKeys: readonly string[];
}
