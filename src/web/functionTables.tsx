/** The families and the genes of one function as tables: the genes are loaded family by family, and shown by cluster. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  type FoundFunction,
  type FunctionFamily,
  functionGenes,
  type FunctionOrder,
  genesIn,
  shouldAutoLoad,
} from './data/functions.ts';
import type { Gene } from './data/records.ts';
import { proteinsOf } from './data/sequences.ts';
import type { Site } from './data/site.ts';
import { plainText } from './data/values.ts';
import { countOf, formatCount, saveFile, tsvOf } from './files.ts';
import { isSeen, linkTo } from './route.ts';
import { Bars, FamilyLink, tally } from './said.tsx';
import { DrawnRows, SortHeading } from './table.tsx';

const titles = {
  pham: 'Family',
  noted: 'Genes with such notes',
  genes: 'Genes in all',
  phages: 'Phages',
} as const;

// The most that a comparison opened from here begins with.
const mostCompared = 10;

export interface FunctionFamiliesProps {
  readonly families: readonly FunctionFamily[];
  readonly order: FunctionOrder;
  /** The genes with such notes, by family; empty until they are loaded. */
  readonly genesOf: ReadonlyMap<number | null, readonly Gene[]>;
  readonly loaded: boolean;
  /** Whether the site has the genes of phages, which neighbourhoods and comparisons need. */
  readonly hasPhages: boolean;
  /** The chosen one, whose families these are. */
  readonly cluster: string | null;
}

export function FunctionFamilies({
  families,
  order,
  genesOf,
  loaded,
  hasPhages,
  cluster,
}: FunctionFamiliesProps) {
  const heading = (column: keyof typeof titles) => (
    <SortHeading
      column={column}
      title={titles[column]}
      isNumber={column !== 'pham'}
      asked={order}
      usual="-noted"
    />
  );
  return (
    <section>
      <h2>
        Families <span class="muted">({formatCount(families.length)})</span>
      </h2>
      {cluster !== null && (
        <p class="note">
          Families with such genes in cluster {plainText(cluster)}; their numbers and comparisons
          are of all clusters.
        </p>
      )}
      <p class="row-tools">
        <button
          type="button"
          onClick={() =>
            saveFile(
              'families.tsv',
              tsvOf(headerOf(loaded), rowsOf(families, genesOf, loaded)),
              'text/tab-separated-values',
            )
          }
        >
          Save families as TSV
        </button>
      </p>
      <DrawnRows
        label="Table of families"
        items={families}
        columns={5 + (loaded ? 1 : 0) + (hasPhages ? 1 : 0)}
        head={
          <>
            {heading('pham')}
            <th scope="col">Notes</th>
            {heading('noted')}
            {heading('genes')}
            {heading('phages')}
            {loaded && <th scope="col">Clusters</th>}
            {hasPhages && (
              <th scope="col" class="on-screen">
                See also
              </th>
            )}
          </>
        }
        keyOf={({ pham }) => pham}
        cells={(family) => (
          <FamilyCells
            family={family}
            genes={genesOf.get(family.pham) ?? []}
            loaded={loaded}
            hasPhages={hasPhages}
          />
        )}
      />
    </section>
  );
}

function FamilyCells({
  family: { pham, notes, noted, genes: all, phages },
  genes,
  loaded,
  hasPhages,
}: {
  family: FunctionFamily;
  genes: readonly Gene[];
  loaded: boolean;
  hasPhages: boolean;
}) {
  const texts = notes.map(({ text }) => text).join('; ');
  const [first] = genes;
  return (
    <>
      <th scope="row">
        <FamilyLink pham={pham} color={first?.color} />
      </th>
      <td title={plainText(texts)}>{plainText(texts)}</td>
      <td class="number">{formatCount(noted)}</td>
      <td class="number">{formatCount(all)}</td>
      <td class="number">{formatCount(phages)}</td>
      {loaded && <td title={clustersOf(genes)}>{clustersOf(genes)}</td>}
      {hasPhages && <SeeAlso pham={pham} genes={genes} />}
    </>
  );
}

function SeeAlso({ pham, genes }: { pham: number; genes: readonly Gene[] }) {
  const some = [...new Set(genes.map(({ phage }) => phage))].slice(0, mostCompared);
  return (
    <td class="on-screen">
      <a href={`${linkTo('pham', String(pham))}#neighbourhood`}>
        Neighbourhood<span class="unseen"> of family {pham}</span>
      </a>
      {some.length > 1 && (
        <>
          {' · '}
          <a href={linkTo('compare', '', { with: some, align: String(pham) })}>
            Compare<span class="unseen"> phages with family {pham}</span>
          </a>
        </>
      )}
    </td>
  );
}

/** With how many phages of each have such a gene. */
function clustersOf(genes: readonly Gene[]): string {
  const phages = new Map(genes.map((gene) => [gene.phage, gene.cluster]));
  return tally(phages.values(), (cluster) => cluster || 'none')
    .map(([cluster, count]) => `${cluster} (${formatCount(count)})`)
    .join(', ');
}

function headerOf(loaded: boolean): readonly string[] {
  const known = ['Family', 'Notes', 'Genes with such notes', 'Genes in all', 'Phages'];
  return loaded ? [...known, 'Clusters', 'Phages with such genes'] : known;
}

function* rowsOf(
  families: readonly FunctionFamily[],
  genesOf: FunctionFamiliesProps['genesOf'],
  loaded: boolean,
): Generator<readonly (string | number)[]> {
  for (const { pham, notes, noted, genes: all, phages } of families) {
    const known = [pham, notes.map(({ text }) => text).join('; '), noted, all, phages];
    const genes = genesOf.get(pham) ?? [];
    const names = [...new Set(genes.map(({ phage }) => phage))];
    yield loaded ? [...known, clustersOf(genes), names.join('; ')] : known;
  }
}

export interface LoadingGenes {
  /** Null until they have come. */
  readonly genes: readonly Gene[] | null;
  /** Of how many families they have come; null while none are on their way. */
  readonly read: number | null;
  readonly failure: string | null;
  readonly load: () => void;
}

/** Loads the genes at once where they are few, else when `load` is called; no more once the reader has left. */
export function useFunctionGenes(site: Site, { families, isMeant }: FoundFunction): LoadingGenes {
  const [genes, setGenes] = useState<readonly Gene[] | null>(null);
  const [read, setRead] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const found = useRef(new Map<number, readonly Gene[]>());
  const leaving = useRef(new AbortController());
  const load = () => {
    const { signal } = leaving.current;
    const phams = families.map(({ pham }) => pham);
    setFailure(null);
    setRead(found.current.size);
    functionGenes(site, phams, { isMeant, found: found.current, tell: setRead, signal }).then(
      (all) => {
        if (signal.aborted) return;
        setGenes(all);
        setRead(null);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        setFailure(error instanceof Error ? error.message : String(error));
        setRead(null);
      },
    );
  };
  useEffect(() => {
    if (shouldAutoLoad(families)) load();
    return () => leaving.current.abort();
  }, []);
  return { genes, read, failure, load };
}

/** Says what is missing until the genes are there, and loads them. */
export function LoadGenes({
  loading: { genes, read, failure, load },
  families,
}: {
  loading: LoadingGenes;
  families: readonly FunctionFamily[];
}) {
  if (genes !== null) return null;
  if (read !== null) {
    return (
      <p>
        <label>
          Loading genes: those of {formatCount(read)} of {formatCount(families.length)} families{' '}
          <progress max={families.length} value={read} />
        </label>
      </p>
    );
  }
  return (
    <div class="note">
      {failure !== null && (
        <p role="alert">
          <strong>The genes could not be loaded.</strong> {failure}
        </p>
      )}
      <p>The genes of these families show which phages and clusters have this function.</p>
      <button type="button" onClick={load}>
        Load {formatCount(genesIn(families))} genes
      </button>
    </div>
  );
}

/** The cluster that the address asks for; null for all. */
export function clusterIn(asked: URLSearchParams): string | null {
  const cluster = asked.get('cluster');
  return cluster === null || !isSeen(cluster) ? null : cluster;
}

export function FunctionGenes({
  genes,
  text,
  query,
}: {
  genes: readonly Gene[];
  text: string;
  query: string;
}) {
  const asked = new URLSearchParams(query);
  const cluster = clusterIn(asked);
  const choices = { exact: asked.get('exact'), sort: asked.get('sort') };
  const clusters = useMemo(() => {
    const phages = new Map(genes.map((gene) => [gene.phage, gene.cluster]));
    return tally(phages.values(), (one) => one);
  }, [genes]);
  const shown = useMemo(
    () => byPhage(genes.filter((gene) => cluster === null || gene.cluster === cluster)),
    [genes, cluster],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      {clusters.length > 0 && (
        <section>
          <h2 tabIndex={-1} ref={heading}>
            Phages with it by cluster
          </h2>
          <Bars
            noun="phage"
            counts={clusters}
            linkOf={(label) => linkTo('note', text, { ...choices, cluster: label })}
            chosen={cluster}
          />
          {cluster !== null && (
            <p>
              {/* The link is gone once it is followed. */}
              <a
                class="button"
                href={linkTo('note', text, choices)}
                data-stays=""
                onClick={() => heading.current?.focus({ preventScroll: true })}
              >
                Show all clusters
              </a>
            </p>
          )}
        </section>
      )}
      {shown.length === 0 ? (
        <p class="note">No phage of a cluster {plainText(cluster ?? '')} has this function.</p>
      ) : (
        <section>
          <h2>
            Genes{cluster === null ? '' : ` in cluster ${cluster}`}{' '}
            <span class="muted">({formatCount(shown.length)})</span>
          </h2>
          <p class="row-tools">
            <button
              type="button"
              onClick={() =>
                saveFile(
                  'genes.tsv',
                  tsvOf(geneHeader, geneRows(shown)),
                  'text/tab-separated-values',
                )
              }
            >
              Save genes as TSV
            </button>
            <button
              type="button"
              onClick={() => saveFile('proteins.faa', proteinsOf(shown), 'text/x-fasta')}
            >
              {`Proteins of ${countOf(shown.length, 'gene')} (FASTA)`}
            </button>
          </p>
          <DrawnRows
            label="Table of genes"
            items={shown}
            columns={6}
            head={
              <>
                <th scope="col">Phage</th>
                <th scope="col">Cluster</th>
                <th scope="col">Gene</th>
                <th scope="col">Family</th>
                <th scope="col" class="number">
                  Length (aa)
                </th>
                <th scope="col">Notes</th>
              </>
            }
            keyOf={({ id }) => id}
            cells={cellsOf}
          />
        </section>
      )}
    </>
  );
}

/** As people look them up; in a phage, by place. */
function byPhage(genes: readonly Gene[]): readonly Gene[] {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return [...genes].sort((a, b) => collator.compare(a.phage, b.phage) || a.start - b.start);
}

function cellsOf(gene: Gene) {
  return (
    <>
      <th scope="row">
        <a href={linkTo('phage', gene.phage)}>{gene.phage}</a>
      </th>
      <td>{gene.subcluster || gene.cluster}</td>
      <td>
        <a href={linkTo('gene', gene.id)}>{gene.id}</a>
      </td>
      <td>{gene.pham !== null && <FamilyLink pham={gene.pham} color={gene.color} />}</td>
      <td class="number">{formatCount(gene.translation.length)}</td>
      <td title={gene.notes}>{gene.notes}</td>
    </>
  );
}

const geneHeader = [
  'GeneID',
  'Phage',
  'Cluster',
  'Subcluster',
  'Host genus',
  'Family',
  'Name',
  'Start',
  'Stop',
  'Orientation',
  'Length (aa)',
  'Notes',
  'Locus tag',
];

function* geneRows(genes: readonly Gene[]): Generator<readonly (string | number | null)[]> {
  for (const gene of genes) {
    yield [
      gene.id,
      gene.phage,
      gene.cluster,
      gene.subcluster,
      gene.hostGenus,
      gene.pham,
      gene.name,
      gene.start + 1,
      gene.stop,
      gene.isReverse ? 'R' : 'F',
      gene.translation.length,
      gene.notes,
      gene.locusTag,
    ];
  }
}
