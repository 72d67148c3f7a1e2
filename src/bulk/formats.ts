/** How each bulk format is made. A new format needs an entry here; the type checker then asks for its text. */
import { type BulkFile, bulkFiles, type BulkName, type BulkPath } from '../contract/bulkFiles.ts';
import type { BulkPart } from './bulkParts.ts';

/** From blocks of consecutive records, from the genes of phages, or from a whole collection in one thread. */
type MadeFrom = 'blocks' | 'phages' | 'collections';

/** Formats without a file in `bulkFiles`, of which there must be none. */
type WithoutFile = Exclude<BulkName, (typeof bulkFiles)[number]['name'] | 'phages'>;

const formats = {
  ndjson: 'blocks',
  tsv: 'blocks',
  parquet: 'collections',
  fasta: 'phages',
  gff3: 'phages',
  // The files of single phages, which are made along with those of all phages.
  phages: 'phages',
} as const satisfies Readonly<Record<BulkName, MadeFrom> & Record<WithoutFile, never>>;

type FormatsOf<From extends MadeFrom> = {
  [Name in BulkName]: (typeof formats)[Name] extends From ? Name : never;
}[BulkName];

/** Formats whose text is made block by block. */
export type BlockFormat = FormatsOf<'blocks'>;

/** Formats whose text is made phage by phage, in one file for all phages. */
export type PhageFormat = Exclude<FormatsOf<'phages'>, 'phages'>;

/** A file that consists of parts of one kind. */
export type PartFile<Format> = BulkFile & { readonly name: Format; readonly path: BulkPath };

/** Whether any of the formats is made this way. */
export function isAnyFrom(wanted: ReadonlySet<BulkName>, from: MadeFrom): boolean {
  return [...wanted].some((name) => formats[name] === from);
}

/** Whether a file is made from a whole collection in one thread. */
export function isWhole({ name }: Pick<BulkFile, 'name'>): boolean {
  return formats[name] === 'collections';
}

/** The wanted files made from blocks of a collection, in the order in which they are made. */
export function blockFiles(
  { collection }: Pick<BulkFile, 'collection'>,
  wanted: ReadonlySet<BulkName>,
): PartFile<BlockFormat>[] {
  return wantedFiles(wanted).filter(
    (file): file is PartFile<BlockFormat> =>
      formats[file.name] === 'blocks' && file.collection === collection,
  );
}

/** The wanted files with all phages, in the order in which they are made. */
export function phagesFiles(wanted: ReadonlySet<BulkName>): PartFile<PhageFormat>[] {
  return wantedFiles(wanted).filter(
    (file): file is PartFile<PhageFormat> => formats[file.name] === 'phages',
  );
}

/** The paths of the files that parts of a kind make up; files made as a whole have no parts. */
export function pathsOf(part: BulkPart, wanted: ReadonlySet<BulkName>): BulkPath[] {
  const files = part.kind === 'block' ? blockFiles(part, wanted) : phagesFiles(wanted);
  return files.map(({ path }) => path);
}

function wantedFiles(wanted: ReadonlySet<BulkName>): (BulkFile & { readonly path: BulkPath })[] {
  return bulkFiles.filter((file) => wanted.has(file.name));
}
