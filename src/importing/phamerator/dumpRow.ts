/** A row of a dump: where its values lie in the bytes, which are decoded when they are asked for. */
import { isUtf8 } from 'node:buffer';

/** Of a value in a row. An escaped text must be unescaped before it says anything. */
export type ValueKind = 'null' | 'text' | 'escaped' | 'hex' | 'bare';

export interface DumpRow {
  /** Of the dump, from 1: where the row begins. */
  readonly line: number;
  /** How many values it has. */
  readonly length: number;
  readonly isNull: (at: number) => boolean;
  /** Empty for NULL. Bytes that are no UTF-8 are read as Windows-1252, as MySQL's latin1 is. */
  readonly text: (at: number) => string;
  /** A text as its bytes, valid until the next row; empty for NULL. */
  readonly bytes: (at: number) => Buffer;
}

/** Rows are read into one of these, over and over. */
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
  // What cannot be decoded gives this sign; it may also stand there itself.
  if (!text.includes('\uFFFD') || isUtf8(bytes.subarray(start, end))) return text;
  return bytes
    .toString('latin1', start, end)
    .replaceAll(/[\x80-\x9F]/g, (sign) => windows1252[sign.charCodeAt(0) - 0x80] ?? sign);
}

const [quote, backslash] = [0x27, 0x5c];

// What stands behind a backslash for another byte; any other stands for itself.
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
      // A quote in a text is written twice.
      if (byte === quote) at++;
      plain[to++] = byte;
    }
  }
  return plain.subarray(0, to);
}
