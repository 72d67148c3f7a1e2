/** The columns of Phamerator's tables, under all names that schema versions 0 to 11 give them. */
import type { DumpRow } from './dumpRow.ts';
import type { DumpTable } from './readDump.ts';

/** A value of a row by what it is; null where it is NULL or there is no such column. */
export type Values<Name extends string> = Readonly<Record<Name, (row: DumpRow) => string | null>>;

// Letters in upper and lower case are the same to MySQL. Of several names, the first that a table has counts.
const names = {
  phage: {
    PhageID: ['PhageID'],
    Accession: ['Accession'],
    Name: ['Name'],
    HostGenus: ['HostGenus', 'HostStrain'],
    Sequence: ['Sequence'],
    Length: ['Length', 'SequenceLength'],
    DateLastModified: ['DateLastModified'],
    GC: ['GC'],
    Status: ['Status'],
    // Schemas 3 to 6 keep the old column, which holds either, beside the new ones.
    Cluster: ['Cluster2', 'Cluster'],
    Subcluster: ['Subcluster2', 'Subcluster'],
  },
  gene: {
    GeneID: ['GeneID'],
    PhageID: ['PhageID'],
    Start: ['Start'],
    Stop: ['Stop'],
    Length: ['Length'],
    Name: ['Name'],
    Translation: ['Translation'],
    Orientation: ['Orientation'],
    Notes: ['Notes'],
    LocusTag: ['LocusTag'],
    PhamID: ['PhamID'],
  },
  // Up to schema 6, `pham` says of which family each gene is, and `pham_color` what is `pham` since.
  pham: { GeneID: ['GeneID'], PhamID: ['PhamID', 'Name'], Color: ['Color'] },
  pham_color: { PhamID: ['Name'], Color: ['Color'] },
  trna: {
    PhageID: ['PhageID'],
    Start: ['Start'],
    Stop: ['Stop'],
    Orientation: ['Orientation'],
    AminoAcid: ['AminoAcid'],
    Anticodon: ['Anticodon'],
    Note: ['Note'],
  },
  tmrna: {
    PhageID: ['PhageID'],
    Start: ['Start'],
    Stop: ['Stop'],
    Orientation: ['Orientation'],
    PeptideTag: ['PeptideTag'],
    Note: ['Note'],
  },
  version: { SchemaVersion: ['SchemaVersion', 'schema_version'] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

type Tables = typeof names;
export type TableName = keyof Tables;
export type Columns<Table extends TableName> = keyof Tables[Table] & string;

// What some version has not, or nothing depends on.
const optional = new Set(
  (
    'phage.DateLastModified phage.GC phage.Status phage.Cluster phage.Subcluster gene.LocusTag gene.PhamID ' +
    'pham.GeneID pham.Color version.SchemaVersion trna.Note tmrna.Note tmrna.PeptideTag'
  ).split(' '),
);

/** Null for a table of which nothing is taken. */
export function tableNameOf({ name }: DumpTable): TableName | null {
  return name in names ? (name as TableName) : null;
}

/** Readers of a table's values; or the name of a column that it should have and has not. */
export function valuesOf<Table extends TableName>(
  table: Table,
  { columns }: DumpTable,
): Values<Columns<Table>> | string {
  const places = new Map(columns.map((column, at) => [column.toLowerCase(), at]));
  const readers: Record<string, (row: DumpRow) => string | null> = {};
  for (const [name, known] of Object.entries<readonly string[]>(names[table])) {
    const at = known.map((one) => places.get(one.toLowerCase())).find((one) => one !== undefined);
    if (at === undefined && !optional.has(`${table}.${name}`)) return name;
    readers[name] = at === undefined ? () => null : (row) => (row.isNull(at) ? null : row.text(at));
  }
  return readers as Values<Columns<Table>>;
}
