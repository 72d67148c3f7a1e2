/** The genes of one function: loaded family by family, shown by cluster and as a table, and taken along. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FunctionFamily } from '../data/functionFamilies.ts';
import type { FoundFunction } from '../data/functionFound.ts';
import { shouldAutoLoad, functionGenes, genesIn } from '../data/functionGenes.ts';
import { plainText } from '../data/plainText.ts';
import { proteinsOf } from '../data/protein.ts';
import type { Gene } from '../data/records.ts';
import type { Site } from '../data/site.ts';
import { Bars, tally } from '../parts/bars.tsx';
import { FamilyLink } from '../parts/familyLink.tsx';
import { DrawnRows } from '../parts/drawnRows.tsx';
import { countOf, formatCount, saveFile, tsvOf } from '../parts/files.ts';
import { isSeen, linkTo } from '../route.ts';

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
  readonly loading: LoadingGenes;
  readonly families: readonly FunctionFamily[];
}): JSX.Element | null {
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
  readonly genes: readonly Gene[];
  readonly text: string;
  readonly query: string;
}): JSX.Element {
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
                saveFile('genes.tsv', tsvOf(header, rowsOf(shown)), 'text/tab-separated-values')
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

function cellsOf(gene: Gene): JSX.Element {
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

const header = [
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

function* rowsOf(genes: readonly Gene[]): Generator<readonly (string | number | null)[]> {
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
