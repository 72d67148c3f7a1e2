/** Reads a site's folder without trusting it: regular files only, no links, never more bytes than requested. */
import { type Dirent, fstatSync, opendirSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { reasonOf, systemCode } from '../../failure.ts';
import { closing, openOwn } from '../../files/openRegular.ts';
import { readFully } from '../../publishing/readFully.ts';

export type FolderEntry =
  | { readonly kind: 'file' | 'folder'; readonly path: string }
  /** A link, a pipe or the like; or a folder that cannot be read. */
  | { readonly kind: 'other'; readonly path: string; readonly what: string };

// The depth of the folders that hold a million record folders; each of those is small.
const largeDepth = 2;

/** How deep to walk: all the way, or not into the folders of single records. */
export type WalkDepth = 'all' | 'large';

/**
 * Walks the folders of a site. Yields paths relative to `root`, with `/`; links are not followed. Folders are yielded
 * only if they are not descended into.
 */
export function* walkFolders(
  root: string,
  folders: readonly string[],
  depth: WalkDepth,
): Generator<FolderEntry> {
  const waiting = [...folders];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    try {
      for (const entry of entriesOf(root, folder)) {
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile()) yield { kind: 'file', path: name };
        else if (!entry.isDirectory()) yield { kind: 'other', path: name, what: whatIs(entry) };
        else if (depth === 'all' || isLarge(name)) waiting.push(name);
        else yield { kind: 'folder', path: name };
      }
    } catch (error) {
      const what = `a folder that cannot be read: ${reasonOf(error)}`;
      yield { kind: 'other', path: folder, what };
    }
  }
}

function isLarge(folder: string): boolean {
  return folder.split('/').length <= largeDepth;
}

/** Streams entries where there may be very many; otherwise reads them all at once, which is faster. */
function* entriesOf(root: string, folder: string): Generator<Dirent> {
  const place = path.join(root, folder);
  if (!isLarge(folder)) {
    yield* readdirSync(place, { withFileTypes: true });
    return;
  }
  const handle = opendirSync(place, { bufferSize: 1024 });
  try {
    for (let entry = handle.readSync(); entry !== null; entry = handle.readSync()) yield entry;
  } finally {
    handle.closeSync();
  }
}

function whatIs(entry: { isSymbolicLink(): boolean }): string {
  return entry.isSymbolicLink() ? 'a symbolic link' : 'no regular file';
}

/** A buffer that grows with the files that are read into it, one at a time. */
export interface ReadBuffer {
  bytes: Buffer;
}

/** `reason` completes "found …". */
interface Unreadable {
  readonly ok: false;
  readonly reason: string;
}

export type ReadResult = { readonly ok: true; readonly bytes: Buffer } | Unreadable;

/**
 * Reads a whole file into `buffer`; the bytes are valid until the next read into it. For a file that is not regular,
 * unreadable or larger than `maxBytes`, returns a reason.
 */
export function readWhole(file: string, maxBytes: number, buffer: ReadBuffer): ReadResult {
  return withFile(file, (handle, size) => {
    if (size > maxBytes) return { ok: false, reason: `${size} bytes` };
    if (buffer.bytes.length < size) buffer.bytes = Buffer.allocUnsafeSlow(Math.ceil(size * 1.25));
    const used = readFully(handle, buffer.bytes.subarray(0, size), 0);
    return { ok: true, bytes: buffer.bytes.subarray(0, used) };
  });
}

/** Reads a file of any size in blocks; returns its size. */
export function readBlocks(
  file: string,
  block: Buffer,
  take: (bytes: Buffer) => void,
): { readonly ok: true; readonly size: number } | Unreadable {
  return withFile(file, (handle) => {
    let size = 0;
    for (;;) {
      const read = readSync(handle, block, 0, block.length, size);
      if (read === 0) return { ok: true, size };
      take(block.subarray(0, read));
      size += read;
    }
  });
}

function withFile<T>(file: string, use: (handle: number, size: number) => T): T | Unreadable {
  try {
    return closing(openOwn(file), (handle) => use(handle, fstatSync(handle).size));
  } catch (error) {
    if (systemCode(error) === 'ENOTFILE') return { ok: false, reason: 'no regular file' };
    return { ok: false, reason: `no file that can be read: ${reasonOf(error)}` };
  }
}
