/** Writes the genome of a phage, and the nucleotides of its genes, as FASTA. */
import { renderFasta } from '../sequences/renderFasta.ts';
import { encodeSequenceName } from '../text/gff3Text.ts';
import { onOneLine } from '../text/onOneLine.ts';
import {
  basesAt,
  genePlace,
  type LooseGene,
  type LoosePhage,
  type PhageGenome,
} from './phageGenome.ts';

export function renderGenome({ phage, bases }: Pick<PhageGenome, 'phage' | 'bases'>): Buffer {
  return renderFasta(genomeHeader(phage), bases);
}

/** Starts with the sequence name used in GFF3, so that programs match the two. */
export function genomeHeader(phage: LoosePhage): string {
  const { phage_name: name, pcluster, psubcluster, archive_accession: accession } = phage;
  const cluster = named(pcluster?.cluster);
  const subcluster = named(psubcluster?.subcluster);
  return [
    encodeSequenceName(name ?? ''),
    cluster === null ? '[Unclustered]' : `[cluster ${onOneLine(cluster)}]`,
    ...(subcluster === null ? [] : [`[subcluster ${onOneLine(subcluster)}]`]),
    ...(accession === null || accession === '' ? [] : [`[accession ${onOneLine(accession)}]`]),
  ].join(' ');
}

/**
 * For the file of all genomes in the form that PhagesDB's users know: the genus of the host, and the phage as the third
 * word.
 */
export function genusHeader(phage: LoosePhage): string {
  const { phage_name: name, isolation_host: host, pcluster, psubcluster } = phage;
  const genus = onOneLine(host?.genus ?? '').trim();
  const cluster = named(pcluster?.cluster);
  const subcluster = named(psubcluster?.subcluster);
  return [
    `${genus === '' ? 'Unknown' : genus} phage ${onOneLine(name ?? '')}`,
    cluster === null ? 'Unclustered' : `Cluster ${onOneLine(cluster)}`,
    ...(subcluster === null ? [] : [`Subcluster ${onOneLine(subcluster)}`]),
  ].join(', ');
}

/** Null for what has no name, or an empty one. */
function named(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** The genes with a place on the genome, each read from its first base to its last. */
export function renderGenes(genome: Pick<PhageGenome, 'genes' | 'bases'>): Buffer {
  return Buffer.concat(
    genome.genes.flatMap((gene) => {
      const place = genePlace(gene, genome);
      if (place === null) return [];
      const whole = place.isWhole
        ? ` [the whole span: which ${gene.Length} bases are read is not known]`
        : '';
      return [renderFasta(`${geneHeader(gene)}${whole}`, basesAt(place, genome))];
    }),
  );
}

/** The same header as that of its protein. */
function geneHeader({ GeneID, PhageID, PhamID, Notes }: LooseGene): string {
  const pham = PhamID?.PhamID ?? null;
  const cluster = named(PhageID?.Cluster);
  const told = [
    onOneLine(PhageID?.Name ?? ''),
    onOneLine(PhageID?.Accession ?? ''),
    pham === null ? '' : `pham ${pham}`,
    cluster === null ? 'Unclustered' : `cluster ${onOneLine(cluster)}`,
    onOneLine(Notes ?? ''),
  ];
  return `${onOneLine(GeneID ?? '')} ${told.join('|')}`;
}
