/** Builds a text from recurring pieces and numbers: in one buffer, without a string for each. */

export interface ByteText {
  /** Appends bytes [from, to), by default all. */
  readonly piece: (bytes: Uint8Array, from?: number, to?: number) => void;
  /** Appends a whole number in decimal. */
  readonly number: (value: number) => void;
  /** Removes the last byte. */
  readonly dropLast: () => void;
  /** Returns the text, which is valid until something is added: that starts the next text. */
  readonly take: () => Uint8Array;
}

const zero = 48;
const minus = 45;
// At least as long as any number.
const mostDigits = 24;
const most32Bits = 0x7fffffff;

export function createByteText(): ByteText {
  let bytes = Buffer.allocUnsafeSlow(1 << 14);
  let used = 0;
  const makeRoom = (more: number) => {
    if (used + more <= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((used + more) * 2);
    bytes.copy(larger, 0, 0, used);
    bytes = larger;
  };
  return {
    piece(some, from = 0, to = some.length) {
      makeRoom(to - from);
      // Faster than `set` for such short pieces; locals keep the loop out of the closure.
      const target = bytes;
      let end = used;
      for (let at = from; at < to; at++) target[end++] = some[at] ?? 0;
      used = end;
    },
    number(value) {
      makeRoom(mostDigits);
      if (Math.abs(value) > most32Bits) {
        used += bytes.write(String(value), used, 'latin1');
        return;
      }
      let left = Math.abs(value);
      if (value < 0) bytes[used++] = minus;
      let end = used + 1;
      for (let more = left; more >= 10; more = (more / 10) | 0) end++;
      used = end;
      do {
        bytes[--end] = zero + (left % 10);
        left = (left / 10) | 0;
      } while (left > 0);
    },
    dropLast() {
      used--;
    },
    take() {
      const text = bytes.subarray(0, used);
      used = 0;
      return text;
    },
  };
}
