/** How the genomes of a cluster are laid out: which places are filled first, which way they read, who shares them. */
import { isStructural, slotCount } from './geneFunctions.ts';
import { Random } from './random.ts';

/** Among whom the gene at a place is the same family: all phages, the cluster, the subcluster, or so many kin. */
type Reach = 'world' | 'cluster' | 'subcluster' | 16 | 4 | 1;

export interface Slot {
  readonly place: number;
  /** A phage with n genes fills the places whose rank is below n. */
  readonly rank: number;
  readonly orientation: 'F' | 'R';
  readonly reach: Reach;
}

// The wide ones make families with thousands of genes, the narrow ones the many families with few.
const reaches: readonly Reach[] = [
  ...many<Reach>(8, 'world'),
  ...many<Reach>(8, 'cluster'),
  ...many<Reach>(11, 'subcluster'),
  ...many<Reach>(3, 16),
  ...many<Reach>(2, 4),
];

/** Draws the map of a cluster; singletons have one each, told apart by `founder`. */
export function drawGenomeMap(seed: number, clusterId: number, founder: number): Slot[] {
  const random = new Random(seed, 'genomeMap', clusterId, founder);
  const places = Array.from({ length: slotCount }, (_, place) => place);
  const ranked = [
    ...places.filter((place) => isStructural(place)),
    ...random.shuffled(places.filter((place) => !isStructural(place))),
  ];
  const ranks = new Map(ranked.map((place, rank) => [place, rank]));
  const orientations = drawOrientations(random);
  return places.map((place) => ({
    place,
    rank: ranks.get(place) ?? slotCount,
    orientation: orientations[place] ?? 'F',
    reach: random.pick(reaches),
  }));
}

/** Runs that alternate, as operons do; the structural genes are in the first run. */
function drawOrientations(random: Random): ('F' | 'R')[] {
  const orientations: ('F' | 'R')[] = [];
  let runLength = random.between(28, 44);
  let forward = true;
  while (orientations.length < slotCount) {
    orientations.push(...many<'F' | 'R'>(runLength, forward ? 'F' : 'R'));
    forward = !forward;
    runLength = random.chance(30) ? random.between(1, 3) : random.between(8, 45);
  }
  return orientations;
}

function many<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}
