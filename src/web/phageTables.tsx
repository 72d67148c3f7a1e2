/** The genes and the features of a phage as tables, to look through, to find one in, and to take along. */
import { useContext, useMemo } from 'preact/hooks';
import { decoded } from '../text/values.ts';
import { addresses, fetchText, lacksAddress } from './data/fetching.ts';
import type { PhagesOf } from './data/indexes.ts';
import type { Feature, Gene } from './data/records.ts';
import type { Site } from './data/site.ts';
import { countOf, formatCount, saveFile, tsvType } from './files.ts';
import { useGradual } from './page.tsx';
import { setChoices } from './route.ts';
import { Button, Counted, Failure, FamilyLabels, SearchField } from './widgets.tsx';
import {
  type Column,
  geneColumns,
  genesTsv,
  notesColumn,
  numberColumn,
  placeColumns,
  Table,
} from './table.tsx';

type GeneTableProps = Readonly<{ genes: readonly Gene[]; phagesOf: PhagesOf; query: string }>;

export function GeneTable({ genes, phagesOf, query }: GeneTableProps) {
  const text = new URLSearchParams(query).get('find') ?? '';
  const labels = useContext(FamilyLabels);
  const shown = useMemo(() => genesWith(genes, text, labels), [genes, text, labels]);
  const hasTags = useMemo(() => genes.some(({ locusTag }) => locusTag !== ''), [genes]);
  const columns: readonly Column<Gene>[] = [
    geneColumns.named,
    notesColumn,
    geneColumns.family,
    numberColumn('Phages with it', ({ pham }) => pham !== null && phagesOf && phagesOf(pham)),
    ...placeColumns,
    geneColumns.length,
    ...(hasTags ? [{ title: 'Locus tag', cell: ({ locusTag }: Gene) => locusTag }] : []),
  ];
  return (
    <section>
      <Counted title="Genes" count={genes.length} />
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <SearchField
          label="Find a gene"
          value={text}
          placeholder="Locus tag, GeneID, notes …"
          input={(find) => setChoices({ find })}
        />
        <p role="status">
          {text.trim() === ''
            ? ''
            : shown.length === 0
              ? 'No gene fits.'
              : `${formatCount(shown.length)} of ${countOf(genes.length, 'gene')}`}
        </p>
      </form>
      <Table
        label="Table of genes"
        items={shown}
        columns={columns}
        keyOf={({ id }) => id}
        look="open"
      />
    </section>
  );
}

/** Those that have every word of the text somewhere, in any case. */
function genesWith(genes: readonly Gene[], text: string, labels: ReadonlyMap<number, string>) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return genes.filter(({ id, name, locusTag, pham, notes }) => {
    const label = labels.get(pham ?? -1) ?? '';
    const all = [id, name, locusTag, pham ?? '', label, notes].join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

interface DownloadsProps {
  readonly site: Site;
  readonly name: string;
  readonly genes: readonly Gene[];
  readonly hasGenome: boolean;
}

export function Downloads({ site, name, genes, hasGenome }: DownloadsProps) {
  const withGenome = hasGenome && site.bulk.includes('genomes');
  const ofGenes = genes.length > 0 && site.bulk.includes('phages');
  const offered: readonly (readonly [string, string] | false)[] = [
    withGenome && ['Genome (FASTA)', addresses.genome(name)],
    withGenome && ['GenBank', addresses.genbank(name)],
    // That of a genome has the genes, too, with all else.
    withGenome && ['GFF3', addresses.gff3(name)],
    ofGenes && !withGenome && ['GFF3', addresses.bulkOf(name, 'gff3')],
    ofGenes && ['Proteins (FASTA)', addresses.bulkOf(name, 'faa')],
  ];
  const files = offered.filter((file) => file !== false);
  const { failure, start } = useGradual();
  if (files.length + genes.length === 0) return null;
  return (
    <section class="downloads">
      <h2>Downloads</h2>
      <p class="row-tools">
        {/* Not `download` alone: as a property, true is a name. */}
        {files.map(([label, address]) =>
          lacksAddress(address) ? (
            <Button key={label} act={() => start(0, () => saveText(address))}>
              {label}
            </Button>
          ) : (
            <a key={label} class="button" href={address} download="">
              {label}
            </a>
          ),
        )}
        {genes.length > 0 && (
          <Button act={() => saveFile(`${name}_genes.tsv`, genesTsv(genes, saved), tsvType)}>
            Genes (TSV)
          </Button>
        )}
      </p>
      <Failure message="This file could not be saved." why={failure} />
    </section>
  );
}

async function saveText(address: string): Promise<void> {
  const text = await fetchText(address);
  saveFile(decoded(address.slice(address.lastIndexOf('/') + 1)), text);
}

// prettier-ignore
const saved = [
  'GeneID', 'Name', 'Start', 'Stop', 'Orientation', 'Length (aa)', 'Family', 'Notes', 'Locus tag',
  'Translation',
] as const;

const featureColumns: readonly Column<Feature>[] = [
  { title: 'Type', isHead: true, cell: ({ type }) => type },
  { title: 'Name', cell: ({ name }) => name },
  ...placeColumns,
  notesColumn,
];

export function FeatureTable({ features }: { features: readonly Feature[] }) {
  return (
    <section>
      <Counted title="RNAs and other features" count={features.length} />
      <Table
        label="Table of features"
        items={features}
        columns={featureColumns}
        keyOf={(feature) => features.indexOf(feature)}
        look="open"
      />
    </section>
  );
}
