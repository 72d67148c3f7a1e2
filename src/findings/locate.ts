/** From pointers and offsets in a JSON text to the lines that findings name. */
import { locateValues } from '../json/locateValues.ts';

/**
 * Where the key of each pointer starts; of a field that is missing, where its object starts. `text` must be
 * good JSON.
 */
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

/** The source text of the value at each pointer that is there. `text` must be good JSON. */
export function tokensAt(text: string, pointers: readonly string[]): ReadonlyMap<string, string> {
  if (pointers.length === 0) return new Map();
  const spans = locateValues(text, pointers);
  return new Map([...spans].map(([pointer, { start, end }]) => [pointer, text.slice(start, end)]));
}

/** How many lines have ended before an offset into `text`, for offsets none of which is before the last one. */
export function createLineCounter(text: string): (offset: number) => number {
  let breaks = 0;
  let next = text.indexOf('\n');
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) breaks++;
    return breaks;
  };
}

/** How many lines have ended before an offset into `text`. */
export function lineBreaksBefore(text: string, offset: number): number {
  return createLineCounter(text)(offset);
}
