/** Groups items, such as the genes of each phage, in bounded memory and in whatever order they arrive: on disk if they are many. */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { naming, temporaryFailure } from '../base/failure.ts';
import { copied } from '../text/words.ts';

export interface Spill {
  /** The parts of an item contain neither line breaks nor NUL; JSON text has none. */
  readonly add: (group: string, parts: readonly string[]) => void;
  /** The parts of each item of a group, in order of arrival. */
  readonly itemsOf: (group: string) => string[][];
  readonly close: () => void;
}

interface Piece {
  readonly start: number;
  readonly bytes: number;
}

export const usuallyWaiting = 1 << 25;
const separator = '\0';

/**
 * Asks for the name of its file only if more letters than `maxWaiting` are to be held, and removes it when closed. Throws a
 * Failure.
 */
export function createSpill(nameFile: () => string, maxWaiting = usuallyWaiting): Spill {
  let file = '';
  let handle: number | null = null;
  const waiting = new Map<string, string[]>();
  // Each piece begins with the place of the one before: groups that arrive by turns make one of nearly each item.
  const last = new Map<string, Piece>();
  let [letters, written] = [0, 0];
  const open = () => {
    file = nameFile();
    return openSync(file, 'wx+');
  };
  const writeAll = (bytes: Buffer) => {
    try {
      const target = (handle ??= open());
      for (let done = 0; done < bytes.length;) done += writeSync(target, bytes, done);
    } catch (error) {
      throw temporaryFailure(file, error);
    }
  };
  const spill = () => {
    for (const [group, lines] of waiting) {
      const before = last.get(group);
      const link = before === undefined ? '' : `${before.start} ${before.bytes}`;
      const bytes = Buffer.from(`${link}\n${lines.join('\n')}`);
      writeAll(bytes);
      last.set(group, { start: written, bytes: bytes.length });
      written += bytes.length;
    }
    waiting.clear();
    letters = 0;
  };
  const read = (source: number, { start, bytes }: Piece) => {
    const piece = Buffer.allocUnsafe(bytes);
    for (let done = 0; done < bytes;) {
      const got = naming(file, () => readSync(source, piece, done, bytes - done, start + done));
      if (got === 0) throw new Error(`${file} was cut short`);
      done += got;
    }
    const [link = '', ...lines] = piece.toString().split('\n');
    const [at, length] = link.split(' ').map(Number);
    const before = length === undefined ? null : { start: at ?? 0, bytes: length };
    return { before, lines };
  };
  const spilled = (source: number, group: string) => {
    const pieces: string[][] = [];
    for (let piece = last.get(group) ?? null; piece !== null;) {
      const { before, lines } = read(source, piece);
      pieces.push(lines);
      piece = before;
    }
    return pieces.toReversed().flat();
  };
  return {
    add(group, parts) {
      const line = parts.join(separator);
      const lines = waiting.get(group);
      if (lines === undefined) {
        waiting.set(copied(group), [line]);
        letters += group.length;
      } else lines.push(line);
      letters += line.length;
      if (letters > maxWaiting) spill();
    },
    itemsOf(group) {
      const before = handle === null ? [] : spilled(handle, group);
      const lines = before.concat(waiting.get(group) ?? []);
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
