/** A file with records or genomes, and the raw records read from it. */
import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { attempt } from '../base/failure.ts';
import { closing, openRegular } from '../base/files.ts';
import { type CollectionName, collectionNames } from '../contract/collectionName.ts';
import type { Finding } from '../text/findings.ts';
import { inWords, nearestName } from '../text/words.ts';

/** A source's bytes with a cursor: a buffer of the bytes ahead, from which processed ones are dropped. */
export interface ByteInput {
  /** Bytes from the mark on. Replaced whenever `fill` reads more. */
  bytes: Buffer;
  /** The cursor: index into `bytes`. */
  at: number;
  /** Line of the cursor, from 1; code that moves the cursor over line breaks must count them. */
  line: number;
  /** Index into `bytes` from which bytes must be kept; -1 to keep only those from the cursor on. */
  mark: number;
  /** Appends the next chunk to `bytes`; false at the end of the source. Adjusts `at` and `mark`. */
  fill(): Promise<boolean>;
  /** The byte at the cursor, or undefined at the end of the source. */
  peek(): Promise<number | undefined>;
  close(): Promise<void>;
}

const maxCharacterBytes = 4;

export function createByteInput(chunks: AsyncIterable<Buffer>): ByteInput {
  const iterator = chunks[Symbol.asyncIterator]();
  const input: ByteInput = {
    bytes: Buffer.alloc(0),
    at: 0,
    line: 1,
    mark: -1,
    async fill() {
      const next = await iterator.next();
      if (next.done === true) return false;
      const keepFrom = input.mark < 0 ? input.at : input.mark;
      const kept = input.bytes.subarray(keepFrom);
      input.bytes = kept.length === 0 ? next.value : Buffer.concat([kept, next.value]);
      input.at -= keepFrom;
      if (input.mark > 0) input.mark = 0;
      return true;
    },
    async peek() {
      // Up to a whole character, in case a message shows it.
      while (input.at + maxCharacterBytes > input.bytes.length) {
        if (!(await input.fill())) break;
      }
      return input.bytes[input.at];
    },
    async close() {
      await iterator.return?.();
    },
  };
  return input;
}

/** File metadata that reveals a change without reading the file. */
export interface FileStamp {
  /** Modification time, which tools such as `touch -r` and `cp -p` can set. */
  readonly mtimeMs: number;
  /** Change time of content or metadata, which only the system sets. */
  readonly ctimeMs: number;
  /** Inode: another one means another file of the same name. */
  readonly ino: number;
}

/** From `fs.Stats`, or anything with the same fields. */
export function stampOf({ mtimeMs, ctimeMs, ino }: FileStamp): FileStamp {
  return { mtimeMs, ctimeMs, ino };
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

export function lastChangeMs({ mtimeMs, ctimeMs }: FileStamp): number {
  return Math.max(mtimeMs, ctimeMs);
}

/** The folder below the data folder that holds genomes. */
export const genomesFolder = 'genomes';

/** The contents of a source: records of a collection, or genomes. It is below the folder of that name. */
export type SourceKind = CollectionName | typeof genomesFolder;

export const sourceKinds: readonly SourceKind[] = [...collectionNames, genomesFolder];

export interface Source extends FileStamp {
  /** Position in code-point order of the relative paths (S1), over all folders. */
  readonly ordinal: number;
  readonly collection: SourceKind;
  /** The path as findings name it: the data folder as the user spelt it, then the relative path. */
  readonly file: string;
  readonly absolutePath: string;
  /** `lines`: one record per line. `document`: one record, an array of records, or a page envelope; also for FASTA. */
  readonly layout: 'lines' | 'document';
  readonly gzipped: boolean;
  readonly bytes: number;
}

/** A record as it is in a source, not yet decoded or parsed. */
export interface RawRecord {
  /** The record's JSON text, without white space around it. */
  readonly bytes: Buffer;
  /** Line on which it starts, from 1. */
  readonly line: number;
}

/** A source being read: its bytes, its name for findings, and where findings go. */
export interface Reading {
  readonly input: ByteInput;
  readonly file: string;
  /** A longer record is rejected unread. */
  readonly maxRecordBytes: number;
  readonly report: (finding: Finding) => void;
}

const ofRecords = ['ndjson', 'jsonl', 'json'];
const ofGenomes = ['fasta', 'fna', 'fa', 'fas'];
const recordEnding = /\.(ndjson|jsonl|json)(\.gz)?$/i;
const genomeEnding = /\.(fasta|fna|fa|fas)(\.gz)?$/i;

export function isSourceName(name: string, kind: SourceKind): boolean {
  return (kind === genomesFolder ? genomeEnding : recordEnding).test(name);
}

/** The names of the sources of a kind, for messages. */
export function sourceNames(kind: SourceKind | null): string {
  const endings = (kind === genomesFolder ? ofGenomes : ofRecords).map((ending) => `.${ending}`);
  return `files named ${inWords(endings, 'or')}, or one of these and .gz`;
}

// Files of systems and tools, or documents: never data.
const ignoredNames = [
  /^(\.DS_Store|\._.*|__MACOSX|\.localized|\.Spotlight-V100|\.Trashes|\.fseventsd)$/i,
  /^((eh)?Thumbs\.db|desktop\.ini|\.directory)$/i,
  /^\.(git|gitignore|gitattributes|gitmodules|gitkeep|keep|hg|hgignore|svn)$/,
  /^(README|LICEN[CS]E)(\.md|\.txt)?$/i,
  /^(phagepress\.config\.json|\.phagepress.*)$/,
];

/** Whether an unread file or folder of this name can be ignored without a finding. */
export function isIgnoredName(name: string): boolean {
  return ignoredNames.some((usual) => usual.test(name));
}

const leftoverName =
  /(~|\.(bak|backup|orig|old|save|swp|swo|tmp|temp|part|partial|crdownload|download|rej))$|^#.*#$/i;

/** Whether an editor or an aborted download leaves files of this name. */
export function isLeftoverName(name: string): boolean {
  return leftoverName.test(name);
}

/** Whether it is an archive or compressed, other than by gzip alone. */
export function isPackedName(name: string): boolean {
  return /\.(zip|7z|rar|tar|tgz|tar\.gz|bz2|xz|lzma|zst|br|lz4|Z)$/i.test(name);
}

/** The source name that a misspelt one was probably meant to be; undefined if none is similar. */
export function nearestSourceName(name: string, kind: SourceKind | null): string | undefined {
  const parts = name.split('.');
  const last = parts.pop() ?? '';
  const isPacked = /^(gz.*|gip|g|gx|zg)$/i.test(last);
  const ending = isPacked ? parts.pop() : last;
  if (ending === undefined || parts.join('') === '') return undefined;
  const known = nearestName(ending, kind === genomesFolder ? ofGenomes : ofRecords);
  if (known === undefined) return undefined;
  return [...parts, known, ...(isPacked ? ['gz'] : [])].join('.');
}

const chunkBytes = 1 << 20;

export interface FileRange {
  /** Absolute path. */
  readonly file: string;
  /** Bytes [start, end). */
  readonly start: number;
  readonly end: number;
}

/** SHA-256 in hexadecimal; an infinite end is that of the file. '' if not all bytes can be read. */
export function hashRange({ file, start, end }: FileRange): string {
  // An unreadable file is reported when its records are read.
  return attempt(() => closing(openRegular(file), (handle) => hashBytes(handle, start, end))) ?? '';
}

function hashBytes(handle: number, start: number, end: number): string {
  const digest = createHash('sha256');
  // No larger than needed: with many small files, allocation would dominate.
  const size = Math.max(1, Math.min(end, fstatSync(handle).size) - start);
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size));
  for (let at = start; at < end;) {
    const read = readSync(handle, chunk, 0, Math.min(chunk.length, end - at), at);
    if (read === 0) return end === Infinity ? digest.digest('hex') : '';
    digest.update(chunk.subarray(0, read));
    at += read;
  }
  return digest.digest('hex');
}
