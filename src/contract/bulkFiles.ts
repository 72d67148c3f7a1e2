/** The files for those who want all records at once: what each is called, what it holds and how it is served. */
import type { CollectionName } from './collectionName.ts';
import { unsafeNameReason } from './recordName.ts';

/** What can be chosen: a form of all records, or `phages`, the files of single phages. */
export const bulkNames = ['ndjson', 'tsv', 'parquet', 'fasta', 'gff3', 'phages'] as const;

export type BulkName = (typeof bulkNames)[number];

export const bulkFolder = 'bulk/';
export const bulkIndexFile = 'bulk/index.json';
export const dataPackageFile = 'bulk/datapackage.json';

export interface BulkFile {
  readonly name: BulkName;
  /** Relative to the site's root. */
  readonly path: string;
  readonly title: string;
  /** Of what is in it once it is unpacked. */
  readonly mediaType: string;
  readonly compression: 'gzip' | null;
  /** What its records are. */
  readonly collection: CollectionName;
}

const ndjson = 'application/x-ndjson';
const tsv = 'text/tab-separated-values';
const parquet = 'application/vnd.apache.parquet';
const fasta = 'text/x-fasta';
const gff3 = 'text/x-gff3';

/** All there can be, in the order in which `bulk/index.json` names them. */
export const bulkFiles = [
  {
    name: 'ndjson',
    path: 'bulk/genes.ndjson.gz',
    title: 'All gene records, one a line',
    mediaType: ndjson,
    compression: 'gzip',
    collection: 'genes',
  },
  {
    name: 'ndjson',
    path: 'bulk/phages.ndjson.gz',
    title: 'All phage records, one a line',
    mediaType: ndjson,
    compression: 'gzip',
    collection: 'phages',
  },
  {
    name: 'tsv',
    path: 'bulk/genes.tsv.gz',
    title: 'All genes as a table',
    mediaType: tsv,
    compression: 'gzip',
    collection: 'genes',
  },
  {
    name: 'tsv',
    path: 'bulk/phages.tsv.gz',
    title: 'All phages as a table',
    mediaType: tsv,
    compression: 'gzip',
    collection: 'phages',
  },
  {
    name: 'parquet',
    path: 'bulk/genes.parquet',
    title: 'All genes in columns',
    mediaType: parquet,
    compression: null,
    collection: 'genes',
  },
  {
    name: 'parquet',
    path: 'bulk/phages.parquet',
    title: 'All phages in columns',
    mediaType: parquet,
    compression: null,
    collection: 'phages',
  },
  {
    name: 'fasta',
    path: 'bulk/proteins.faa.gz',
    title: 'The proteins of all genes, phage after phage',
    mediaType: fasta,
    compression: 'gzip',
    collection: 'genes',
  },
  {
    name: 'gff3',
    path: 'bulk/genes.gff3.gz',
    title: 'The genes of all phages on their genomes',
    mediaType: gff3,
    compression: 'gzip',
    collection: 'genes',
  },
] as const satisfies readonly BulkFile[];

export type BulkPath = (typeof bulkFiles)[number]['path'];

/** Where the columns of a collection lie. */
export function parquetFile(collection: CollectionName): `bulk/${CollectionName}.parquet` {
  return `bulk/${collection}.parquet`;
}

/** The forms in which single phages have files, by what their names end in. */
export const phageForms = {
  faa: { title: 'The proteins of one phage', mediaType: fasta },
  gff3: { title: 'The genes of one phage on its genome', mediaType: gff3 },
} as const;

export type PhageForm = keyof typeof phageForms;

export const phageFormNames = ['faa', 'gff3'] as const satisfies readonly PhageForm[];

/** Where a phage's own file lies; null for a name that makes no safe file name (A3). */
export function bulkPhageFile(phage: string, form: PhageForm): string | null {
  const file = `${phage}.${form}`;
  const isSafe = unsafeNameReason(phage) === null && unsafeNameReason(file) === null;
  return isSafe ? `bulk/phages/${file}` : null;
}

/** The types with which the files are answered, by what their names end in: as they are, compressed ones too. */
export const bulkTypes = {
  gz: 'application/gzip',
  faa: fasta,
  gff3,
  json: 'application/json',
  parquet,
} as const;

/** What the names of bulk files end in, as a part of a regular expression. */
export const bulkExtensions = Object.keys(bulkTypes).join('|');

/** The type of what lies at a path below the site's root, which begins with `/`; null for what is no bulk file. */
export function bulkTypeAt(path: string): string | null {
  if (path.indexOf(`/${bulkFolder}`) !== 0) return null;
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const types: Readonly<Record<string, string>> = bulkTypes;
  return types[extension] ?? null;
}
