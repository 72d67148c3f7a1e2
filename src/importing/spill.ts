/** Groups items, such as the genes of each phage, in bounded memory and in whatever order they arrive: on disk if they are many. */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { naming, temporaryFailure } from '../base/failure.ts';
import { copied } from '../text/words.ts';

export type Spill = ReturnType<typeof createSpill>;

export const defaultWaiting = 1 << 25;
const separator = '\0';

/**
 * Asks for the name of its file only if more letters than `maxWaiting` are to be held, and removes it when closed. Throws a
 * Failure.
 */
export function createSpill(nameFile: () => string, maxWaiting = defaultWaiting) {
  let file = '';
  let handle: number | null = null;
  const waiting = new Map<string, string[]>();
  // Each part on disk begins with the place of the one before: groups that arrive by turns make one of nearly each item.
  const last = new Map<string, { readonly start: number; readonly bytes: number }>();
  let [letters, written] = [0, 0];
  const writeAll = (bytes: Buffer) => {
    try {
      handle ??= openSync((file = nameFile()), 'wx+');
      for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done);
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
  const spilled = (source: number, group: string) => {
    const parts: string[][] = [];
    for (let part = last.get(group); part !== undefined;) {
      const { start, bytes } = part;
      const text = Buffer.allocUnsafe(bytes);
      for (let done = 0; done < bytes;) {
        const from = done;
        const got = naming(file, () => readSync(source, text, from, bytes - from, start + from));
        if (got === 0) throw new Error(`${file} was cut short`);
        done += got;
      }
      const [link = '', ...lines] = text.toString().split('\n');
      parts.push(lines);
      const [at = 0, length] = link.split(' ').map(Number);
      part = length === undefined ? undefined : { start: at, bytes: length };
    }
    return parts.toReversed().flat();
  };
  return {
    /** The parts of an item contain neither line breaks nor NUL; JSON text has none. */
    add(group: string, parts: readonly string[]): void {
      const line = parts.join(separator);
      const lines = waiting.get(group);
      if (lines === undefined) {
        waiting.set(copied(group), [line]);
        letters += group.length;
      } else lines.push(line);
      letters += line.length;
      if (letters > maxWaiting) spill();
    },
    /** The parts of each item of a group, in order of arrival. */
    itemsOf(group: string): string[][] {
      const before = handle === null ? [] : spilled(handle, group);
      return before.concat(waiting.get(group) ?? []).map((line) => line.split(separator));
    },
    close(): void {
      if (handle === null) return;
      closeSync(handle);
      rmSync(file, { force: true });
      handle = null;
    },
  };
}

/** Adds an item to a group that is held in memory. */
export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}
