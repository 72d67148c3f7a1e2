/** How each bulk format is made: one line per format, which the type checker demands. */
import { type BulkFile, bulkFiles, type BulkName, type BulkPath } from '../contract/bulkFiles.ts';
import type { BulkPart } from './bulkParts.ts';
import { features } from './genomeFeatures.ts';
import type { BlockMaker, PhageMaker } from './maker.ts';
import { proteins } from './proteinEntries.ts';
import { tableRows } from './tableRows.ts';

/** Made from blocks of consecutive records, or from the genes of phages. */
type Made =
  | { readonly from: 'blocks'; readonly make: BlockMaker }
  | { readonly from: 'phages'; readonly make: PhageMaker };

/** Formats that have code of their own instead of a maker: no other format can be made in their ways. */
interface MadeElsewhere {
  /** From a whole collection in one thread: see `renderParquet`. */
  readonly parquet: { readonly from: 'collections' };
  /** The files of single phages, which are made along with those of all phages. */
  readonly phages: { readonly from: 'phages'; readonly make: null };
  /** See `renderGenomes`. */
  readonly genomes: { readonly from: 'genomes' };
  /** See `phageTables.ts` and `familyTables.ts`. */
  readonly phagesdb: { readonly from: 'tables' };
}

type Formats = Readonly<Record<Exclude<BulkName, keyof MadeElsewhere>, Made>> & MadeElsewhere;

/** Formats without a file in `bulkFiles`; there must be none. */
type WithoutFile = Exclude<BulkName, (typeof bulkFiles)[number]['name'] | 'phages' | 'phagesdb'>;

const formats: [WithoutFile] extends [never] ? Formats : WithoutFile = {
  ndjson: { from: 'blocks', make: ({ lines }) => lines },
  tsv: { from: 'blocks', make: tableRows },
  parquet: { from: 'collections' },
  fasta: { from: 'phages', make: proteins },
  gff3: { from: 'phages', make: features },
  phages: { from: 'phages', make: null },
  genomes: { from: 'genomes' },
  phagesdb: { from: 'tables' },
};

/** Whether any of the formats is made this way. */
export function isAnyFrom(wanted: ReadonlySet<BulkName>, from: Formats[BulkName]['from']): boolean {
  return [...wanted].some((name) => formats[name].from === from);
}

/** Whether a file is made from a whole collection in one thread. */
export function isWhole({ name }: Pick<BulkFile, 'name'>): boolean {
  return formats[name].from === 'collections';
}

/** Whether a file is made from genomes. */
export function isOfGenomes({ name }: Pick<BulkFile, 'name'>): boolean {
  return formats[name].from === 'genomes';
}

/** The requested files that are made block by block, each with its maker. */
export function blockFiles(
  { collection }: Pick<BulkFile, 'collection'>,
  wanted: ReadonlySet<BulkName>,
): { readonly path: BulkPath; readonly make: BlockMaker }[] {
  return bulkFiles.flatMap((file) => {
    const format = formats[file.name];
    const isMade = wanted.has(file.name) && file.collection === collection;
    return isMade && format.from === 'blocks' ? [{ path: file.path, make: format.make }] : [];
  });
}

/** The makers of files of all phages and of single phages; `path` is null if only single ones are published. */
export function phageMakers(
  wanted: ReadonlySet<BulkName>,
): { readonly path: BulkPath | null; readonly maker: PhageMaker }[] {
  return bulkFiles.flatMap(({ name, path }) => {
    const format = formats[name];
    if (format.from !== 'phages' || format.make === null) return [];
    if (!wanted.has(name) && !wanted.has('phages')) return [];
    return [{ path: wanted.has(name) ? path : null, maker: format.make }];
  });
}

/** The paths of the files that parts of a kind make up; files made as a whole have no parts. */
export function pathsOf(part: BulkPart, wanted: ReadonlySet<BulkName>): BulkPath[] {
  const files = part.kind === 'block' ? blockFiles(part, wanted) : phageMakers(wanted);
  return files.flatMap(({ path }) => path ?? []);
}
