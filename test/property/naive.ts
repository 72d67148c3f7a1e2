/** The same things done as simply as can be, to hold the program against. */

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

/** The published form of a record whose keys are in order already (L1). */
export function publishedJson(record: object): string {
  return JSON.stringify(record).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
