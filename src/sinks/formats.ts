/** How each bulk format is made: one line per format, which the type checker demands. */
import {
  type BulkFile,
  bulkFiles,
  bulkFilesOf,
  type BulkName,
  type BulkPath,
  bulkPhageFile,
  type PhageForm,
  phageFormNames,
} from '../contract/bulkFiles.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import type { FieldNames } from '../contract/siteOptions.ts';
import { loadSchemas, renamedSchemas } from '../records/schemas.ts';
import { features } from './genomeFeatures.ts';
import {
  type BlockMaker,
  type BlockPart,
  type BulkPart,
  type Column,
  columnsOf,
  createGeneReader,
  type GroupedPhage,
  type GroupPart,
  type PhageMaker,
  type TableOptions,
} from './maker.ts';
import {
  addText,
  createNeutralLines,
  createTextBuffer,
  type NeutralLines,
  placeLength,
  readRecordLines,
  type RecordPages,
  type TextBuffer,
  writtenSince,
} from './recordLines.ts';
import { proteins, tableRows } from './rows.ts';

type Made =
  /** Of consecutive records. */
  | { readonly from: 'blocks'; readonly make: BlockMaker }
  /** Of the genes of phages; null for the files of single phages, which are made along with those of all. */
  | { readonly from: 'phages'; readonly make: PhageMaker | null }
  /** With code of their own: see `renderParquet`, `renderGenomes` and `smallTables.ts`. */
  | { readonly from: 'collections' | 'genomes' | 'tables' };

const formats: Readonly<Record<BulkName, Made>> = {
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
export function isAnyFrom(wanted: ReadonlySet<BulkName>, from: Made['from']): boolean {
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
function blockFiles(
  { collection }: Pick<BulkFile, 'collection'>,
  wanted: ReadonlySet<BulkName>,
): { readonly path: BulkPath; readonly make: BlockMaker }[] {
  return bulkFilesOf([...wanted], [collection], []).flatMap(({ name, path }) => {
    const format = formats[name];
    return format.from === 'blocks' ? [{ path, make: format.make }] : [];
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

export type TextMaker = ReturnType<typeof createTextMaker>;

/** Of a part of the bulk files; valid until the next is requested. */
export interface PartTexts {
  readonly texts: readonly {
    readonly path: BulkPath;
    readonly text: Buffer;
    readonly records: number;
  }[];
  readonly phageFiles: readonly { readonly path: string; readonly bytes: Buffer }[];
}

/** Builds texts in reused buffers. */
export function createTextMaker() {
  const lines = createTextBuffer();
  const buffers: TextBuffer[] = [];
  const known = new Map<string, { columns: Column[]; neutral: NeutralLines }>();

  const bufferAt = (index: number): TextBuffer => {
    const buffer = (buffers[index] ??= createTextBuffer());
    buffer.used = 0;
    return buffer;
  };
  const namesOf = (collection: CollectionName, names: FieldNames) => {
    const key = `${collection} ${JSON.stringify(names)}`;
    const found = known.get(key) ?? {
      columns: columnsOf(collection, renamedSchemas(loadSchemas(), names)),
      neutral: createNeutralLines(collection, names),
    };
    known.set(key, found);
    return found;
  };

  const textsOfBlock = (
    part: BlockPart,
    wanted: ReadonlySet<BulkName>,
    pages: RecordPages,
    options: TableOptions,
  ): PartTexts => {
    const { collection, isFirst } = part;
    const { columns, neutral } = namesOf(collection, pages.fieldNames);
    const starts = readRecordLines(part, pages.read, lines);
    const block = {
      collection,
      isFirst,
      lines,
      starts,
      neutral: () => neutral({ lines, starts }),
      columns,
      options,
    };
    const records = part.places.length / placeLength;
    const texts = blockFiles(part, wanted).map(({ path, make }, index) => {
      return { path, text: writtenSince(make(block, bufferAt(index)), 0), records };
    });
    return { texts, phageFiles: [] };
  };

  const textsOfGroup = (
    part: GroupPart,
    wanted: ReadonlySet<BulkName>,
    pages: RecordPages,
  ): PartTexts => {
    const readGenes = createGeneReader(pages, lines);
    const made = phageMakers(wanted).map(({ path, maker }, index) => {
      const text = bufferAt(index);
      if (part.isFirst) addText(text, maker.head);
      return { path, maker, text, records: 0 };
    });
    const files: { path: string; head: string; text: TextBuffer; from: number; to: number }[] = [];
    for (const phage of part.phages) {
      const { name, genomeLength } = phage;
      const genes = { ...readGenes(phage.places), name, genomeLength };
      const own = wanted.has('phages') ? ownFilesOf(phage) : null;
      for (const one of made) {
        const { maker, text } = one;
        const from = text.used;
        one.records += maker.add(text, genes);
        if (own === null) continue;
        files.push({ path: own[maker.form], head: maker.head, text, from, to: text.used });
      }
    }
    const texts = made.flatMap(({ path, text, records }) =>
      path === null ? [] : [{ path, text: writtenSince(text, 0), records }],
    );
    const phageFiles = files.map(({ path, head, text, from, to }) => {
      const body = text.bytes.subarray(from, to);
      return { path, bytes: head === '' ? body : Buffer.concat([Buffer.from(head), body]) };
    });
    return { texts, phageFiles };
  };

  return {
    /** Throws the system's error when a page cannot be read. */
    textsOf: (
      part: BulkPart,
      wanted: ReadonlySet<BulkName>,
      pages: RecordPages,
      options: TableOptions,
    ): PartTexts =>
      part.kind === 'block'
        ? textsOfBlock(part, wanted, pages, options)
        : textsOfGroup(part, wanted, pages),
  };
}

/** The files of a single phage; null for genes that name none, or if its name is not a safe file name. */
export function ownFilesOf({ name }: GroupedPhage): Record<PhageForm, string> | null {
  if (name === null) return null;
  const own = phageFormNames.map((form) => [form, bulkPhageFile(name, form)] as const);
  const isSafe = own.every(([, file]) => file !== null);
  return isSafe ? (Object.fromEntries(own) as Record<PhageForm, string>) : null;
}
