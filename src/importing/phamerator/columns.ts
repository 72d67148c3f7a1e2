/** The columns of Phamerator's tables, under all names from schema versions 0 to 11. */
import type { DumpRow } from './dumpRow.ts';
import type { DumpTable } from './readDump.ts';

/** Readers of a row's values; null for NULL or a missing column. */
export type Values<Name extends string> = Readonly<Record<Name, (row: DumpRow) => string | null>>;

// MySQL ignores the case of letters. Of several names, the first that a table has is used.
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
    // Schemas 3 to 6 keep the old column, which holds either value, beside the new ones.
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
  // Up to schema 6, table `pham` maps genes to families, and `pham_color` is what `pham` is in later ones.
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

// Columns that some versions lack, or that are not essential.
const optional = new Set(
  (
    'phage.DateLastModified phage.GC phage.Status phage.Cluster phage.Subcluster gene.LocusTag gene.PhamID ' +
    'pham.GeneID pham.Color version.SchemaVersion trna.Note tmrna.Note tmrna.PeptideTag'
  ).split(' '),
);

/** Null for a table that is not imported. */
export function tableNameOf({ name }: DumpTable): TableName | null {
  return name in names ? (name as TableName) : null;
}

/** Readers of a table's values; or the name of a required column that is missing. */
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
