/** Texts of records as they may stand between other words: in titles, labels and drawings. */

// They turn round what stands beside them, wherever nothing shuts them in.
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const longest = 300;

/** Without marks of direction, on one line, and not longer than a sentence or two. */
export function plainText(text: string): string {
  const line = text
    .slice(0, 2 * longest)
    .replace(turns, '')
    .replace(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
