/** What annotation files of all kinds come to: a sequence with features, as the file says them. */

/** 1 as the sequence is written, -1 on the other strand, 0 where that is not said. */
type Strand = 1 | -1 | 0;

/** A stretch of a sequence: bases [start, end), counted from 0. */
export interface FeaturePart {
  readonly start: number;
  readonly end: number;
  readonly strand: Strand;
}

export interface FeatureLocation {
  /** In the order in which they are read: of a feature on the reverse strand, the last stretch is the first. */
  readonly parts: readonly FeaturePart[];
  /** Whether the feature is said to begin before its first base, or to end behind its last one. */
  readonly isPartial: boolean;
}

export interface AnnotatedFeature extends FeatureLocation {
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  /** `CDS`, `tRNA` and so on. */
  readonly type: string;
  /** In the order of the file; a name may have several values. That of a qualifier without one is empty. */
  readonly qualifiers: ReadonlyMap<string, readonly string[]>;
}

export interface AnnotatedSequence {
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  /** The names by which the file calls it, the best first. */
  readonly names: readonly string[];
  readonly accession: string;
  readonly isCircular: boolean;
  readonly features: readonly AnnotatedFeature[];
  /** IUPAC nucleotides in upper case; null where the file has none. */
  readonly bases: Buffer | null;
}

/** Why an input cannot be taken: at which line, from 1, what was expected there, and what was found. */
export interface ImportFault {
  readonly line: number;
  readonly expected: string;
  readonly found: string;
  /** Whether it is enough to leave out what is there. */
  readonly isRefusal?: boolean;
}

/** A fault with the name of its input; `line` is null where it is all of it. */
export interface PlacedFault extends Omit<ImportFault, 'line'> {
  readonly file: string;
  readonly line: number | null;
}
