/** Distributes the sources among workers: bundles of about the same size, whatever the sizes of the files. */
import { opendirSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../base/failure.ts';
import { type Source, type SourceKind, sourceKinds } from './source.ts';

/** A source, or a byte range of a large one. */
export interface Piece {
  readonly source: Source;
  /** Byte range of an uncompressed file of lines: the lines that start in [start, end). Otherwise the whole file. */
  readonly start: number;
  readonly end: number;
}

/** What one worker reads, validates and sorts as a unit. */
export interface Bundle {
  readonly collection: SourceKind;
  readonly pieces: readonly Piece[];
}

// Bounds a bundle's pieces: what is sent about a piece is larger than a small file.
const fewPieces = 4096;
// Bounds the bundles: each becomes a run, and every thread keeps all runs open while merging.
const mostBundles = 64;

/**
 * Plans the bundles, with pieces in source order. A source that can be split is split into ranges of at most
 * `bundleBytes`; small ones share a bundle up to that size or `maxPieces`.
 */
export function planBundles(sources: readonly Source[], bundleBytes: number): Bundle[] {
  const maxPieces = Math.max(fewPieces, Math.ceil(sources.length / mostBundles));
  const bundles: Bundle[] = [];
  let pieces: Piece[] = [];
  let bytes = 0;
  let collection: SourceKind | null = null;

  const close = () => {
    if (collection !== null && pieces.length > 0) bundles.push({ collection, pieces });
    pieces = [];
    bytes = 0;
  };

  for (const source of sources) {
    for (const piece of cut(source, bundleBytes)) {
      const size = piece.end - piece.start;
      const isFull = bytes + size > bundleBytes || pieces.length === maxPieces;
      if (source.collection !== collection || isFull) close();
      collection = source.collection;
      pieces.push(piece);
      bytes += size;
    }
  }
  close();
  return bundles;
}

function* cut(source: Source, bundleBytes: number): Generator<Piece> {
  const isCuttable = source.layout === 'lines' && !source.gzipped;
  const ranges = isCuttable ? Math.max(1, Math.ceil(source.bytes / bundleBytes)) : 1;
  for (let range = 0; range < ranges; range++) {
    const start = Math.floor((source.bytes * range) / ranges);
    yield { source, start, end: Math.floor((source.bytes * (range + 1)) / ranges) };
  }
}

// Writing a file for each gene doubles the time.
const littleBytes = { withGeneFiles: 4 << 20, without: 8 << 20 };
// Opening a file takes as long as reading this many bytes.
const bytesOfEntry = 1 << 12;

/**
 * Whether there is so little data that one thread finishes it before others would have started. Stops as soon as the
 * answer is known. `geneFiles`: whether a file is made for each gene.
 */
export function isSmallInput(folder: string, geneFiles: boolean): boolean {
  let left = geneFiles ? littleBytes.withGeneFiles : littleBytes.without;
  const holds = (entry: string): boolean => {
    const found = statSync(entry, { throwIfNoEntry: false });
    left -= bytesOfEntry + (found?.isFile() === true ? found.size : 0);
    // The size of compressed data is unknown.
    if (left < 0 || entry.toLowerCase().endsWith('.gz')) return false;
    return found?.isDirectory() !== true || holdsAll(entry);
  };
  const holdsAll = (below: string): boolean => {
    const entries = opendirSync(below);
    try {
      for (let next = entries.readSync(); next !== null; next = entries.readSync()) {
        if (!holds(path.join(below, next.name))) return false;
      }
      return true;
    } finally {
      entries.closeSync();
    }
  };
  // Whoever reads an unreadable entry reports it.
  return attempt(() => sourceKinds.every((name) => holds(path.join(folder, name)))) ?? false;
}
