/** A growable, reusable buffer for UTF-8 text. */

export interface TextBuffer {
  /** Replaced when the buffer grows: call `reserve` first, then write. */
  bytes: Buffer;
  used: number;
}

export function createTextBuffer(bytes = 1 << 16): TextBuffer {
  return { bytes: Buffer.allocUnsafeSlow(bytes), used: 0 };
}

/** Ensures capacity for `more` bytes. */
export function reserve(text: TextBuffer, more: number): void {
  const needed = text.used + more;
  if (needed <= text.bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, text.bytes.length * 2));
  text.bytes.copy(larger, 0, 0, text.used);
  text.bytes = larger;
}

export function addByte(text: TextBuffer, byte: number): void {
  reserve(text, 1);
  text.bytes[text.used++] = byte;
}

// Below this, a copy loop is faster than a native call.
const shortBytes = 24;

/** Adds bytes [from, to). */
export function addBytes(text: TextBuffer, bytes: Buffer, from: number, to: number): void {
  reserve(text, to - from);
  const target = text.bytes;
  let { used } = text;
  if (to - from > shortBytes) {
    used += bytes.copy(target, used, from, to);
  } else {
    for (let at = from; at < to; at++) target[used++] = bytes[at] ?? 0;
  }
  text.used = used;
}

/** Adds a short ASCII text with a copy loop, which is faster than encoding. */
export function addAscii(text: TextBuffer, more: string): void {
  const { length } = more;
  reserve(text, length);
  const target = text.bytes;
  for (let at = 0; at < length; at++) target[text.used + at] = more.charCodeAt(at);
  text.used += length;
}

// Digits of the largest safe integer.
const maxDigits = 16;

/** Adds a non-negative integer in decimal. */
export function addInteger(text: TextBuffer, value: number): void {
  reserve(text, maxDigits);
  let size = 1;
  for (let bound = 10; bound <= value; bound *= 10) size++;
  let rest = value;
  for (let at = text.used + size - 1; at >= text.used; at--) {
    const less = Math.floor(rest / 10);
    text.bytes[at] = 0x30 + (rest - less * 10);
    rest = less;
  }
  text.used += size;
}

export function addText(text: TextBuffer, more: string): void {
  // A UTF-16 code unit takes at most three bytes of UTF-8.
  reserve(text, more.length * 3);
  text.used += text.bytes.write(more, text.used);
}

/** The bytes written since offset `from`. */
export function writtenSince(text: TextBuffer, from: number): Buffer {
  return text.bytes.subarray(from, text.used);
}
