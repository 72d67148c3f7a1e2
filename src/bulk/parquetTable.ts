/** Writes records as rows of a Parquet file, one row group at a time. */
import { ParquetWriter, type SchemaElement, type Writer } from 'hyparquet-writer';
import { type Cell, cellOf, type Column, type ColumnType } from './columns.ts';

export interface ParquetTable {
  readonly add: (record: unknown) => void;
  /** Writes the last row group and the footer. */
  readonly finish: () => void;
}

export interface ParquetTableOptions {
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
