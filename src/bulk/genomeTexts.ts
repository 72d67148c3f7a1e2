/** Makes the texts of the files that are made of genomes: a build writes them, a verification compares with them. */
import { genomeFile, type GenomeForm, genomeFormNames } from '../contract/bulkFiles.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import type {
  LooseFeature,
  LooseGene,
  LoosePhage,
  PhageGenome,
} from '../genomeFiles/phageGenome.ts';
import { renderGenbank } from '../genomeFiles/renderGenbank.ts';
import { genomeHeader, renderGenes, renderGenome } from '../genomeFiles/renderGenomeFasta.ts';
import { renderGff3 } from '../genomeFiles/renderGff3.ts';
import type { IndexedEntry } from '../sequences/fastaIndex.ts';
import type { PlacedPhage } from './genomeParts.ts';
import { createNeutralLines, readRecordLines, type RecordPages } from './recordLines.ts';
import { createTextBuffer } from './textBuffer.ts';

export interface GenomeTexts {
  readonly entry: IndexedEntry;
  /** Of the file of all genomes. */
  readonly genome: Buffer;
  /** Of the file of all genes. */
  readonly genes: Buffer;
  /** How many genes are in it. */
  readonly geneCount: number;
  /** The files of this genome alone. */
  readonly files: readonly { readonly path: string; readonly bytes: Buffer }[];
}

const entryStart = 0x3e;
const newline = 0x0a;

/** Makes the texts of one genome after the other; they throw the system's error when a page cannot be read. */
export function createGenomeTexts(
  pages: RecordPages,
): (phage: PlacedPhage, bases: Buffer) => GenomeTexts {
  const phagesAt = recordsOn<LoosePhage>('phages', pages);
  const genesAt = recordsOn<LooseGene>('genes', pages);
  const featuresAt = recordsOn<LooseFeature>('features', pages);
  return ({ name, ...places }, bases) => {
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
    return { entry, genome: fasta, genes, geneCount: entriesIn(genes), files };
  };
}

/** Reads the records at some places, under SPEC.md's names. */
function recordsOn<T>(
  collection: CollectionName,
  { read, fieldNames }: RecordPages,
): (places: Uint32Array) => T[] {
  const published = createTextBuffer();
  const neutral = createNeutralLines(collection, fieldNames);
  return (places) => {
    if (places.length === 0) return [];
    const found = readRecordLines({ collection, places }, read, published);
    const { lines, starts } = neutral({ lines: published, starts: found });
    return Array.from(starts.subarray(1), (end, at) => {
      return JSON.parse(lines.bytes.toString('utf8', starts[at], end)) as T;
    });
  };
}

/** How many lines begin with `>`. */
function entriesIn(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(entryStart); at >= 0; at = text.indexOf(entryStart, at + 1)) {
    if (at === 0 || text[at - 1] === newline) count++;
  }
  return count;
}
