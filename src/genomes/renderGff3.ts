/** Writes a phage with its genome as GFF3, with the sequence after the features. */
import { renderFasta } from '../sequences/renderFasta.ts';
import { encodeSequenceName, encodeValue } from '../text/gff3Text.ts';
import { genomeHeader } from './renderGenomeFasta.ts';
import {
  featurePlace,
  genePlace,
  type LooseFeature,
  type Part,
  type PhageGenome,
  type Place,
  runsThroughOrigin,
} from './phageGenome.ts';

type Attributes = readonly (readonly [name: string, value: string | number | null])[];

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
  const told = attributes
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
    attributes: told.join(';') || '.',
  }));
}

/** For each part, the bases to skip to reach the next codon, in the direction of the gene. */
function phasesOf({ parts, strand }: Place): number[] {
  const along = strand === -1 ? parts.toReversed() : parts;
  let read = 0;
  const phases = along.map(({ first, last }: Part) => {
    const phase = (3 - (read % 3)) % 3;
    read += last - first + 1;
    return phase;
  });
  return strand === -1 ? phases.toReversed() : phases;
}
