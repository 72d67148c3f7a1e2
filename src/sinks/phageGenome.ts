/** A phage with its genome, the positions of its genes and other features, and its files in FASTA and GFF3. */
import type { FeatureRecord, GeneRecord, PhageRecord } from '../generated/records.ts';
import { readingOf, spanOf, defaultCode } from '../sequences/encodes.ts';
import { renderFasta } from '../sequences/fasta.ts';
import { type CodeNumber, reverseComplement } from '../sequences/nucleotides.ts';
import { encodeSequenceName, encodeValue } from '../text/escapes.ts';
import { onOneLine } from '../text/words.ts';
import type { GenePart } from './maker.ts';

/** With `--allow null-value`, each value may be null. */
type Loose<T> = { readonly [K in keyof T]: (T[K] extends object ? Loose<T[K]> : T[K]) | null };
export type LoosePhage = Loose<PhageRecord>;
export type LooseGene = Loose<GeneRecord>;
export type LooseFeature = Loose<FeatureRecord>;

export interface PhageGenome {
  readonly phage: LoosePhage;
  readonly genes: readonly LooseGene[];
  readonly features: readonly LooseFeature[];
  /** IUPAC nucleotides in upper case. */
  readonly bases: Buffer;
}

export interface Place {
  /** In the order of the genome, which wraps from its last base to its first. */
  readonly parts: readonly GenePart[];
  readonly strand: 1 | -1 | 0;
}

export interface GenePlace extends Place {
  /** Whether `parts` is the whole span because the cut is unknown: Length does not match. */
  readonly isWhole: boolean;
  /** The genetic code that it is translated by; the usual one if none fits. */
  readonly code: CodeNumber;
}

/** Null for a feature without a place on the genome. */
export function featurePlace(
  { Start, Stop, Orientation }: Pick<LooseFeature, 'Start' | 'Stop' | 'Orientation'>,
  { bases }: Pick<PhageGenome, 'bases'>,
): Place | null {
  if (Start === null || Stop === null || Start === Stop) return null;
  if (Start > bases.length || Stop > bases.length) return null;
  // The end of the last base is the start of the first: nothing lies between.
  const span = spanOf({ start: Start, stop: Stop, length: 0, isReverse: false }, bases.length);
  if (span === 0) return null;
  const strand = Orientation === 'F' ? 1 : Orientation === 'R' ? -1 : 0;
  return { parts: around(Start, Start + span, bases.length), strand };
}

/** The same for a gene; in two parts where Length and Translation show that it is read in two. */
export function genePlace(gene: LooseGene, genome: Pick<PhageGenome, 'bases'>): GenePlace | null {
  const place = featurePlace(gene, genome);
  const { Start, Stop, Length, Translation } = gene;
  if (place === null || Start === null || Stop === null) return null;
  const { length } = genome.bases;
  const isReverse = place.strand === -1;
  const location = { start: Start, stop: Stop, length: Length ?? 0, isReverse };
  const span = spanOf(location, length);
  const reading =
    Translation === null || Length === null
      ? null
      : readingOf(genome.bases, location, Buffer.from(Translation, 'latin1'));
  const code = reading?.code ?? defaultCode;
  if (Length === null || Length === span) return { ...place, isWhole: false, code };
  const cut = reading?.cut ?? null;
  if (cut === null) return { ...place, isWhole: true, code };
  const along = isReverse ? Length - cut : cut;
  const end = Start + span;
  const parts = [
    ...around(Start, Start + along, length),
    ...around(end - (Length - along), end, length),
  ];
  return { parts, strand: place.strand, isWhole: false, code };
}

/** Bases [from, to); positions past the last base wrap around. */
function around(from: number, to: number, length: number): GenePart[] {
  if (from >= length) return around(from - length, to - length, length);
  if (to <= length) return [{ first: from + 1, last: to }];
  return [
    { first: from + 1, last: length },
    { first: 1, last: to - length },
  ];
}

/** The bases of a place, on the strand that is read. */
function basesAt({ parts, strand }: Place, { bases }: Pick<PhageGenome, 'bases'>): Buffer {
  const along = Buffer.concat(parts.map(({ first, last }) => bases.subarray(first - 1, last)));
  return strand === -1 ? reverseComplement(along) : along;
}

export function runsThroughOrigin({ parts }: Place): boolean {
  return parts.some(({ first }, at) => first === 1 && at > 0);
}

/** `genus phage name`; only the name if the host is unknown. */
export function organismOf({
  phage_name: name,
  host_genus: genus,
  isolation_host: host,
}: LoosePhage): string {
  const known = genus?.genus_name ?? '';
  const hostGenus = known === '' ? (host?.genus ?? '') : known;
  return hostGenus === '' ? `Phage ${name}` : `${hostGenus} phage ${name}`;
}

/** Writes the genome of a phage, and the nucleotides of its genes, as FASTA. */
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
  const names = [
    onOneLine(PhageID?.Name ?? ''),
    onOneLine(PhageID?.Accession ?? ''),
    pham === null ? '' : `pham ${pham}`,
    cluster === null ? 'Unclustered' : `cluster ${onOneLine(cluster)}`,
    onOneLine(Notes ?? ''),
  ];
  return `${onOneLine(GeneID ?? '')} ${names.join('|')}`;
}

type Attributes = readonly (readonly [name: string, value: string | number | null])[];

/** A phage with its genome as GFF3, with the sequence after the features. */
export function renderGff3(genome: PhageGenome): Buffer {
  const { phage, genes, features, bases } = genome;
  const name = encodeSequenceName(phage.phage_name ?? '');
  const found = [
    ...genes.flatMap((gene, at) => {
      const place = genePlace(gene, genome);
      if (place === null) return [];
      const { GeneID, Name, LocusTag, Notes, PhamID, Length, Translation } = gene;
      // Rows with the same ID would be read as parts of one gene.
      const id = genes[at - 1]?.GeneID === GeneID ? null : GeneID;
      const attributes: Attributes = [
        ['ID', id],
        ['Name', Name],
        ['gene', Name],
        ['locus_tag', LocusTag],
        ['product', Notes],
        ['pham', PhamID?.PhamID ?? null],
        ['coding_length', place.isWhole ? Length : null],
        ['transl_table', place.code],
        ['translation', (Translation ?? '').replace(/\*$/, '')],
      ];
      return rowsOf('CDS', place, attributes);
    }),
    ...features.flatMap((feature, at) => {
      const place = featurePlace(feature, genome);
      const { Type, Name, Notes } = feature;
      const isRna = Type === 'tRNA' || Type === 'tmRNA' || Type === 'rRNA';
      // Only their ID makes two rows one feature, and bcbio-gff cannot read a row without an attribute.
      const isBare = [Name, Notes].every((text) => text === null || text === '');
      const needsId = isBare || (place !== null && place.parts.length > 1);
      const attributes: Attributes = [
        ['ID', needsId ? `feature ${at + 1}` : null],
        ['Name', Name],
        ['product', isRna ? Name : null],
        ['note', Notes],
      ];
      return place === null ? [] : rowsOf(typeOf(feature), place, attributes);
    }),
  ];
  const rows = found
    .toSorted((a, b) => a.part.first - b.part.first || a.part.last - b.part.last)
    .map(({ part: { first, last }, type, strand, phase, attributes }) =>
      [name, 'phagepress', type, first, last, '.', strand, phase, attributes].join('\t'),
    );
  const isCircular = found.some(({ place }) => runsThroughOrigin(place));
  const region = [name, 'phagepress', 'region', 1, bases.length, '.', '.', '.', ''];
  const text = [
    '##gff-version 3',
    `##sequence-region ${name} 1 ${bases.length}`,
    // Only features that wrap around the origin show that a genome is circular.
    ...(isCircular ? [`${region.join('\t')}Is_circular=true`] : []),
    ...rows,
    '##FASTA',
  ];
  const head = text.map((line) => `${line}\n`).join('');
  return Buffer.concat([Buffer.from(head), renderFasta(genomeHeader(phage), bases)]);
}

function typeOf({ Type }: LooseFeature): string {
  if (Type === 'repeat') return 'repeat_region';
  return Type === 'other' || Type === null ? 'sequence_feature' : Type;
}

/** A row for each part. */
function rowsOf(type: string, place: Place, attributes: Attributes) {
  const filled = attributes
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}=${encodeValue(String(value))}`);
  const strand = place.strand === 1 ? '+' : place.strand === -1 ? '-' : '.';
  const phases = type === 'CDS' ? phasesOf(place) : null;
  return place.parts.map((part, at) => ({
    place,
    part,
    type,
    strand,
    phase: phases === null ? '.' : String(phases[at]),
    attributes: filled.join(';') || '.',
  }));
}

/** For each part, the bases to skip to reach the next codon, in the direction of the gene. */
function phasesOf({ parts, strand }: Place): number[] {
  const along = strand === -1 ? parts.toReversed() : parts;
  let read = 0;
  const phases = along.map(({ first, last }) => {
    const phase = (3 - (read % 3)) % 3;
    read += last - first + 1;
    return phase;
  });
  return strand === -1 ? phases.toReversed() : phases;
}
