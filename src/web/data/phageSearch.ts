/** The phages that a reader means by what they typed so far: by name, old name or accession, in any case. */
import type { PhageRow } from './phageIndex.ts';

/**
 * Those whose names, old names or accessions begin with or hold the text, or with each of its words: at most `most`, the
 * nearest first, and in the order of the index where they are as near. Nothing is prepared, so that the first letter is
 * answered as soon as the index is there.
 */
export function phagesLike(
  rows: readonly PhageRow[],
  text: string,
  most: number,
): readonly PhageRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const words = wanted.split(/\s+/);
  const ranked: PhageRow[][] = Array.from({ length: farthest + 1 }, () => []);
  for (const row of rows) {
    const distance = distanceOf(row, wanted, words);
    if (distance !== null) ranked[distance]?.push(row);
  }
  return ranked.flat().slice(0, most);
}

const farthest = 4;

function distanceOf(
  { name, oldNames, accession, reference }: PhageRow,
  wanted: string,
  words: readonly string[],
): number | null {
  const own = name.toLowerCase();
  if (own === wanted) return 0;
  if (own.startsWith(wanted)) return 1;
  const others = `${oldNames} ${accession} ${reference}`.toLowerCase();
  if (begins(others, wanted)) return 2;
  if (own.includes(wanted)) return 3;
  const all = `${own} ${others}`;
  return words.length > 1 && words.every((word) => begins(all, word)) ? farthest : null;
}

/** Whether a word of the text begins with another. */
function begins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || /[\s,;/|(_-]/.test(text[at - 1] ?? '')) return true;
  }
  return false;
}
