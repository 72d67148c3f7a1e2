/** The same things done as simply as can be, to hold the program against. */
import type { FeatureRecord } from '../../src/generated/records.ts';

/** Orders two texts by code point, one after the other (L3). */
export function compareCodePoints(a: string, b: string): number {
  const [x, y] = [codePointsOf(a), codePointsOf(b)];
  const at = x.findIndex((codePoint, index) => codePoint !== y[index]);
  if (at === -1) return x.length - y.length;
  return (x[at] ?? -1) - (y[at] ?? -1);
}

function codePointsOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

/** Orders features by phage, place and what they are (L3). */
export function compareFeatures(a: FeatureRecord, b: FeatureRecord): number {
  return (
    compareCodePoints(a.PhageID, b.PhageID) ||
    a.Start - b.Start ||
    a.Stop - b.Stop ||
    compareCodePoints(a.Type, b.Type) ||
    compareCodePoints(a.Name, b.Name)
  );
}

/** The published form of a record whose keys are in order already (L1). */
export function publishedJson(record: object): string {
  return JSON.stringify(record).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
