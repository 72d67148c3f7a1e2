/** Builds the text of a part of the bulk files before compression: a build writes it, and verify compares with it. */
import {
  type BulkName,
  type BulkPath,
  bulkPhageFile,
  type PhageForm,
  phageFormNames,
} from '../contract/bulkFiles.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import type { FieldNames } from '../contract/fieldNames.ts';
import { loadSchemas } from '../validation/loadSchemas.ts';
import { renamedSchemas } from '../validation/renamedSchemas.ts';
import type { BlockPart, BulkPart, GroupedPhage, GroupPart } from './bulkParts.ts';
import { type Column, columnsOf } from './columns.ts';
import { blockFiles, phageMakers } from './formats.ts';
import { createGeneReader } from './geneStretches.ts';
import type { TableOptions } from './maker.ts';
import {
  createNeutralLines,
  type NeutralLines,
  placeLength,
  readRecordLines,
  type RecordPages,
} from './recordLines.ts';
import { addText, createTextBuffer, type TextBuffer, writtenSince } from './textBuffer.ts';

/** Valid until the next part is requested. */
export interface PartTexts {
  readonly texts: readonly PartText[];
  readonly phageFiles: readonly { readonly path: string; readonly bytes: Buffer }[];
}

interface PartText {
  readonly path: BulkPath;
  readonly text: Buffer;
  /** The number of records in it. */
  readonly records: number;
}

/** Builds texts in reused buffers. */
export interface TextMaker {
  /** Throws the system's error when a page cannot be read. */
  readonly textsOf: (
    part: BulkPart,
    wanted: ReadonlySet<BulkName>,
    pages: RecordPages,
    options: TableOptions,
  ) => PartTexts;
}

export function createTextMaker(): TextMaker {
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
    textsOf: (part, wanted, pages, options) =>
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
