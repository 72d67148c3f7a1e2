/** Reads the files of a site's folder and compares each, and its compressed siblings, with the manifest. */
import { createHash, hash } from 'node:crypto';
import { type Dirent, fstatSync, opendirSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { reasonOf, systemCode } from '../../base/failure.ts';
import { closing, openOwn, readFully } from '../../base/files.ts';
import { historyTops, manifestFile, releaseFile } from '../../contract/sitePaths.ts';
import { compressions, extensions, unpacksTo } from '../../publishing/compression.ts';
import type { PublishedFile } from '../../publishing/fileList.ts';
import { openPages } from '../../sinks/pageBuilder.ts';
import { isLitter } from '../../text/words.ts';
import { type Clause, type ClauseLog, createClauseLog } from '../clauses.ts';
import { marks, openManifest, type SharedManifest, type SiteManifest } from '../siteManifest.ts';

// A site's folder is not trusted: regular files only, no links, never more bytes than requested.

type FolderEntry =
  | { readonly kind: 'file' | 'folder'; readonly path: string }
  /** A link, a pipe or the like; or a folder that cannot be read. */
  | { readonly kind: 'other'; readonly path: string; readonly what: string };

// The depth of the folders that hold a million record folders; each of those is small.
const largeDepth = 2;

/** How deep to walk: all the way, or not into the folders of single records. */
type WalkDepth = 'all' | 'large';

/** Walks the folders of a site, without following links. Folders are yielded only if they are not descended into. */
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

export interface ReadBuffer {
  bytes: Buffer;
}

/** `reason` completes "found …". */
interface Unreadable {
  readonly ok: false;
  readonly reason: string;
}

type ReadResult = { readonly ok: true; readonly bytes: Buffer } | Unreadable;

/** Reads a whole file into `buffer`, valid until the next read; a reason if it is unreadable or too large. */
export function readWhole(
  file: string,
  maxBytes: number,
  buffer: ReadBuffer = { bytes: Buffer.alloc(0) },
): ReadResult {
  return withFile(file, (handle, size) => {
    if (size > maxBytes) return { ok: false, reason: `${size} bytes` };
    if (buffer.bytes.length < size) buffer.bytes = Buffer.allocUnsafeSlow(Math.ceil(size * 1.25));
    const used = readFully(handle, buffer.bytes.subarray(0, size), 0);
    return { ok: true, bytes: buffer.bytes.subarray(0, used) };
  });
}

/** Hashes a file of any size, which is read into `block` part by part. */
export function hashFile(
  file: string,
  block: Buffer,
): { readonly ok: true; readonly bytes: number; readonly sha256: string } | Unreadable {
  return withFile(file, (handle) => {
    const digest = createHash('sha256');
    let bytes = 0;
    for (;;) {
      const read = readSync(handle, block, 0, block.length, bytes);
      if (read === 0) return { ok: true, bytes, sha256: digest.digest('hex') };
      digest.update(block.subarray(0, read));
      bytes += read;
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

export interface FileCheck {
  /**
   * Reads a file that must exist; the bytes are valid until the next read into `buffer`, which is one of its own
   * unless given. Null when the manifest or the folder lacks it, which is reported elsewhere.
   */
  readonly claim: (file: string, buffer?: ReadBuffer) => Buffer | null;
  /** Reads a file that must exist, and reports under a clause when it is missing or wrong. */
  readonly expect: (
    clause: Clause,
    file: string,
    expected: string,
    due: Uint8Array | ((bytes: Buffer) => boolean),
  ) => void;
  /** Like `claim`, for a file of any size: compares it by hash, and returns its entry in the manifest. */
  readonly claimHashed: (file: string) => PublishedFile | null;
  readonly expectHash: (
    clause: Clause,
    file: string,
    expected: string,
    due: () => string | undefined,
  ) => void;
  /** Whether a file has compressed siblings, which are compared with all of its bytes. */
  readonly hasSiblings: (file: string) => boolean;
  readonly hashOnly: (entry: number) => void;
}

// Pages and records are read into memory as a whole; larger ones would be of no use to anyone.
const maxWholeBytes = 1024 ** 3;
/** So much of a file is in memory while it is hashed. */
export const blockBytes = 1 << 20;

export interface SiteRef {
  readonly root: string;
  readonly manifest: SharedManifest;
}

/** The tools with which a worker's task checks files, with a log of its own. */
export function openSite({ root, manifest }: SiteRef) {
  const log = createClauseLog();
  return { log, files: createFileCheck(root, openManifest(manifest), log) };
}

export function createFileCheck(root: string, manifest: SiteManifest, log: ClauseLog): FileCheck {
  const whole: ReadBuffer = { bytes: Buffer.alloc(0) };
  const zipped: ReadBuffer = { bytes: Buffer.alloc(0) };
  let block: Buffer | null = null;

  const reportUnreadable = (address: string, found: string) =>
    log.fail('manifest', address, 'a file that can be read', found);

  const compare = (listed: PublishedFile, size: number, sha256: string) => {
    if (size !== listed.bytes) {
      log.fail('manifest', listed.path, `${listed.bytes} bytes`, `${size}`);
    } else if (sha256 !== listed.sha256) {
      log.fail('manifest', listed.path, `SHA-256 ${listed.sha256}`, sha256);
    }
  };

  const held: ReadBuffer & { pack: number } = { bytes: Buffer.alloc(0), pack: -1 };

  /** A file in a pack, which has been compared already. */
  const readPacked = (pack: number, offset: number, bytes: number): Buffer | null => {
    if (held.pack !== pack) {
      const listed = manifest.fileOf(pack);
      held.pack = -1;
      const result = readWhole(path.join(root, listed.path), maxWholeBytes, held);
      if (!result.ok) return null;
      held.pack = pack;
    }
    return held.bytes.subarray(offset, offset + bytes);
  };

  const read = (entry: number, buffer: ReadBuffer): Buffer | null => {
    const listed = manifest.fileOf(entry);
    const place = manifest.placeOf(entry);
    if (place !== null) return readPacked(place.pack, place.offset, listed.bytes);
    const result = readWhole(path.join(root, listed.path), maxWholeBytes, buffer);
    if (!result.ok) {
      reportUnreadable(listed.path, result.reason);
      return null;
    }
    compare(listed, result.bytes.length, hash('sha256', result.bytes));
    return result.bytes;
  };

  const checkSiblings = (file: string, bytes: Buffer) => {
    for (const compression of compressions) {
      const name = file + extensions[compression];
      const entry = manifest.find(name);
      if (entry < 0 || !manifest.isMarked(entry, marks.onDisk)) continue;
      manifest.mark(entry, marks.claimed);
      log.checked('M6');
      const packed = read(entry, zipped);
      if (packed !== null && !unpacksTo(packed, bytes, compression)) {
        log.fail('M6', name, `the ${compression} form of ${file}`, 'something else');
      }
    }
  };

  /** The index of a file on disk in the manifest, which is claimed; -1 if either lacks it. */
  const claimed = (file: string): number => {
    const entry = manifest.find(file);
    if (entry >= 0) manifest.mark(entry, marks.claimed);
    return entry >= 0 && manifest.isMarked(entry, marks.onDisk) ? entry : -1;
  };

  const claim = (file: string, buffer = whole): Buffer | null => {
    const entry = claimed(file);
    const bytes = entry < 0 ? null : read(entry, buffer);
    if (bytes !== null) checkSiblings(file, bytes);
    return bytes;
  };

  const hashOnly = (entry: number) => {
    if (manifest.placeOf(entry) !== null) return;
    const listed = manifest.fileOf(entry);
    block ??= Buffer.allocUnsafeSlow(blockBytes);
    const result = hashFile(path.join(root, listed.path), block);
    if (result.ok) compare(listed, result.bytes, result.sha256);
    else reportUnreadable(listed.path, result.reason);
  };

  const claimHashed = (file: string): PublishedFile | null => {
    const entry = claimed(file);
    if (entry < 0) return null;
    hashOnly(entry);
    return manifest.fileOf(entry);
  };

  return {
    claim,
    hashOnly,
    claimHashed,
    hasSiblings: (file) =>
      compressions.some((compression) => manifest.find(file + extensions[compression]) >= 0),
    expect(clause, file, expected, due) {
      const bytes = claim(file);
      if (bytes !== null && (typeof due === 'function' ? due(bytes) : bytes.equals(due))) return;
      const found = bytes === null ? 'no such file' : 'something else';
      log.fail(clause, file, expected, found);
    },
    expectHash(clause, file, expected, due) {
      const listed = claimHashed(file);
      if (listed !== null && listed.sha256 === due()) return;
      const found = listed === null ? 'no such file' : 'something else';
      log.fail(clause, file, expected, found);
    },
  };
}

export function withPages<T>(
  site: SiteRef,
  use: (tools: ReturnType<typeof openSite>, read: ReturnType<typeof openPages>['read']) => T,
): T {
  const pages = openPages(site.root);
  try {
    return use(openSite(site), pages.read);
  } finally {
    pages.close();
  }
}

export function hashOf(pieces: Iterable<Uint8Array>): string {
  const digest = createHash('sha256');
  for (const piece of pieces) digest.update(piece);
  return digest.digest('hex');
}

// A byte that no valid file contains.
const unreadable = Buffer.from([0xff]);

/** The pieces up to one that cannot be read from its page, which is reported under its own clause. */
export function* readable<Piece extends Uint8Array>(
  pieces: Iterable<Piece>,
): Generator<Piece | Buffer> {
  try {
    yield* pieces;
  } catch {
    yield unreadable;
  }
}

/** A worker's task: marks the manifest's files that exist, and reports files that are not in it. */
export function markFiles({
  root,
  manifest,
  folders,
}: SiteRef & { readonly folders: readonly string[] }) {
  const log = createClauseLog();
  const opened = openManifest(manifest);
  let files = 0;
  for (const entry of walkFolders(root, folders, 'all')) {
    files++;
    markEntry(entry, opened, log);
  }
  return { files, tallies: log.tallies };
}

/** `entry` is not a folder. */
export function markEntry(entry: FolderEntry, manifest: SiteManifest, log: ClauseLog): void {
  const number = manifest.find(entry.path);
  if (entry.kind === 'other') {
    log.fail('files', entry.path, 'a regular file', entry.what);
  } else if (number >= 0) {
    manifest.mark(number, marks.onDisk);
  } else if (!isBesideManifest(entry.path) && !isLitter(path.basename(entry.path))) {
    log.fail('files', entry.path, 'no such file', 'a file that is not in manifest.json');
  }
}

/** Whether a file is described by others than the manifest. */
function isBesideManifest(file: string): boolean {
  return (
    file === manifestFile ||
    file === releaseFile ||
    historyTops.some((top) => file === top || (top.endsWith('/') && file.startsWith(top)))
  );
}
