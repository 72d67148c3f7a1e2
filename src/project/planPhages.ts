/** Plans the phages of a sample: their names, the places of their genes, and which variants each shows. */
import vocabulary from './vocabulary.json' with { type: 'json' };

// Each has a stream of draws of its own, so that an added draw for one does not change the others.
// prettier-ignore
const purposes = ['name', 'lineage', 'status', 'labels', 'tags', 'start', 'geneCount', 'genomeMap', 'pham', 'gene',
  'genome', 'discovery', 'sequencing', 'host', 'files'] as const;
type Purpose = (typeof purposes)[number];

/**
 * Deterministic random numbers: the same seed, purpose and numbers give the same draws on every machine. (sfc32 from
 * Chris Doty-Humphrey's PractRand: additions, shifts and xors of 32-bit integers, without rounding.)
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter: number;

  /** `seed` is a safe integer; `x` and `y` number the item that is drawn for, such as a phage and a gene. */
  constructor(seed: number, purpose: Purpose, x = 0, y = 0) {
    this.a = seed | 0;
    this.b = (Math.floor(seed / 2 ** 32) * 64 + purposes.indexOf(purpose) + 1) | 0;
    this.c = x | 0;
    this.counter = y | 0;
    for (let round = 0; round < 15; round++) this.next();
  }

  /** A non-negative 32-bit integer. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** An integer from 0 to `limit` - 1, for limits up to 2 ** 21. */
  below(limit: number): number {
    return Math.floor((this.next() * limit) / 2 ** 32);
  }

  /** An integer from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + this.below(max - min + 1);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(items: readonly T[]): T {
    return itemAt(items, this.below(items.length));
  }

  shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items];
    return items.map(() => itemAt(rest.splice(this.below(rest.length), 1), 0));
  }
}

/** A deck with the given number of each card. */
function deckOf<T>(...cards: readonly (readonly [card: T, times: number])[]): T[] {
  return cards.flatMap(([card, times]) => Array<T>(times).fill(card));
}

/**
 * The card for `index` when a deck is dealt again and again, shuffled each time: even small samples hold every kind.
 */
export function fromDeck<T>(deck: readonly T[], seed: number, purpose: Purpose, index: number): T {
  const round = Math.floor(index / deck.length);
  return itemAt(new Random(seed, purpose, round).shuffled(deck), index % deck.length);
}

export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index} among ${items.length}`);
  return item;
}

const syllables = [...'bdfjlmnrstvw'].flatMap((consonant) =>
  [...'aeiou'].map((vowel) => consonant + vowel),
);

// Three syllables of two letters precede the ending, so no two different names read the same.
const endings = vocabulary.nameEndings.split(' ');

/** The number of possible names. */
export const nameCapacity = syllables.length ** 3 * endings.length;

/** Names phages 0 to `nameCapacity` - 1; consecutive names of a seed are in no particular order. */
export function phageNamer(seed: number): (index: number) => string {
  const random = new Random(seed, 'name');
  let step = random.below(2 ** 20) + nameCapacity / 4;
  // A step that is coprime to the capacity visits every name once.
  while ([2, 3, 5].some((prime) => step % prime === 0)) step++;
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
  const shareEnd = (phage: number) => Math.floor((phage * geneCount) / phageCount);
  const nameOf = phageNamer(seed);
  const kinCounts = new Map<number, number>();
  for (let index = 0; index < phageCount; index++) {
    const lineage = fromDeck(lineageDeck, seed, 'lineage', index);
    // The number of earlier phages of the lineage: close numbers mean close relatives, except for singletons.
    const kinNumber = kinCounts.get(lineage.id) ?? 0;
    kinCounts.set(lineage.id, kinNumber + 1);
    const founder = lineage.cluster === singletonLabel ? kinNumber : 0;
    const map = drawGenomeMap(new Random(seed, 'genomeMap', lineage.clusterId, founder));
    // An equal share; of two neighbours, the first lends the second up to a quarter, or borrows it.
    const share = shareEnd(index + 1) - shareEnd(index);
    const most = Math.floor(geneCount / phageCount / 4);
    const lent = new Random(seed, 'geneCount', Math.floor(index / 2)).between(-most, most);
    const isAlone = index % 2 === 0 && index === phageCount - 1;
    const genes = isAlone ? share : index % 2 === 0 ? share - lent : share + lent;
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
