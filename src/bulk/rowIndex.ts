/** Indexes the rows of GFF3 text by their position on a sequence, in the bins of tabix. */
import { readInteger } from '../json/plainJson.ts';
import { blockTextBytes } from '../publishing/bgzf.ts';

/** The rows of one sequence. All offsets count from the start of all text that was added. */
export interface IndexedSequence {
  readonly name: string;
  /** For each bin, the start and end of each stretch of text with its rows, alternating. */
  readonly bins: ReadonlyMap<number, readonly number[]>;
  /** For each window of the sequence, the offset of the first row that overlaps it; -1 if there is none. */
  readonly windows: readonly number[];
}

export interface RowIndex {
  /** Adds whole lines, in the order of the file. The rows of a sequence must be sorted by first base. */
  readonly add: (lines: Buffer) => void;
  readonly sequences: () => readonly IndexedSequence[];
}

const windowBits = 14;
/** Positions beyond this have no bin, so that no index can hold them. */
const mostBases = 2 ** 29;

const [hash, tab, newline] = [0x23, 0x09, 0x0a];

export function createRowIndex(): RowIndex {
  const sequences: IndexedSequence[] = [];
  let bins = new Map<number, number[]>();
  let windows: number[] = [];
  let name = Buffer.alloc(0);
  let position = 0;

  const note = (first: number, last: number, from: number, to: number) => {
    if (first >= mostBases) return;
    const end = Math.min(last, mostBases);
    const bin = binOf(first, end);
    const known = bins.get(bin);
    if (known === undefined) {
      bins.set(bin, [from, to]);
    } else if (from - (known.at(-1) ?? 0) < blockTextBytes) {
      // Reading on is cheaper than seeking.
      known[known.length - 1] = to;
    } else {
      known.push(from, to);
    }
    for (let window = windows.length; window < first >> windowBits; window++) windows.push(-1);
    for (let window = first >> windowBits; window <= (end - 1) >> windowBits; window++) {
      if ((windows[window] ?? -1) < 0) windows[window] = from;
    }
  };

  return {
    add(lines) {
      for (let at = 0; at < lines.length;) {
        const end = lines.indexOf(newline, at) + 1;
        if (lines[at] !== hash) {
          const nameEnd = lines.indexOf(tab, at);
          if (sequences.length === 0 || name.compare(lines, at, nameEnd) !== 0) {
            name = Buffer.from(lines.subarray(at, nameEnd));
            [bins, windows] = [new Map(), []];
            sequences.push({ name: name.toString(), bins, windows });
          }
          const first = lines.indexOf(tab, lines.indexOf(tab, nameEnd + 1) + 1) + 1;
          const firstEnd = lines.indexOf(tab, first);
          const lastEnd = lines.indexOf(tab, firstEnd + 1);
          note(
            readInteger(lines, first, firstEnd) - 1,
            readInteger(lines, firstEnd + 1, lastEnd),
            position + at,
            position + end,
          );
        }
        at = end;
      }
      position += lines.length;
    },
    sequences: () => sequences,
  };
}

/** The smallest bin that contains bases [first, end); bins have 2^14, 2^17, … 2^29 bases. */
function binOf(first: number, end: number): number {
  const last = end - 1;
  let before = 4681;
  for (let bits = windowBits; bits < 29; bits += 3) {
    if (first >> bits === last >> bits) return before + (first >> bits);
    before = (before - 1) >> 3;
  }
  return 0;
}
