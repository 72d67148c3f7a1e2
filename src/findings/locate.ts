/** From pointers and offsets in a JSON text to the lines that findings name. */
import type { JsonSpan } from '../json/examineJson.ts';

/** Where a pointer's key starts; of a field that is missing, where its object starts. */
export function offsetOf(spans: ReadonlyMap<string, JsonSpan>, pointer: string): number {
  for (let path = pointer; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const span = spans.get(path);
    if (span !== undefined) return path === pointer ? span.key : span.start;
  }
  return 0;
}

/** How many lines have ended before an offset into `text`. */
export function lineBreaksBefore(text: string, offset: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1))
    count++;
  return count;
}

/** The source text of the value at a pointer; empty where there is none. */
export function tokenAt(
  text: string,
  spans: ReadonlyMap<string, JsonSpan>,
  pointer: string,
): string {
  const span = spans.get(pointer);
  return span === undefined ? '' : text.slice(span.start, span.end);
}
