/** The genes of a drawn neighbourhood as a table, for those who cannot see it. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { reach, type Surroundings } from '../data/neighbourhood.ts';
import { formatCount } from './files.ts';
import { GeneRows, type PlacedGene } from './geneRows.tsx';
import { signed } from './placeTable.tsx';

export function NeighbourTable({ all }: { readonly all: readonly Surroundings[] }): JSX.Element {
  const rows = useMemo(() => all.flatMap(rowsOf), [all]);
  return (
    <details>
      <summary>The {formatCount(rows.length)} genes of this map as a table</summary>
      <GeneRows label="Table of the genes on the map" rows={rows} />
    </details>
  );
}

/** In the order in which they are drawn: as the gene is read. */
function rowsOf({ gene: own, places }: Surroundings): readonly PlacedGene[] {
  return places.flatMap((gene, index) =>
    gene === null ? [] : [{ key: `${own.id} ${gene.id}`, gene, place: signed(index - reach) }],
  );
}
