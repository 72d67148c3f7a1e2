/** The only way files get into a staging folder: written, or linked from the live site. */
import { createHash, hash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {
  attempt,
  DamagedCache,
  Failure,
  reasonOf,
  systemCode,
  systemHints,
} from '../base/failure.ts';
import { closing, makeFolder, openOwn, readFully, readOwn } from '../base/files.ts';
import { minCompressedBytes } from '../contract/headers.ts';
import { packedKey, packedPlace, type RecordForm } from '../contract/packs.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { isHostSetting, isHtmlPage } from '../contract/sitePaths.ts';
import { packInto, packsFile } from './bgzf.ts';
import { compress, type Compression, extensions, unpacksTo } from './compression.ts';
import {
  listSpooled,
  listWritten,
  type PublishedFile,
  shortPath,
  type SpooledFile,
  type SpooledFiles,
  type WrittenFiles,
} from './fileList.ts';

export interface SiteWriterOptions extends Pick<SiteOptions, 'precompress'> {
  /** Absent for files. */
  readonly records?: RecordForm | undefined;
  /** Of packed records: whether pages of phages and clusters are packed, too. */
  readonly packsPages?: boolean | undefined;
  readonly stagingDir: string;
  /** The live site, whose identical files are linked; null if there is none. */
  readonly liveDir: string | null;
}

export interface SiteWriter {
  /**
   * Stages one file, or spools it for a pack; `file` is relative to the site's root, with `/`. `sha256` is computed unless
   * given. Throws a Failure.
   */
  readonly put: (file: string, bytes: Uint8Array, sha256?: string) => void;
  /**
   * The same from parts, each valid until the next: neither the file nor its siblings are held in memory. Returns what
   * it is; null if it was spooled. Throws a Failure.
   */
  readonly putParts: (
    file: string,
    parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ) => Promise<PublishedFile | null>;
  readonly written: () => WrittenFiles;
}

/**
 * A writer into a staging folder. A file with the same bytes in the live site is linked rather than written, so
 * that it keeps its modification time and disk blocks.
 */
export function createSiteWriter(options: SiteWriterOptions): SiteWriter {
  const { stagingDir, liveDir, precompress, records, packsPages = false } = options;
  const spool = records === 'packed' ? createSpool(besideStaging(stagingDir, 'spool')) : null;
  const files: PublishedFile[] = [];
  const folders = new Set<string>();
  let linked = 0;
  let scratch = Buffer.alloc(0);

  /** Whether the live site has the file with these bytes. Errors count as no: writing will meet them again. */
  const isLive = (file: string, bytes: Uint8Array): boolean => {
    if (liveDir === null) return false;
    const { length } = bytes;
    const isSame = (handle: number) => {
      if (fs.fstatSync(handle).size !== length) return false;
      if (scratch.length < length) scratch = Buffer.allocUnsafe(length * 2);
      const read = readFully(handle, scratch.subarray(0, length), null);
      return read === length && scratch.compare(bytes, 0, length, 0, length) === 0;
    };
    return attempt(() => closing(openOwn(path.join(liveDir, file)), isSame)) ?? false;
  };

  const place = (file: string, bytes: Uint8Array | null) => {
    const target = targetOf(stagingDir, file);
    writing(target, () => {
      const folder = path.dirname(target);
      if (!folders.has(folder)) makeFolder(folder);
      folders.add(folder);
      if (bytes !== null) {
        createNew(target, () => fs.writeFileSync(target, bytes, { flag: 'wx' }));
      } else if (liveDir !== null) {
        linkOrCopy(path.join(liveDir, file), target);
        linked++;
      }
    });
  };

  const placeWhole = (file: string, bytes: Uint8Array, isSame: boolean, sha256?: string) => {
    place(file, isSame ? null : bytes);
    files.push({ path: file, bytes: bytes.length, sha256: sha256 ?? hash('sha256', bytes) });
  };

  /** The key of a file that a packed site has in no file of its own; null for any other. */
  const keyOf = (file: string): string | null => {
    const isLoose = spool === null || (isHtmlPage(file) && !packsPages);
    const packed = isLoose ? null : packedPlace(file);
    return packed && packedKey(packed);
  };

  const placeCompressed = (file: string, bytes: Uint8Array, compression: Compression) => {
    const name = file + extensions[compression];
    // A live sibling that unpacks to these bytes is kept: decompressing is far faster than compressing.
    const kept = liveDir === null ? undefined : attempt(() => readOwn(path.join(liveDir, name)));
    if (kept !== undefined && unpacksTo(kept, bytes, compression)) placeWhole(name, kept, true);
    else placeWhole(name, compress(bytes, compression), false);
  };

  const placeStreamed = async (file: string, bytes: number, compression: Compression) => {
    const name = file + extensions[compression];
    const staged = path.join(stagingDir, file);
    const kept =
      liveDir === null ? null : await packsFile(path.join(liveDir, name), staged, compression);
    if (kept !== null) {
      place(name, null);
      files.push({ path: name, ...kept });
      return;
    }
    const target = path.join(stagingDir, name);
    try {
      fs.rmSync(target, { force: true });
      files.push({ path: name, ...(await packInto(target, staged, bytes, compression)) });
    } catch (error) {
      throw writeFailure(target, error);
    }
  };

  const siblingsOf = (file: string, bytes: number) =>
    bytes < minCompressedBytes || isHostSetting(file) || isHtmlPage(file) ? [] : precompress;

  return {
    written: () => listWritten(files, linked, spool?.finish() ?? []),
    put(file, bytes, sha256) {
      const key = keyOf(file);
      if (spool !== null && key !== null) {
        spool.append(bytes);
        spool.end(key);
        return;
      }
      placeWhole(file, bytes, isLive(file, bytes), sha256);
      for (const compression of siblingsOf(file, bytes.length))
        placeCompressed(file, bytes, compression);
    },
    async putParts(name, parts) {
      const key = keyOf(name);
      if (spool !== null && key !== null) {
        for await (const part of parts) spool.append(part);
        spool.end(key);
        return null;
      }
      const stream = createStreamedFile(name, options);
      try {
        for await (const part of parts) stream.append(part);
        const { file, isLinked } = stream.finish();
        files.push(file);
        if (isLinked) linked++;
        for (const compression of siblingsOf(name, file.bytes))
          await placeStreamed(name, file.bytes, compression);
        return file;
      } finally {
        stream.close();
      }
    },
  };
}

export const besides = ['batches', 'packed', 'spool'] as const;

/** A folder beside a staging folder, for temporary data. */
export function besideStaging(stagingDir: string, what: (typeof besides)[number]): string {
  return `${stagingDir}-${what}`;
}

const spooledAtOnce = 1 << 20;

/** Collects files in a temporary file in this folder, which it makes when there is one. */
function createSpool(folder: string) {
  const place = path.join(folder, randomUUID());
  const files: SpooledFile[] = [];
  const held = Buffer.allocUnsafeSlow(spooledAtOnce);
  let used = 0;
  let written = 0;
  let begun = 0;
  let handle = -1;

  const write = (bytes: Uint8Array) =>
    writing(place, () => {
      if (handle < 0) {
        makeFolder(folder);
        handle = fs.openSync(place, 'wx');
      }
      for (let at = 0; at < bytes.length;) at += fs.writeSync(handle, bytes, at);
      written += bytes.length;
    });
  const flush = () => {
    write(held.subarray(0, used));
    used = 0;
  };

  return {
    /** Adds to the file that `end` ends. Throws a Failure. */
    append(bytes: Uint8Array): void {
      if (used + bytes.length > held.length) flush();
      if (bytes.length > held.length) return write(bytes);
      held.set(bytes, used);
      used += bytes.length;
    },
    end(key: string): void {
      const end = written + used;
      files.push({ path: key, bytes: end - begun, offset: begun });
      begun = end;
    },
    /** Closes the file; returns it unless there is none. Throws a Failure. */
    finish(): SpooledFiles[] {
      if (files.length === 0) return [];
      flush();
      writing(place, () => fs.closeSync(handle));
      return [listSpooled(place, files)];
    },
  };
}

function targetOf(stagingDir: string, file: string): string {
  const target = path.join(stagingDir, file);
  // A second line of defence: names in paths have passed `unsafeNameReason`.
  if (!target.startsWith(stagingDir + path.sep)) throw new Error(`${file} leads out of the site`);
  return target;
}

/** Returns what `create` returns, which creates the file, never through a symbolic link at its path. */
function createNew<T>(target: string, create: () => T): T {
  // A race: with names that differ only by case, threads may write to the same path. The finding is reported later.
  for (;;) {
    try {
      return create();
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
    fs.rmSync(target, { force: true });
  }
}

/** A staged file written part by part, and linked if the live site has it already. */
export interface StreamedFile {
  /** Throws a Failure. */
  readonly append: (part: Uint8Array) => void;
  /** Call after the last append. Throws a Failure. */
  readonly finish: () => { readonly file: PublishedFile; readonly isLinked: boolean };
  /** Closes the file, finished or not. */
  readonly close: () => void;
}

const copiedBytes = 1 << 20;

/** While the parts equal those of the live file, nothing is written. */
export function createStreamedFile(
  file: string,
  { stagingDir, liveDir }: Pick<SiteWriterOptions, 'stagingDir' | 'liveDir'>,
): StreamedFile {
  const target = targetOf(stagingDir, file);
  const livePath = liveDir === null ? null : path.join(liveDir, file);
  const digest = createHash('sha256');
  const live = livePath === null ? -1 : (attempt(() => openOwn(livePath)) ?? -1);
  let written = -1;
  let bytes = 0;
  let scratch = Buffer.alloc(0);

  const write = (part: Uint8Array) => {
    for (let at = 0; at < part.length;) at += fs.writeSync(written, part, at);
  };
  const read = (size: number, from: number): Buffer => {
    if (scratch.length < size) scratch = Buffer.allocUnsafeSlow(size * 2);
    return scratch.subarray(0, readFully(live, scratch.subarray(0, size), from));
  };
  /** At the first difference: copies what was equal from the live file. */
  const diverge = () => {
    if (written >= 0) return;
    makeFolder(path.dirname(target));
    written = createNew(target, () => fs.openSync(target, 'wx'));
    for (let at = 0; at < bytes; at += copiedBytes)
      write(read(Math.min(copiedBytes, bytes - at), at));
  };

  return {
    append(part) {
      digest.update(part);
      writing(target, () => {
        if (live >= 0 && written < 0 && read(part.length, bytes).equals(part)) return;
        diverge();
        write(part);
      });
      bytes += part.length;
    },
    finish() {
      const isLinked =
        livePath !== null && live >= 0 && written < 0 && fs.fstatSync(live).size === bytes;
      writing(target, () => {
        if (!isLinked) return diverge();
        makeFolder(path.dirname(target));
        linkOrCopy(livePath, target);
      });
      return { file: { path: file, bytes, sha256: digest.digest('hex') }, isLinked };
    },
    close() {
      if (live >= 0) fs.closeSync(live);
      // Some file systems report write errors only then.
      if (written >= 0) writing(target, () => fs.closeSync(written));
    },
  };
}

/** Links a file of the live site, in the place of any other; where links fail, copies it with its times. */
export function linkOrCopy(from: string, to: string): void {
  if (attempt(() => fs.linkSync(from, to) ?? true) === true) return;
  const other = fs.lstatSync(to, { throwIfNoEntry: false });
  if (other !== undefined) {
    if (other.ino === fs.lstatSync(from).ino) return;
    // Never written into: it may be a link to a file of the live site.
    fs.rmSync(to);
    linkOrCopy(from, to);
    return;
  }
  fs.copyFileSync(from, to);
  const { atime, mtime } = closing(openOwn(from), (handle) => fs.fstatSync(handle));
  fs.utimesSync(to, atime, mtime);
}

/** The same into a folder that may have to be made. Throws a Failure. */
export function linkInto(from: string, to: string): void {
  writing(to, () => {
    makeFolder(path.dirname(to));
    linkOrCopy(from, to);
  });
}

/** Returns what `use` returns, which writes to `target`. Turns its errors into a Failure. */
export function writing<T>(target: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw writeFailure(target, error);
  }
}

export function writeFailure(target: string, error: unknown): Failure {
  const hint = systemHints[systemCode(error) ?? ''];
  return new Failure('machine', `Cannot write ${shortPath(target)}: ${reasonOf(error)}.`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}

export interface CheckTask {
  readonly siteDir: string;
  readonly files: readonly PublishedFile[];
}

/** A worker's task: verifies files against the manifest. Throws DamagedCache when one is not as it was published. */
export function checkFiles({ siteDir, files }: CheckTask): void {
  for (const file of files) {
    const place = path.join(siteDir, file.path);
    const isIntact = attempt(() => closing(openOwn(place), (handle) => isAsListed(handle, file)));
    if (isIntact === true) continue;
    throw new DamagedCache(`${file.path} does not hold what was published`);
  }
}

function isAsListed(handle: number, { bytes, sha256 }: PublishedFile): boolean {
  if (fs.fstatSync(handle).size !== bytes) return false;
  const held = Buffer.allocUnsafe(Math.min(copiedBytes, bytes));
  const digest = createHash('sha256');
  for (let at = 0; at < bytes; at += held.length) {
    const some = held.subarray(0, bytes - at);
    if (readFully(handle, some, at) < some.length) return false;
    digest.update(some);
  }
  return digest.digest('hex') === sha256;
}
