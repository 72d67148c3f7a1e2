/** Keeps the genes of phages apart in bounded memory, in whatever order they come: on disk where they are many. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

export interface GeneSpill {
  readonly add: (phage: string, line: string) => void;
  /** The lines of a phage, in the order in which they came. */
  readonly linesOf: (phage: string) => string[];
  readonly close: () => void;
}

const maxWaiting = 1 << 25;

/** `file` is made anew, and is for the caller to remove. */
export function createGeneSpill(file: string): GeneSpill {
  const handle = openSync(file, 'wx+');
  const waiting = new Map<string, string[]>();
  const pieces = new Map<string, { readonly start: number; readonly bytes: number }[]>();
  let [letters, written] = [0, 0];
  const spill = () => {
    for (const [phage, lines] of waiting) {
      const bytes = Buffer.from(lines.join('\n'));
      for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done);
      const known = pieces.get(phage) ?? [];
      pieces.set(phage, [...known, { start: written, bytes: bytes.length }]);
      written += bytes.length;
    }
    waiting.clear();
    letters = 0;
  };
  return {
    add(phage, line) {
      const lines = waiting.get(phage);
      if (lines === undefined) waiting.set(phage, [line]);
      else lines.push(line);
      letters += line.length;
      if (letters > maxWaiting) spill();
    },
    linesOf(phage) {
      const spilled = (pieces.get(phage) ?? []).flatMap(({ start, bytes }) => {
        const piece = Buffer.allocUnsafe(bytes);
        for (let done = 0; done < bytes;) {
          const read = readSync(handle, piece, done, bytes - done, start + done);
          if (read === 0) throw new Error(`${file} was cut short`);
          done += read;
        }
        return piece.toString().split('\n');
      });
      return [...spilled, ...(waiting.get(phage) ?? [])];
    },
    close: () => closeSync(handle),
  };
}
