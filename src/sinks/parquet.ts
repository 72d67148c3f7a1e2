/** A worker's task: writes all records of a collection from staged pages into one Parquet file. */
import { ByteWriter, ParquetWriter, type SchemaElement, type Writer } from 'hyparquet-writer';
import { createHash } from 'node:crypto';
import { openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../base/files.ts';
import { parquetFile } from '../contract/bulkFiles.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { closeWritten, linkIfSame, writing } from '../publishing/siteWriter.ts';
import { collections } from '../records/collections.ts';
import { openPages } from './pageBuilder.ts';
import { type Cell, cellOf, type Column, type ColumnType } from './maker.ts';
import { createTextBuffer, readRecordLines } from './recordLines.ts';

/** Writes records as rows of a Parquet file, one row group at a time. */
interface ParquetTable {
  readonly add: (record: unknown) => void;
  /** Writes the last row group and the footer. */
  readonly finish: () => void;
}

interface ParquetTableOptions {
  readonly columns: readonly Column[];
  /** The last row group may have fewer. */
  readonly rowsPerGroup: number;
}

// Readers expect "<application> version <version>". This is the version of the format: with the program's version,
// every update would change files whose records are the same.
const createdBy = 'phagepress version 1';

const elements: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  // Older readers use the converted type, newer ones the logical type.
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
};

/** Writes a table to `writer`. The bytes are deterministic; one row group is in memory. */
export function createParquetTable(
  writer: Writer,
  { columns, rowsPerGroup }: ParquetTableOptions,
): ParquetTable {
  const schema: SchemaElement[] = [
    { name: 'schema', num_children: columns.length },
    ...columns.map(({ name, type }): SchemaElement => {
      return { name, repetition_type: 'OPTIONAL', ...elements[type] };
    }),
  ];
  const parquet = new ParquetWriter({ writer, schema, createdBy });
  const filled = columns.map((column) => ({ column, name: column.name, data: [] as Value[] }));
  let rows = 0;

  const writeGroup = () => {
    void parquet.write({ columnData: filled, rowGroupSize: rowsPerGroup });
    for (const { data } of filled) data.length = 0;
    rows = 0;
  };

  return {
    add(record) {
      for (const { column, data } of filled) data.push(valueOf(cellOf(record, column)));
      if (++rows === rowsPerGroup) writeGroup();
    },
    finish() {
      if (rows > 0) writeGroup();
      void parquet.finish();
    },
  };
}

type Value = Exclude<Cell, number> | bigint;

function valueOf(cell: Cell): Value {
  return typeof cell === 'number' ? BigInt(cell) : cell;
}

// A writer for hyparquet that hashes the bytes and passes them on in chunks.

const bufferBytes = 1 << 16;

export class HashedBytes extends ByteWriter {
  readonly #pass: (bytes: Uint8Array) => void;
  readonly #digest = createHash('sha256');

  /** `pass` gets all bytes in order; each chunk is valid until it returns. */
  constructor(pass: (bytes: Uint8Array) => void) {
    super(bufferBytes);
    this.#pass = pass;
  }

  override ensure(size: number): void {
    if (this.index + size > this.buffer.byteLength) this.flush();
    super.ensure(size);
  }

  /** Bytes longer than the buffer are passed on directly. */
  override appendBytes(bytes: Uint8Array): void {
    if (bytes.length <= this.buffer.byteLength) {
      super.appendBytes(bytes);
      return;
    }
    this.flush();
    this.#take(bytes);
    this.offset += bytes.length;
  }

  flush(): void {
    this.#take(new Uint8Array(this.buffer, 0, this.index));
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }

  /** The hash of all bytes, in hexadecimal; can be called once, at the end. */
  sha256(): string {
    return this.#digest.digest('hex');
  }

  #take(bytes: Uint8Array): void {
    this.#digest.update(bytes);
    this.#pass(bytes);
  }
}

export interface PagesInColumns {
  /** The folder with the pages of the collection. */
  readonly siteDir: string;
  readonly collection: CollectionName;
  /** The offsets of its records by block, as returned by `planBlocks`. */
  readonly blocks: readonly Uint32Array[];
  /** As returned by `columnsOf`. */
  readonly columns: readonly Column[];
}

/**
 * Returns size and hash; `pass` gets the bytes, each chunk valid until it returns. Rows are in the order of the list,
 * and the bytes are deterministic. Throws the system's error when a page cannot be read.
 */
export function putInColumns(
  pages: PagesInColumns,
  pass: (bytes: Uint8Array) => void,
): { readonly bytes: number; readonly sha256: string } {
  const { collection, columns } = pages;
  const bytes = new HashedBytes(pass);
  const { rowsPerGroup } = collections[collection];
  const table = createParquetTable(bytes, { columns, rowsPerGroup });
  for (const record of recordsOnPages(pages)) table.add(record);
  table.finish();
  return { bytes: bytes.offset, sha256: bytes.sha256() };
}

/** Read block by block, since a page may exceed the maximum length of a string. */
function* recordsOnPages({ siteDir, collection, blocks }: PagesInColumns): Generator {
  const pages = openPages(siteDir);
  const lines = createTextBuffer();
  try {
    for (const places of blocks) {
      const starts = readRecordLines({ collection, places }, pages.read, lines);
      for (let record = 0; record + 1 < starts.length; record++) {
        yield JSON.parse(lines.bytes.toString('utf8', starts[record], starts[record + 1]));
      }
    }
  } finally {
    pages.close();
  }
}

export interface RenderParquetTask extends PagesInColumns {
  /** The live site: its file is hard-linked if it is the same. Null if there is none. */
  readonly liveDir: string | null;
}

export interface RenderedParquet extends PublishedFile {
  /** Whether it is a hard link to the live site's file. */
  readonly isLinked: boolean;
}

/** Throws a Failure. */
export function renderParquet({ liveDir, ...pages }: RenderParquetTask): RenderedParquet {
  const file = parquetFile(pages.collection);
  const target = path.join(pages.siteDir, file);
  const written = { path: file, ...writeInColumns(pages, target) };
  return { ...written, isLinked: linkIfSame(written, pages.siteDir, liveDir) };
}

function writeInColumns(pages: PagesInColumns, target: string) {
  const handle = openNew(target);
  try {
    return putInColumns(pages, (bytes) =>
      writing(target, () => {
        for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
      }),
    );
  } finally {
    closeWritten(handle, target);
  }
}

/** Creates a file. Removes what is there first, and never follows a link. */
function openNew(target: string): number {
  return writing(target, () => {
    makeFolder(path.dirname(target));
    rmSync(target, { force: true });
    return openSync(target, 'wx');
  });
}
