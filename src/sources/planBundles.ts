/** Distributes the sources among workers: bundles of about the same size, whatever the sizes of the files. */
import type { Source, SourceKind } from './source.ts';

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
