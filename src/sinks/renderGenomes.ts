/** A worker's task: writes the files of some genomes, and packs their texts for the files of all of them. */
import {
  type BulkPath,
  geneBasesBulk,
  genomeFile,
  type GenomeForm,
  genomeFormNames,
  genomesBulk,
} from '../contract/bulkFiles.ts';
import { packText } from '../publishing/bgzf.ts';
import type { WrittenFiles } from '../publishing/fileList.ts';
import type { IndexedEntry } from '../sequences/fasta.ts';
import { openGenomes } from '../sequences/genomeStore.ts';
import type { PlacedPhage } from './bulkPlan.ts';
import { renderGenbank } from './genbank.ts';
import {
  genomeHeader,
  genusHeader,
  type LooseFeature,
  type LooseGene,
  type LoosePhage,
  type PhageGenome,
  renderGenes,
  renderGenome,
  renderGff3,
} from './phageGenome.ts';
import type { RecordPages } from './recordLines.ts';
import { type BulkPlace, type PackedPart, writeBulk } from './renderBulk.ts';
import { parsedRecords } from './rows.ts';

const entryStart = 0x3e;
const newline = 0x0a;

/**
 * Makes the texts of one genome after the other: a build writes them, and verify compares with them. The calls throw the
 * system's error when a page cannot be read.
 */
export function createGenomeTexts(pages: RecordPages) {
  const phagesAt = parsedRecords<LoosePhage>('phages', pages);
  const genesAt = parsedRecords<LooseGene>('genes', pages);
  const featuresAt = parsedRecords<LooseFeature>('features', pages);
  return ({ name, ...places }: PlacedPhage, bases: Buffer) => {
    const [phage] = phagesAt(places.phage);
    if (phage === undefined) throw new Error(`no record of ${name}`);
    const genome: PhageGenome = {
      phage,
      genes: genesAt(places.genes),
      features: featuresAt(places.features),
      bases,
    };
    const fasta = renderGenome(genome);
    const genes = renderGenes(genome);
    const texts: Readonly<Record<GenomeForm, () => Buffer>> = {
      fastas: () => fasta,
      genbank: () => renderGenbank(genome),
      gff3: () => renderGff3(genome),
    };
    const files = genomeFormNames.flatMap((form) => {
      const path = genomeFile(name, form);
      return path === null ? [] : [{ path, bytes: texts[form]() }];
    });
    const entry = { header: genomeHeader(phage), bases: bases.length };
    const byGenus = () =>
      Buffer.concat([
        Buffer.from(`>${genusHeader(phage)}`),
        fasta.subarray(fasta.indexOf(newline)),
      ]);
    return {
      entry,
      /** Its text in the file of all genomes. */
      genome: fasta,
      /** Its text in the file of all genomes that is not packed. */
      byGenus,
      /** Its text in the file of all genes. */
      genes,
      geneCount: entriesIn(genes),
      /** The files of this genome alone. */
      files,
    };
  };
}

/** The number of lines that begin with `>`. */
function entriesIn(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(entryStart); at >= 0; at = text.indexOf(entryStart, at + 1)) {
    if (at === 0 || text[at - 1] === newline) count++;
  }
  return count;
}

export interface RenderGenomesTask {
  readonly site: BulkPlace;
  /** The file of the index of genomes. */
  readonly indexPath: string;
  readonly phages: readonly PlacedPhage[];
  /** Whether there is also an uncompressed file of all genomes. */
  readonly hasPlain: boolean;
}

/** The files are those of single genomes. */
interface RenderedGenomes extends WrittenFiles {
  readonly entries: readonly IndexedEntry[];
  /** The text of these genomes in the uncompressed file; empty if there is none. */
  readonly plain: Uint8Array;
  readonly parts: readonly PackedPart[];
}

/** Throws a Failure, or DamagedCache if a genome differs from the one that was read. */
export function renderGenomes({
  site,
  indexPath,
  phages,
  hasPlain,
}: RenderGenomesTask): Promise<RenderedGenomes> {
  return writeBulk(site, (pages, writer) => {
    const genomeOf = openGenomes(indexPath);
    const genomeTexts = createGenomeTexts(pages);
    const texts = phages.map((phage) => {
      const made = genomeTexts(phage, genomeOf(phage.name) ?? Buffer.alloc(0));
      for (const { path, bytes } of made.files) writer.put(path, bytes);
      const { entry, genome, genes, geneCount } = made;
      const plain = hasPlain ? made.byGenus() : Buffer.alloc(0);
      return { entry, genome, genes, geneCount, plain };
    });
    const packed = (path: BulkPath, own: readonly Buffer[], records: number): PackedPart => {
      const text = Buffer.concat(own);
      const { bytes, blocks } = packText(text);
      const index = { blocks, textBytes: text.length, sequences: [] };
      return { path, content: bytes, records, ...(path === genomesBulk ? { index } : {}) };
    };
    const [genomes, genes] = [texts.map(({ genome }) => genome), texts.map((one) => one.genes)];
    const geneCount = texts.reduce((sum, one) => sum + one.geneCount, 0);
    return {
      entries: texts.map(({ entry }) => entry),
      plain: Buffer.concat(texts.map(({ plain }) => plain)),
      parts: [packed(genomesBulk, genomes, phages.length), packed(geneBasesBulk, genes, geneCount)],
    };
  });
}
