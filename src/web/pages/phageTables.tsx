/** What a page of a phage has beside its map and its genes: files to take along, and its features as a table. */
import type { JSX } from 'preact';
import { addresses } from '../data/addresses.ts';
import type { Feature, Gene } from '../data/records.ts';
import type { Site } from '../data/site.ts';
import { formatCount, saveFile, tsvOf } from '../parts/files.ts';
import { Said } from '../parts/said.tsx';

export function Downloads({
  site,
  name,
  genes,
  hasGenome,
}: {
  readonly site: Site;
  readonly name: string;
  readonly genes: readonly Gene[];
  readonly hasGenome: boolean;
}): JSX.Element {
  const withGenome = hasGenome && site.bulk.includes('genomes');
  const ofGenes = genes.length > 0 && site.bulk.includes('phages');
  const files = [
    ...(withGenome
      ? [
          { label: 'Genome (FASTA)', address: addresses.genome(name) },
          { label: 'GenBank', address: addresses.genbank(name) },
          { label: 'GFF3', address: addresses.gff3(name) },
        ]
      : []),
    // The one above has the genes, too, with all else.
    ...(ofGenes && !withGenome ? [{ label: 'GFF3', address: addresses.bulkOf(name, 'gff3') }] : []),
    ...(ofGenes ? [{ label: 'Proteins (FASTA)', address: addresses.bulkOf(name, 'faa') }] : []),
  ];
  return (
    <section class="downloads">
      <h2>Downloads</h2>
      <p class="row-tools">
        {/* Not `download` alone: as a property, true is a name. */}
        {files.map(({ label, address }) => (
          <a key={label} class="button" href={address} download="">
            {label}
          </a>
        ))}
        <button
          type="button"
          onClick={() =>
            saveFile(
              `${name}_genes.tsv`,
              tsvOf(geneHeader, geneRows(genes)),
              'text/tab-separated-values',
            )
          }
        >
          Genes (TSV)
        </button>
      </p>
    </section>
  );
}

const geneHeader = [
  'GeneID',
  'Name',
  'Start',
  'Stop',
  'Orientation',
  'Length (aa)',
  'Family',
  'Notes',
  'Locus tag',
  'Translation',
];

function* geneRows(genes: readonly Gene[]): Generator<readonly (string | number | null)[]> {
  for (const gene of genes) {
    yield [
      gene.id,
      gene.name,
      gene.start + 1,
      gene.stop,
      gene.isReverse ? 'R' : 'F',
      gene.translation.length,
      gene.pham,
      gene.notes,
      gene.locusTag,
      gene.translation,
    ];
  }
}

export function FeatureTable({ features }: { readonly features: readonly Feature[] }): JSX.Element {
  return (
    <section>
      <h2>
        RNAs and other features <span class="muted">({formatCount(features.length)})</span>
      </h2>
      <div class="scroll rows" tabIndex={0} role="region" aria-label="Table of features">
        <table aria-label="Table of features">
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Name</th>
              <th scope="col" class="number">
                From
              </th>
              <th scope="col" class="number">
                To
              </th>
              <th scope="col">Strand</th>
              <th scope="col">Notes</th>
            </tr>
          </thead>
          <tbody>
            {features.map((feature, index) => (
              <tr key={index}>
                <th scope="row">{feature.type}</th>
                <td>{feature.name}</td>
                <td class="number">{formatCount(feature.start + 1)}</td>
                <td class="number">{formatCount(feature.stop)}</td>
                <td>{feature.isReverse ? 'reverse' : 'forward'}</td>
                <td>
                  <Said text={feature.notes} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
