/** Tells whether bytes repeat those that were seen before them. */
import { compareBytes } from './compareBytes.ts';

/** Keeps a copy of the last bytes, since their buffer may be reused. The first ones repeat nothing, unless empty. */
export function createRepeatWatch(): (bytes: Buffer, from: number, to: number) => boolean {
  let last = Buffer.alloc(256);
  let length = 0;
  return (bytes, from, to) => {
    if (to - from === length && compareBytes(bytes, from, to, last, 0, length) === 0) return true;
    length = to - from;
    if (last.length < length) last = Buffer.alloc(2 * length);
    bytes.copy(last, 0, from, to);
    return false;
  };
}
