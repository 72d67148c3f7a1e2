/** Tells whether bytes repeat those that were seen before them. */
import { createViews } from '../json/plainJson.ts';

/** Keeps a copy of the last bytes, since their buffer may be reused. The first ones repeat nothing, unless empty. */
export function createRepeatWatch(): (bytes: Buffer, from: number, to: number) => boolean {
  const viewOf = createViews();
  let last = new DataView(new ArrayBuffer(256));
  let length = 0;

  /** Compares four bytes at a time. */
  const isLast = (view: DataView, from: number): boolean => {
    let at = 0;
    for (; at <= length - 4; at += 4) {
      if (last.getInt32(at) !== view.getInt32(from + at)) return false;
    }
    for (; at < length; at++) if (last.getInt8(at) !== view.getInt8(from + at)) return false;
    return true;
  };

  return (bytes, from, to) => {
    if (to - from === length && isLast(viewOf(bytes), from)) return true;
    length = to - from;
    if (last.byteLength < length) last = new DataView(new ArrayBuffer(2 * length));
    bytes.copy(new Uint8Array(last.buffer), 0, from, to);
    return false;
  };
}
