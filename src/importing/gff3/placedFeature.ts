/** Puts the parts of a feature of a GFF3 file in reading order, and says which of its ends are open. */
import type { AnnotatedFeature, FeaturePart } from '../annotation.ts';
import type { FoundFeature } from './joinRows.ts';

export function featureOf(
  { line, first, parts }: FoundFeature,
  length: number,
  isCircular: boolean,
): AnnotatedFeature {
  const isOneStrand = parts.every(({ strand }) => strand === parts[0]?.strand);
  const ordered = isOneStrand ? inReadingOrder(parts, length) : parts;
  const { type, qualifiers } = first;
  const ends = openEnds(qualifiers, ordered[0]?.strand === -1);
  const inSequence = ordered.flatMap((part) => throughOrigin(part, isCircular ? length : Infinity));
  return { line, type, parts: inSequence, ...ends, qualifiers, phase: ordered[0]?.phase ?? 0 };
}

/** NCBI states an open end as a range; Prodigal has a digit for the left end and one for the right, 1 if it is open. */
function openEnds(
  qualifiers: AnnotatedFeature['qualifiers'],
  isReverse: boolean,
): Pick<AnnotatedFeature, 'isPartial' | 'isStartOpen'> {
  const isSaid = (name: string) => (qualifiers.get(name)?.[0] ?? 'false') !== 'false';
  const partial = qualifiers.get('partial')?.[0] ?? '';
  const [, left = '0', right = '0'] = /^([01])([01])$/.exec(partial) ?? [];
  const isLeftOpen = left === '1' || isSaid('start_range');
  const isRightOpen = right === '1' || isSaid('end_range');
  const isPartial = isLeftOpen || isRightOpen || (isSaid('partial') && partial !== '00');
  // Where nothing says which end it is, it may be the start.
  const isEitherOpen = isLeftOpen || isRightOpen;
  const isStartOpen = isEitherOpen ? (isReverse ? isRightOpen : isLeftOpen) : isPartial;
  return { isPartial, isStartOpen };
}

/** Lines may be in any order; of a feature that wraps around the origin, the part before the origin is read first. */
export function inReadingOrder<Part extends FeaturePart>(
  parts: readonly Part[],
  length: number,
): Part[] {
  const ordered = parts.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (ordered.length > 1 && first?.start === 0 && last?.end === length) {
    // The widest gap is the rest of the genome: parts of one gene may skip only a base or two.
    const gaps = ordered.map((part, at) => part.start - (ordered[at - 1]?.end ?? part.start));
    const most = gaps.slice(1).reduce((a, b) => Math.max(a, b));
    const widest = gaps.indexOf(most, 1);
    ordered.push(...ordered.splice(0, widest));
  }
  return first?.strand === -1 ? ordered.toReversed() : ordered;
}

/** On a circular sequence, an end past the last base wraps around to the first. */
function throughOrigin({ start, end, strand }: FeaturePart, length: number): FeaturePart[] {
  if (end <= length || start >= length || end - length > start) return [{ start, end, strand }];
  const parts = [
    { start, end: length, strand },
    { start: 0, end: end - length, strand },
  ];
  return strand === -1 ? parts.toReversed() : parts;
}
