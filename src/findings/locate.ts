/** Maps pointers and offsets in a JSON text to the lines that findings name. */
import { locateValues } from '../json/locateValues.ts';

/** The offset of the key of each pointer; for a missing field, of its object. `text` must be valid JSON. */
export function offsetsOf(text: string, pointers: readonly string[]): number[] {
  if (pointers.length === 0) return [];
  const spans = locateValues(text, pointers);
  return pointers.map((pointer) => {
    for (let path = pointer; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
      const span = spans.get(path);
      if (span !== undefined) return path === pointer ? span.key : span.start;
    }
    return 0;
  });
}

/** The source text of the value at each pointer that exists. `text` must be valid JSON. */
export function tokensAt(text: string, pointers: readonly string[]): ReadonlyMap<string, string> {
  if (pointers.length === 0) return new Map();
  const spans = locateValues(text, pointers);
  return new Map([...spans].map(([pointer, { start, end }]) => [pointer, text.slice(start, end)]));
}

/** Returns a counter of the line breaks before an offset in `text`; offsets must not decrease. */
export function createLineCounter(text: string): (offset: number) => number {
  let breaks = 0;
  let next = text.indexOf('\n');
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) breaks++;
    return breaks;
  };
}

/** Number of line breaks before an offset in `text`. */
export function lineBreaksBefore(text: string, offset: number): number {
  return createLineCounter(text)(offset);
}
