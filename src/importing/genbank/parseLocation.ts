/** Parses the location of a feature, in the syntax of the INSDC feature table: `complement(join(1..5,<8..10))`. */
import type { FeatureLocation, FeaturePart } from '../annotation.ts';

const spanForm = /^([<>]?)(\d+)(?:(\.\.|\^)([<>]?)(\d+))?$/;
// No file nests deeper than complement(join(complement(…))).
const maxDepth = 4;
const maxPosition = 2 ** 31;

/** A part, and which of its ends on the strand as written are open. */
interface EndedPart extends FeaturePart {
  readonly isLeftOpen: boolean;
  readonly isRightOpen: boolean;
}

/**
 * The location, or the reason why there is none. `circle` is the length of a circular sequence, where `242..45` runs
 * through the origin.
 */
export function parseLocation(
  text: string,
  circle: number | null = null,
): FeatureLocation | string {
  const parts = partsOf(text.replaceAll(/\s/g, ''), 0, circle);
  if (typeof parts === 'string') return parts;
  const [first] = parts;
  return {
    parts: parts.map(({ start, end, strand }) => ({ start, end, strand })),
    isPartial: parts.some(({ isLeftOpen, isRightOpen }) => isLeftOpen || isRightOpen),
    isStartOpen: (first?.strand === -1 ? first.isRightOpen : first?.isLeftOpen) ?? false,
  };
}

function partsOf(text: string, depth: number, circle: number | null): EndedPart[] | string {
  if (depth > maxDepth) return 'a location too deeply nested';
  const [, operator, inner] = /^(complement|join|order)\((.*)\)$/.exec(text) ?? [];
  if (operator === undefined || inner === undefined) return spanOf(text, circle);
  const parts: EndedPart[] = [];
  for (const item of operator === 'complement' ? [inner] : splitList(inner)) {
    const more = partsOf(item, depth + 1, circle);
    if (typeof more === 'string') return more;
    for (const part of more) parts.push(part);
  }
  if (operator !== 'complement') return parts;
  return parts.map(onOtherStrand).toReversed();
}

function onOtherStrand(part: EndedPart): EndedPart {
  return { ...part, strand: part.strand === 1 ? -1 : 1 };
}

function spanOf(text: string, circle: number | null): EndedPart[] | string {
  if (text.includes(':')) return 'a location in another sequence';
  const [, before = '', first, between, after = '', last = first] = spanForm.exec(text) ?? [];
  if (first === undefined || last === undefined) return 'no location';
  // `5^6` is the position between these two bases.
  const start = between === '^' ? Number(first) : Number(first) - 1;
  const end = between === '^' ? Number(first) : Number(last);
  if (between === '..' && circle !== null && end > 0 && end < start && start < circle) {
    const [isLeftOpen, isRightOpen] = [before !== '', after !== ''];
    return [
      { start, end: circle, strand: 1, isLeftOpen, isRightOpen: false },
      { start: 0, end, strand: 1, isLeftOpen: false, isRightOpen },
    ];
  }
  if (between === '..' && circle === null && end > 0 && end < start)
    return 'a location through the origin of a molecule that LOCUS does not call circular';
  if (start < 0 || end < start || Number(last) > maxPosition) return 'a location that ends first';
  // Of a single base, `<5` is open before it and `>5` behind it.
  const isSingle = between === undefined;
  return [
    {
      start,
      end,
      strand: 1,
      isLeftOpen: isSingle ? before === '<' : before !== '',
      isRightOpen: isSingle ? before === '>' : after !== '',
    },
  ];
}

/** Splits at commas outside parentheses. */
function splitList(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === ',' && depth === 0) {
      items.push(text.slice(from, at));
      from = at + 1;
    }
  }
  items.push(text.slice(from));
  return items;
}
