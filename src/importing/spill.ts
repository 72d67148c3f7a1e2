/** Groups items, such as the genes of each phage, in bounded memory and in whatever order they arrive: on disk if they are many. */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { copied } from '../text/copied.ts';

export interface Spill {
  /** The parts of an item contain neither line breaks nor NUL; JSON text has none. */
  readonly add: (group: string, parts: readonly string[]) => void;
  /** The parts of each item of a group, in order of arrival. */
  readonly itemsOf: (group: string) => string[][];
  readonly close: () => void;
}

const maxWaiting = 1 << 25;
const separator = '\0';

/** Uses `file` only if the items are many, and removes it when closed. */
export function createSpill(file: string): Spill {
  let handle: number | null = null;
  const waiting = new Map<string, string[]>();
  const pieces = new Map<string, { readonly start: number; readonly bytes: number }[]>();
  let [letters, written] = [0, 0];
  const spill = () => {
    const target = (handle ??= openSync(file, 'wx+'));
    for (const [group, lines] of waiting) {
      const bytes = Buffer.from(lines.join('\n'));
      for (let done = 0; done < bytes.length;) done += writeSync(target, bytes, done);
      const known = pieces.get(group);
      const piece = { start: written, bytes: bytes.length };
      if (known === undefined) pieces.set(copied(group), [piece]);
      else known.push(piece);
      written += bytes.length;
    }
    waiting.clear();
    letters = 0;
  };
  const read = (source: number, { start, bytes }: { start: number; bytes: number }) => {
    const piece = Buffer.allocUnsafe(bytes);
    for (let done = 0; done < bytes;) {
      const got = readSync(source, piece, done, bytes - done, start + done);
      if (got === 0) throw new Error(`${file} was cut short`);
      done += got;
    }
    return piece.toString().split('\n');
  };
  return {
    add(group, parts) {
      const line = parts.join(separator);
      const lines = waiting.get(group);
      if (lines === undefined) waiting.set(group, [line]);
      else lines.push(line);
      letters += line.length;
      if (letters > maxWaiting) spill();
    },
    itemsOf(group) {
      const source = handle;
      const spilled =
        source === null ? [] : (pieces.get(group) ?? []).flatMap((piece) => read(source, piece));
      const lines = [...spilled, ...(waiting.get(group) ?? [])];
      return lines.map((line) => line.split(separator));
    },
    close() {
      if (handle === null) return;
      closeSync(handle);
      rmSync(file, { force: true });
      handle = null;
    },
  };
}
