/** The tables beside a comparison: which genes of each genome are of a family that others have, and which are not. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { plainText } from '../data/plainText.ts';
import type { Gene } from '../data/records.ts';
import type { Track } from '../map/compareMap.ts';
import type { NamedFamily } from '../map/sharedFamilies.ts';
import { FamilyLink } from './familyLink.tsx';
import { linkTo } from '../route.ts';
import { DrawnRows } from './drawnRows.tsx';
import { formatCount } from './files.ts';
import { GeneRows } from './geneRows.tsx';

interface SharedProps {
  readonly tracks: readonly Track[];
  /** Those that several of the genomes have. */
  readonly families: readonly NamedFamily[];
}

export function SharedTable({ tracks, families }: SharedProps): JSX.Element | null {
  const genesOf = useMemo(() => tracks.map(({ genes }) => byFamily(genes)), [tracks]);
  if (families.length === 0) return null;
  return (
    <section>
      <h2>
        Shared families <span class="muted">({formatCount(families.length)})</span>
      </h2>
      <DrawnRows
        label="Table of shared families"
        items={families}
        columns={2 + tracks.length}
        head={
          <>
            <th scope="col">Family</th>
            <th scope="col">Notes</th>
            {tracks.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </>
        }
        keyOf={({ pham }) => pham}
        cells={({ pham, color, notes }) => (
          <>
            <th scope="row">
              <FamilyLink pham={pham} color={color} />
            </th>
            <td title={plainText(notes)}>{notes}</td>
            {tracks.map(({ name }, track) => (
              <td key={name}>
                {genesOf[track]?.get(pham)?.map((gene, index) => (
                  <>
                    {index > 0 && ', '}
                    <a href={linkTo('gene', gene.id)} title={gene.id}>
                      {gene.name !== '' && <span class="unseen">Gene </span>}
                      {gene.name || gene.id}
                    </a>
                  </>
                ))}
              </td>
            ))}
          </>
        )}
      />
    </section>
  );
}

// Longer tables are folded.
const mostUnfolded = 30;

/** All genes that are not in the table of shared families. */
export function UnsharedTable({ tracks, families }: SharedProps): JSX.Element | null {
  const rows = useMemo(() => {
    const shared = new Set(families.map(({ pham }) => pham));
    return tracks
      .flatMap(({ genes }) => genes)
      .filter(({ pham }) => pham === null || !shared.has(pham))
      .map((gene) => ({ key: gene.id, gene }));
  }, [tracks, families]);
  if (rows.length === 0) return null;
  const title = tracks.length === 1 ? 'Genes' : 'Genes that only one of these phages has';
  return (
    <section>
      <h2>
        {title} <span class="muted">({formatCount(rows.length)})</span>
      </h2>
      <details open={rows.length <= mostUnfolded}>
        <summary>These genes as a table</summary>
        <GeneRows label={`Table of ${title.toLowerCase()}`} rows={rows} />
      </details>
    </section>
  );
}

function byFamily(genes: readonly Gene[]): ReadonlyMap<number, readonly Gene[]> {
  const found = new Map<number, Gene[]>();
  for (const gene of genes) {
    if (gene.pham === null) continue;
    const same = found.get(gene.pham);
    if (same === undefined) found.set(gene.pham, [gene]);
    else same.push(gene);
  }
  return found;
}
