/** Reads the nucleotide sequences of a FASTA file one by one. */
import { isUtf8 } from 'node:buffer';
import { type BaseCounts, countBases, countedAtOnce, takeBases, upperCase } from './nucleotides.ts';

export interface FastaSequence {
  /** The line of its header, from 1. */
  readonly line: number;
  /** The first word of its header. */
  readonly name: string;
  /** The rest of its header. */
  readonly description: string;
  /** IUPAC nucleotides in upper case. */
  readonly bases: Buffer;
}

/** A sequence whose bases are valid until the next is requested. */
export interface ScannedSequence extends FastaSequence, BaseCounts {
  /** Whether nothing follows. */
  readonly isLast: boolean;
}

/** Why a sequence cannot be read: the line, from 1, what was expected there, and what was found. */
export interface FastaFault {
  /** `text`: not UTF-8. `size`: longer than any genome. */
  readonly kind: 'form' | 'alphabet' | 'text' | 'size';
  readonly line: number;
  /** The byte within the line, from 1; 0 for the whole line. */
  readonly column: number;
  readonly expected: string;
  readonly found: string;
}

// Forty times the largest known phage genome, and more than any bacterium has.
const mostBases = 32 << 20;
const mostHeaderBytes = 64 << 10;
const newline = 10;
const headerMark = 62;
/** For each byte: its nucleotide, `blank`, or 0 if it is neither. */
const blank = 1;
const meaning = Uint8Array.from(upperCase);
for (const byte of [9, 13, 32]) meaning[byte] = blank;

/**
 * Yields the sequences in order; a faulty one is reported and left out. No chunk is read behind one that is too long.
 * `firstLine` is the number of the first line. Throws what reading the chunks throws.
 */
export async function* readFasta(
  chunks: AsyncIterable<Buffer>,
  report: (fault: FastaFault) => void,
  firstLine = 1,
  maxBases = mostBases,
): AsyncGenerator<FastaSequence> {
  const state = { isOver: false };
  const onFault = (fault: FastaFault) => {
    // A file of that size may be endless.
    if (fault.kind === 'size') state.isOver = true;
    report(fault);
  };
  for await (const { line, name, description, bases } of scanFasta(
    chunksUntilOver(chunks, state),
    onFault,
    firstLine,
    maxBases,
  ))
    yield { line, name, description, bases: Buffer.from(bases) };
}

async function* chunksUntilOver(
  chunks: AsyncIterable<Buffer>,
  state: { readonly isOver: boolean },
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    if (state.isOver) return;
  }
}

/** The same without copying the bases, and all chunks are read. */
export async function* scanFasta(
  chunks: AsyncIterable<Buffer>,
  report: (fault: FastaFault) => void,
  firstLine = 1,
  maxBases = mostBases,
): AsyncGenerator<ScannedSequence> {
  let line = firstLine;
  let header: Buffer | null = null;
  let headerLine = 0;
  let isInHeader = false;
  let isAtStart = true;
  // The start of the line, relative to the chunk; negative if it is in an earlier one.
  let lineStart = 0;
  let isFaulty = false;
  let bases = Buffer.allocUnsafe(1 << 16);
  let used = 0;
  let counts = { strong: 0, plain: 0 };

  const fault = (
    kind: FastaFault['kind'],
    expected: string,
    found: string,
    place: { readonly line?: number; readonly column?: number } = {},
  ) => {
    if (!isFaulty) report({ kind, line, column: 0, ...place, expected, found });
    isFaulty = true;
  };
  const count = ({ strong, plain }: BaseCounts) => {
    counts.strong += strong;
    counts.plain += plain;
  };
  const finish = (isLast: boolean): ScannedSequence | null => {
    if (header === null) return null;
    const text = header.toString('utf8').trim();
    const [name = '', description = ''] = text.split(/\s+(.*)/s);
    const place = { line: headerLine };
    if (!isUtf8(header)) fault('text', 'a header in UTF-8', 'one that is not', place);
    else if (name === '') fault('form', 'a name behind >', 'a header without one', place);
    else if (used === 0) fault('form', 'nucleotides behind the header', 'none', place);
    header = null;
    if (isFaulty) return null;
    const read = { bases: bases.subarray(0, used), ...counts, isLast };
    return { line: headerLine, name, description, ...read };
  };

  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      if (isInHeader) {
        const end = chunk.indexOf(newline, at);
        const more = chunk.subarray(at, end < 0 ? chunk.length : end);
        header = Buffer.concat([header ?? Buffer.alloc(0), more]);
        if (header.length > mostHeaderBytes) {
          fault('size', `a header of at most ${mostHeaderBytes} bytes`, 'a longer one');
          header = header.subarray(0, mostHeaderBytes);
        }
        at += more.length;
        isInHeader = end < 0;
        continue;
      }
      const byte = chunk[at] ?? 0;
      if (byte === newline) {
        line++;
        isAtStart = true;
        at++;
        lineStart = at;
        continue;
      }
      if (isAtStart && byte === headerMark) {
        const sequence = finish(false);
        if (sequence !== null) yield sequence;
        [header, headerLine, isInHeader, isFaulty, used] = [Buffer.alloc(0), line, true, false, 0];
        counts = { strong: 0, plain: 0 };
        at++;
        continue;
      }
      isAtStart = false;
      if (isFaulty) {
        // What is skipped may be gigabytes.
        const end = chunk.indexOf(newline, at);
        at = end < 0 ? chunk.length : end;
        continue;
      }
      if (used + chunk.length > bases.length) {
        const larger = Buffer.allocUnsafe(2 * (used + chunk.length));
        bases.copy(larger, 0, 0, used);
        bases = larger;
      }
      if (header !== null) {
        const lineEnd = chunk.indexOf(newline, at);
        const end = lineEnd < 0 ? chunk.length : lineEnd;
        for (let next = at; at < end; at = next) {
          next = Math.min(at + countedAtOnce, end);
          const taken = takeBases(chunk, at, next, bases, used);
          if (taken === null) break;
          count(taken);
          used += next - at;
        }
      }
      const counted = used;
      for (; at < chunk.length; at++) {
        const read = chunk[at] ?? 0;
        const base = meaning[read] ?? 0;
        if (base > blank) bases[used++] = base;
        else if (read === newline) break;
        else if (base === 0 && header === null) fault('form', '> and a name', show(read));
        else if (base === 0)
          fault('alphabet', 'nucleotides (IUPAC)', show(read), { column: at - lineStart + 1 });
      }
      if (used > counted) count(countBases(bases.subarray(counted, used)));
      if (header === null && used > 0)
        fault('form', '> and a name', 'nucleotides without a header');
      if (used > maxBases) fault('size', `at most ${maxBases} nucleotides`, 'more');
      if (isFaulty) used = 0;
    }
    lineStart -= chunk.length;
  }
  const sequence = finish(true);
  if (sequence !== null) yield sequence;
}

function show(byte: number): string {
  const isShown = byte > 32 && byte < 127;
  return isShown ? `'${String.fromCharCode(byte)}'` : `the byte ${byte}`;
}

/** Writes a sequence as FASTA, in lines of 70 bases as GenBank does. */
const basesPerLine = 70;

/** `header` is the text after `>`: the name, and any description. */
export function renderFasta(header: string, bases: Buffer): Buffer {
  const lines = Math.ceil(bases.length / basesPerLine);
  const text = Buffer.allocUnsafe(Buffer.byteLength(header) + 2 + bases.length + lines);
  let at = text.write(`>${header}\n`);
  let from = text.length - bases.length;
  text.set(bases, from);
  // From the end, where there is room for them, lines move to their places: copying each would need an object for it.
  for (; from < text.length; from += basesPerLine) {
    const end = Math.min(from + basesPerLine, text.length);
    text.copyWithin(at, from, end);
    at += end - from;
    text[at++] = newline;
  }
  return text;
}

/** Writes a samtools index (`.fai`) for sequences in the form of `renderFasta`. */
export interface IndexedEntry {
  /** The text after `>`. */
  readonly header: string;
  /** The number of its bases. */
  readonly bases: number;
}

/**
 * One line for each entry of a file, in order: name, number of bases, offset of the first, bases and bytes per line.
 */
export function fastaIndex(entries: Iterable<IndexedEntry>): string {
  let at = 0;
  let lines = '';
  for (const { header, bases } of entries) {
    const name = /^\S*/.exec(header)?.[0] ?? '';
    at += Buffer.byteLength(header) + 2;
    const perLine = Math.min(bases, basesPerLine);
    // samtools omits sequences without bases.
    if (bases > 0) lines += `${[name, bases, at, perLine, perLine + 1].join('\t')}\n`;
    at += bases + Math.ceil(bases / basesPerLine);
  }
  return lines;
}
