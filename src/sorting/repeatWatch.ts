/** Detects bytes that repeat those kept before. */

export interface RepeatWatch {
  /** The end of the bytes from `from` on that repeat the kept ones; -1 if they do not, or none were kept. */
  readonly pass: (view: DataView, from: number) => number;
  /** Copies bytes [from, to): their buffer may be reused. */
  readonly keep: (bytes: Buffer, from: number, to: number) => void;
}

export function createRepeatWatch(): RepeatWatch {
  let last = new DataView(new ArrayBuffer(256));
  let length = -1;
  return {
    pass(view, from) {
      if (length < 0 || from + length > view.byteLength) return -1;
      // Four bytes at a time.
      let at = 0;
      for (; at <= length - 4; at += 4) {
        if (last.getInt32(at) !== view.getInt32(from + at)) return -1;
      }
      for (; at < length; at++) if (last.getInt8(at) !== view.getInt8(from + at)) return -1;
      return from + length;
    },
    keep(bytes, from, to) {
      length = to - from;
      if (last.byteLength < length) last = new DataView(new ArrayBuffer(2 * length));
      bytes.copy(new Uint8Array(last.buffer), 0, from, to);
    },
  };
}
