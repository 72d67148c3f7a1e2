/** Annotated sequences for tests. */
import type {
  AnnotatedFeature,
  AnnotatedSequence,
  FeaturePart,
} from '../../../../src/importing/annotation.ts';

export function sequenceOf(fields: Partial<AnnotatedSequence>): AnnotatedSequence {
  return {
    line: 1,
    names: ['L5'],
    accession: '',
    isCircular: false,
    features: [],
    bases: null,
    ...fields,
  };
}

export function feature({
  qualifiers = {},
  ...fields
}: Partial<Omit<AnnotatedFeature, 'qualifiers'>> & {
  qualifiers?: Record<string, string>;
}): AnnotatedFeature {
  const values = Object.entries(qualifiers).map(([name, value]) => [name, [value]] as const);
  return {
    line: 1,
    type: 'CDS',
    parts: [part(0, 9)],
    isPartial: false,
    isStartOpen: false,
    ...fields,
    qualifiers: new Map(values),
  };
}

export function part(start: number, end: number, strand: 1 | -1 | 0 = 1): FeaturePart {
  return { start, end, strand };
}
