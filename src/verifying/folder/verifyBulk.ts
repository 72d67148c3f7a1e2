/** A worker's task: compares bulk files of a site's folder with its pages. */
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { attempt, reasonOf } from '../../base/failure.ts';
import { closing, openOwn, readFully } from '../../base/files.ts';
import {
  type BlockPlace,
  createRowIndex,
  tabixIndex,
  virtualOffset,
} from '../../sinks/bulkIndex.ts';
import { bulkParts } from '../../sinks/bulkPlan.ts';
import { type PartTexts, pathsOf, type TextMaker } from '../../sinks/formats.ts';
import type { BulkPart, TableOptions } from '../../sinks/maker.ts';
import { type PagesInColumns, putInColumns } from '../../sinks/parquet.ts';
import type { RecordPages } from '../../sinks/recordLines.ts';
import {
  type BulkFile,
  type BulkName,
  type BulkPath,
  hasIndex,
  parquetFile,
  tabixIndexFile,
} from '../../contract/bulkFiles.ts';
import type { PerCollection } from '../../contract/collectionName.ts';
import type { SiteOptions } from '../../contract/siteOptions.ts';
import {
  blockBytes,
  blockTextBytes,
  endBlock,
  headerBytes,
  maxBlockBytes,
} from '../../publishing/bgzf.ts';
import type { PageNotes } from '../../records/notes.ts';
import { openPages } from '../../sinks/pageBuilder.ts';
import type { Tallies } from '../clauses.ts';
import { openSite, type SiteRef } from './fileCheck.ts';

/** Reads a file that must be BGZF block by block, in little memory. */
interface Block {
  /** The offset of the block in the file. */
  readonly at: number;
  /** Valid until the next block is requested. Only the block that ends the file has none. */
  readonly text: Buffer;
}

/** All blocks with text, then the one that ends the file. Throws an error that says what is wrong. */
export function* readBlocks(handle: number): Generator<Block> {
  const held = Buffer.allocUnsafe(maxBlockBytes);
  const read = (from: number, to: number, at: number) =>
    held.subarray(0, from + readFully(handle, held.subarray(from, to), at + from));
  for (let at = 0; ;) {
    const header = read(0, headerBytes, at);
    if (header.length === 0) throw new Error('no block at the end that says so');
    const bytes = blockBytes(header);
    if (bytes === null) throw new Error(`no block at byte ${at}`);
    const block = read(headerBytes, bytes, at);
    const text = block.length < bytes ? null : textOf(block);
    if (text === null) throw new Error(`no whole block at byte ${at}`);
    if (text.length > blockTextBytes) throw new Error(`too much text in the block at byte ${at}`);
    yield { at, text };
    at += bytes;
    if (text.length > 0) continue;
    if (!block.equals(endBlock)) throw new Error(`a block without text at byte ${at - bytes}`);
    if (read(0, 1, at).length > 0) throw new Error('more behind the block that ends it');
    return;
  }
}

function textOf(block: Buffer): Buffer | null {
  const text = attempt(() => gunzipSync(block, { maxOutputLength: maxBlockBytes }));
  // Several members in one block, or bytes after one, give another length.
  return text?.length === block.readUInt32LE(block.length - 4) ? text : null;
}

export interface VerifyBulkFileTask extends SiteRef, Pick<SiteOptions, 'fieldNames'> {
  readonly file: Pick<BulkFile, 'name' | 'collection'> & { readonly path: BulkPath };
  /** The notes of all pages. */
  readonly notes: PerCollection<PageNotes>;
  readonly table: TableOptions;
}

interface VerifiedBulkFile {
  readonly tallies: Tallies;
  /** The number of records that the file must contain. */
  readonly records: number;
}

const fromRecords = 'what the records come to';

/** Decompresses a file of all records as a stream, so that little of it is in memory. */
export function verifyBulkFile(
  { file, notes, table, fieldNames, ...site }: VerifyBulkFileTask,
  maker: TextMaker,
): VerifiedBulkFile {
  const { log, files } = openSite(site);
  log.checked('B1');
  const address = file.path;
  const pages = openPages(site.root);
  const wanted = new Set([file.name]);
  const isIndexed = hasIndex(address);
  const rows = createRowIndex();
  const blocks: BlockPlace[] = [];
  let records = 0;
  function* textsOf(): Generator<Buffer> {
    for (const part of bulkParts(wanted, notes, [file.collection])) {
      if (!pathsOf(part, wanted).includes(address)) continue;
      const { texts } = textsIn(part, wanted, maker, { read: pages.read, fieldNames }, table);
      const made = texts.find(({ path: its }) => its === address);
      if (made === undefined) continue;
      records += made.records;
      if (isIndexed) rows.add(made.text);
      yield made.text;
    }
  }
  try {
    const texts = textsOf();
    const found =
      files.claimHashed(address) === null
        ? 'no such file'
        : differenceOf(path.join(site.root, address), texts, blocks);
    if (found !== null) log.fail('B1', { address, expected: fromRecords, found });
    // Runs to the end: the index depends on all texts.
    for (const _ of texts);
    // If the text is wrong, the expected positions of blocks are unknown.
    if (isIndexed && found === null) {
      const due = tabixIndex([{ sequences: rows.sequences(), offsetOf: placeIn(blocks) }]);
      files.expect('B1', tabixIndexFile, 'where the rows lie', (bytes) => isPacked(bytes, due));
    }
    return { tallies: log.tallies, records };
  } finally {
    pages.close();
  }
}

/** A page that cannot be read is reported under its own clause, and yields no text here. */
function textsIn(
  part: BulkPart,
  wanted: ReadonlySet<BulkName>,
  maker: TextMaker,
  pages: RecordPages,
  table: TableOptions,
): PartTexts {
  return attempt(() => maker.textsOf(part, wanted, pages, table)) ?? { texts: [], phageFiles: [] };
}

/** The first difference from the texts; null when the file contains exactly them. Notes the positions of its blocks. */
export function differenceOf(
  file: string,
  texts: Iterator<Buffer>,
  blocks: BlockPlace[],
): string | null {
  let text: Buffer = Buffer.alloc(0);
  let at = 0;
  let from = 0;
  try {
    return closing(openOwn(file), (handle) => {
      for (const block of readBlocks(handle)) {
        blocks.push({ at: block.at, from });
        from += block.text.length;
        for (let used = 0; used < block.text.length;) {
          while (at === text.length) {
            const next = texts.next();
            if (next.done === true) return 'more than that';
            text = next.value;
            at = 0;
          }
          const length = Math.min(block.text.length - used, text.length - at);
          const isSame = text.compare(block.text, used, used + length, at, at + length) === 0;
          if (!isSame) return 'something else';
          used += length;
          at += length;
        }
      }
      return at < text.length || restOf(texts) ? 'less than that' : null;
    });
  } catch (error) {
    return `what is not BGZF: ${reasonOf(error)}`;
  }
}

/** Returns a function that maps an offset in the whole text to the last block that starts at or before it. */
function placeIn(blocks: readonly BlockPlace[]): (position: number) => number {
  return (position) => {
    let [low, high] = [0, blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((blocks[middle]?.from ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    const { at, from } = blocks[low] ?? { at: 0, from: 0 };
    return virtualOffset(at, position - from);
  };
}

/** Whether it is BGZF of exactly these bytes. */
function isPacked(packed: Buffer, bytes: Buffer): boolean {
  const isWhole = packed.subarray(-endBlock.length).equals(endBlock);
  const options = { maxOutputLength: bytes.length + 1 };
  return isWhole && attempt(() => gunzipSync(packed, options))?.equals(bytes) === true;
}

function restOf(texts: Iterator<Buffer>): boolean {
  for (let next = texts.next(); next.done !== true; next = texts.next()) {
    if (next.value.length > 0) return true;
  }
  return false;
}

export interface VerifyPhageFilesTask extends SiteRef, Pick<SiteOptions, 'fieldNames'> {
  readonly part: BulkPart;
}

/** Checks the files of single phages that belong to a part. */
export function verifyPhageFiles(
  { part, fieldNames, ...site }: VerifyPhageFilesTask,
  maker: TextMaker,
): Tallies {
  const { log, files } = openSite(site);
  log.checked('B1');
  const pages = openPages(site.root);
  const phages = new Set(['phages'] as const);
  try {
    const from = { read: pages.read, fieldNames };
    const { phageFiles } = textsIn(part, phages, maker, from, { isGuarded: false });
    for (const { path: file, bytes } of phageFiles) {
      files.expect('B1', file, fromRecords, (found) => found.equals(bytes));
    }
  } finally {
    pages.close();
  }
  return log.tallies;
}

/** A worker's task: compares a Parquet file of a site's folder with the one that a build makes from its pages. */
export type VerifyParquetTask = PagesInColumns & Pick<SiteRef, 'manifest'>;

export function verifyParquet({ manifest, ...pages }: VerifyParquetTask): Tallies {
  const { log, files } = openSite({ root: pages.siteDir, manifest });
  log.checked('B1');
  const address = parquetFile(pages.collection);
  const expected = 'what the records come to';
  const said = files.claimHashed(address);
  // A page that cannot be read is reported under its own clause, too.
  const made = said === null ? undefined : attempt(() => putInColumns(pages, () => {}));
  if (said === null || made?.sha256 !== said.sha256) {
    const found = said === null ? 'no such file' : 'something else';
    log.fail('B1', { address, expected, found });
  }
  return log.tallies;
}
