/** A worker's task: compares bulk files of a site's folder with its pages. */
import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { attempt, reasonOf } from '../../base/failure.ts';
import { closing, openOwn, readFully } from '../../base/files.ts';
import {
  blockIndex,
  type BlockPlace,
  createRowIndex,
  tabixIndex,
  virtualOffset,
} from '../../sinks/bulkIndex.ts';
import { bulkParts, planGenomes, type Family } from '../../sinks/bulkPlan.ts';
import { type PartTexts, pathsOf, type TextMaker } from '../../sinks/formats.ts';
import type { BulkPart, TableOptions } from '../../sinks/maker.ts';
import { type PagesInColumns, putInColumns } from '../../sinks/parquet.ts';
import type { RecordPages } from '../../sinks/recordLines.ts';
import { createGenomeTexts } from '../../sinks/renderGenomes.ts';
import { similarityTable } from '../../sinks/similarity.ts';
import { familyTables, phageTableText } from '../../sinks/smallTables.ts';
import {
  type BulkFile,
  type BulkName,
  type BulkPath,
  geneBasesBulk,
  genomesBlockIndex,
  genomesBulk,
  genomesIndex,
  hasIndex,
  mediaFolder,
  parquetFile,
  type PhageTable,
  phageTables,
  similarityBulk,
  tabixIndexFile,
} from '../../contract/bulkFiles.ts';
import type { PerCollection } from '../../contract/collectionName.ts';
import type { FieldNames, SiteOptions } from '../../contract/siteOptions.ts';
import {
  blockBytes,
  blockTextBytes,
  endBlock,
  headerBytes,
  maxBlockBytes,
} from '../../publishing/bgzf.ts';
import type { PageNotes } from '../../records/notes.ts';
import { fastaIndex, type IndexedEntry } from '../../sequences/fasta.ts';
import { encodeSequenceName } from '../../text/escapes.ts';
import { newline } from '../../text/json.ts';
import type { Tallies } from '../clauses.ts';
import {
  type FileCheck,
  hashOf,
  openSite,
  readable,
  type SiteRef,
  withPages,
} from './fileCheck.ts';

interface Block {
  readonly at: number;
  /** Valid until the next block is requested. Only the block that ends the file has none. */
  readonly text: Buffer;
}

/**
 * Reads a file that must be BGZF block by block, in little memory: all blocks with text, then the one that ends the file.
 * Throws an error that says what is wrong.
 */
function* readBlocks(handle: number): Generator<Block> {
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
  readonly notes: PerCollection<PageNotes>;
  readonly table: TableOptions;
}

const fromRecords = 'what the records come to';

/** Decompresses a file of all records as a stream, so that little of it is in memory. */
export function verifyBulkFile(
  { file, notes, table, fieldNames, ...site }: VerifyBulkFileTask,
  maker: TextMaker,
) {
  const address = file.path;
  const wanted = new Set([file.name]);
  const isIndexed = hasIndex(address);
  const rows = createRowIndex();
  const blocks: BlockPlace[] = [];
  let records = 0;
  return withPages(site, ({ log, files }, read) => {
    function* textsOf(): Generator<Buffer> {
      if (address === similarityBulk) {
        for (const { bytes, rows: count } of similarityTable(notes.genes, fieldNames, table)) {
          records += count;
          yield bytes;
        }
        return;
      }
      for (const part of bulkParts(wanted, notes, [file.collection])) {
        if (!pathsOf(part, wanted).includes(address)) continue;
        const { texts } = textsIn(part, wanted, maker, { read, fieldNames }, table);
        const made = texts.find(({ path: its }) => its === address);
        if (made === undefined) continue;
        records += made.records;
        if (isIndexed) rows.add(made.text);
        yield made.text;
      }
    }
    log.checked('B1');
    const texts = textsOf();
    const found =
      files.claimHashed(address) === null
        ? 'no such file'
        : differenceOf(join(site.root, address), texts, blocks);
    if (found !== null) log.fail('B1', address, fromRecords, found);
    // Runs to the end: the index depends on all texts.
    for (const _ of texts);
    // If the text is wrong, the expected positions of blocks are unknown.
    if (isIndexed && found === null) {
      const due = tabixIndex([{ sequences: rows.sequences(), offsetOf: placeIn(blocks) }]);
      files.expect('B1', tabixIndexFile, 'where the rows lie', (bytes) => isPacked(bytes, due));
    }
    return { tallies: log.tallies, records };
  });
}

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
function differenceOf(file: string, texts: Iterator<Buffer>, blocks: BlockPlace[]): string | null {
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

export function verifyPhageFiles(
  { part, fieldNames, ...site }: VerifyPhageFilesTask,
  maker: TextMaker,
): Tallies {
  const phages = new Set(['phages'] as const);
  return withPages(site, ({ log, files }, read) => {
    log.checked('B1');
    const { phageFiles } = textsIn(part, phages, maker, { read, fieldNames }, { isGuarded: false });
    for (const { path: file, bytes } of phageFiles) files.expect('B1', file, fromRecords, bytes);
    return log.tallies;
  });
}

/** A worker's task: compares a Parquet file of a site's folder with the one that a build makes from its pages. */
export function verifyParquet({
  manifest,
  ...pages
}: PagesInColumns & Pick<SiteRef, 'manifest'>): Tallies {
  const { log, files } = openSite({ root: pages.siteDir, manifest });
  log.checked('B1');
  // A page that cannot be read is reported under its own clause, too.
  const made = () => attempt(() => putInColumns(pages, () => {}))?.sha256;
  files.expectHash('B1', parquetFile(pages.collection), fromRecords, made);
  return log.tallies;
}

// A worker's task: compares the files made of genomes with the records on the pages, and with each other. The bases themselves are taken from the file of all genomes: nothing else in a site has them.

const expectedOfGenomes = 'what the records and the genomes come to';

export function verifyGenomes({
  notes,
  fieldNames,
  genomesFile: plainName = null,
  ...site
}: SiteRef &
  Pick<SiteOptions, 'fieldNames' | 'genomesFile'> & {
    readonly notes: PerCollection<PageNotes>;
  }) {
  return withPages(site, ({ log, files }, read) => {
    log.checked('B1');
    const place = join(site.root, genomesBulk);
    const fail = (address: string, found: string) =>
      log.fail('B1', address, expectedOfGenomes, found);
    const isThere = files.claimHashed(genomesBulk) !== null;
    if (!isThere) fail(genomesBulk, 'no such file');
    const blocks: BlockPlace[] = [];
    const lengths = new Map<string, number>();
    const fault = isThere
      ? faultIn(() => {
          for (const { name, bases } of entriesOf(place, blocks)) lengths.set(name, bases.length);
        })
      : null;
    if (fault !== null) fail(genomesBulk, `what is not BGZF: ${fault}`);

    const entries: IndexedEntry[] = [];
    const plain = createHash('sha256');
    let geneCount = 0;
    const genomeTexts = createGenomeTexts({ read, fieldNames });
    function* genesOfAll(): Generator<Buffer> {
      const found = entriesOf(place, []);
      const lengthOf = (name: string) => lengths.get(encodeSequenceName(name)) ?? null;
      let isSound = true;
      for (const part of planGenomes(notes, lengthOf)) {
        for (const phage of part) {
          const next = found.next();
          if (next.done === true) return;
          const made = attempt(() => genomeTexts(phage, next.value.bases));
          // A page that cannot be read is reported under its own clause.
          if (made === undefined) continue;
          if (isSound && !made.genome.equals(next.value.text)) {
            isSound = false;
            fail(genomesBulk, `another entry for ${phage.name}`);
          }
          for (const { path, bytes } of made.files)
            files.expect('B1', path, expectedOfGenomes, bytes);
          if (plainName !== null) plain.update(made.byGenus());
          entries.push(made.entry);
          geneCount += made.geneCount;
          yield made.genes;
        }
      }
      if (isSound && found.next().done !== true)
        fail(genomesBulk, 'a genome of no phage, or of one for the second time');
    }
    const genes = fault === null && isThere ? genesOfAll() : none();
    const found =
      files.claimHashed(geneBasesBulk) === null
        ? 'no such file'
        : differenceOf(join(site.root, geneBasesBulk), genes, []);
    if (found !== null) fail(geneBasesBulk, found);
    // Runs to the end: the files of all genomes are compared on the way.
    for (const _ of genes);
    if (plainName !== null) {
      const file = `${mediaFolder}${plainName}`;
      files.expectHash('B1', file, expectedOfGenomes, () => plain.digest('hex'));
    }
    files.expect('B1', genomesIndex, 'where the genomes lie', Buffer.from(fastaIndex(entries)));
    const ofBlocks = blockIndex(blocks.slice(0, -1));
    files.expect('B1', genomesBlockIndex, 'where the blocks lie', ofBlocks);
    const records: readonly (readonly [BulkPath, number])[] = [
      [genomesBulk, entries.length],
      [geneBasesBulk, geneCount],
    ];
    return { tallies: log.tallies, records };
  });
}

function* none(): Generator<Buffer> {}

function faultIn(run: () => void): string | null {
  try {
    run();
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

interface Entry {
  readonly name: string;
  readonly text: Buffer;
  readonly bases: Buffer;
}

const entryStart = 0x3e;

/** Yields the entries of a FASTA file packed as BGZF. Notes the positions of its blocks. */
function* entriesOf(file: string, blocks: BlockPlace[]): Generator<Entry> {
  let held: Buffer[] = [];
  let from = 0;
  let isLineStart = true;
  const handle = openOwn(file);
  try {
    for (const { at, text } of readBlocks(handle)) {
      blocks.push({ at, from });
      from += text.length;
      let begun = 0;
      for (
        let start = text.indexOf(entryStart);
        start >= 0;
        start = text.indexOf(entryStart, start + 1)
      ) {
        const isStart = start === 0 ? isLineStart : text[start - 1] === newline;
        if (!isStart) continue;
        held.push(Buffer.from(text.subarray(begun, start)));
        begun = start;
        const entry = Buffer.concat(held);
        held = [];
        if (entry.length > 0) yield entryIn(entry);
      }
      held.push(Buffer.from(text.subarray(begun)));
      if (text.length > 0) isLineStart = text.at(-1) === newline;
    }
    const last = Buffer.concat(held);
    if (last.length > 0) yield entryIn(last);
  } finally {
    closeSync(handle);
  }
}

function entryIn(text: Buffer): Entry {
  const headerEnd = text.indexOf(newline);
  const header = text.toString('utf8', 1, headerEnd < 0 ? text.length : headerEnd);
  const lines = headerEnd < 0 ? '' : text.toString('latin1', headerEnd);
  const bases = Buffer.from(lines.replaceAll('\n', ''), 'latin1');
  return { name: header.split(' ')[0] ?? '', text, bases };
}

/** Worker tasks: compare the tables of phages and of gene families with those that the pages imply (B1). */
interface TablesTask extends SiteRef {
  readonly options: TableOptions;
  readonly fieldNames: FieldNames;
}

export function verifyPhageTable({
  table,
  blocks,
  options,
  ...site
}: TablesTask & {
  readonly table: PhageTable;
  readonly blocks: readonly Uint32Array[];
}): Tallies {
  return onPages(site, (files, pages) => {
    const text = () => hashOf(readable(phageTableText(table, blocks, pages, options)));
    files.expectHash('B1', phageTables[table].path, fromRecords, text);
  });
}

export function verifyFamilies({
  families,
  options,
  ...site
}: TablesTask & { readonly families: readonly Family[] }): Tallies {
  return onPages(site, (files, pages) => {
    for (const { path, text } of familyTables(families, pages, options))
      files.expectHash('B1', path, fromRecords, () => hashOf(readable(text)));
  });
}

function onPages(
  { fieldNames, ...site }: SiteRef & Pick<TablesTask, 'fieldNames'>,
  check: (files: FileCheck, pages: RecordPages) => void,
): Tallies {
  return withPages(site, ({ log, files }, read) => {
    log.checked('B1');
    // A page that cannot be read is reported under its own clause.
    attempt(() => check(files, { read, fieldNames }));
    return log.tallies;
  });
}
