/** The types of makers, which write the text of a bulk format: one file per format, and a line in `formats.ts`. */
import type { PhageForm } from '../contract/bulkFiles.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import type { GroupedPhage } from './bulkParts.ts';
import type { Column } from './columns.ts';
import type { GeneStretch } from './featureOrder.ts';
import type { StretchLimits } from './geneStretches.ts';
import type { RecordLines, RecordPages } from './recordLines.ts';
import type { TextBuffer } from './textBuffer.ts';

export interface TableOptions {
  /** Whether cells that a spreadsheet would evaluate as formulas are escaped (`--spreadsheet-safe`). */
  readonly isGuarded: boolean;
}

/** Consecutive records of a collection. */
interface Block extends RecordLines {
  readonly collection: CollectionName;
  /** Whether it is the first block of its file. */
  readonly isFirst: boolean;
  /** The same records under neutral names; those of `lines` and `columns` are the site's. */
  readonly neutral: () => RecordLines;
  readonly columns: readonly Column[];
  readonly options: TableOptions;
}

/** Returns the text of a block: `lines` unchanged, or `text` (initially empty) after appending to it. */
export type BlockMaker = (block: Block, text: TextBuffer) => TextBuffer;

/** All genes of a phage, or some of those that name none. */
export type PhageGenes = GeneStretch & Pick<GroupedPhage, 'name' | 'genomeLength'>;

/** Makes the text of phage after phage, in one file for all and in one for each. */
export interface PhageMaker {
  /** The form of the files of single phages. */
  readonly form: PhageForm;
  /** The text that each file begins with. */
  readonly head: string;
  /** Appends the text of a phage; returns the number of genes in it. */
  readonly add: (text: TextBuffer, genes: PhageGenes) => number;
  /**
   * The same for a phage with too many genes to hold in memory, in chunks that are valid until the next is requested.
   * Throws the system's error.
   */
  readonly pieces: (
    phage: GroupedPhage,
    pages: RecordPages,
    limits: StretchLimits,
  ) => { readonly count: number; readonly pieces: Iterable<Buffer> };
}
