/** Reads the files of a site's folder and compares each, and its compressed siblings, with the manifest. */
import { createHash, hash } from 'node:crypto';
import path from 'node:path';
import type { PublishedFile } from '../../publishing/fileList.ts';
import { compressions, extensions, unpacksTo } from '../../publishing/compression.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import { type ReadBuffer, readBlocks, readWhole } from './siteFolder.ts';
import { marks, type SiteManifest } from '../manifest/siteManifest.ts';

export interface FileCheck {
  /**
   * Reads a file that must exist; the bytes are valid until the next read into `buffer`. Null when the manifest or
   * the folder lacks it, which is reported elsewhere.
   */
  readonly claim: (file: string, buffer: ReadBuffer) => Buffer | null;
  /** Compares a file with the manifest by hash alone. */
  readonly hashOnly: (entry: number) => void;
}

// Pages and records are read into memory as a whole; larger ones would be of no use to anyone.
const maxWholeBytes = 1024 ** 3;
const blockBytes = 1 << 20;

export function createFileCheck(root: string, manifest: SiteManifest, log: ClauseLog): FileCheck {
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

  return {
    claim(file, buffer) {
      const entry = manifest.find(file);
      if (entry < 0) return null;
      manifest.mark(entry, marks.claimed);
      if (!manifest.isMarked(entry, marks.onDisk)) return null;
      const bytes = read(entry, buffer);
      if (bytes !== null) checkSiblings(file, bytes);
      return bytes;
    },
    hashOnly(entry) {
      const said = manifest.fileOf(entry);
      const digest = createHash('sha256');
      block ??= Buffer.allocUnsafeSlow(blockBytes);
      const result = readBlocks(path.join(root, said.path), block, (bytes) => digest.update(bytes));
      if (result.ok) compare(said, result.size, digest.digest('hex'));
      else reportUnreadable(said.path, result.reason);
    },
  };
}
