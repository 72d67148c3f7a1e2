/** A worker's task: writes all records of a collection from staged pages into one Parquet file. */
import { ByteWriter, ParquetWriter, type SchemaElement, type Writer } from 'hyparquet-writer';
import { createHash } from 'node:crypto';
import { parquetFile } from '../contract/bulkFiles.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import { listWritten, type WrittenFiles } from '../publishing/fileList.ts';
import { createStreamedFile } from '../publishing/siteWriter.ts';
import { collections } from '../records/collections.ts';
import { type Cell, cellOf, type Column, type ColumnType } from './maker.ts';
import { openPages } from './pageBuilder.ts';
import { createTextBuffer, readRecordLines } from './recordLines.ts';

/** Writes records as rows of a Parquet file, one row group at a time. */
interface ParquetTable {
  readonly add: (record: unknown) => void;
  /** Writes the last row group and the footer. */
  readonly finish: () => void;
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
  { columns, rowsPerGroup }: Pick<PagesInColumns, 'columns'> & { readonly rowsPerGroup: number },
): ParquetTable {
  const schema: SchemaElement[] = [
    { name: 'schema', num_children: columns.length },
    ...columns.map(({ name, type }): SchemaElement => {
      return { name, repetition_type: 'OPTIONAL', ...elements[type] };
    }),
  ];
  const parquet = new ParquetWriter({ writer, schema, createdBy });
  const filled = columns.map((column) => ({
    column,
    name: column.name,
    data: [] as (Exclude<Cell, number> | bigint)[],
  }));
  let rows = 0;

  const writeGroup = () => {
    void parquet.write({ columnData: filled, rowGroupSize: rowsPerGroup });
    for (const { data } of filled) data.length = 0;
    rows = 0;
  };

  return {
    add(record) {
      for (const { column, data } of filled) {
        const cell = cellOf(record, column);
        data.push(typeof cell === 'number' ? BigInt(cell) : cell);
      }
      if (++rows === rowsPerGroup) writeGroup();
    },
    finish() {
      if (rows > 0) writeGroup();
      void parquet.finish();
    },
  };
}

const bufferBytes = 1 << 16;

/** A writer for hyparquet that passes the bytes on, so that few are in memory; each part is valid until `pass` returns. */
export class PassedBytes extends ByteWriter {
  readonly #pass: (bytes: Uint8Array) => void;

  constructor(pass: (bytes: Uint8Array) => void) {
    super(bufferBytes);
    this.#pass = pass;
  }

  override ensure(size: number): void {
    if (this.index + size > this.buffer.byteLength) this.finish();
    super.ensure(size);
  }

  /** Bytes longer than the buffer are passed on directly. */
  override appendBytes(bytes: Uint8Array): void {
    if (bytes.length <= this.buffer.byteLength) {
      super.appendBytes(bytes);
      return;
    }
    this.finish();
    this.#pass(bytes);
    this.offset += bytes.length;
  }

  override finish(): void {
    this.#pass(new Uint8Array(this.buffer, 0, this.index));
    this.index = 0;
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

/** `pass` gets the bytes, each part valid until it returns. Throws the system's error when a page cannot be read. */
export function putInColumns(
  pages: PagesInColumns,
  pass: (bytes: Uint8Array) => void,
): { readonly sha256: string } {
  const digest = createHash('sha256');
  passColumns(pages, (bytes) => {
    digest.update(bytes);
    pass(bytes);
  });
  return { sha256: digest.digest('hex') };
}

/** Rows are in the order of the list. */
function passColumns(pages: PagesInColumns, pass: (bytes: Uint8Array) => void): void {
  const { siteDir, collection, blocks, columns } = pages;
  const { rowsPerGroup } = collections[collection];
  const table = createParquetTable(new PassedBytes(pass), { columns, rowsPerGroup });
  const open = openPages(siteDir);
  const lines = createTextBuffer();
  try {
    // Block by block, since a page may exceed the maximum length of a string.
    for (const places of blocks) {
      const starts = readRecordLines({ collection, places }, open.read, lines);
      for (let record = 0; record + 1 < starts.length; record++) {
        table.add(JSON.parse(lines.bytes.toString('utf8', starts[record], starts[record + 1])));
      }
    }
  } finally {
    open.close();
  }
  table.finish();
}

export interface RenderParquetTask extends PagesInColumns {
  /** The live site: its file is linked if it is the same. Null if there is none. */
  readonly liveDir: string | null;
}

/** Throws a Failure. */
export function renderParquet({ liveDir, ...pages }: RenderParquetTask): WrittenFiles {
  const site = { stagingDir: pages.siteDir, liveDir };
  const stream = createStreamedFile(parquetFile(pages.collection), site);
  try {
    passColumns(pages, stream.append);
    const { file, isLinked } = stream.finish();
    return listWritten([file], Number(isLinked));
  } finally {
    stream.close();
  }
}
