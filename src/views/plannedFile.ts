/**
 * The plan of a view's file: a small text, a list of records copied from the pages, or the neighbours of some phams.
 */
import type { CollectionName } from '../contract/collectionName.ts';
import { fileAlias } from '../contract/fileAlias.ts';
import type { PageLinks } from '../contract/links.ts';
import type { PlannedNeighbours } from './neighbourText.ts';

export type PlannedFile = PlannedText | PlannedList;

interface PlannedText {
  readonly kind: 'text';
  /** Relative to the site's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** An envelope with records, all of them or those of a page. */
export interface PlannedList {
  readonly kind: 'list';
  readonly path: string;
  /** The collection whose pages the slices refer to. */
  readonly collection: CollectionName;
  readonly count: number;
  /** To its neighbours; absent if there is only one page. */
  readonly links?: PageLinks;
  /** Page, first byte and end of each slice. */
  readonly slices: Uint32Array;
}

export type Planned = PlannedFile | PlannedNeighbours;

export function plannedFiles(planned: Planned): number {
  return planned.kind === 'neighbours' ? planned.phams.length : 1;
}

const end = ']}';

/** The envelope of a list: the text before its records and after them. */
export function envelopeOf({
  count,
  links,
}: Pick<PlannedList, 'count' | 'links'>): [head: string, end: string] {
  const { next = null, previous = null } = links ?? {};
  const envelope = JSON.stringify({ count, next, previous, results: [] });
  return [envelope.slice(0, -end.length), end];
}

/** The size of the file. */
export function plannedBytes(file: PlannedList): number {
  const { slices } = file;
  // One comma fewer than there are slices.
  let bytes = Buffer.byteLength(envelopeOf(file).join('')) + Math.max(0, slices.length / 3 - 1);
  for (let at = 0; at < slices.length; at += 3)
    bytes += (slices[at + 2] ?? 0) - (slices[at + 1] ?? 0);
  return bytes;
}

/** Each file, followed by its alias. */
export function* withAliases(files: Iterable<Planned>): Generator<Planned> {
  for (const file of files) {
    yield file;
    // The names of phams are digits.
    if (file.kind === 'neighbours') continue;
    const path = fileAlias(file.path);
    if (path !== null) yield { ...file, path };
  }
}
