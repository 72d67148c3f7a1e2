/** Decides the phages of a sample, the places of their genes, and which variants each shows. */
import { deckOf, fromDeck, itemAt, Random } from './random.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

// Makes up phage names: a different one for every number, even with case folded.

const syllables = [...'bdfjlmnrstvw'].flatMap((consonant) =>
  [...'aeiou'].map((vowel) => consonant + vowel),
);

// Three syllables of two letters precede the ending, so no two different names read the same.
const endings = vocabulary.nameEndings;

/** The number of possible names. */
export const nameCapacity = syllables.length ** 3 * endings.length;
const primesOfCapacity = [2, 3, 5];

/** Names phages 0 to `nameCapacity` - 1; consecutive names of a seed are in no particular order. */
export function phageNamer(seed: number): (index: number) => string {
  const random = new Random(seed, 'name');
  let step = random.below(2 ** 20) + nameCapacity / 4;
  // A step that is coprime to the capacity visits every name once.
  while (primesOfCapacity.some((prime) => step % prime === 0)) step++;
  const offset = random.below(2 ** 20);
  return (index) => {
    const position = (index * step + offset) % nameCapacity;
    const stem = Math.floor(position / endings.length);
    const name = [1, syllables.length, syllables.length ** 2]
      .map((unit) => itemAt(syllables, Math.floor(stem / unit) % syllables.length))
      .join('');
    return (
      name.charAt(0).toUpperCase() + name.slice(1) + itemAt(endings, position % endings.length)
    );
  };
}

const meanGeneCount = 84;

/** The most genes for whose phages there are enough names. */
export const maxGenes = meanGeneCount * nameCapacity;

/** The number of places for genes in a genome; a phage fills some of them. */
export const slotCount = 140;

/** The label of phages that have no relatives. */
export const singletonLabel = 'Singleton';

// The properties shared by phages of one subcluster, or of a cluster without any: `phages` is how many of 24 belong to
// it, `gc` the share of G and C in tenths of a percent.
const lineages = vocabulary.clusters
  .flatMap(({ subclusters, ...cluster }, clusterId) =>
    subclusters.map((subcluster) => ({ ...cluster, ...subcluster, clusterId })),
  )
  .map((lineage, id) => ({ ...lineage, id }));
export const lineageCount = lineages.length;
export const clusterCount = vocabulary.clusters.length;

const lineageDeck = deckOf(...lineages.map((one) => [one, one.phages] as const));
const draftDeck = deckOf([true, 1], [false, 5]);
// Some labels also count tRNA genes, or number a gene between two others, as in 19.1.
const labelDeck = ['plain', 'plain', 'plain', 'shifted', 'inserted'] as const;
const tagDeck = ['none', 'numbered', 'named', 'named'] as const;
const startDeck = deckOf([true, 1], [false, 4]);

// Who shares a family: all phages, the cluster, the subcluster, or the given number of its nearest relatives. Wide ones
// make families with thousands of genes, narrow ones the many families with few.
type Reach = 'world' | 'cluster' | number;
const reaches = deckOf<Reach>(['world', 8], ['cluster', 8], [Infinity, 11], [16, 3], [4, 2]);

export type PlannedPhage = ReturnType<typeof planPhages> extends Generator<infer P> ? P : never;
export type Slot = PlannedPhage['slots'][number];

/** Plans phages that have exactly `geneCount` genes in total. */
export function* planPhages(geneCount: number, seed: number) {
  const phageCount = Math.max(1, Math.round(geneCount / meanGeneCount));
  const nameOf = phageNamer(seed);
  const kinCounts = new Map<number, number>();
  for (let index = 0; index < phageCount; index++) {
    const lineage = fromDeck(lineageDeck, seed, 'lineage', index);
    // The number of earlier phages of the lineage: close numbers mean close relatives, except for singletons.
    const kinNumber = kinCounts.get(lineage.id) ?? 0;
    kinCounts.set(lineage.id, kinNumber + 1);
    const founder = lineage.cluster === singletonLabel ? kinNumber : 0;
    const map = drawGenomeMap(new Random(seed, 'genomeMap', lineage.clusterId, founder));
    const genes = geneCountOf(index, geneCount, phageCount, seed);
    const isDraft = fromDeck(draftDeck, seed, 'status', index);
    const labelStyle = fromDeck(labelDeck, seed, 'labels', index);
    const genome = new Random(seed, 'genome', index);
    yield {
      seed,
      index,
      name: nameOf(index),
      // Made up: no archive has it. A draft has not been submitted.
      accession: isDraft ? '' : `SYN${String(index + 1).padStart(6, '0')}`,
      lineage,
      kinNumber,
      slots: map.filter((slot) => slot.rank < genes),
      isDraft,
      labelStyle,
      // How many genes have labels equal to their numbers, if not all do.
      plainLabels: Math.floor((genes * genome.between(5, 60)) / 100),
      trnaCount: labelStyle === 'shifted' ? genome.between(1, 6) : 0,
      tagStyle: isDraft ? 'none' : fromDeck(tagDeck, seed, 'tags', index),
      startsAtZero: fromDeck(startDeck, seed, 'start', index),
    };
  }
}

/** An equal share; of two neighbours, the first lends the second up to a quarter, or borrows it. */
function geneCountOf(index: number, geneCount: number, phageCount: number, seed: number): number {
  const shareEnd = (phage: number): number => Math.floor((phage * geneCount) / phageCount);
  const share = shareEnd(index + 1) - shareEnd(index);
  const isFirst = index % 2 === 0;
  if (isFirst && index === phageCount - 1) return share;
  const most = Math.floor(geneCount / phageCount / 4);
  const lent = new Random(seed, 'geneCount', Math.floor(index / 2)).between(-most, most);
  return isFirst ? share - lent : share + lent;
}

/** The places for genes in the genomes of a cluster; a phage with n genes fills those whose rank is below n. */
function drawGenomeMap(random: Random) {
  const places = Array.from({ length: slotCount }, (_, place) => place);
  // The structural genes, which even the smallest phage should have.
  const first = places.slice(4, 24);
  const ranked = [...first, ...random.shuffled(places.filter((place) => !first.includes(place)))];
  // Alternating runs, as in operons; the structural genes are in the first run.
  const orientations: ('F' | 'R')[] = [];
  let run = random.between(28, 44);
  while (orientations.length < slotCount) {
    orientations.push(...Array<'F' | 'R'>(run).fill(orientations.at(-1) === 'F' ? 'R' : 'F'));
    run = random.chance(30) ? random.between(1, 3) : random.between(8, 45);
  }
  return places.map((place) => ({
    place,
    rank: ranked.indexOf(place),
    orientation: orientations[place] ?? 'F',
    reach: random.pick(reaches),
  }));
}
