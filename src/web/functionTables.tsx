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
import { phagesByCluster } from './data/families.ts';
import type { Gene } from './data/records.ts';
import { proteinsOf } from './data/sequences.ts';
import type { Site } from './data/site.ts';
import { plainText } from '../text/values.ts';
import { countOf, fastaType, formatCount, saveFile, saveTable, tsvType } from './files.ts';
import { useGradual } from './page.tsx';
import { isSeen, linkTo } from './route.ts';
import { Bars, Button, Counted, Failure, FamilyLink } from './widgets.tsx';
import { type Column, geneColumns, genesTsv, numberColumn, Table } from './table.tsx';

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

export function FunctionFamilies(props: FunctionFamiliesProps) {
  const { families, order, loaded, hasPhages, cluster } = props;
  const genesOf = ({ pham }: FunctionFamily) => props.genesOf.get(pham) ?? [];
  const clusters = (family: FunctionFamily) => clustersOf(genesOf(family));
  const columns: readonly Column<FunctionFamily, FunctionOrder['sort']>[] = [
    {
      title: 'Family',
      isHead: true,
      sort: 'pham',
      cell: (family) => <FamilyLink pham={family.pham} color={genesOf(family)[0]?.color} />,
    },
    {
      title: 'Notes',
      cell: (family) => plainText(textsOf(family)),
      whole: (family) => plainText(textsOf(family)),
    },
    ...numberColumns,
    ...(loaded ? [{ title: clustersTitle, class: 'narrow', cell: clusters, whole: clusters }] : []),
    ...(hasPhages
      ? [
          {
            title: 'See also',
            class: 'on-screen',
            cell: (family: FunctionFamily) => (
              <SeeAlso pham={family.pham} phages={phagesOf(genesOf(family))} />
            ),
          },
        ]
      : []),
  ];
  const save = () => {
    const header = ['Family', 'Notes', ...numberColumns.map(({ title }) => title)];
    if (loaded) header.push(clustersTitle, 'Phages with such genes');
    const rows = families.map((family) => {
      const { pham, noted, genes, phages } = family;
      const known = [pham, textsOf(family), noted, genes, phages];
      const names = phagesOf(genesOf(family)).join('; ');
      return loaded ? [...known, clusters(family), names] : known;
    });
    saveTable('families.tsv', header, rows);
  };
  return (
    <section>
      <Counted title="Families" count={families.length} />
      {cluster !== null && (
        <p class="note">
          Families with such genes in cluster {plainText(cluster)}; their numbers and comparisons
          are of all clusters.
        </p>
      )}
      <p class="row-tools">
        <Button act={save}>Save families as TSV</Button>
      </p>
      <Table
        label="Table of families"
        items={families}
        columns={columns}
        keyOf={({ pham }) => pham}
        sorting={{ ...order, usual: '-noted' }}
      />
    </section>
  );
}

const numberColumns = (
  [
    ['noted', 'With such notes'],
    ['genes', 'Genes in all'],
    ['phages', 'Phages in all'],
  ] as const
).map(([sort, title]) => ({
  ...numberColumn<FunctionFamily>(title, (family) => family[sort]),
  sort,
}));

function textsOf({ notes }: FunctionFamily): string {
  return notes.map(({ text }) => text).join('; ');
}

function phagesOf(genes: readonly Gene[]): readonly string[] {
  return [...new Set(genes.map(({ phage }) => phage))];
}

function SeeAlso({ pham, phages }: { pham: number; phages: readonly string[] }) {
  const choices = { with: phages.slice(0, mostCompared), align: String(pham) };
  return (
    <>
      <a href={`${linkTo('pham', String(pham))}#neighbourhood`}>
        Neighbourhood<span class="unseen"> of family {pham}</span>
      </a>
      {phages.length > 1 && (
        <>
          {' · '}
          <a href={linkTo('compare', '', choices)}>
            Compare<span class="unseen"> phages with family {pham}</span>
          </a>
        </>
      )}
    </>
  );
}

const clustersTitle = 'Clusters of such genes';

function clustersOf(genes: readonly Gene[]): string {
  return phagesByCluster(genes, 'none')
    .map(([cluster, count]) => `${cluster} (${formatCount(count)})`)
    .join(', ');
}

type LoadingGenes = ReturnType<typeof useFunctionGenes>;

/** Loads the genes at once where they are few, else when `load` is called; no more once the reader has left. */
export function useFunctionGenes(site: Site, { families, isMeant }: FoundFunction) {
  /** Null until they have come; `read` is of how many families they have. */
  const [genes, setGenes] = useState<readonly Gene[] | null>(null);
  const { read, failure, start } = useGradual();
  const found = useRef(new Map<number, readonly Gene[]>());
  const leaving = useRef(new AbortController());
  const load = () => {
    const { signal } = leaving.current;
    const phams = families.map(({ pham }) => pham);
    return start(found.current.size, async (tell) => {
      const options = { isMeant, found: found.current, tell, signal };
      const all = await functionGenes(site, phams, options);
      if (!signal.aborted) setGenes(all);
    });
  };
  useEffect(() => {
    if (shouldAutoLoad(families)) void load();
    return () => leaving.current.abort();
  }, []);
  return { genes, read, failure, load };
}

type LoadGenesProps = Readonly<{ loading: LoadingGenes; families: readonly FunctionFamily[] }>;

/** Says what is missing until the genes are there, and loads them. */
export function LoadGenes({ loading: { genes, read, failure, load }, families }: LoadGenesProps) {
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
      <Failure message="The genes could not be loaded." why={failure} />
      <p>The genes of these families show which phages and clusters have this function.</p>
      <Button act={load}>Load {formatCount(genesIn(families))} genes</Button>
    </div>
  );
}

/** The cluster that the address asks for; null for all. */
export function clusterIn(asked: URLSearchParams): string | null {
  const cluster = asked.get('cluster');
  return cluster === null || !isSeen(cluster) ? null : cluster;
}

type FunctionGenesProps = Readonly<{ genes: readonly Gene[]; text: string; query: string }>;

export function FunctionGenes({ genes, text, query }: FunctionGenesProps) {
  const asked = new URLSearchParams(query);
  const cluster = clusterIn(asked);
  const choices = { exact: asked.get('exact'), sort: asked.get('sort') };
  const clusters = useMemo(() => phagesByCluster(genes), [genes]);
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
          <Counted
            title={`Genes${cluster === null ? '' : ` in cluster ${cluster}`}`}
            count={shown.length}
          />
          <p class="row-tools">
            <Button act={() => saveFile('genes.tsv', genesTsv(shown, saved), tsvType)}>
              Save genes as TSV
            </Button>
            <Button act={() => saveFile('proteins.faa', proteinsOf(shown), fastaType)}>
              {`Proteins of ${countOf(shown.length, 'gene')} (FASTA)`}
            </Button>
          </p>
          <Table label="Table of genes" items={shown} columns={columns} keyOf={({ id }) => id} />
        </section>
      )}
    </>
  );
}

const { phage, cluster: ofCluster, gene: ofGene, family: ofFamily, length, notes } = geneColumns;
const columns = [{ ...phage, isHead: true }, ofCluster, ofGene, ofFamily, length, notes];
// prettier-ignore
const saved = [
  'GeneID', 'Phage', 'Cluster', 'Subcluster', 'Host genus', 'Family', 'Name', 'Start', 'Stop',
  'Orientation', 'Length (aa)', 'Notes', 'Locus tag',
] as const;

/** As people look them up; in a phage, by place. */
function byPhage(genes: readonly Gene[]): readonly Gene[] {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return [...genes].sort((a, b) => collator.compare(a.phage, b.phage) || a.start - b.start);
}
