/** `bulk/datapackage.json`: the bulk files in the terms of Frictionless Data Package, version 1. */
import { type CollectionName, keyFields } from '../contract/collectionName.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { columnsOf, type ColumnType } from './columns.ts';
import type { NamedSchema } from './schemaReader.ts';
import { type Constraints, fieldConstraints } from './fieldConstraints.ts';

export interface PackagedFile extends PublishedFile {
  readonly format: 'ndjson' | 'tsv' | 'fasta' | 'gff3' | 'parquet';
  readonly title: string;
  /** Of what is in it once it is unpacked. */
  readonly mediaType: string;
  readonly compression: 'gzip' | null;
  /** What its records are. */
  readonly collection: CollectionName;
  readonly records: number;
}

export interface DataPackageContent {
  /** As in every absolute link (A1). */
  readonly baseUrl: string;
  /** As given with `--release-date`; null without it. */
  readonly releaseDate: string | null;
  /** All in the folder of the package. */
  readonly files: readonly PackagedFile[];
  /** Those of the records, from which the fields of the tables are read off. */
  readonly schemas: readonly NamedSchema[];
  /** Whether no two records of a collection have the same key, which `--allow` makes possible. */
  readonly hasUniqueKeys: boolean;
  /** Whether cells that a spreadsheet would take for formulas are marked as text (`--spreadsheet-safe`). */
  readonly isGuarded: boolean;
}

export interface DataPackage {
  readonly profile: 'data-package';
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly homepage: string;
  readonly created?: string;
  readonly resources: readonly Resource[];
}

interface Resource {
  readonly profile: 'data-resource' | 'tabular-data-resource';
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly format: string;
  readonly mediatype: string;
  readonly encoding?: 'utf-8';
  /** Known to readers, though not to the profile; size and hash are those of the file as it is. */
  readonly compression?: 'gz';
  readonly bytes: number;
  readonly hash: string;
  readonly records: number;
  readonly dialect?: typeof dialect;
  readonly schema?: TableSchema;
}

interface TableSchema {
  readonly fields: readonly {
    readonly name: string;
    readonly type: ColumnType;
    readonly description: string;
    readonly constraints?: Constraints;
  }[];
  readonly missingValues: readonly string[];
  readonly primaryKey?: string;
}

const description =
  'All records of this site, each form in a file of its own. The tables have a column for each field that holds ' +
  'no other fields; an empty cell is null or empty text, which the other forms tell apart.';

const guarded =
  ' What begins like the formula of a spreadsheet has an apostrophe before it in the tables of text, and nowhere else.';

// Some readers and some versions of the profile have other defaults, so that nothing is left to them.
const dialect = {
  delimiter: '\t',
  lineTerminator: '\n',
  quoteChar: '"',
  doubleQuote: true,
  skipInitialSpace: false,
  header: true,
  caseSensitiveHeader: true,
} as const;

/** The same files, schemas and options give the same object; a licence is for the publisher to add. */
export function dataPackage(content: DataPackageContent): DataPackage {
  const { baseUrl, releaseDate, files, isGuarded } = content;
  return {
    profile: 'data-package',
    name: 'phage-records',
    title: 'Bacteriophage gene and phage records',
    description: isGuarded ? description + guarded : description,
    homepage: `${baseUrl}/`,
    // A day alone is not what the profile takes.
    ...(releaseDate?.includes('T') === true ? { created: releaseDate } : {}),
    resources: files.map((file) => resourceOf(file, content)),
  };
}

function resourceOf(file: PackagedFile, content: DataPackageContent): Resource {
  const { path, title, format, mediaType, compression, bytes, sha256, records } = file;
  const isTable = format === 'tsv';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    profile: isTable ? 'tabular-data-resource' : 'data-resource',
    // The tables are what readers ask for by name.
    name: isTable ? file.collection : name.replace(/\.gz$/, '').replaceAll('.', '-'),
    path: name,
    title,
    format,
    mediatype: mediaType,
    // A form of bytes, not of text.
    ...(format === 'parquet' ? {} : { encoding: 'utf-8' }),
    ...(compression === null ? {} : { compression: 'gz' }),
    bytes,
    hash: `sha256:${sha256}`,
    records,
    ...(isTable ? { dialect, schema: tableSchema(file.collection, content) } : {}),
  };
}

function tableSchema(
  collection: CollectionName,
  { schemas, hasUniqueKeys }: DataPackageContent,
): TableSchema {
  return {
    fields: columnsOf(collection, schemas).map((column) => {
      const { name, type, description: told } = column;
      const constraints = fieldConstraints(collection, column, schemas, { hasUniqueKeys });
      const isBound = Object.keys(constraints).length > 0;
      return { name, type, description: told, ...(isBound ? { constraints } : {}) };
    }),
    missingValues: [''],
    ...(hasUniqueKeys ? { primaryKey: keyFields[collection] } : {}),
  };
}
