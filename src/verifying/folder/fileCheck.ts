/** Reads the files of a site's folder and compares each, and its compressed siblings, with the manifest. */
import { createHash, hash } from 'node:crypto';
import path from 'node:path';
import type { PublishedFile } from '../../publishing/fileList.ts';
import { compressions, extensions, unpacksTo } from '../../publishing/compression.ts';
import { type ClauseLog, createClauseLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import { type ReadBuffer, readBlocks, readWhole } from './siteFolder.ts';
import {
  marks,
  openManifest,
  type SharedManifest,
  type SiteManifest,
} from '../manifest/siteManifest.ts';

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
    isRight: (bytes: Buffer) => boolean,
  ) => void;
  /** Like `claim`, for a file of any size: compares it by hash, and returns its entry in the manifest. */
  readonly claimHashed: (file: string) => PublishedFile | null;
  /** Like `expect`, for a file of any size: compares its hash with that of `pieces`. */
  readonly expectHashed: (
    clause: Clause,
    file: string,
    expected: string,
    pieces: () => Iterable<Uint8Array>,
  ) => void;
  /** Whether a file has compressed siblings, which are compared with all of its bytes. */
  readonly hasSiblings: (file: string) => boolean;
  /** Compares a file with the manifest by hash alone. */
  readonly hashOnly: (entry: number) => void;
}

// Pages and records are read into memory as a whole; larger ones would be of no use to anyone.
const maxWholeBytes = 1024 ** 3;
const blockBytes = 1 << 20;

/** The site of a worker's task. */
export interface SiteRef {
  /** Absolute path of the site's folder. */
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
    log.fail('manifest', { address, expected: 'a file that can be read', found });

  const compare = (said: PublishedFile, size: number, sha256: string) => {
    if (size !== said.bytes) {
      const [expected, found] = [`${said.bytes} bytes`, `${size}`];
      log.fail('manifest', { address: said.path, expected, found });
    } else if (sha256 !== said.sha256) {
      const [expected, found] = [`SHA-256 ${said.sha256}`, sha256];
      log.fail('manifest', { address: said.path, expected, found });
    }
  };

  const read = (entry: number, buffer: ReadBuffer): Buffer | null => {
    const said = manifest.fileOf(entry);
    const result = readWhole(path.join(root, said.path), maxWholeBytes, buffer);
    if (!result.ok) {
      reportUnreadable(said.path, result.reason);
      return null;
    }
    compare(said, result.bytes.length, hash('sha256', result.bytes));
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
        const expected = `the ${compression} form of ${file}`;
        log.fail('M6', { address: name, expected, found: 'something else' });
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
    const said = manifest.fileOf(entry);
    const digest = createHash('sha256');
    block ??= Buffer.allocUnsafeSlow(blockBytes);
    const result = readBlocks(path.join(root, said.path), block, (bytes) => digest.update(bytes));
    if (result.ok) compare(said, result.size, digest.digest('hex'));
    else reportUnreadable(said.path, result.reason);
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
    expect(clause, file, expected, isRight) {
      const bytes = claim(file);
      if (bytes !== null && isRight(bytes)) return;
      const found = bytes === null ? 'no such file' : 'something else';
      log.fail(clause, { address: file, expected, found });
    },
    expectHashed(clause, file, expected, pieces) {
      const said = claimHashed(file);
      const digest = createHash('sha256');
      if (said !== null) for (const piece of pieces()) digest.update(piece);
      if (said?.sha256 === digest.digest('hex')) return;
      const found = said === null ? 'no such file' : 'something else';
      log.fail(clause, { address: file, expected, found });
    },
  };
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
