/**
 * Builds the text of a part of the bulk files before compression: a build writes it, a verification compares with it.
 */
import {
  type BulkName,
  type BulkPath,
  bulkPhageFile,
  type PhageForm,
} from '../contract/bulkFiles.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import type { Pages } from '../pages/openPages.ts';
import { loadSchemas } from '../validation/loadSchemas.ts';
import { type Column, columnsOf } from './columns.ts';
import { findGene, geneSpans } from '../generated/plainRecords.ts';
import { addFeatures, featuresHead } from './genomeFeatures.ts';
import type { BlockPart, BulkPart, GroupedPhage, GroupPart } from './bulkParts.ts';
import { blockFiles, type BlockFormat, type PhageFormat, phagesFiles } from './formats.ts';
import { addProtein } from './proteinEntries.ts';
import { placeLength, readRecordLines } from './recordLines.ts';
import { addTableHead, addTableRows, type TableOptions } from './tableRows.ts';
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
    read: Pages['read'],
    options: TableOptions,
  ) => PartTexts;
}

/** The files of a single phage; null for genes that name none, or if its name is not a safe file name. */
export function ownFilesOf({ name }: GroupedPhage): Record<PhageForm, string> | null {
  if (name === null) return null;
  const faa = bulkPhageFile(name, 'faa');
  const gff3 = bulkPhageFile(name, 'gff3');
  return faa === null || gff3 === null ? null : { faa, gff3 };
}

export function createTextMaker(): TextMaker {
  const lines = createTextBuffer();
  const first = createTextBuffer();
  const second = createTextBuffer();
  const columns = new Map<CollectionName, Column[]>();

  const columnsFor = (collection: CollectionName) => {
    const known = columns.get(collection) ?? columnsOf(collection, loadSchemas());
    columns.set(collection, known);
    return known;
  };

  const textsOfBlock = (
    part: BlockPart,
    wanted: ReadonlySet<BulkName>,
    read: Pages['read'],
    options: TableOptions,
  ): PartTexts => {
    const { collection, places, isFirst } = part;
    const starts = readRecordLines(part, read, lines);
    const records = places.length / placeLength;
    const makers: Readonly<Record<BlockFormat, () => TextBuffer>> = {
      ndjson: () => lines,
      tsv() {
        first.used = 0;
        const all = columnsFor(collection);
        if (isFirst) addTableHead(first, all);
        addTableRows(first, collection, all, lines.bytes, starts, options);
        return first;
      },
    };
    const texts = blockFiles(part, wanted).map(({ name, path }) => {
      return { path, text: writtenSince(makers[name](), 0), records };
    });
    return { texts, phageFiles: [] };
  };

  const textsOfGroup = (
    part: GroupPart,
    wanted: ReadonlySet<BulkName>,
    read: Pages['read'],
  ): PartTexts => {
    const areFiles = wanted.has('phages');
    const [proteins, features] = [first, second];
    proteins.used = 0;
    features.used = 0;
    if (part.isFirst) addText(features, featuresHead);
    const files: { readonly path: string; readonly of: TextBuffer; from: number; to: number }[] =
      [];
    const counts = { proteins: 0, features: 0 };
    for (const phage of part.phages) {
      const [fromProtein, fromFeature] = [proteins.used, features.used];
      const told = addPhage(phage);
      counts.proteins += phage.places.length / placeLength;
      counts.features += told;
      const own = areFiles ? ownFilesOf(phage) : null;
      if (own === null) continue;
      files.push({ path: own.faa, of: proteins, from: fromProtein, to: proteins.used });
      files.push({ path: own.gff3, of: features, from: fromFeature, to: features.used });
    }
    const made: Readonly<Record<PhageFormat, { of: TextBuffer; records: number }>> = {
      fasta: { of: proteins, records: counts.proteins },
      gff3: { of: features, records: counts.features },
    };
    const texts = phagesFiles(wanted).map(({ name, path }) => {
      const { of, records } = made[name];
      return { path, text: writtenSince(of, 0), records };
    });
    const phageFiles = files.map(({ path, of, from, to }) => {
      const body = of.bytes.subarray(from, to);
      return { path, bytes: of === features ? Buffer.concat([head, body]) : body };
    });
    return { texts, phageFiles };

    function addPhage({ name, genomeLength, places }: GroupedPhage): number {
      const starts = readRecordLines({ collection: 'genes', places }, read, lines);
      const count = starts.length - 1;
      const spans = new Int32Array(count * geneSpans);
      for (let gene = 0; gene < count; gene++) {
        findGene(lines.bytes, starts[gene] ?? 0, spans, gene * geneSpans);
        addProtein(proteins, lines.bytes, spans, gene * geneSpans);
      }
      if (name === null) return 0;
      return addFeatures(features, {
        phage: name,
        genomeLength,
        count,
        bytes: lines.bytes,
        spans,
      });
    }
  };

  return {
    textsOf: (part, wanted, read, options) =>
      part.kind === 'block'
        ? textsOfBlock(part, wanted, read, options)
        : textsOfGroup(part, wanted, read),
  };
}

const head = Buffer.from(featuresHead);
