/** What of a feature no record has a field for: counted, so that an import drops nothing in silence. */
import type { AnnotatedFeature } from '../annotation.ts';
import { type ImportLog, logTo } from '../importLog.ts';

/** Reads qualifiers and remembers which; the others are counted as not taken. */
export interface QualifierReader {
  /** All values; empty if the feature has no such qualifier. */
  readonly all: (name: string) => readonly string[];
  /** The first value, or an empty text. If there are further ones, the qualifier counts as not taken. */
  readonly first: (name: string) => string;
  /** Qualifiers with a value that none of those read has. */
  readonly untaken: () => string[];
}

export function readQualifiers({
  qualifiers,
}: Pick<AnnotatedFeature, 'qualifiers'>): QualifierReader {
  const taken = new Set<string>();
  const all = (name: string) => {
    taken.add(name);
    return qualifiers.get(name) ?? [];
  };
  return {
    all,
    first(name) {
      const values = qualifiers.get(name) ?? [];
      if (values.every((value) => value === values[0])) taken.add(name);
      return values[0] ?? '';
    },
    untaken() {
      // Programs say some values twice: as ID and as locus tag, or as product and as gene.
      const isSaid = (value: string) =>
        [...taken].some((name) => qualifiers.get(name)?.includes(value) === true);
      const left: string[] = [];
      for (const [name, values] of qualifiers) {
        if (taken.has(name)) continue;
        if (values.every((value) => value === '') || !values.every(isSaid)) left.push(name);
      }
      return left;
    },
  };
}

interface Untaken {
  readonly log: ImportLog;
  readonly file: string;
  /** Null if it is unknown. */
  readonly genomeLength: number | null;
}

/** Counts the qualifiers that were not read, and what records cannot say of the feature's place. */
export function tallyUntaken(
  feature: AnnotatedFeature,
  reader: Pick<QualifierReader, 'untaken'>,
  { log, file, genomeLength }: Untaken,
): void {
  const { type, line, phase = 0, qualifiers } = feature;
  const left = reader.untaken().map((name) => `/${name}`);
  // What was translated was read by it.
  if (phase > 0 && (type !== 'CDS' || qualifiers.has('translation'))) left.push('the column phase');
  if (isInterrupted(feature, genomeLength)) left.push('the parts of joined places');
  if (feature.isPartial) left.push('ends that are open (< or >)');
  for (const kind of left) logTo(log.fieldless, kind, type, { file, line });
}

/** Whether its parts are more than one stretch of the genome, or of a circle. */
function isInterrupted({ parts }: AnnotatedFeature, genomeLength: number | null): boolean {
  return parts.some((part, at) => {
    const before = parts[at - 1];
    if (before === undefined) return false;
    const [left, right] = part.strand === -1 ? [part, before] : [before, part];
    const isNext = left.end === right.start;
    const isThroughOrigin =
      right.start === 0 && (genomeLength === null || left.end === genomeLength);
    return part.strand !== before.strand || !(isNext || isThroughOrigin);
  });
}
