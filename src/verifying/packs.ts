/** What the packs of a site hold, as entries of a manifest that names each file: so all else is compared as without packs. */
import { hash } from 'node:crypto';
import { reasonOf } from '../base/failure.ts';
import {
  groupOfIndex,
  type IndexHead,
  packedFile,
  packedKey,
  packHead,
  type PackStep,
  packsFolder,
  readIndex,
  stepOf,
} from '../contract/packs.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { renderManifest } from '../publishing/manifest.ts';
import { indexText, packTable } from '../publishing/packing.ts';
import { compareText } from '../text/order.ts';
import { createClauseLog } from './clauses.ts';
import { indexManifest, inSharedMemory } from './manifest.ts';
import { marks, type SiteManifest, withPlaces } from './siteManifest.ts';

/** A file in a pack; `path` is that which it would have as a file of its own. */
export interface PackedEntry extends PublishedFile {
  /** The path of the pack. */
  readonly pack: string;
  readonly offset: number;
}

/** The groups of which the manifest names an index. */
export function packedGroups(manifest: SiteManifest): string[] {
  return manifest
    .where((file) => file.startsWith(packsFolder))
    .flatMap((entry) => groupOfIndex(manifest.pathOf(entry)) ?? []);
}

/** A part of a group's index, whose names are from `from` on. */
export interface IndexRange extends PackStep {
  readonly from: string;
  /** The text from which on names are in the next one; null for the last. */
  readonly end: string | null;
  /** Of a file that lies alone, in bytes. */
  readonly size?: number | undefined;
}

/** The ranges of an index; a reason, which completes "found", if it is none. */
export function rangesIn(
  group: string,
  file: string,
  bytes: Buffer,
): { readonly of: IndexHead['of']; readonly ranges: readonly IndexRange[] } | string {
  try {
    const { lines, ...index } = readIndex(bytes, { group }, file);
    const { of, key } = index;
    const head = { group, of, ...(key === undefined ? {} : { key }) };
    if (!indexText(head, lines).equals(bytes)) throw new Error('lines in another form');
    const ranges = lines.map((line, at): IndexRange => {
      const [from, , size] = line;
      const end = lines[at + 1]?.[0] ?? null;
      if (end !== null && compareText(from, end) >= 0) throw new Error('lines out of order');
      return { from, end, size, ...stepOf(index, line) };
    });
    return { of, ranges };
  } catch (error) {
    return reasonOf(error);
  }
}

/** The file that lies alone in such a range. */
export function looseEntry(
  group: string,
  range: IndexRange,
  published: PublishedFile,
): PackedEntry {
  const path = packedFile(packedKey({ group, name: range.from }));
  return { ...published, path, pack: range.file, offset: 0 };
}

/** The entries of a pack, which fill it and its range in order; a reason, which completes "found", if they do not. */
export function entriesIn(group: string, range: IndexRange, pack: Buffer): PackedEntry[] | string {
  try {
    const { entries, start } = packHead(pack, { group }, range.file);
    if (!packTable(group, entries).equals(pack.subarray(0, start)))
      throw new Error('a table in another form');
    let offset = start;
    let last: string | null = null;
    const found = entries.map(([name, bytes]): PackedEntry => {
      const isInOrder = compareText(last ?? range.from, name) <= (last === null ? 0 : -1);
      const isBefore = range.end === null || compareText(name, range.end) < 0;
      if (!isInOrder || !isBefore) throw new Error(`${JSON.stringify(name)} in the wrong place`);
      const own = pack.subarray(offset, offset + bytes);
      const entry = { bytes, sha256: hash('sha256', own), pack: range.file, offset };
      offset += bytes;
      last = name;
      return { path: packedFile(packedKey({ group, name })), ...entry };
    });
    return offset === pack.length ? found : `${pack.length} bytes, and entries of ${offset}`;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The manifest with such entries, which are on disk as their packs are. The marks of all others stay. */
export function withEntries(manifest: SiteManifest, entries: readonly PackedEntry[]): SiteManifest {
  const own = Array.from({ length: manifest.entries }, (_, entry) => manifest.fileOf(entry));
  const listed = entries.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }));
  const text = renderManifest([...own, ...listed]);
  const made = indexManifest(inSharedMemory(Buffer.from(text)), createClauseLog());
  if (made === null) return manifest;
  for (const [entry, { path }] of own.entries())
    for (const mark of Object.values(marks))
      if (manifest.isMarked(entry, mark)) made.mark(made.find(path), mark);
  return withPlaces(made, entries);
}
