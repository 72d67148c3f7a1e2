/** The bytes of packs and of their indexes (docs/packs.md), and the rule by which entries are cut into packs. */
import { createHash, hash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { attempt, DamagedCache } from '../base/failure.ts';
import { readFully, readOwn } from '../base/files.ts';
import {
  indexFile,
  type IndexHead,
  type IndexLine,
  type IndexOf,
  looseFile,
  type PackEntry,
  packFile,
  type PackHead,
  type PackLine,
  packsVersion,
} from '../contract/packs.ts';
import { hashText } from '../contract/recordName.ts';
import type { PublishedFile, WrittenFiles } from './fileList.ts';
import { createSiteWriter, type SiteWriterOptions } from './siteWriter.ts';

/** In bytes. A pack and the index that leads to it come to at most 256 KiB. */
export const packSizes = {
  least: 64 << 10,
  /** The larger, the fewer names begin a pack: there are fewer packs, and more of them change with a name. */
  usual: 384 << 10,
  most: 208 << 10,
  /** Larger files lie alone. */
  mostOfOne: 160 << 10,
  /** Of an index of packs; that of pages may be longer, since pages of genes are shorter than packs. */
  mostOfIndex: { packs: 48 << 10, pages: 160 << 10, indexes: Infinity } satisfies Readonly<
    Record<IndexOf, number>
  >,
};

// Quotes, brackets, commas and the number of bytes.
const entryOverhead = 24;

/**
 * Says of entries in order of name which begins a pack. Where a name alone cuts, does not depend on the names before it:
 * after a change, packs soon begin where they did.
 */
export function createCutter(mostBytes = packSizes.most): (entry: PackEntry) => boolean {
  const { least, usual } = packSizes;
  let held = 0;
  return ([name, bytes]) => {
    const own = bytes + Buffer.byteLength(name) + entryOverhead;
    // The larger the entry, the likelier: so packs have about the same size, whatever that of their entries.
    const isMarked = held >= least && mixed(hashText(name)) < own / usual;
    const begins = held > 0 && (isMarked || held + own > mostBytes);
    held = begins ? own : held + own;
    return begins;
  };
}

/** From 0 to 1. Names that differ in their last letter alone have hashes that are near each other. */
function mixed(hashed: number): number {
  return (Math.imul(hashed ^ (hashed >>> 16), 0x85ebca6b) >>> 0) / 2 ** 32;
}

/** Hexadecimal digits of the hash that names a pack or a part of an index. */
const idLength = 16;

function idOf(sha256: string): string {
  return sha256.slice(0, idLength);
}

/** What `from` of a pack's line is: the shortest text that is after the last name of the pack before it. */
export function shortestAfter(last: string | null, first: string): string {
  if (last === null) return '';
  const units = [...first];
  let same = 0;
  for (const unit of last) {
    if (units[same] !== unit) break;
    same++;
  }
  return units.slice(0, same + 1).join('');
}

export interface GroupIndex {
  readonly group: string;
  readonly of: Exclude<IndexOf, 'indexes'>;
  readonly key?: string;
  readonly lines: readonly IndexLine[];
}

/** The index of a group: one file, or several with one that leads to them. */
export function indexFiles({ lines, ...head }: GroupIndex): PackedText[] {
  const { group, of } = head;
  const whole = indexText(head, lines);
  if (whole.length <= packSizes.mostOfIndex[of]) return [{ path: indexFile(group), bytes: whole }];
  const begins = createCutter(packSizes.mostOfIndex.packs);
  const parts: IndexLine[][] = [];
  for (const line of lines) {
    const isFirst = begins([line[0], String(line[1]).length]) || parts.length === 0;
    if (isFirst) parts.push([line]);
    else parts.at(-1)?.push(line);
  }
  const files = parts.map((part) => {
    const bytes = indexText(head, part);
    const id = idOf(hash('sha256', bytes));
    return { path: indexFile(group, id), bytes, line: [part[0]?.[0] ?? '', id] as const };
  });
  const root = indexText(
    { group, of: 'indexes' },
    files.map(({ line }) => line),
  );
  return [...files, { path: indexFile(group), bytes: root }];
}

interface PackedText {
  readonly path: string;
  readonly bytes: Buffer;
}

/** One file of an index. */
export function indexText(head: Omit<IndexHead, 'version'>, lines: readonly IndexLine[]): Buffer {
  const all = [{ version: packsVersion, ...head }, ...lines];
  return Buffer.from(all.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** What is in front of the files of a pack. */
export function packTable(group: string, entries: readonly PackEntry[]): Buffer {
  let from = 0;
  const lines = entries.map(([name, bytes]) => {
    const line: PackLine = [name, from];
    from += bytes;
    return `${JSON.stringify(line)}\n`;
  });
  const table = Buffer.from(lines.join(''));
  const headOf = (start: number): Buffer => {
    const head: PackHead = { version: packsVersion, group, start };
    const text = Buffer.from(`${JSON.stringify(head)}\n`);
    // Its own length decides what it says.
    return text.length + table.length === start ? text : headOf(text.length + table.length);
  };
  return Buffer.concat([headOf(table.length), table]);
}

/** Where the bytes of an entry are: in a temporary file, or in a pack of the live site. */
interface EntrySource {
  readonly name: string;
  readonly bytes: number;
  readonly offset: number;
  /** Absolute path. */
  readonly place: string;
}

export interface PlannedPack {
  readonly group: string;
  /** A single one may be larger than a pack. */
  readonly entries: readonly EntrySource[];
}

export interface WritePacksTask {
  readonly site: SiteWriterOptions;
  readonly packs: readonly PlannedPack[];
  /** The packs of the live site that entries come from, by their absolute paths. */
  readonly live: ReadonlyMap<string, PublishedFile>;
}

export interface WrittenPacks extends WrittenFiles {
  /** Of each pack. */
  readonly ids: readonly string[];
}

/** A worker's task. Throws a Failure, or DamagedCache when a live pack is not as it was published. */
export async function writePacks({ site, packs, live }: WritePacksTask): Promise<WrittenPacks> {
  const writer = createSiteWriter({ ...site, precompress: [], records: 'files' });
  const spools = new Map<string, number>();
  let pack: { readonly place: string; readonly bytes: Buffer } = {
    place: '',
    bytes: Buffer.alloc(0),
  };
  const read = ({ place, offset }: EntrySource, into: Buffer) => {
    const published = live.get(place);
    if (published === undefined) {
      const handle = spools.get(place) ?? openSync(place, 'r');
      spools.set(place, handle);
      if (readFully(handle, into, offset, place) === into.length) return;
      throw new Error(`${place} is shorter than it was`);
    }
    if (pack.place !== place) pack = { place, bytes: readLivePack(place, published) };
    pack.bytes.copy(into, 0, offset, offset + into.length);
  };
  /** Writes a file too large for a pack, which is never in memory as a whole. */
  const writeLoose = async (group: string, entry: EntrySource): Promise<string> => {
    const held = Buffer.allocUnsafe(copiedBytes);
    const parts = function* () {
      for (let at = 0; at < entry.bytes; at += held.length) {
        const part = held.subarray(0, entry.bytes - at);
        read({ ...entry, offset: entry.offset + at }, part);
        yield part;
      }
    };
    // Of the name, too: names in lower case have the same bytes.
    const digest = createHash('sha256').update(`${entry.name}\n`);
    for (const part of parts()) digest.update(part);
    const id = idOf(digest.digest('hex'));
    await writer.putParts(looseFile(group, id), parts());
    return id;
  };
  const writePack = (group: string, entries: readonly EntrySource[]): string => {
    const head = packTable(
      group,
      entries.map(({ name, bytes }): PackEntry => [name, bytes]),
    );
    const size = entries.reduce((sum, { bytes }) => sum + bytes, head.length);
    const whole = Buffer.allocUnsafe(size);
    let used = head.copy(whole);
    for (const entry of entries) {
      read(entry, whole.subarray(used, used + entry.bytes));
      used += entry.bytes;
    }
    const sha256 = hash('sha256', whole);
    writer.put(packFile(group, idOf(sha256)), whole, sha256);
    return idOf(sha256);
  };
  try {
    const ids: string[] = [];
    for (const { group, entries } of packs) {
      const [first] = entries;
      if (first === undefined) continue;
      const isLoose = first.bytes > packSizes.mostOfOne;
      ids.push(isLoose ? await writeLoose(group, first) : writePack(group, entries));
    }
    return { ...writer.written(), ids };
  } finally {
    for (const handle of spools.values()) closeSync(handle);
  }
}

const copiedBytes = 1 << 20;

/** The bytes of a live pack. Throws DamagedCache when they are not as they were published. */
function readLivePack(place: string, { path: file, sha256 }: PublishedFile): Buffer {
  const bytes = attempt(() => readOwn(place));
  if (bytes !== undefined && hash('sha256', bytes) === sha256) return bytes;
  throw new DamagedCache(`${path.basename(file)} does not hold what was published`);
}
