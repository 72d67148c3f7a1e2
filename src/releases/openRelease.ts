/** A published release to read, in a folder or at an address: each file as its manifest says, or a Failure. */
import { createHash, hash } from 'node:crypto';
import { createReadStream, fstatSync } from 'node:fs';
import path from 'node:path';
import { Failure, readFailure, saysNoFile } from '../base/failure.ts';
import { closing, openOwn, readFully, readOwn } from '../base/files.ts';
import { createHttpClient, politeness } from '../base/httpClient.ts';
import { isBelow } from '../contract/history.ts';
import { basePath, parseBaseUrl } from '../contract/links.ts';
import { firstStep, nextStep, type PackStep, placeIn } from '../contract/packs.ts';
import { parseRelease, type Release } from '../contract/release.ts';
import { changesFolder, manifestFile, releaseFile, releasesFolder } from '../contract/sitePaths.ts';
import { type PublishedFile, shortPath } from '../publishing/fileList.ts';
import { fileOf, pathStart } from '../publishing/manifest.ts';
import { shellWord } from '../text/escapes.ts';

/** Holds what was read last, so that reading many files takes the memory of one. */
export interface ReadBuffer {
  bytes: Buffer;
}

/** How the files of a site are fetched, whatever release they are of. */
interface SiteFiles {
  /** As the user named it. */
  readonly where: string;
  /** Null where there is no such file. With `into`, the bytes are valid until the next call with it. Throws a Failure. */
  readonly fetch: (file: string, into?: ReadBuffer) => Promise<Buffer | null>;
  /** The bytes of its manifest, in parts: it may be large. */
  readonly manifest: () => AsyncIterable<Buffer>;
  /** How many bytes were read so far. */
  readonly received: () => number;
  readonly close: () => void;
}

export interface OpenRelease extends SiteFiles {
  readonly release: Release;
  /** The bytes of its `release.json`. */
  readonly releaseBytes: Buffer;
  /** The failure to report where a file is not that of the release: it may be of a later one. */
  readonly differs: (file: string) => Promise<Failure>;
  /** The bytes of a published file, which may lie in a pack; null where there is no such file. */
  readonly published: (file: string) => Promise<Uint8Array | null>;
  /** The bytes of a file that has this hash in its manifest. Throws a Failure for any others. */
  readonly read: (file: string, sha256: string, into?: ReadBuffer) => Promise<Buffer>;
  /**
   * The files of its manifest, in order of path: with `tops` those alone whose path begins with one of them, which takes a
   * fraction of the time. Throws a Failure at the end if it is not that of the release.
   */
  readonly files: (tops?: readonly string[]) => AsyncGenerator<PublishedFile>;
}

/** Whether a target is an address, and no folder. */
export function isAddress(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

/** The files at an address or in a folder. Throws a Failure for an address that is none. */
function openSite(target: string, signal?: AbortSignal): SiteFiles {
  return isAddress(target) ? openAddress(target, signal) : openFolder(target);
}

function openFolder(folder: string): SiteFiles {
  let bytes = 0;
  const counted = (part: Buffer) => {
    bytes += part.length;
    return part;
  };
  const at = (file: string) => path.join(folder, file);
  const failing = (file: string) => (error: unknown) => readFailure(shortPath(at(file)), error);
  return {
    where: folder,
    async fetch(file, into) {
      try {
        return counted(into === undefined ? readOwn(at(file)) : readInto(at(file), into));
      } catch (error) {
        if (saysNoFile(error)) return null;
        throw failing(file)(error);
      }
    },
    async *manifest() {
      try {
        const fd = openOwn(at(manifestFile));
        for await (const part of createReadStream('', { fd, highWaterMark: 1 << 20 }))
          yield counted(part as Buffer);
      } catch (error) {
        throw failing(manifestFile)(error);
      }
    },
    received: () => bytes,
    close() {},
  };
}

function readInto(file: string, into: ReadBuffer): Buffer {
  return closing(openOwn(file), (handle) => {
    const { size } = fstatSync(handle);
    if (into.bytes.length < size) into.bytes = Buffer.allocUnsafeSlow(2 * size);
    return into.bytes.subarray(0, readFully(handle, into.bytes.subarray(0, size), 0));
  });
}

const connections = 8;
// A manifest of ten million files.
const maxBytes = 2 ** 31;

/** The base URL in its canonical form. Throws a Failure for an address that is none; `verb` says what it is for. */
export function baseUrlOf(address: string, verb: 'read' | 'verify'): string {
  const parsed = parseBaseUrl(address);
  if (parsed.ok) return parsed.baseUrl;
  // Keeps a password out of logs.
  const shown = address.replace(/\/\/[^/?#]*@/, '//…@');
  throw new Failure('usage', `Cannot ${verb} ${shown}: it ${parsed.reason}.`, {
    hint: 'Give the address that links start with, such as https://example.org/phages.',
  });
}

function openAddress(address: string, signal: AbortSignal | undefined): SiteFiles {
  const baseUrl = baseUrlOf(address, 'read');
  const { origin } = new URL(baseUrl);
  const prefix = basePath(baseUrl);
  const client = createHttpClient({
    origin,
    connections,
    rate: null,
    wholeMs: null,
    ...politeness,
    userAgent: 'phagepress-releases',
    ...(signal === undefined ? {} : { signal }),
  });
  let bytes = 0;
  let manifest: Buffer | null = null;
  const fetch: SiteFiles['fetch'] = async (file) => {
    if (file === manifestFile && manifest !== null) return manifest;
    const target = `${prefix}/${file.split('/').map(encodeURIComponent).join('/')}`;
    const asked = await client.ask({ target, maxBytes, isFromElsewhere: false });
    if (!asked.ok) throw unread(address, file, asked.reason);
    const { status, body } = asked.reply;
    bytes += body.length;
    if (status === 404 || status === 410) return null;
    if (status !== 200) throw unread(address, file, `status ${status}`);
    // Several ask for it, and it may be the largest file.
    if (file === manifestFile) manifest = body;
    return body;
  };
  return {
    where: address,
    fetch,
    async *manifest() {
      const body = await fetch(manifestFile);
      if (body === null) throw unread(address, manifestFile, 'status 404');
      yield body;
    },
    received: () => bytes,
    close: client.close,
  };
}

function unread(where: string, file: string, found: string): Failure {
  return new Failure(
    'data',
    `Cannot read ${file} of ${where}: expected the file, found ${found}.`,
    {
      hint: 'Nothing was changed. Try again when the site can be reached.',
    },
  );
}

/** Opens the release at a folder or an address. Throws a Failure where there is none. */
export async function openRelease(target: string, signal?: AbortSignal): Promise<OpenRelease> {
  const site = openSite(target, signal);
  try {
    return await releaseOf(site);
  } catch (error) {
    site.close();
    throw error;
  }
}

/** A file is missing, or other than what names it says, though the release is still there. */
export class UnlikeRelease extends Failure {}

/** What says how a file must be. */
function namedBy(file: string): string {
  if (file === manifestFile) return releaseFile;
  const isBeside = [changesFolder, releasesFolder].some((folder) => file.startsWith(folder));
  return isBeside ? 'index' : manifestFile;
}

async function releaseOf(site: SiteFiles): Promise<OpenRelease> {
  const { where } = site;
  const releaseBytes = await site.fetch(releaseFile);
  const release = releaseBytes === null ? null : parseRelease(releaseBytes.toString());
  if (release === null || releaseBytes === null) {
    const found = releaseBytes === null ? 'no such file' : 'something else';
    const message = `${where} is no site of phagepress: expected its ${releaseFile}, found ${found}.`;
    throw new Failure('data', message, {
      hint: 'Name the folder of a site that `phagepress build` made, or the address at which one is served.',
    });
  }
  const differs = async (file: string): Promise<Failure> => {
    const now = parseRelease((await site.fetch(releaseFile))?.toString() ?? '');
    if (now !== null && now.release !== release.release)
      return new Failure('data', `${where} was published anew while it was read.`, {
        hint: 'Nothing was changed. Run the command again: it will read the new release.',
      });
    const message = `${file} of ${where} is not what its ${namedBy(file)} says.`;
    return new UnlikeRelease('data', message, {
      hint: `Run \`phagepress verify ${shellWord(where)}\` for all that is wrong there. If a cache is between, wait until it has expired.`,
    });
  };
  return {
    ...site,
    release,
    releaseBytes,
    differs,
    async read(file, sha256, into) {
      const bytes = await site.fetch(file, into);
      if (bytes === null || hash('sha256', bytes) !== sha256) throw await differs(file);
      return bytes;
    },
    async published(file) {
      const place = placeIn(release, file);
      if (place === null) return await site.fetch(file);
      let found: PackStep | Uint8Array | null = firstStep(place);
      while (found !== null && 'file' in found)
        found = nextStep(place, found, await site.fetch(found.file));
      return found;
    },
    async *files(tops = ['']) {
      const heads = tops.map((top) => pathStart + top);
      const digest = createHash('sha256');
      let rest: Buffer = Buffer.alloc(0);
      for await (const part of site.manifest()) {
        digest.update(part);
        const bytes = Buffer.concat([rest, part]);
        const end = bytes.lastIndexOf('\n') + 1;
        rest = bytes.subarray(end);
        // Most parts are of other files.
        if (!heads.some((head) => bytes.includes(head))) continue;
        for (const line of bytes.toString('utf8', 0, end).split('\n')) {
          if (!heads.some((head) => line.startsWith(head))) continue;
          const file = fileOf(line.endsWith(',') ? line.slice(0, -1) : line);
          if (file === null || !isBelow(file.path, '')) throw await differs(manifestFile);
          yield file;
        }
      }
      if (digest.digest('hex') !== release.release) throw await differs(manifestFile);
    },
  };
}
