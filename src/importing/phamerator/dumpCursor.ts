/** A position in the bytes of a mysqldump, with its line number; skips white space, texts and statements. */
import { TextFault } from '../textLines.ts';

export const code = (sign: string) => sign.charCodeAt(0);
export const backslash = code('\\');
const newline = code('\n');
export const quote = code("'");
export const [open, close, comma, semicolon] = [code('('), code(')'), code(','), code(';')];

/** Thrown when the available bytes end within what is being read. */
export class Incomplete extends Error {}

/** Methods that advance throw Incomplete if the bytes end first. */
export class DumpCursor {
  protected buffer: Buffer = Buffer.alloc(0);
  protected at = 0;
  protected line = 1;
  protected isEscaped = false;
  private nextBackslash = -1;
  private nextQuote = -1;
  private nextNewline = -1;

  get unread(): number {
    return this.buffer.length - this.at;
  }

  /** Appends bytes to those that are unread. */
  protected append(chunks: readonly Buffer[]): void {
    const rest = this.buffer.subarray(this.at);
    this.buffer =
      rest.length === 0 && chunks.length === 1
        ? (chunks[0] ?? rest)
        : Buffer.concat([rest, ...chunks]);
    this.at = 0;
    this.nextBackslash = this.nextQuote = this.nextNewline = -1;
  }

  /** Returns whether there is anything after the white space. */
  protected skipSpace(): boolean {
    for (; this.at < this.buffer.length; this.at++) {
      const byte = this.buffer[this.at] ?? 0;
      if (byte > 0x20) return true;
      if (byte === newline) this.line++;
    }
    return false;
  }

  /** The offset of the closing quote of the text that starts here. Sets `isEscaped`. */
  protected textEnd(from: number): number {
    const { buffer } = this;
    this.isEscaped = false;
    let at = from;
    for (;;) {
      // Most texts are so short that a native call would take longer.
      const near = Math.min(at + 128, buffer.length);
      for (; at < near; at++) {
        const byte = buffer[at];
        if (byte === quote || byte === backslash) break;
        if (byte === newline) this.line++;
      }
      if (at === near) at = this.farEnd(at);
      if (buffer[at] === quote) {
        if (at + 1 >= buffer.length) throw new Incomplete();
        if (buffer[at + 1] !== quote) return at;
      }
      this.isEscaped = true;
      at += 2;
      if (at >= buffer.length) throw new Incomplete();
    }
  }

  /** The next quote or backslash. */
  private farEnd(from: number): number {
    const { buffer } = this;
    if (this.nextQuote < from) this.nextQuote = orEnd(buffer.indexOf(quote, from));
    if (this.nextBackslash < from) this.nextBackslash = orEnd(buffer.indexOf(backslash, from));
    const end = Math.min(this.nextQuote, this.nextBackslash);
    if (end === Infinity) throw new Incomplete();
    this.countLines(from, end);
    return end;
  }

  private countLines(from: number, to: number): void {
    for (;;) {
      if (this.nextNewline < from) this.nextNewline = orEnd(this.buffer.indexOf(newline, from));
      if (this.nextNewline >= to) return;
      this.line++;
      from = this.nextNewline + 1;
    }
  }

  protected skipRequired(): void {
    if ((this.buffer[this.at] ?? 0) > 0x20) return;
    if (!this.skipSpace()) throw new Incomplete();
  }

  protected accept(byte: number): boolean {
    if (this.buffer[this.at] !== byte) return false;
    this.at++;
    return true;
  }

  protected expect(byte: number, what: string): void {
    if (this.at >= this.buffer.length) throw new Incomplete();
    if (this.accept(byte)) return;
    const found = this.buffer.toString('latin1', this.at, this.at + 20);
    throw new TextFault(this.line, `${found} instead of ${what}`);
  }

  protected skipTo(text: string): void {
    const end = this.buffer.indexOf(text, this.at, 'latin1');
    if (end < 0) throw new Incomplete();
    this.countLines(this.at, end + text.length);
    this.at = end + text.length;
  }

  /** Moves past the semicolon of a statement, skipping texts. */
  protected skipStatement(): void {
    const { buffer } = this;
    for (; this.at < buffer.length; this.at++) {
      const byte = buffer[this.at] ?? 0;
      if (byte === newline) this.line++;
      else if (byte === quote) this.at = this.textEnd(this.at + 1);
      else if (byte === code('`') || byte === code('"')) {
        const end = buffer.indexOf(byte, this.at + 1);
        if (end < 0) throw new Incomplete();
        this.at = end;
      } else if (byte === semicolon) {
        this.at++;
        return;
      }
    }
    throw new Incomplete();
  }
}

function orEnd(at: number): number {
  return at < 0 ? Infinity : at;
}
