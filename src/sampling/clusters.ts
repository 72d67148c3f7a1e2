/** The clusters and subclusters of the sample, each with its hosts and habits and its share of the phages. */

/** What phages of one subcluster, or of a cluster without any, have in common. */
export interface Lineage {
  readonly id: number;
  readonly clusterId: number;
  readonly cluster: string;
  readonly subcluster: string | null;
  readonly hostGenus: string;
  readonly temperate: boolean;
  readonly morphotype: string;
  readonly endType: '3PRI' | 'CIRC';
  /** Share of G and C in tenths of a percent. */
  readonly gcTenths: number;
}

type ClusterHabits = Omit<Lineage, 'id' | 'clusterId' | 'subcluster'> & {
  /** Its subclusters, or null alone, each with how many phages it has among 24. */
  readonly shares: readonly (readonly [subcluster: string | null, phages: number])[];
};

/** The label of phages that have no relatives. */
export const singletonLabel = 'Singleton';

const temperateSipho = { temperate: true, morphotype: 'SIPHO', endType: '3PRI' } as const;
const lyticSipho = { temperate: false, morphotype: 'SIPHO', endType: 'CIRC' } as const;
const lyticMyo = { temperate: false, morphotype: 'MYO', endType: 'CIRC' } as const;
const lyticPodo = { temperate: false, morphotype: 'PODO', endType: '3PRI' } as const;
const onMycobacterium = { hostGenus: 'Mycobacterium' };

const clusters: readonly ClusterHabits[] = [
  {
    cluster: 'A',
    ...onMycobacterium,
    ...temperateSipho,
    gcTenths: 634,
    shares: [
      ['A1', 2],
      ['A2', 2],
      ['A3', 1],
      ['A4', 1],
    ],
  },
  {
    cluster: 'B',
    ...onMycobacterium,
    ...lyticSipho,
    gcTenths: 668,
    shares: [
      ['B1', 2],
      ['B2', 1],
    ],
  },
  { cluster: 'C', ...onMycobacterium, ...lyticMyo, gcTenths: 647, shares: [['C1', 1]] },
  { cluster: 'F', ...onMycobacterium, ...temperateSipho, gcTenths: 615, shares: [['F1', 2]] },
  { cluster: 'N', ...onMycobacterium, ...temperateSipho, gcTenths: 662, shares: [[null, 2]] },
  {
    cluster: 'CZ',
    hostGenus: 'Gordonia',
    ...temperateSipho,
    gcTenths: 656,
    shares: [
      ['CZ1', 1],
      ['CZ4', 1],
    ],
  },
  { cluster: 'AK', hostGenus: 'Arthrobacter', ...lyticSipho, gcTenths: 610, shares: [[null, 2]] },
  {
    cluster: 'BD',
    hostGenus: 'Streptomyces',
    ...lyticSipho,
    gcTenths: 657,
    shares: [['BD1', 2]],
  },
  {
    cluster: 'EA',
    hostGenus: 'Microbacterium',
    ...lyticSipho,
    gcTenths: 636,
    shares: [['EA1', 2]],
  },
  {
    cluster: singletonLabel,
    hostGenus: 'Gordonia',
    ...lyticPodo,
    gcTenths: 598,
    shares: [[null, 1]],
  },
  {
    cluster: singletonLabel,
    hostGenus: 'Streptomyces',
    ...temperateSipho,
    gcTenths: 691,
    shares: [[null, 1]],
  },
];

const shared = clusters.flatMap(({ shares, ...habits }, clusterId) =>
  shares.map(([subcluster, phages]) => ({ ...habits, clusterId, subcluster, phages })),
);

export const clusterCount = clusters.length;
export const lineageCount = shared.length;

/** One card for each phage among 24. */
export const lineageDeck: readonly Lineage[] = shared.flatMap(({ phages, ...habits }, id) =>
  Array.from({ length: phages }, () => ({ id, ...habits })),
);
