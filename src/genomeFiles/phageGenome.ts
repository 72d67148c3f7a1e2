/** A phage with its genome, and where on it its genes and other features lie. */
import type { FeatureRecord, GeneRecord, PhageRecord } from '../generated/records.ts';
import { spanOf, usualCode } from '../sequences/encodes.ts';
import type { CodeNumber } from '../sequences/geneticCode.ts';
import { reverseComplement } from '../sequences/nucleotides.ts';
import { readingOf } from '../sequences/readingOf.ts';

/** With `--allow null-value` each value may be null. */
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

/** Bases from 1, both ends included. */
export interface Part {
  readonly first: number;
  readonly last: number;
}

export interface Place {
  /** In the order of the genome, where that goes on behind its last base with its first. */
  readonly parts: readonly Part[];
  readonly strand: 1 | -1 | 0;
}

export interface GenePlace extends Place {
  /** Whether the parts are the whole span of a gene whose Length is another, since the cut is not known. */
  readonly isWhole: boolean;
  /** By which it is translated; the usual one where no code fits. */
  readonly code: CodeNumber;
}

/** Null for what has no place on the genome. */
export function featurePlace(
  { Start, Stop, Orientation }: Pick<LooseFeature, 'Start' | 'Stop' | 'Orientation'>,
  { bases }: Pick<PhageGenome, 'bases'>,
): Place | null {
  if (Start === null || Stop === null || Start === Stop) return null;
  if (Start > bases.length || Stop > bases.length) return null;
  // From the last base to before the first there is nothing.
  const span = spanOf({ start: Start, stop: Stop, length: 0, isReverse: false }, bases.length);
  if (span === 0) return null;
  const strand = Orientation === 'F' ? 1 : Orientation === 'R' ? -1 : 0;
  return { parts: around(Start, Start + span, bases.length), strand };
}

/** The same for a gene, in the two parts that are read where Length and Translation say so. */
export function genePlace(gene: LooseGene, genome: Pick<PhageGenome, 'bases'>): GenePlace | null {
  const place = featurePlace(gene, genome);
  const { Start, Stop, Length, Translation } = gene;
  if (place === null || Start === null || Stop === null) return null;
  const { length } = genome.bases;
  const isReverse = place.strand === -1;
  const stretch = { start: Start, stop: Stop, length: Length ?? 0, isReverse };
  const span = spanOf(stretch, length);
  const reading =
    Translation === null || Length === null
      ? null
      : readingOf(genome.bases, stretch, Buffer.from(Translation, 'latin1'));
  const code = reading?.code ?? usualCode;
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

/** Bases [from, to), counted on behind the last base of the genome. */
function around(from: number, to: number, length: number): Part[] {
  if (from >= length) return around(from - length, to - length, length);
  if (to <= length) return [{ first: from + 1, last: to }];
  return [
    { first: from + 1, last: length },
    { first: 1, last: to - length },
  ];
}

/** The bases of a place, in the direction in which they are read. */
export function basesAt({ parts, strand }: Place, { bases }: Pick<PhageGenome, 'bases'>): Buffer {
  const along = Buffer.concat(parts.map(({ first, last }) => bases.subarray(first - 1, last)));
  return strand === -1 ? reverseComplement(along) : along;
}

export function runsThroughOrigin({ parts }: Place): boolean {
  return parts.some(({ first }, at) => first === 1 && at > 0);
}

/** `genus phage name`; only the name where nothing is known of the host. */
export function organismOf({
  phage_name: name,
  host_genus: genus,
  isolation_host: host,
}: LoosePhage): string {
  const known = genus?.genus_name ?? '';
  const said = known === '' ? (host?.genus ?? '') : known;
  return said === '' ? `Phage ${name}` : `${said} phage ${name}`;
}
