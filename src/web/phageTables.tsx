/** The genes and the features of a phage as tables, to look through, to find one in, and to take along. */
import { useContext, useMemo } from 'preact/hooks';
import { addresses } from './data/fetching.ts';
import type { PhagesOf } from './data/indexes.ts';
import type { Feature, Gene } from './data/records.ts';
import type { Site } from './data/site.ts';
import { countOf, formatCount, saveFile, tsvOf } from './files.ts';
import { linkTo, setChoices } from './route.ts';
import { FamilyLabels, FamilyLink, Said } from './said.tsx';

export function GeneTable({
  genes,
  phagesOf,
  query,
}: {
  genes: readonly Gene[];
  phagesOf: PhagesOf;
  query: string;
}) {
  const text = new URLSearchParams(query).get('find') ?? '';
  const labels = useContext(FamilyLabels);
  const shown = useMemo(() => genesWith(genes, text, labels), [genes, text, labels]);
  const hasTags = useMemo(() => genes.some(({ locusTag }) => locusTag !== ''), [genes]);
  return (
    <section>
      <h2>
        Genes <span class="muted">({formatCount(genes.length)})</span>
      </h2>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Find a gene
          <input
            type="search"
            value={text}
            placeholder="Locus tag, GeneID, notes …"
            onInput={({ currentTarget: { value } }) => setChoices({ find: value })}
          />
        </label>
        <p role="status">
          {text.trim() === ''
            ? ''
            : shown.length === 0
              ? 'No gene fits.'
              : `${formatCount(shown.length)} of ${countOf(genes.length, 'gene')}`}
        </p>
      </form>
      <div class="scroll rows" tabIndex={0} role="region" aria-label="Table of genes">
        <table aria-label="Table of genes">
          <thead>
            <tr>
              <th scope="col">Gene</th>
              <th scope="col" class="number">
                From
              </th>
              <th scope="col" class="number">
                To
              </th>
              <th scope="col">Strand</th>
              <th scope="col" class="number">
                Length (aa)
              </th>
              <th scope="col">Family</th>
              <th scope="col" class="number">
                Phages with it
              </th>
              <th scope="col">Notes</th>
              {hasTags && <th scope="col">Locus tag</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((gene) => (
              <tr key={gene.id}>
                <th scope="row">
                  <a href={linkTo('gene', gene.id)} title={gene.id}>
                    {gene.name !== '' && <span class="unseen">Gene </span>}
                    {gene.name || gene.id}
                  </a>
                </th>
                <td class="number">{formatCount(gene.start + 1)}</td>
                <td class="number">{formatCount(gene.stop)}</td>
                <td>{gene.isReverse ? 'reverse' : 'forward'}</td>
                <td class="number">{formatCount(gene.translation.length)}</td>
                <td>{gene.pham !== null && <FamilyLink pham={gene.pham} color={gene.color} />}</td>
                <td class="number">
                  {gene.pham === null || phagesOf === null ? '' : formatCount(phagesOf(gene.pham))}
                </td>
                <td>
                  <Said text={gene.notes} />
                </td>
                {hasTags && <td>{gene.locusTag}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Those that have every word of the text somewhere, in any case. */
function genesWith(
  genes: readonly Gene[],
  text: string,
  labels: ReadonlyMap<number, string>,
): readonly Gene[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return genes.filter(({ id, name, locusTag, pham, notes }) => {
    const label = labels.get(pham ?? -1) ?? '';
    const all = [id, name, locusTag, pham ?? '', label, notes].join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

export function Downloads({
  site,
  name,
  genes,
  hasGenome,
}: {
  site: Site;
  name: string;
  genes: readonly Gene[];
  hasGenome: boolean;
}) {
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

export function FeatureTable({ features }: { features: readonly Feature[] }) {
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
