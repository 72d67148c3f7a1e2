/** A file of a view before it is written: a small text, or records that are copied from the pages. */
import type { CollectionName } from '../contract/collectionName.ts';

export type PlannedFile = PlannedText | PlannedList;

interface PlannedText {
  readonly kind: 'text';
  /** Relative to the site's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** An envelope with all its records on one page. */
export interface PlannedList {
  readonly kind: 'list';
  readonly path: string;
  /** Of whose pages the slices are. */
  readonly collection: CollectionName;
  readonly count: number;
  /** Three numbers each: page, first byte, end. */
  readonly slices: Uint32Array;
}

const end = ']}';

/** The envelope of a list, what stands before its records and what behind them. */
export function envelopeOf({ count }: Pick<PlannedList, 'count'>): [head: string, end: string] {
  const envelope = JSON.stringify({ count, next: null, previous: null, results: [] });
  return [envelope.slice(0, -end.length), end];
}

/** How long a file will be. */
export function plannedBytes(file: PlannedFile): number {
  if (file.kind === 'text') return Buffer.byteLength(file.text);
  const { slices } = file;
  // One comma fewer than there are slices.
  let bytes = envelopeOf(file).join('').length + Math.max(0, slices.length / 3 - 1);
  for (let at = 0; at < slices.length; at += 3)
    bytes += (slices[at + 2] ?? 0) - (slices[at + 1] ?? 0);
  return bytes;
}
