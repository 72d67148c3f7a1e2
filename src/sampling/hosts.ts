/** Bacterial hosts of the sample: real genera with made-up species and strains. */
import type { Genus, IsolationHost, Species } from '../generated/records.ts';
import { itemAt, type Random } from './random.ts';

interface KnownSpecies {
  /** Made up. */
  readonly epithet: string;
  readonly hasArticle: boolean;
  readonly strains: readonly (readonly [name: string, collectionNumber: string])[];
}

interface KnownGenus {
  readonly name: string;
  readonly isActinomycetales: boolean;
  readonly species: readonly KnownSpecies[];
}

const genera: readonly KnownGenus[] = [
  {
    name: 'Mycobacterium',
    isActinomycetales: true,
    species: [
      {
        epithet: 'fictum',
        hasArticle: true,
        strains: [
          ['fm²12', 'EX 7001'],
          ['Δ9', ''],
        ],
      },
      { epithet: 'exemplare', hasArticle: false, strains: [['Example 1', 'EX 7019']] },
    ],
  },
  {
    name: 'Gordonia',
    isActinomycetales: true,
    species: [{ epithet: 'ficta', hasArticle: true, strains: [['GF-36', 'EX 2512']] }],
  },
  {
    name: 'Arthrobacter',
    isActinomycetales: false,
    species: [{ epithet: 'imaginarius', hasArticle: false, strains: [['sp. nov. "blue"', '']] }],
  },
  {
    name: 'Streptomyces',
    isActinomycetales: false,
    species: [
      {
        epithet: 'paradigmatis',
        hasArticle: true,
        strains: [
          ['SP/10', 'EX 1013'],
          ['SP/11', ''],
        ],
      },
    ],
  },
  {
    name: 'Microbacterium',
    isActinomycetales: false,
    species: [{ epithet: 'ficticium', hasArticle: true, strains: [['MF-B', 'EX 2422']] }],
  },
];

const encyclopedia = 'https://encyclopedia.example/wiki';

export interface Host {
  readonly isolationHost: IsolationHost;
  readonly species: Species;
  readonly genus: Genus;
}

/** Draws a host of the genus. */
export function drawHost(random: Random, genusName: string): Host {
  const genusIndex = genera.findIndex(({ name }) => name === genusName);
  const { isActinomycetales, species: known } = itemAt(genera, genusIndex);
  const speciesIndex = random.below(known.length);
  const { epithet, hasArticle, strains } = itemAt(known, speciesIndex);
  const [strain, collectionNumber] = random.pick(strains);
  const genus: Genus = {
    id: genusIndex + 1,
    genus_domain: 'Bacteria',
    genus_name: genusName,
    genus_encyclopedia: `${encyclopedia}/${genusName}`,
    is_actinomycetales: isActinomycetales,
  };
  const species: Species = {
    id: (genusIndex + 1) * 10 + speciesIndex,
    genus: genusName,
    species_name: epithet,
    species_genus: genus,
    species_encyclopedia: hasArticle ? `${encyclopedia}/${genusName}_${epithet}` : '',
  };
  return {
    isolationHost: {
      genus: genusName,
      species: epithet,
      strain_name: strain,
      strain_species: species,
      ATCC_ID: collectionNumber,
      archive_accession: collectionNumber === '' ? '' : `SYN_H${collectionNumber.slice(3)}`,
      strain_information: '',
    },
    species,
    genus,
  };
}
