/** A worker's task: writes the files of some genomes, and packs their texts for the files of all of them. */
import { type BulkPath, genomesBulk, geneBasesBulk } from '../contract/bulkFiles.ts';
import { openGenomes } from '../genomes/genomeIndex.ts';
import { openPages } from '../pages/openPages.ts';
import { packText } from '../publishing/bgzf.ts';
import type { WrittenFiles } from '../publishing/fileList.ts';
import { createSiteWriter } from '../publishing/siteWriter.ts';
import type { IndexedEntry } from '../sequences/fastaIndex.ts';
import type { BulkPlace } from './bulkTask.ts';
import type { PlacedPhage } from './genomeParts.ts';
import { createGenomeTexts } from './genomeTexts.ts';

export interface RenderGenomesTask {
  readonly site: BulkPlace;
  /** The file of the index of genomes. */
  readonly indexPath: string;
  readonly phages: readonly PlacedPhage[];
  /** Whether there is also an uncompressed file of all genomes. */
  readonly hasPlain: boolean;
}

/** The files are those of single genomes. */
export interface RenderedGenomes extends WrittenFiles {
  readonly entries: readonly IndexedEntry[];
  /** The text of these genomes in the uncompressed file; empty if there is none. */
  readonly plain: Uint8Array;
  readonly members: readonly {
    readonly path: BulkPath;
    readonly content: Uint8Array;
    readonly records: number;
    /** The offset of each block. */
    readonly blocks: readonly number[];
    readonly textBytes: number;
  }[];
}

/** Throws a Failure, or DamagedCache if a genome differs from the one that was read. */
export function renderGenomes({
  site,
  indexPath,
  phages,
  hasPlain,
}: RenderGenomesTask): RenderedGenomes {
  const genomeOf = openGenomes(indexPath);
  // As bulk files, they have no compressed siblings.
  const writer = createSiteWriter({ ...site, precompress: [] });
  const pages = openPages(site.stagingDir);
  const genomeTexts = createGenomeTexts({ read: pages.read, fieldNames: site.fieldNames });
  try {
    const texts = phages.map((phage) => {
      const made = genomeTexts(phage, genomeOf(phage.name) ?? Buffer.alloc(0));
      for (const { path, bytes } of made.files) writer.put(path, bytes);
      const { entry, genome, genes, geneCount } = made;
      const plain = hasPlain ? made.byGenus() : Buffer.alloc(0);
      return { entry, genome, genes, geneCount, plain };
    });
    const member = (path: BulkPath, pieces: readonly Buffer[], records: number) => {
      const text = Buffer.concat(pieces);
      const { bytes, blocks } = packText(text);
      return { path, content: bytes, records, blocks, textBytes: text.length };
    };
    const genes = texts.reduce((sum, { geneCount }) => sum + geneCount, 0);
    return {
      entries: texts.map(({ entry }) => entry),
      plain: Buffer.concat(texts.map(({ plain }) => plain)),
      members: [
        member(
          genomesBulk,
          texts.map(({ genome }) => genome),
          phages.length,
        ),
        member(
          geneBasesBulk,
          texts.map((one) => one.genes),
          genes,
        ),
      ],
      ...writer.written(),
    };
  } finally {
    pages.close();
  }
}
