/** Parses the location of a feature, in the syntax of the INSDC feature table: `complement(join(1..5,<8..10))`. */
import type { FeatureLocation, FeaturePart } from '../annotation.ts';

const spanForm = /^([<>]?)(\d+)(?:(\.\.|\^)([<>]?)(\d+))?$/;
// No file nests deeper than complement(join(complement(…))).
const maxDepth = 4;
const maxPosition = 2 ** 31;

/** The location, or the reason why there is none. */
export function parseLocation(text: string): FeatureLocation | string {
  const found = { isPartial: false };
  const parts = partsOf(text.replaceAll(/\s/g, ''), 0, found);
  return typeof parts === 'string' ? parts : { parts, isPartial: found.isPartial };
}

function partsOf(
  text: string,
  depth: number,
  found: { isPartial: boolean },
): FeaturePart[] | string {
  if (depth > maxDepth) return 'a location too deeply nested';
  const [, operator, inner] = /^(complement|join|order)\((.*)\)$/.exec(text) ?? [];
  if (operator === undefined || inner === undefined) return spanOf(text, found);
  const parts: FeaturePart[] = [];
  for (const item of operator === 'complement' ? [inner] : splitList(inner)) {
    const more = partsOf(item, depth + 1, found);
    if (typeof more === 'string') return more;
    for (const part of more) parts.push(part);
  }
  if (operator !== 'complement') return parts;
  return parts.map(onOtherStrand).toReversed();
}

function onOtherStrand({ start, end, strand }: FeaturePart): FeaturePart {
  return { start, end, strand: strand === 1 ? -1 : 1 };
}

function spanOf(text: string, found: { isPartial: boolean }): FeaturePart[] | string {
  if (text.includes(':')) return 'a location in another sequence';
  const [, before = '', first, between, after = '', last = first] = spanForm.exec(text) ?? [];
  if (first === undefined || last === undefined) return 'no location';
  if (before !== '' || after !== '') found.isPartial = true;
  // `5^6` is the position between these two bases.
  const start = between === '^' ? Number(first) : Number(first) - 1;
  const end = between === '^' ? Number(first) : Number(last);
  if (start < 0 || end < start || Number(last) > maxPosition) return 'a location that ends first';
  return [{ start, end, strand: 1 }];
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
