/** The bulk files, which hold all records at once: names, contents and media types. */
import { type CollectionName, collectionNames, inAlphabet, recordNouns } from './collectionName.ts';
import { queryValue } from './pageSizes.ts';
import { unsafeNameReason } from './recordName.ts';
import type { ViewName } from './routes.ts';

// The tables beside the API that programs fetch: of phages at `/data/`, and of a gene family's genes at
// `/phams/genelist/<PhamID>/`. A site has them if `phagesdb` is among its bulk files (B1).

/** The tables of phages, by the value of `type`; any other value selects the first. */
export const phageTables = {
  full: { path: 'data/full.tsv' },
  simple: { path: 'data/simple.tsv' },
} as const;

export type PhageTable = keyof typeof phageTables;

export const phageTableNames = ['full', 'simple'] as const satisfies readonly PhageTable[];

/** Kept apart from the paths, so that code at the edge is bundled without them. */
export const phageTableTitles: Readonly<Record<PhageTable, string>> = {
  full: 'The sequenced phages as a table, in 41 columns',
  simple: 'The sequenced phages with their cluster and subcluster',
};

export const tableType = 'text/tab-separated-values';

export const phageTableAddress = '/data/';
export const familyFolder = 'phams/genelist/';
export const familyTitle = 'The genes of one gene family';

export function familyFile(phamId: number | string): string {
  return `${familyFolder}${phamId}.tsv`;
}

export function familyOf(file: string): number | null {
  const match = /^phams\/genelist\/([0-9]+)\.tsv$/.exec(file);
  return match === null ? null : Number(match[1]);
}

/** Whether a path below the site's root is that of a table, whether or not the site has it. */
export function isTablePath(file: string): boolean {
  return phageTableNames.some((name) => phageTables[name].path === file) || familyOf(file) !== null;
}

export const tableTops = ['data/', 'phams/'] as const;

// Programs ask for it with or without the final slash.
const familyAddress = /^\/phams\/genelist\/([0-9]+)\/?$/;

/** The path of the requested file, with its leading `/`; null for a path that is not the address of a table. */
export function tableAt(path: string, query: string): string | null {
  if (path === phageTableAddress)
    return `/${phageTables[queryValue('type', query) === 'simple' ? 'simple' : 'full'].path}`;
  const match = familyAddress.exec(path);
  return match === null ? null : `/${familyFile(match[1] || '')}`;
}

export const bulkFolder = 'bulk/';

/** Whether a file is one of all records or all genomes of a release, and not of a part of them. */
export function isWholeBulk(path: string, { genomes_file }: { genomes_file?: string }): boolean {
  return /^bulk\/[^/]+$/.test(path) || path === `${mediaFolder}${genomes_file ?? ''}`;
}
export const bulkIndexFile = 'bulk/index.json';
export const dataPackageFile = 'bulk/datapackage.json';

const ndjson = 'application/x-ndjson';
const parquet = 'application/vnd.apache.parquet';
const fastaType = 'text/x-fasta';
const gff3Type = 'text/x-gff3';

/** The media types of files by extension. A compressed file has the type of its compression. */
export const bulkTypes = {
  gz: 'application/gzip',
  faa: fastaType,
  fai: 'text/plain',
  fasta: fastaType,
  gbk: 'text/plain',
  gff3: gff3Type,
  gzi: 'application/octet-stream',
  json: 'application/json',
  parquet,
  tbi: 'application/octet-stream',
  tsv: tableType,
} as const;

type Extension = keyof typeof bulkTypes;

/** The rows of `/api/similarbyphage/` for all phages. */
export const similarityBulk = 'bulk/similarity.tsv.gz';
export const genomesBulk = 'bulk/genomes.fa.gz';
export const geneBasesBulk = 'bulk/genes.fna.gz';
export const genomesIndex = 'bulk/genomes.fa.gz.fai' as const;
export const genomesBlockIndex = 'bulk/genomes.fa.gz.gzi' as const;
/** The file that tabix can query. */
export const tabixIndexed = 'bulk/genes.gff3.gz';
export const tabixIndexFile = 'bulk/genes.gff3.gz.tbi' as const;

interface FormatFile {
  readonly path: `bulk/${string}.${Extension}`;
  readonly title: string;
  /** Of the decompressed content. */
  readonly mediaType: string;
  readonly compression: 'gzip' | null;
  readonly collection: CollectionName;
  /** The view whose contents it has; only sites with that have it. */
  readonly view?: ViewName;
}

function packed<const Path extends `bulk/${string}.${Extension}`>(
  path: Path,
  title: string,
  mediaType: string,
  collection: CollectionName,
) {
  return { path, title, mediaType, compression: 'gzip', collection } as const;
}

/** What each value of the `bulk` option publishes; `sinks/formats.ts` says how it is made. */
function listFormats() {
  const each = inAlphabet(collectionNames);
  return {
    ndjson: each.map((name) => {
      const title = `All ${recordNouns[name]} records, one a line`;
      return packed(`bulk/${name}.ndjson.gz`, title, ndjson, name);
    }),
    tsv: [
      ...each.map((name) =>
        packed(`bulk/${name}.tsv.gz`, `All ${name} as a table`, tableType, name),
      ),
      {
        ...packed(similarityBulk, 'The phages most like each phage as a table', tableType, 'genes'),
        view: 'similarbyphage',
      },
    ],
    parquet: each.map((name) => ({
      ...packed(parquetFile(name), `All ${name} in columns`, parquet, name),
      compression: null,
    })),
    fasta: [
      packed(
        'bulk/proteins.faa.gz',
        'The proteins of all genes, phage after phage',
        fastaType,
        'genes',
      ),
    ],
    gff3: [packed(tabixIndexed, 'The genes of all phages on their genomes', gff3Type, 'genes')],
    /** The files of single phages: see `phageForms`. */
    phages: [],
    /** All that is made of genomes, which only a site has whose data has them. */
    genomes: [
      packed(genomesBulk, 'The genomes of all phages', fastaType, 'phages'),
      packed(
        geneBasesBulk,
        'The nucleotides of all genes on these genomes, phage after phage',
        fastaType,
        'genes',
      ),
    ],
    /** The tables at addresses of PhagesDB. */
    phagesdb: [],
  } as const satisfies Readonly<Record<string, readonly FormatFile[]>>;
}

const formats = /* @__PURE__ */ listFormats();

export type BulkName = keyof typeof formats;

export interface BulkFile extends FormatFile {
  readonly name: BulkName;
}

export const bulkNames = /* @__PURE__ */ Object.keys(formats) as readonly BulkName[];

export const defaultBulk = /* @__PURE__ */ bulkNames.filter((name) => name !== 'phagesdb');

type FileOf<Name extends BulkName> = (typeof formats)[Name][number] & { readonly name: Name };

export const bulkFiles = /* @__PURE__ */ bulkNames.flatMap((name) =>
  formats[name].map((file) => ({ ...file, name })),
) as readonly { [Name in BulkName]: FileOf<Name> }[BulkName][];

export function bulkFilesOf(
  names: readonly BulkName[],
  collections: readonly CollectionName[],
  views: readonly ViewName[],
): (typeof bulkFiles)[number][] {
  return bulkFiles.filter(
    ({ name, collection, view }: BulkFile) =>
      names.includes(name) &&
      collections.includes(collection) &&
      (view === undefined || views.includes(view)),
  );
}

export type BulkPath = (typeof bulkFiles)[number]['path'];

/** The index files beside bulk files, for readers that fetch only a part. */
export const bulkIndexes = [
  {
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

export function hasIndex(path: BulkPath): boolean {
  return path === tabixIndexed;
}

export function parquetFile(collection: CollectionName): `bulk/${CollectionName}.parquet` {
  return `bulk/${collection}.parquet`;
}

/** The formats of the files of single phages, by file name extension. */
export const phageForms = {
  faa: { title: 'The proteins of one phage', mediaType: fastaType },
  gff3: { title: 'The genes of one phage on its genome', mediaType: gff3Type },
} as const satisfies Readonly<Partial<Record<Extension, object>>>;

export type PhageForm = keyof typeof phageForms;

export const phageFormNames = /* @__PURE__ */ Object.keys(phageForms) as readonly PhageForm[];

/** The path of a single phage's file; null when its name is not a safe file name (A3). */
export function bulkPhageFile(phage: string, form: PhageForm): string | null {
  return safeFile('bulk/phages/', phage, form);
}

function safeFile(folder: string, phage: string, extension: string): string | null {
  const file = `${phage}.${extension}`;
  const isSafe = unsafeNameReason(phage) === null && unsafeNameReason(file) === null;
  return isSafe ? folder + file : null;
}

export const mediaFolder = 'media/';

export const genomeForms = {
  fastas: { extension: 'fasta', title: 'The genome of one phage', mediaType: fastaType },
  genbank: {
    extension: 'gbk',
    title: 'The genome of one phage with its genes and other features, as a GenBank flat file',
    mediaType: 'text/plain',
  },
  gff3: {
    extension: 'gff3',
    title: 'The genes and other features of one phage, and its genome',
    mediaType: gff3Type,
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
  return safeFile(`${mediaFolder}${form}/`, phage, genomeForms[form].extension);
}

/** The valid names of an uncompressed file of all genomes: hosts know its type by its extension. */
export const genomesFilePattern = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*\.fasta$/;

/** Whether a file is a bulk file, the file of a single genome, or a table: hosts treat them alike. */
export function isBulkPath(path: string): boolean {
  return path.indexOf(bulkFolder) === 0 || path.indexOf(mediaFolder) === 0 || isTablePath(path);
}

export interface TabledSite {
  readonly tables?: boolean;
}

/** The folders of all these files, as part of a regular expression. */
export function bulkFolders({ tables = false }: TabledSite): string {
  const ofTables = tables ? `|data/|${familyFolder}` : '';
  return `(?:bulk/(?:phages/)?|media/(?:(?:${genomeFormNames.join('|')})/)?${ofTables})`;
}

export function bulkTops({ tables = false }: TabledSite): string[] {
  return [bulkFolder, mediaFolder, ...(tables ? tableTops : [])];
}

/** The top folders of a site with bulk files of an extension: only tables have folders of their own. */
export function topsWith(extension: string): string[] {
  return bulkTops({ tables: extension === 'tsv' });
}

export const bulkExtensions = /* @__PURE__ */ Object.keys(bulkTypes).join('|');

/** The media type for a path below the site's root, with a leading `/`; null when it is not a bulk file. */
export function bulkTypeAt(path: string): string | null {
  if (!isBulkPath(path.slice(1))) return null;
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const types: Readonly<Record<string, string>> = bulkTypes;
  return types[extension] ?? null;
}

/** Which of the bulk files a file is one of; undefined for any other. */
export function bulkNameOf(file: string): BulkName | undefined {
  if (file.startsWith(`${bulkFolder}phages/`)) return 'phages';
  if (file.startsWith(mediaFolder)) return 'genomes';
  if (isTablePath(file)) return 'phagesdb';
  return bulkFiles.find(({ path }) => path === file)?.name;
}
