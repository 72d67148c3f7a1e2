/** Groups genes by phage in bounded memory, in whatever order they arrive: on disk if there are many. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

export interface GeneSpill {
  /** The parts of a gene contain neither line breaks nor NUL; JSON text has none. */
  readonly add: (phage: string, parts: readonly string[]) => void;
  /** The parts of each gene of a phage, in order of arrival. */
  readonly genesOf: (phage: string) => string[][];
  readonly close: () => void;
}

const maxWaiting = 1 << 25;
const separator = '\0';

/** Creates `file`, which the caller must remove. */
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
    add(phage, parts) {
      const line = parts.join(separator);
      const lines = waiting.get(phage);
      if (lines === undefined) waiting.set(phage, [line]);
      else lines.push(line);
      letters += line.length;
      if (letters > maxWaiting) spill();
    },
    genesOf(phage) {
      const spilled = (pieces.get(phage) ?? []).flatMap(({ start, bytes }) => {
        const piece = Buffer.allocUnsafe(bytes);
        for (let done = 0; done < bytes;) {
          const read = readSync(handle, piece, done, bytes - done, start + done);
          if (read === 0) throw new Error(`${file} was cut short`);
          done += read;
        }
        return piece.toString().split('\n');
      });
      const lines = [...spilled, ...(waiting.get(phage) ?? [])];
      return lines.map((line) => line.split(separator));
    },
    close: () => closeSync(handle),
  };
}
