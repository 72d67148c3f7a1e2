/** Decides which phages a sample has, how many genes each, and what kind of each it shows. */
import { lineageDeck, singletonLabel, type Lineage } from './clusters.ts';
import { drawGenomeMap, type Slot } from './genomeMap.ts';
import { nameCapacity, phageNamer } from './phageNames.ts';
import { dealt, Random } from './random.ts';

/** `shifted`: labels also count tRNA genes; `inserted`: one gene is labelled between two others, as in 19.1. */
type LabelStyle = 'plain' | 'shifted' | 'inserted';
type TagStyle = 'none' | 'numbered' | 'named';

export interface PlannedPhage {
  readonly seed: number;
  readonly index: number;
  readonly name: string;
  readonly lineage: Lineage;
  /** How many phages of the lineage come before this one: near numbers are near relatives. */
  readonly kinNumber: number;
  readonly slots: readonly Slot[];
  readonly isDraft: boolean;
  readonly labelStyle: LabelStyle;
  /** How many genes have labels equal to their numbers, when not all have. */
  readonly plainLabels: number;
  readonly trnaCount: number;
  readonly tagStyle: TagStyle;
  readonly startsAtZero: boolean;
}

const meanGeneCount = 84;

/** The most genes for whose phages there are names. */
export const maxGenes = meanGeneCount * nameCapacity;

const statusDeck = ['draft', 'archived', 'archived', 'archived', 'archived', 'archived'] as const;
const labelDeck: readonly LabelStyle[] = ['plain', 'plain', 'plain', 'shifted', 'inserted'];
const tagDeck: readonly TagStyle[] = ['none', 'numbered', 'named', 'named'];
const startDeck = [true, false, false, false, false];

/** Plans phages that have exactly `geneCount` genes together. */
export function* planPhages(geneCount: number, seed: number): Generator<PlannedPhage> {
  const phageCount = Math.max(1, Math.round(geneCount / meanGeneCount));
  const nameOf = phageNamer(seed);
  const kinCounts = new Map<number, number>();
  const clusterMaps = new Map<number, Slot[]>();
  for (let index = 0; index < phageCount; index++) {
    const lineage = dealt(lineageDeck, seed, 'lineage', index);
    const kinNumber = kinCounts.get(lineage.id) ?? 0;
    kinCounts.set(lineage.id, kinNumber + 1);
    const genes = geneCountOf(index, { geneCount, phageCount, seed });
    const map = mapOf(lineage, { seed, kinNumber, clusterMaps });
    const isDraft = dealt(statusDeck, seed, 'status', index) === 'draft';
    const labelStyle = dealt(labelDeck, seed, 'labels', index);
    const genome = new Random(seed, 'genome', index);
    yield {
      seed,
      index,
      name: nameOf(index),
      lineage,
      kinNumber,
      slots: map.filter((slot) => slot.rank < genes),
      isDraft,
      labelStyle,
      plainLabels: Math.floor((genes * genome.between(5, 60)) / 100),
      trnaCount: labelStyle === 'shifted' ? genome.between(1, 6) : 0,
      tagStyle: isDraft ? 'none' : dealt(tagDeck, seed, 'tags', index),
      startsAtZero: dealt(startDeck, seed, 'start', index),
    };
  }
}

/** An equal share, from which the first of two neighbours lends the second up to a quarter, or borrows it. */
function geneCountOf(
  index: number,
  sample: { geneCount: number; phageCount: number; seed: number },
): number {
  const { geneCount, phageCount, seed } = sample;
  const shareEnd = (phage: number): number => Math.floor((phage * geneCount) / phageCount);
  const share = shareEnd(index + 1) - shareEnd(index);
  const isFirst = index % 2 === 0;
  if (isFirst && index === phageCount - 1) return share;
  const most = Math.floor(geneCount / phageCount / 4);
  const lent = new Random(seed, 'geneCount', Math.floor(index / 2)).between(-most, most);
  return isFirst ? share - lent : share + lent;
}

function mapOf(
  lineage: Lineage,
  known: { seed: number; kinNumber: number; clusterMaps: Map<number, Slot[]> },
): readonly Slot[] {
  const { seed, kinNumber, clusterMaps } = known;
  if (lineage.cluster === singletonLabel) return drawGenomeMap(seed, lineage.clusterId, kinNumber);
  const map = clusterMaps.get(lineage.clusterId) ?? drawGenomeMap(seed, lineage.clusterId, 0);
  clusterMaps.set(lineage.clusterId, map);
  return map;
}
