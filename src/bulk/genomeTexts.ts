/** Makes the texts of the files that are made of genomes: a build writes them, and verify compares with them. */
import { genomeFile, type GenomeForm, genomeFormNames } from '../contract/genomePaths.ts';
import type { LooseFeature, LooseGene, LoosePhage, PhageGenome } from '../genomes/phageGenome.ts';
import { renderGenbank } from '../genomes/renderGenbank.ts';
import {
  genomeHeader,
  genusHeader,
  renderGenes,
  renderGenome,
} from '../genomes/renderGenomeFasta.ts';
import { renderGff3 } from '../genomes/renderGff3.ts';
import type { IndexedEntry } from '../sequences/fastaIndex.ts';
import type { PlacedPhage } from './genomeParts.ts';
import { parsedRecords } from './parsedRecords.ts';
import type { RecordPages } from './recordLines.ts';

export interface GenomeTexts {
  readonly entry: IndexedEntry;
  /** Its text in the file of all genomes. */
  readonly genome: Buffer;
  /** Its text in the file of all genomes that is not packed. */
  readonly byGenus: () => Buffer;
  /** Its text in the file of all genes. */
  readonly genes: Buffer;
  /** The number of genes in it. */
  readonly geneCount: number;
  /** The files of this genome alone. */
  readonly files: readonly { readonly path: string; readonly bytes: Buffer }[];
}

const entryStart = 0x3e;
const newline = 0x0a;

/** Makes the texts of one genome after the other. The calls throw the system's error when a page cannot be read. */
export function createGenomeTexts(
  pages: RecordPages,
): (phage: PlacedPhage, bases: Buffer) => GenomeTexts {
  const phagesAt = parsedRecords<LoosePhage>('phages', pages);
  const genesAt = parsedRecords<LooseGene>('genes', pages);
  const featuresAt = parsedRecords<LooseFeature>('features', pages);
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
    const byGenus = () =>
      Buffer.concat([
        Buffer.from(`>${genusHeader(phage)}`),
        fasta.subarray(fasta.indexOf(newline)),
      ]);
    return { entry, genome: fasta, byGenus, genes, geneCount: entriesIn(genes), files };
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
