/** A phage with its genome, and the positions of its genes and other features. */
import type { FeatureRecord, GeneRecord, PhageRecord } from '../generated/records.ts';
import { spanOf, usualCode } from '../sequences/encodes.ts';
import type { CodeNumber } from '../sequences/geneticCode.ts';
import { reverseComplement } from '../sequences/nucleotides.ts';
import { readingOf } from '../sequences/readingOf.ts';

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

/** Bases, counted from 1; both ends are included. */
export interface Part {
  readonly first: number;
  readonly last: number;
}

export interface Place {
  /** In the order of the genome, which wraps from its last base to its first. */
  readonly parts: readonly Part[];
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

/** Bases [from, to); positions past the last base wrap around. */
function around(from: number, to: number, length: number): Part[] {
  if (from >= length) return around(from - length, to - length, length);
  if (to <= length) return [{ first: from + 1, last: to }];
  return [
    { first: from + 1, last: length },
    { first: 1, last: to - length },
  ];
}

/** The bases of a place, on the strand that is read. */
export function basesAt({ parts, strand }: Place, { bases }: Pick<PhageGenome, 'bases'>): Buffer {
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
  const said = known === '' ? (host?.genus ?? '') : known;
  return said === '' ? `Phage ${name}` : `${said} phage ${name}`;
}
