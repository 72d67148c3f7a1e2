/** Genes of several phages as a table, which stands beside a map of them. */
import type { JSX } from 'preact';
import type { Gene } from '../data/records.ts';
import { linkTo } from '../route.ts';
import { DrawnRows } from './drawnRows.tsx';
import { FamilyLink } from './familyLink.tsx';
import { formatCount } from './files.ts';

export interface PlacedGene {
  /** Of this row alone: a gene may stand beside several others. */
  readonly key: string;
  readonly gene: Gene;
  /** Where it stands beside another gene; left out where the table is about no other. */
  readonly place?: string;
}

export function GeneRows({
  label,
  rows,
}: {
  readonly label: string;
  readonly rows: readonly PlacedGene[];
}): JSX.Element {
  const hasPlaces = rows.some(({ place }) => place !== undefined);
  return (
    <DrawnRows
      label={label}
      items={rows}
      columns={hasPlaces ? 8 : 7}
      head={
        <>
          <th scope="col">Phage</th>
          {hasPlaces && (
            <th scope="col" class="number">
              Place
            </th>
          )}
          <th scope="col">Gene</th>
          <th scope="col" class="number">
            From
          </th>
          <th scope="col" class="number">
            To
          </th>
          <th scope="col">Strand</th>
          <th scope="col">Family</th>
          <th scope="col">Notes</th>
        </>
      }
      keyOf={({ key }) => key}
      cells={({ gene, place }) => (
        <>
          <td>
            <a href={linkTo('phage', gene.phage)}>{gene.phage}</a>
          </td>
          {hasPlaces && <td class="number">{place}</td>}
          <th scope="row">
            <a href={linkTo('gene', gene.id)}>{gene.id}</a>
          </th>
          <td class="number">{formatCount(gene.start + 1)}</td>
          <td class="number">{formatCount(gene.stop)}</td>
          <td>{gene.isReverse ? 'reverse' : 'forward'}</td>
          <td>{gene.pham !== null && <FamilyLink pham={gene.pham} color={gene.color} />}</td>
          <td title={gene.notes}>{gene.notes}</td>
        </>
      )}
    />
  );
}
