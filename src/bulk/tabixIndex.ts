/** Writes the index of tabix (`.tbi`) for GFF3 text that is packed as BGZF. */
import { packWhole } from '../publishing/bgzf.ts';
import type { IndexedSequence } from './rowIndex.ts';

/** The sequences of a stretch of text, and where that stretch lies in the file. */
export interface IndexedText {
  readonly sequences: readonly IndexedSequence[];
  readonly offsetOf: VirtualOffset;
}

/**
 * Maps an offset of the text to a virtual offset: the offset of its block times 2^16, plus the offset within the
 * block's text.
 */
type VirtualOffset = (position: number) => number;

export const virtualOffset = (block: number, within: number): number => block * 2 ** 16 + within;

// The header that `tabix -p gff` writes: no preset, columns of sequence, first and last base, comment character, no
// lines to skip.
const columns = [0, 1, 4, 5, 0x23, 0];

/** The index before compression. */
export function tabixIndex(texts: readonly IndexedText[]): Buffer {
  const named = texts.flatMap(({ sequences }) => sequences.map(({ name }) => `${name}\0`)).join('');
  const names = Buffer.from(named);
  const count = texts.reduce((sum, { sequences }) => sum + sequences.length, 0);
  const head = Buffer.concat([
    Buffer.from('TBI\x01'),
    integers([count, ...columns, names.length]),
    names,
  ]);
  const bodies = texts.flatMap(({ sequences, offsetOf }) =>
    sequences.map((sequence) => sequenceIndex(sequence, offsetOf)),
  );
  return Buffer.concat([head, ...bodies]);
}

export function packedTabixIndex(texts: readonly IndexedText[]): Buffer {
  return packWhole(tabixIndex(texts));
}

function sequenceIndex({ bins, windows }: IndexedSequence, offsetOf: VirtualOffset): Buffer {
  const parts = [integers([bins.size])];
  for (const [bin, stretches] of bins) {
    parts.push(integers([bin, stretches.length / 2]), offsets(stretches.map(offsetOf)));
  }
  // A window without rows has the offset of the window before it.
  let before = 0;
  const starts = windows.map((position) => (before = position < 0 ? before : offsetOf(position)));
  parts.push(integers([windows.length]), offsets(starts));
  return Buffer.concat(parts);
}

function integers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeInt32LE(value, at * 4));
  return bytes;
}

function offsets(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, at) => {
    bytes.writeUInt32LE(value % 2 ** 32, at * 8);
    bytes.writeUInt32LE(Math.floor(value / 2 ** 32), at * 8 + 4);
  });
  return bytes;
}
