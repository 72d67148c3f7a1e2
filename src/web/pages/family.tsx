/** The page of a gene family: its genes, the phages and clusters that have it, its notes, its neighbourhood. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { addresses } from '../data/addresses.ts';
import { fetchJson } from '../data/fetching.ts';
import { fastaOf } from '../data/protein.ts';
import { type Gene, geneOf } from '../data/records.ts';
import { resultsOf, type Site } from '../data/site.ts';
import { Bars, tally } from '../parts/bars.tsx';
import { DrawnRows } from '../parts/drawnRows.tsx';
import { formatCount, saveFile } from '../parts/files.ts';
import { Show, useLoaded } from '../parts/loaded.tsx';
import { Neighbours } from '../parts/neighbours.tsx';
import { PageHead } from '../parts/pageHead.tsx';
import { linkTo } from '../route.ts';
import { Said } from '../parts/said.tsx';
import { plainText } from '../data/plainText.ts';

export function FamilyPage({
  site,
  id,
}: {
  readonly site: Site;
  readonly id: string;
}): JSX.Element {
  const hasFamilies = site.views.includes('phams');
  const genes = useLoaded(id, async () => {
    if (!hasFamilies) return [];
    return resultsOf(await fetchJson(addresses.pham(id))).map((record) => geneOf(site, record));
  });
  const title = `Gene family ${id}`;
  if (!hasFamilies) {
    return (
      <>
        <PageHead site={site} title={title} description="A gene family." files={[]} />
        <p class="note">This site was built without the view of gene families.</p>
      </>
    );
  }
  return (
    <Show
      of={genes}
      missing={
        <>
          <PageHead site={site} title={title} description="No such family." files={[]} />
          <p>This site has no gene family of this number.</p>
        </>
      }
    >
      {(members) => <Found site={site} id={id} title={title} genes={members} />}
    </Show>
  );
}

function Found({
  site,
  id,
  title,
  genes,
}: {
  readonly site: Site;
  readonly id: string;
  readonly title: string;
  readonly genes: readonly Gene[];
}): JSX.Element {
  const phages = useMemo(() => new Set(genes.map(({ phage }) => phage)), [genes]);
  const notes = useMemo(() => tally(genes, (gene) => gene.notes), [genes]);
  const clusters = useMemo(() => tally(firstOfEach(genes), ({ cluster }) => cluster), [genes]);
  const lengths = genes.map(({ translation }) => translation.length).sort((a, b) => a - b);
  const color = genes[0]?.color ?? '#ffffff';
  const said = notes[0]?.[0] ?? 'function unknown';
  return (
    <>
      <PageHead
        site={site}
        title={title}
        description={`${plainText(said)}: ${genes.length} genes in ${phages.size} phages.`}
        files={[addresses.pham(id)]}
      >
        <p class="lead">
          <span class="swatch" style={{ backgroundColor: color }} />
          <Said text={said} /> <span class="muted">·</span> {formatCount(genes.length)} genes in{' '}
          {formatCount(phages.size)} phages
        </p>
      </PageHead>
      <div class="columns">
        <section>
          <h2>Notes of its genes</h2>
          <Bars
            noun="genes"
            bars={notes.map(([label, count]) => ({
              label,
              count,
              link: linkTo('search', label.slice(0, longestSearch)),
            }))}
          />
          {notes.length === 0 && <p>None of its genes has notes.</p>}
        </section>
        <section>
          <h2>Phages with it by cluster</h2>
          <Bars
            noun="phages"
            bars={clusters.map(([label, count]) => ({
              label,
              count,
              link: linkTo('phages', '', { cluster: label }),
            }))}
          />
        </section>
      </div>
      <p>
        Lengths: {formatCount(lengths[0] ?? 0)} to {formatCount(lengths.at(-1) ?? 0)} amino acids,
        the median is {formatCount(lengths[lengths.length >> 1] ?? 0)}.
      </p>
      {site.views.includes('genesbyphage') && <Neighbours site={site} members={genes} />}
      <Members id={id} genes={genes} />
    </>
  );
}

// What the search takes; a longer address could not be loaded again.
const longestSearch = 200;

function firstOfEach(genes: readonly Gene[]): readonly Gene[] {
  return [...new Map(genes.map((gene) => [gene.phage, gene])).values()];
}

const mostCompared = 10;

function Members({
  id,
  genes,
}: {
  readonly id: string;
  readonly genes: readonly Gene[];
}): JSX.Element {
  const some = [...new Set(genes.map(({ phage }) => phage))].slice(0, mostCompared);
  return (
    <section>
      <h2>
        Genes <span class="muted">({formatCount(genes.length)})</span>
      </h2>
      <p class="row-tools">
        <button
          type="button"
          onClick={() =>
            saveFile(
              `family_${id}.faa`,
              genes
                .map((gene) =>
                  fastaOf(`${gene.id} ${gene.notes} [${gene.phage}]`, gene.translation),
                )
                .join(''),
              'text/x-fasta',
            )
          }
        >
          Proteins of all (FASTA)
        </button>
        <a class="button" href={linkTo('compare', '', { with: some, align: id })}>
          Compare {some.length === 1 ? 'the genome' : `${some.length} genomes`}
        </a>
      </p>
      <DrawnRows
        label="Table of genes"
        items={genes}
        columns={5}
        head={
          <>
            <th scope="col">Gene</th>
            <th scope="col">Phage</th>
            <th scope="col">Cluster</th>
            <th scope="col" class="number">
              Length (aa)
            </th>
            <th scope="col">Notes</th>
          </>
        }
        keyOf={({ id: gene }) => gene}
        cells={cellsOf}
      />
    </section>
  );
}

function cellsOf(gene: Gene): JSX.Element {
  return (
    <>
      <th scope="row">
        <a href={linkTo('gene', gene.id)}>{gene.id}</a>
      </th>
      <td>
        <a href={linkTo('phage', gene.phage)}>{gene.phage}</a>
      </td>
      <td>{gene.subcluster || gene.cluster}</td>
      <td class="number">{formatCount(gene.translation.length)}</td>
      <td title={gene.notes}>{gene.notes}</td>
    </>
  );
}
