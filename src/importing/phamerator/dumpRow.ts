/** A row of a dump: the spans of its values in the bytes, which are decoded on demand. */
import { isUtf8 } from 'node:buffer';
import { backslash, quote } from './dumpCursor.ts';

/** The kind of a value in a row. An escaped text must be unescaped before use. */
export type ValueKind = 'null' | 'text' | 'escaped' | 'hex' | 'bare';

export interface DumpRow {
  /** The line of the dump on which the row starts, from 1. */
  readonly line: number;
  /** The number of values. */
  readonly length: number;
  readonly isNull: (at: number) => boolean;
  /** Empty for NULL. Bytes that are not UTF-8 are decoded as Windows-1252, which MySQL calls latin1. */
  readonly text: (at: number) => string;
  /** The bytes of a text, valid until the next row; empty for NULL. */
  readonly bytes: (at: number) => Buffer;
}

/** A single instance is reused for all rows. */
export class RowValues implements DumpRow {
  line = 1;
  length = 0;
  private buffer: Buffer = Buffer.alloc(0);
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly kinds: ValueKind[] = [];

  reset(buffer: Buffer, line: number): void {
    this.buffer = buffer;
    this.line = line;
    this.length = 0;
  }

  add(kind: ValueKind, start: number, end: number): void {
    this.kinds[this.length] = kind;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.length++;
  }

  isNull(at: number): boolean {
    return this.kinds[at] === 'null';
  }

  text(at: number): string {
    const kind = this.kinds[at];
    if (kind === 'text' || kind === 'bare')
      return decoded(this.buffer, this.starts[at] ?? 0, this.ends[at] ?? 0);
    const bytes = this.bytes(at);
    return decoded(bytes, 0, bytes.length);
  }

  bytes(at: number): Buffer {
    const bytes = this.buffer.subarray(this.starts[at], this.ends[at]);
    switch (this.kinds[at]) {
      case 'text':
      case 'bare':
        return bytes;
      case 'escaped':
        return unescaped(bytes);
      case 'hex':
        return Buffer.from(bytes.toString('latin1'), 'hex');
      default:
        return Buffer.alloc(0);
    }
  }
}

// The bytes 0x80 to 0x9F of Windows-1252, which Node's TextDecoder leaves as they are. The rest is as in ISO 8859-1.
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

function decoded(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  // Undecodable bytes become this character, which may also be in the text itself.
  if (!text.includes('\uFFFD') || isUtf8(bytes.subarray(start, end))) return text;
  return bytes
    .toString('latin1', start, end)
    .replaceAll(/[\x80-\x9F]/g, (sign) => windows1252[sign.charCodeAt(0) - 0x80] ?? sign);
}


// The escapes that stand for another byte; any other escaped byte stands for itself.
const escapes = new Map(
  Object.entries({ '0': 0, b: 8, n: 10, r: 13, t: 9, Z: 26 }).map(([letter, byte]) => [
    letter.charCodeAt(0),
    byte,
  ]),
);

function unescaped(bytes: Buffer): Buffer {
  const plain = Buffer.allocUnsafe(bytes.length);
  let to = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === backslash) {
      const next = bytes[++at] ?? 0;
      plain[to++] = escapes.get(next) ?? next;
    } else {
      // A quote in a text is doubled.
      if (byte === quote) at++;
      plain[to++] = byte;
    }
  }
  return plain.subarray(0, to);
}
