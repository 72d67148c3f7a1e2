/** Writes a samtools index (`.fai`) for sequences in the form of `renderFasta`. */
import { basesPerLine } from './renderFasta.ts';

export interface IndexedEntry {
  /** The text after `>`. */
  readonly header: string;
  /** The number of its bases. */
  readonly bases: number;
}

/**
 * One line for each entry of a file, in order: name, number of bases, offset of the first, bases and bytes per line.
 */
export function fastaIndex(entries: Iterable<IndexedEntry>): string {
  let at = 0;
  let lines = '';
  for (const { header, bases } of entries) {
    const name = /^\S*/.exec(header)?.[0] ?? '';
    at += Buffer.byteLength(header) + 2;
    const perLine = Math.min(bases, basesPerLine);
    // samtools omits sequences without bases.
    if (bases > 0) lines += `${[name, bases, at, perLine, perLine + 1].join('\t')}\n`;
    at += bases + Math.ceil(bases / basesPerLine);
  }
  return lines;
}
