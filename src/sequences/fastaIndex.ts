/** Writes the index of samtools (`.fai`) for sequences as `renderFasta` writes them. */
import { basesPerLine } from './renderFasta.ts';

export interface IndexedEntry {
  /** What stands behind `>`. */
  readonly header: string;
  /** The number of its bases. */
  readonly bases: number;
}

/** The line of each entry, of all entries of a file in order: name, bases, offset of the first, bases and bytes a line. */
export function fastaIndex(entries: Iterable<IndexedEntry>): string {
  let at = 0;
  let lines = '';
  for (const { header, bases } of entries) {
    const name = /^\S*/.exec(header)?.[0] ?? '';
    at += Buffer.byteLength(header) + 2;
    const perLine = Math.min(bases, basesPerLine);
    // samtools has none of a sequence without bases.
    if (bases > 0) lines += `${[name, bases, at, perLine, perLine + 1].join('\t')}\n`;
    at += bases + Math.ceil(bases / basesPerLine);
  }
  return lines;
}
