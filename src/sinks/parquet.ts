/** A worker's task: writes all records of a collection from staged pages into one Parquet file. */
import { ByteWriter, ParquetWriter, type SchemaElement, type Writer } from 'hyparquet-writer';
import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedCache } from '../base/failure.ts';
import { openOwn, readFully } from '../base/files.ts';
import { parquetFile } from '../contract/bulkFiles.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import { listWritten, type WrittenFiles } from '../publishing/fileList.ts';
import { createStreamedFile } from '../publishing/siteWriter.ts';
import { type Cell, cellOf, type Column, type ColumnType } from './maker.ts';
import { openPages } from './pageBuilder.ts';
import { createTextBuffer, placeLength, readRecordLines } from './recordLines.ts';

/** Writes records as rows of a Parquet file, one row group at a time. */
interface ParquetTable {
  readonly add: (record: unknown) => void;
  /** Ends a row group of what was added since the last. */
  readonly endGroup: () => void;
  /** Adds a row group of another file of these columns; `write` appends its bytes. */
  readonly copyGroup: (group: RowGroup, write: () => void) => void;
  /** Writes the footer; returns the row groups. */
  readonly finish: () => RowGroup[];
}

/** Where a row group lies in its file, and what the footer says of it. */
export interface RowGroup {
  readonly from: number;
  readonly bytes: number;
  readonly footer: Pick<ParquetWriter['row_groups'][number], 'num_rows' | 'total_byte_size'>;
  /** Each column, and the places of its pages. */
  readonly columns: ParquetWriter['pendingIndexes'];
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
  { columns }: Pick<PagesInColumns, 'columns'>,
): ParquetTable {
  const schema: SchemaElement[] = [
    { name: 'schema', num_children: columns.length },
    ...columns.map(({ name, type }): SchemaElement => {
      return { name, repetition_type: 'OPTIONAL', ...elements[type] };
    }),
  ];
  const parquet = new ParquetWriter({ writer, schema, createdBy });
  const groups: RowGroup[] = [];
  const filled = columns.map((column) => ({
    column,
    name: column.name,
    data: [] as (Exclude<Cell, number> | bigint)[],
  }));
  let rows = 0;

  return {
    add(record) {
      for (const { column, data } of filled) {
        const cell = cellOf(record, column);
        data.push(typeof cell === 'number' ? BigInt(cell) : cell);
      }
      rows++;
    },
    endGroup() {
      if (rows === 0) return;
      const from = writer.offset;
      const known = parquet.pendingIndexes.length;
      void parquet.write({ columnData: filled, rowGroupSize: rows });
      const footer = parquet.row_groups.at(-1);
      if (footer === undefined) throw new Error('a row group has no rows');
      const columnsOfGroup = parquet.pendingIndexes.slice(known);
      groups.push({ from, bytes: writer.offset - from, footer, columns: columnsOfGroup });
      for (const { data } of filled) data.length = 0;
      rows = 0;
    },
    copyGroup(group, write) {
      const moved = movedTo(writer.offset, group);
      const { footer } = moved;
      write();
      parquet.pendingIndexes.push(...moved.columns);
      parquet.row_groups.push({ ...footer, columns: moved.columns.map(({ chunk }) => chunk) });
      parquet.num_rows += footer.num_rows;
      groups.push(moved);
    },
    finish() {
      void parquet.finish();
      return groups;
    },
  };
}

/** The same row group from another byte of a file. */
function movedTo(from: number, group: RowGroup): RowGroup {
  const by = BigInt(from - group.from);
  const columns = group.columns.map(({ chunk, offsetIndex, ...index }) => {
    const { file_offset: start, meta_data: about } = chunk;
    const dictionary = about?.dictionary_page_offset;
    return {
      ...index,
      chunk: {
        ...chunk,
        file_offset: start + by,
        ...(about && {
          meta_data: {
            ...about,
            data_page_offset: about.data_page_offset + by,
            ...(dictionary !== undefined && { dictionary_page_offset: dictionary + by }),
          },
        }),
      },
      ...(offsetIndex && {
        offsetIndex: {
          ...offsetIndex,
          page_locations: offsetIndex.page_locations.map((page) => {
            return { ...page, offset: page.offset + by };
          }),
        },
      }),
    };
  });
  return { ...group, from, columns };
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
  /** The offsets of its records, a row group each: see `planRowGroups`. */
  readonly groups: readonly Uint32Array[];
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

// A page may exceed the maximum length of a string.
const recordsAtOnce = 4096;

/** Rows are in the order of the list. `copyOf` says which row groups are copied, and appends their bytes. */
function passColumns(
  { siteDir, collection, groups, columns }: PagesInColumns,
  pass: (bytes: Uint8Array) => void,
  copyOf: (group: number) => CopiedGroup | null = () => null,
): RowGroup[] {
  const writer = new PassedBytes(pass);
  const table = createParquetTable(writer, { columns });
  const open = openPages(siteDir);
  const lines = createTextBuffer();
  const addRecords = (places: Uint32Array) => {
    const starts = readRecordLines({ collection, places }, open.read, lines);
    for (let record = 0; record + 1 < starts.length; record++)
      table.add(JSON.parse(lines.bytes.toString('utf8', starts[record], starts[record + 1])));
  };
  try {
    for (const [number, places] of groups.entries()) {
      const copied = copyOf(number);
      if (copied !== null) {
        table.copyGroup(copied.group, () => copied.write(writer));
        continue;
      }
      const step = recordsAtOnce * placeLength;
      for (let at = 0; at < places.length; at += step) addRecords(places.subarray(at, at + step));
      table.endGroup();
    }
  } finally {
    open.close();
  }
  return table.finish();
}

interface CopiedGroup {
  readonly group: RowGroup;
  /** Throws DamagedCache if the file is too short. */
  readonly write: (writer: Writer) => void;
}

export interface RenderParquetTask extends PagesInColumns {
  /** The live site: its file is linked if it is the same. Null if there is none. */
  readonly liveDir: string | null;
  /** For each row group, where the live file has the same; null if it has not. */
  readonly kept: readonly (RowGroup | null)[];
}

export interface RenderedParquet extends WrittenFiles {
  readonly rowGroups: readonly RowGroup[];
}

/** Throws a Failure or DamagedCache. */
export function renderParquet({ liveDir, kept, ...pages }: RenderParquetTask): RenderedParquet {
  const name = parquetFile(pages.collection);
  const live = liveDir !== null && kept.some(Boolean) ? openOwn(join(liveDir, name)) : null;
  const copyOf = (number: number): CopiedGroup | null => {
    const group = kept[number] ?? null;
    if (group === null || live === null) return null;
    const write = (writer: Writer) => {
      const bytes = Buffer.allocUnsafe(group.bytes);
      if (readFully(live, bytes, group.from) < bytes.length)
        throw new DamagedCache(`${name} is shorter than it was`);
      writer.appendBytes(bytes);
    };
    return { group, write };
  };
  const stream = createStreamedFile(name, { stagingDir: pages.siteDir, liveDir });
  try {
    const rowGroups = passColumns(pages, stream.append, copyOf);
    const { file, isLinked } = stream.finish();
    return { ...listWritten([file], Number(isLinked)), rowGroups };
  } finally {
    stream.close();
    if (live !== null) closeSync(live);
  }
}
