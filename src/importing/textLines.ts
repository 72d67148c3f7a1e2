/** Reads a text file, plain or compressed, line by line in bounded memory. */
import { isUtf8 } from 'node:buffer';
import { decodeSource } from '../sources/decodeSource.ts';
import { newline } from '../json/bytes.ts';

export interface TextLine {
  /** Without its line break. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** Thrown when a file cannot be read further: the message says what was found instead of text. */
export class TextFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export const notUtf8 = 'bytes that are not UTF-8';
// Lines of annotation files are never nearly this long; without a bound, one line could fill the memory.
const carriageReturn = 13;
const maxLineBytes = 1 << 20;

/** Yields the lines of each chunk. Throws a TextFault, or the system's or zlib's error. */
export async function* textLines(
  file: { readonly absolutePath: string; readonly gzipped: boolean },
  longest = maxLineBytes,
): AsyncGenerator<readonly TextLine[]> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  let end = newline;
  const linesOf = (bytes: Buffer): TextLine[] => {
    // One call for many lines, since a call per line would cost more than decoding it.
    const text = isUtf8(bytes) ? bytes.toString('utf8') : null;
    if (text === null) throw new TextFault(lineOfBadText(bytes, line), notUtf8);
    return text.split(end === newline ? '\n' : '\r').map((one) => {
      if (one.length > longest) throw tooLong(line, longest);
      return { text: one.endsWith('\r') ? one.slice(0, -1) : one, line: line++ };
    });
  };
  let isFirst = true;
  for await (const chunk of decodeSource(file)) {
    // Old programs end lines this way.
    if (isFirst && !chunk.includes(newline) && chunk.includes(carriageReturn)) end = carriageReturn;
    isFirst = false;
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const last = bytes.lastIndexOf(end);
    if (last >= 0) yield linesOf(bytes.subarray(0, last));
    rest = bytes.subarray(last + 1);
    if (rest.length > longest) throw tooLong(line, longest);
  }
  if (rest.length > 0) yield linesOf(rest);
}

function lineOfBadText(bytes: Buffer, firstLine: number): number {
  let line = firstLine;
  for (let from = 0; ;) {
    const end = bytes.indexOf(newline, from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return line;
    line++;
    from = end + 1;
  }
}

function tooLong(line: number, longest: number): TextFault {
  return new TextFault(line, `a line of more than ${longest} bytes`);
}
