/** Builds `bulk/index.json`: the contents, size and hash of every bulk file. */
import { dirname, extname } from 'node:path/posix';
import {
  type BulkFile,
  bulkFiles,
  bulkFolder,
  bulkIndexes,
  type BulkName,
  type BulkPath,
  familyFile,
  familyFolder,
  familyTitle,
  genomeFormNames,
  genomeForms,
  genomesBulk,
  mediaFolder,
  phageFormNames,
  phageForms,
  phageTableNames,
  phageTables,
  phageTableTitles,
  tableType,
} from '../contract/bulkFiles.ts';
import { blockTextBytes } from '../publishing/bgzf.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { readInteger } from '../text/plainJson.ts';

/**
 * The JSON text. `files` are all files of the site, or at least those in `/bulk/`; `recordsIn` returns the number of
 * records in a file, `rowsOfPhages` is that of the rows in each table of phages. The files of single phages share one
 * entry per format.
 */
export function bulkIndex(
  wanted: ReadonlySet<BulkName>,
  files: Iterable<PublishedFile>,
  recordsIn: (file: BulkPath) => number,
  rowsOfPhages: number,
): string {
  const known = new Map<string, PublishedFile>();
  /** By folder and extension. */
  const counts = new Map<string, number>();
  const plain: PublishedFile[] = [];
  for (const file of files) {
    const { path } = file;
    const isOfGenome = genomeFormNames.some((form) => path.startsWith(`${mediaFolder}${form}/`));
    if (isOfGenome || path.startsWith(phageFolder) || path.startsWith(familyFolder)) {
      const kind = dirname(path) + extname(path);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    } else if (path.startsWith(mediaFolder)) {
      plain.push(file);
    } else {
      known.set(path, file);
    }
  }
  const entryOf = ({ name, path, title, mediaType, compression }: Omit<BulkFile, 'collection'>) => {
    const file = known.get(path);
    if (!wanted.has(name) || file === undefined) return [];
    const { bytes, sha256 } = file;
    const short = path.slice(bulkFolder.length);
    return [{ path: short, title, media_type: mediaType, compression, bytes, sha256 }];
  };
  const whole = bulkFiles.flatMap((described) => [
    ...entryOf(described).map((entry) => ({ ...entry, records: recordsIn(described.path) })),
    ...bulkIndexes.filter(({ of }) => of === described.path).flatMap(entryOf),
  ]);
  /** Beside the bulk files, as a whole. */
  const beside = ({ path, bytes, sha256 }: PublishedFile, title: string, media_type: string) => {
    return { path: `../${path}`, title, media_type, compression: null, bytes, sha256 };
  };
  /** Of files of one kind, with a name in each path. */
  const each = (path: string, title: string, media_type: string) => {
    const kind = dirname(path) + extname(path);
    const address = path.startsWith(bulkFolder) ? path.slice(bulkFolder.length) : `../${path}`;
    return { path: address, title, media_type, compression: null, files: counts.get(kind) ?? 0 };
  };
  const ofPhages = phageFormNames.map((form) =>
    each(`${phageFolder}{phage}.${form}`, phageForms[form].title, phageForms[form].mediaType),
  );
  const single = genomeFormNames.map((form) => {
    const { extension, title, mediaType } = genomeForms[form];
    return each(`${mediaFolder}${form}/{phage}.${extension}`, title, mediaType);
  });
  const ofAllGenomes = plain.map((file) => ({
    ...beside(file, 'The genomes of all phages, not packed', genomeForms.fastas.mediaType),
    records: recordsIn(genomesBulk),
  }));
  const ofTables = [
    ...phageTableNames.flatMap((name) => {
      const file = known.get(phageTables[name].path);
      if (file === undefined) return [];
      return [{ ...beside(file, phageTableTitles[name], tableType), records: rowsOfPhages }];
    }),
    each(familyFile('{PhamID}'), familyTitle, tableType),
  ];
  const all = [
    ...whole,
    ...(wanted.has('phages') ? ofPhages : []),
    ...(wanted.has('genomes') ? [...ofAllGenomes, ...single] : []),
    ...(wanted.has('phagesdb') ? ofTables : []),
  ];
  return `${JSON.stringify({ files: all }, null, 2)}\n`;
}

const phageFolder = `${bulkFolder}phages/`;

/** The rows of one sequence. All offsets count from the start of all text that was added. */
export interface IndexedSequence {
  readonly name: string;
  /** For each bin, the start and end of each range of text with its rows, alternating. */
  readonly bins: ReadonlyMap<number, readonly number[]>;
  /** For each window of the sequence, the offset of the first row that overlaps it; -1 if there is none. */
  readonly windows: readonly number[];
}

const windowBits = 14;
/** Positions beyond this have no bin, so that no index can hold them. */
const mostBases = 2 ** 29;

const [hash, tab, newline] = [0x23, 0x09, 0x0a];

/** Where the rows of a GFF3 file lie. */
export function createRowIndex() {
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
    /** Adds whole lines, in the order of the file. The rows of a sequence must be sorted by first base. */
    add(lines: Buffer): void {
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
    sequences: (): readonly IndexedSequence[] => sequences,
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

/** The sequences of a part of the text, and where that part lies in the file. */
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

function sequenceIndex({ bins, windows }: IndexedSequence, offsetOf: VirtualOffset): Buffer {
  const parts = [integers([bins.size])];
  for (const [bin, ranges] of bins) {
    parts.push(integers([bin, ranges.length / 2]), offsets(ranges.map(offsetOf)));
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

export interface BlockPlace {
  /** The offset of the block in the file. */
  readonly at: number;
  /** The offset of its text in the whole text. */
  readonly from: number;
}

/** The index of bgzip (`.gzi`). `blocks` are those with text, in order; the first begins at 0, so it has no entry. */
export function blockIndex(blocks: readonly BlockPlace[]): Buffer {
  const later = blocks.slice(1);
  const index = Buffer.alloc(8 + later.length * 16);
  index.writeBigUInt64LE(BigInt(later.length));
  later.forEach(({ at, from }, entry) => {
    index.writeBigUInt64LE(BigInt(at), 8 + entry * 16);
    index.writeBigUInt64LE(BigInt(from), 16 + entry * 16);
  });
  return index;
}
