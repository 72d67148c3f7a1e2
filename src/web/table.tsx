/** A table of many rows of one height: those in view are drawn, and room is left for the others. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Gene } from './data/records.ts';
import { formatCount } from './files.ts';
import { useMedia } from './page.tsx';
import { linkTo, setChoices } from './route.ts';
import { FamilyLink } from './said.tsx';

export interface DrawnRowsProps<Item> {
  /** What the table is, for those who cannot see it. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly columns: number;
  /** The cells of the head. */
  readonly head: ComponentChildren;
  readonly keyOf: (item: Item) => string | number;
  /** The cells of a row; each is one line, and cut where it is too long. */
  readonly cells: (item: Item) => ComponentChildren;
}

const rowPixels = 37;
const spareRows = 12;

export function DrawnRows<Item>(props: DrawnRowsProps<Item>) {
  const { label, items, columns, head, keyOf, cells } = props;
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = () => setSeen({ top: element.scrollTop, height: element.clientHeight });
    look();
    element.addEventListener('scroll', look, { passive: true });
    // Also where it was folded away until now.
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, []);
  // On paper nothing comes into view later.
  const isPrinted = useMedia('print');
  const first = isPrinted ? 0 : Math.max(0, Math.floor(seen.top / rowPixels) - spareRows);
  const inView = Math.ceil((seen.top + seen.height) / rowPixels) + spareRows;
  const last = isPrinted ? items.length : Math.min(items.length, inView);
  return (
    <div class="scroll rows drawn-rows" ref={box} tabIndex={0} role="region" aria-label={label}>
      <table aria-label={label} aria-rowcount={items.length + 1}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>
          {first > 0 && <Spacer rows={first} columns={columns} />}
          {items.slice(first, last).map((item, index) => (
            <tr key={keyOf(item)} aria-rowindex={first + index + 2}>
              {cells(item)}
            </tr>
          ))}
          {last < items.length && <Spacer rows={items.length - last} columns={columns} />}
        </tbody>
      </table>
    </div>
  );
}

function Spacer({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tr aria-hidden="true" class="spacer">
      <td colSpan={columns} style={{ height: `${rows * rowPixels}px` }} />
    </tr>
  );
}

export function SortHeading<Key extends string>({
  column,
  title,
  isNumber,
  asked: { sort, isDescending },
  usual,
}: {
  column: Key;
  title: string;
  isNumber: boolean;
  asked: { readonly sort: Key; readonly isDescending: boolean };
  /** The order of a table whose address says nothing, as the address would. */
  usual: string;
}) {
  const isSorted = sort === column;
  // A second click turns the order round.
  const next = isSorted && !isDescending ? `-${column}` : column;
  return (
    <th
      scope="col"
      class={isNumber ? 'number' : undefined}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        class="sort"
        onClick={() => setChoices({ sort: next === usual ? null : next })}
      >
        {title}
        <span aria-hidden="true">{isSorted ? (isDescending ? ' ▼' : ' ▲') : ''}</span>
      </button>
    </th>
  );
}

export interface PlacedGene {
  /** Of this row alone: a gene may stand beside several others. */
  readonly key: string;
  readonly gene: Gene;
  /** Where it stands beside another gene; left out where the table is about no other. */
  readonly place?: string;
}

export function GeneRows({ label, rows }: { label: string; rows: readonly PlacedGene[] }) {
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
