/** The bulk files, which hold all records at once: names, contents and media types. */
import { type CollectionName, collectionNames, inAlphabet, recordNouns } from './collectionName.ts';
import { unsafeNameReason } from './recordName.ts';
import { familyFolder, isTablePath, tableTops, tableType } from './tableAddresses.ts';

/**
 * The values of the `bulk` option: a format for all records; `phages`, the files of single phages; `genomes`, all that
 * is made of genomes, which only a site has whose data has them; or `phagesdb`, the tables at addresses of PhagesDB.
 */
export const bulkNames = [
  'ndjson',
  'tsv',
  'parquet',
  'fasta',
  'gff3',
  'phages',
  'genomes',
  'phagesdb',
] as const;

export type BulkName = (typeof bulkNames)[number];

/** The default. */
export const usualBulk: readonly BulkName[] = [
  'ndjson',
  'tsv',
  'parquet',
  'fasta',
  'gff3',
  'phages',
  'genomes',
];

export const bulkFolder = 'bulk/';
/** Where the files of single genomes are. */
export const mediaFolder = 'media/';
export const bulkIndexFile = 'bulk/index.json';
export const dataPackageFile = 'bulk/datapackage.json';

export interface BulkFile {
  readonly name: BulkName;
  /** Relative to the site's root. */
  readonly path: string;
  readonly title: string;
  /** Of the decompressed content. */
  readonly mediaType: string;
  readonly compression: 'gzip' | null;
  /** The collection whose records it contains. */
  readonly collection: CollectionName;
}

const ndjson = 'application/x-ndjson';
const tsv = tableType;
const parquet = 'application/vnd.apache.parquet';
const fasta = 'text/x-fasta';
const gff3 = 'text/x-gff3';

/** All genomes, compressed. */
export const genomesBulk = 'bulk/genomes.fa.gz';
/** The nucleotides of the genes on them. */
export const geneBasesBulk = 'bulk/genes.fna.gz';
export const genomesIndex = `${genomesBulk}.fai` as const;
export const genomesBlockIndex = `${genomesBulk}.gzi` as const;
/** The file that tabix can query. */
export const tabixIndexed = 'bulk/genes.gff3.gz';
export const tabixIndexFile = `${tabixIndexed}.tbi` as const;

function ofEach<const File>(make: (collection: CollectionName) => File): File[] {
  return inAlphabet(collectionNames).map(make);
}

function listFiles() {
  return [
    ...ofEach((collection) => ({
      name: 'ndjson',
      path: `bulk/${collection}.ndjson.gz`,
      title: `All ${recordNouns[collection]} records, one a line`,
      mediaType: ndjson,
      compression: 'gzip',
      collection,
    })),
    ...ofEach((collection) => ({
      name: 'tsv',
      path: `bulk/${collection}.tsv.gz`,
      title: `All ${collection} as a table`,
      mediaType: tsv,
      compression: 'gzip',
      collection,
    })),
    ...ofEach((collection) => ({
      name: 'parquet',
      path: parquetFile(collection),
      title: `All ${collection} in columns`,
      mediaType: parquet,
      compression: null,
      collection,
    })),
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
      path: tabixIndexed,
      title: 'The genes of all phages on their genomes',
      mediaType: gff3,
      compression: 'gzip',
      collection: 'genes',
    },
    {
      name: 'genomes',
      path: genomesBulk,
      title: 'The genomes of all phages',
      mediaType: fasta,
      compression: 'gzip',
      collection: 'phages',
    },
    {
      name: 'genomes',
      path: geneBasesBulk,
      title: 'The nucleotides of all genes on these genomes, phage after phage',
      mediaType: fasta,
      compression: 'gzip',
      collection: 'genes',
    },
  ] as const satisfies readonly BulkFile[];
}

/** All bulk files, in the order of `bulk/index.json`; marked as pure, so that the bundler can drop them. */
export const bulkFiles = /* @__PURE__ */ listFiles();

/** The bulk files with these names on a site with these collections. */
export function bulkFilesOf(
  names: readonly BulkName[],
  collections: readonly CollectionName[],
): (typeof bulkFiles)[number][] {
  return bulkFiles.filter(
    ({ name, collection }) => names.includes(name) && collections.includes(collection),
  );
}

export type BulkPath = (typeof bulkFiles)[number]['path'];

/** The index files beside bulk files, for readers that fetch only a part. */
export const bulkIndexes = [
  {
    /** The format that it is published with. */
    name: 'gff3',
    of: tabixIndexed,
    path: tabixIndexFile,
    title: 'Where in genes.gff3.gz the genes of a region are, for tabix',
    mediaType: 'application/octet-stream',
    compression: 'gzip',
  },
  {
    name: 'genomes',
    of: genomesBulk,
    path: genomesIndex,
    title: 'Where in the text of genomes.fa.gz each genome is, for samtools',
    mediaType: 'text/plain',
    compression: null,
  },
  {
    name: 'genomes',
    of: genomesBulk,
    path: genomesBlockIndex,
    title: 'Where in genomes.fa.gz its text is, for samtools',
    mediaType: 'application/octet-stream',
    compression: null,
  },
] as const satisfies readonly (Omit<BulkFile, 'collection'> & { readonly of: BulkPath })[];

export function bulkIndexesOf(bulk: readonly BulkName[]): (typeof bulkIndexes)[number][] {
  return bulkIndexes.filter(({ name }) => bulk.includes(name));
}

/** Whether it has an index of its rows. */
export function hasIndex(path: BulkPath): boolean {
  return path === tabixIndexed;
}

/** The formats of the files of single genomes, each in a folder of its own. */
export const genomeForms = {
  fastas: { extension: 'fasta', title: 'The genome of one phage', mediaType: fasta },
  genbank: {
    extension: 'gbk',
    title: 'The genome of one phage with its genes and other features, as a GenBank flat file',
    mediaType: 'text/plain',
  },
  gff3: {
    extension: 'gff3',
    title: 'The genes and other features of one phage, and its genome',
    mediaType: gff3,
  },
} as const;

export type GenomeForm = keyof typeof genomeForms;

export const genomeFormNames = [
  'fastas',
  'genbank',
  'gff3',
] as const satisfies readonly GenomeForm[];

/** The path of a single genome's file; null when the phage's name is not a safe file name (A3). */
export function genomeFile(phage: string, form: GenomeForm): string | null {
  const file = `${phage}.${genomeForms[form].extension}`;
  const isSafe = unsafeNameReason(phage) === null && unsafeNameReason(file) === null;
  return isSafe ? `${mediaFolder}${form}/${file}` : null;
}

/** The valid names of an uncompressed file of all genomes: hosts know its type by its extension. */
export const genomesFilePattern = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\.fasta$/;

/** Whether a file is a bulk file, the file of a single genome, or a table: hosts treat them alike. */
export function isBulkPath(path: string): boolean {
  return path.indexOf(bulkFolder) === 0 || path.indexOf(mediaFolder) === 0 || isTablePath(path);
}

/** What hosts must know of a site's tables. */
export interface TabledSite {
  /** Whether the site has the tables of `tableAddresses.ts`; absent means no. */
  readonly tables?: boolean;
}

/** The folders of all these files, as part of a regular expression. */
export function bulkFolders({ tables = false }: TabledSite): string {
  const ofTables = tables ? `|data/|${familyFolder}` : '';
  return `(?:bulk/(?:phages/)?|media/(?:(?:${genomeFormNames.join('|')})/)?${ofTables})`;
}

/** The folders at the top of the site that hold these files. */
export function bulkTops({ tables = false }: TabledSite): string[] {
  return [bulkFolder, mediaFolder, ...(tables ? tableTops : [])];
}

export function parquetFile(collection: CollectionName): `bulk/${CollectionName}.parquet` {
  return `bulk/${collection}.parquet`;
}

/** The formats of the files of single phages, by file name extension. */
export const phageForms = {
  faa: { title: 'The proteins of one phage', mediaType: fasta },
  gff3: { title: 'The genes of one phage on its genome', mediaType: gff3 },
} as const;

export type PhageForm = keyof typeof phageForms;

export const phageFormNames = ['faa', 'gff3'] as const satisfies readonly PhageForm[];

/** The path of a single phage's file; null when its name is not a safe file name (A3). */
export function bulkPhageFile(phage: string, form: PhageForm): string | null {
  const file = `${phage}.${form}`;
  const isSafe = unsafeNameReason(phage) === null && unsafeNameReason(file) === null;
  return isSafe ? `bulk/phages/${file}` : null;
}

/** The media types of bulk files by extension. A compressed file has the type of its compression. */
export const bulkTypes = {
  gz: 'application/gzip',
  faa: fasta,
  fai: 'text/plain',
  fasta,
  gbk: 'text/plain',
  gff3,
  gzi: 'application/octet-stream',
  json: 'application/json',
  parquet,
  tbi: 'application/octet-stream',
  tsv,
} as const;

/** The top folders of a site with bulk files of an extension: only tables have folders of their own. */
export function topsWith(extension: string): string[] {
  return bulkTops({ tables: extension === 'tsv' });
}

/** The extensions of bulk files, as part of a regular expression. */
export const bulkExtensions = Object.keys(bulkTypes).join('|');

/** The media type for a path below the site's root, with a leading `/`; null when it is not a bulk file. */
export function bulkTypeAt(path: string): string | null {
  if (!isBulkPath(path.slice(1))) return null;
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const types: Readonly<Record<string, string>> = bulkTypes;
  return types[extension] ?? null;
}
