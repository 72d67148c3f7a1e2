/** What annotation files of all kinds are read into: a sequence with features, as the file states them. */

/** 1 for the strand as written, -1 for the other, 0 if not stated. */
type Strand = 1 | -1 | 0;

/** A part of a feature: bases [start, end), counted from 0. */
export interface FeaturePart {
  readonly start: number;
  readonly end: number;
  readonly strand: Strand;
}

/** Feature types in any case, or as the Sequence Ontology numbers them: `cds` and `SO:0000316` are CDS. */
const spellings = new Map([
  ...['CDS', 'gene', 'mRNA', 'tRNA', 'tmRNA', 'rRNA'].flatMap((type) =>
    [type, type.toLowerCase()].map((one) => [one, type] as const),
  ),
  ['so:0000316', 'CDS'],
  ['so:0000704', 'gene'],
  ['so:0000234', 'mRNA'],
  ['so:0000253', 'tRNA'],
  ['so:0000584', 'tmRNA'],
  ['so:0000252', 'rRNA'],
]);

/** The type of a feature as most files write it. */
export function plainType(type: string): string {
  return spellings.get(type) ?? spellings.get(type.toLowerCase()) ?? type;
}

export interface FeatureLocation {
  /** In reading order: on the reverse strand, the last part comes first. */
  readonly parts: readonly FeaturePart[];
  /** Whether the feature starts before its first base or ends after its last one. */
  readonly isPartial: boolean;
  /** Whether it starts before the base that is read first. */
  readonly isStartOpen: boolean;
}

export interface AnnotatedFeature extends FeatureLocation {
  /** The line of the file on which it starts, from 1. */
  readonly line: number;
  /** `CDS`, `tRNA` and so on. */
  readonly type: string;
  /** In the order of the file; a name may have several values. The value of a bare qualifier is empty. */
  readonly qualifiers: ReadonlyMap<string, readonly string[]>;
  /** The bases before its first codon: 0, 1 or 2. Without it, `codon_start` says so. */
  readonly phase?: number | undefined;
  /** The genetic code. Without it, `transl_table` says so. */
  readonly table?: string | undefined;
}

export interface AnnotatedSequence {
  /** The line of the file on which it starts, from 1. */
  readonly line: number;
  /** The names that the file gives it, the best first. */
  readonly names: readonly string[];
  readonly accession: string;
  /** What stands behind its name in FASTA, or as DEFINITION: `Escherichia phage T7, complete genome`. */
  readonly description?: string | undefined;
  /** Whether it was cut out of the sequence that the accession names. */
  readonly isExcerpt?: boolean | undefined;
  readonly isCircular: boolean;
  readonly features: readonly AnnotatedFeature[];
  /** IUPAC nucleotides in upper case; null if the file has none. */
  readonly bases: Buffer | null;
  /** The number of bases that the file states without having them. */
  readonly statedLength?: number | undefined;
  /** Whether a fault of it was reported: then it is not to be used. */
  readonly isFaulty?: boolean | undefined;
  /** The genetic code that a comment before its features names. */
  readonly headerTable?: string | undefined;
}

/**
 * How many features a sequence may have: more than the longest that is accepted can have; a phage has some hundreds.
 */
export const maxFeatures = 100_000;

/** Why an input is rejected: the line, from 1, what was expected there, and what was found. */
export interface ImportFault {
  readonly line: number;
  readonly expected: string;
  readonly found: string;
  /** What the user can do about it. */
  readonly hint?: string;
  /** Whether the rest of the input is still usable: only the item at fault is left out. */
  readonly isRefusal?: boolean;
  /** The name of a sequence that has features, but no bases in the input. */
  readonly lacking?: string;
}

/** What a file says outside of features that no record has a field for. */
export interface PassedOver {
  readonly line: number;
  /** Such as DEFINITION. */
  readonly kind: string;
  readonly what: string;
}

/** What is told while an input is read. */
export interface ReadingReports {
  readonly report: (fault: ImportFault) => void;
  readonly passOver: (passed: PassedOver) => void;
  /** Of what is taken, but should be looked at. */
  readonly doubt: (doubtful: PassedOver) => void;
}

/** A fault with the name of its input; `line` is null if it concerns the whole input. */
export interface PlacedFault extends Omit<ImportFault, 'line'> {
  readonly file: string;
  readonly line: number | null;
}
