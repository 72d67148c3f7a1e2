/** Every table of the pages: its columns say what is in them, and many have columns of genes in common. */
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Gene } from './data/records.ts';
import { formatCount, tsvOf } from './files.ts';
import { useMedia } from './page.tsx';
import { linkTo, setChoices } from './route.ts';
import { Button, FamilyLink, Said } from './widgets.tsx';

export interface Column<Item, Key extends string = string> {
  readonly title: string;
  readonly cell: (item: Item) => ComponentChildren;
  readonly isNumber?: boolean;
  /** Whether its cells say what their rows are about. */
  readonly isHead?: boolean;
  /** The text of a cell that may be cut. */
  readonly whole?: (item: Item) => string;
  /** What the address calls it to sort the table by it; left out where it does not. */
  readonly sort?: Key;
  readonly class?: string;
}

interface Sorting<Key extends string> {
  readonly sort: Key;
  readonly isDescending: boolean;
  /** The order of a table whose address says nothing, as the address would. */
  readonly usual: string;
}

export interface TableProps<Item, Key extends string> {
  /** What the table is, for those who cannot see it. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly columns: readonly Column<Item, Key>[];
  readonly keyOf: (item: Item) => string | number;
  /**
   * `lines`: each row is one line, and cut where it is too long; many rows, and some of a table that is wider than the page,
   * are in a box, in which those in view are drawn, and room is left for the others. `open`: rows of any height.
   */
  readonly look?: 'lines' | 'open';
  readonly sorting?: Sorting<Key>;
  readonly caption?: string;
  readonly rowClass?: (item: Item) => string | undefined;
}

// Up to so many rows are all drawn, and the page scrolls. In a wide table, its head and the bar below that moves it to the
// right would be out of sight.
const mostOpen = { narrow: 100, wide: 15 };

export function Table<Item, Key extends string>(props: TableProps<Item, Key>) {
  const { label, items, columns, keyOf, look = 'lines', sorting, caption, rowClass } = props;
  const box = useRef<HTMLDivElement>(null);
  const isLong = look === 'lines' && items.length > mostOpen.narrow;
  const isWide = useIsWide(box, look === 'lines' && items.length > mostOpen.wide && !isLong);
  const isBoxed = isLong || isWide;
  const [first, last] = useRowsInView(box, items.length, isBoxed);
  const classes = `scroll${look === 'lines' ? ' lines' : ''}${isBoxed ? ' box' : ''}`;
  return (
    <div class={classes} ref={box} tabIndex={0} role="region" aria-label={label}>
      <table
        aria-label={caption === undefined ? label : undefined}
        aria-rowcount={isBoxed ? items.length + 1 : undefined}
      >
        {caption !== undefined && (
          <caption>
            <span>{caption}</span>
          </caption>
        )}
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.title} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <Spacer rows={first} columns={columns.length} />}
          {items.slice(first, last).map((item, index) => (
            <tr
              key={keyOf(item)}
              class={rowClass?.(item)}
              aria-rowindex={isBoxed ? first + index + 2 : undefined}
            >
              {columns.map(({ title, cell, isHead, whole, ...column }) => {
                const shown = { class: classOf(column), title: whole?.(item) };
                return isHead === true ? (
                  <th key={title} scope="row" {...shown}>
                    {cell(item)}
                  </th>
                ) : (
                  <td key={title} {...shown}>
                    {cell(item)}
                  </td>
                );
              })}
            </tr>
          ))}
          {last < items.length && <Spacer rows={items.length - last} columns={columns.length} />}
        </tbody>
      </table>
    </div>
  );
}

type Styled = Pick<Column<never>, 'class' | 'isNumber'>;

function classOf({ isNumber, class: own }: Styled): string | undefined {
  return isNumber === true ? 'number' : own;
}

/** The heading of a column; one that sorts its table is a button, and the address keeps the order. */
function Heading<Item, Key extends string>({
  column: { title, sort, ...column },
  sorting,
}: {
  column: Column<Item, Key>;
  sorting: Sorting<Key> | undefined;
}) {
  if (sort === undefined || sorting === undefined) {
    return (
      <th scope="col" class={classOf(column)}>
        {title}
      </th>
    );
  }
  const { isDescending, usual } = sorting;
  const isSorted = sorting.sort === sort;
  // A second click turns the order round.
  const next = isSorted && !isDescending ? `-${sort}` : sort;
  return (
    <th
      scope="col"
      class={classOf(column)}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <Button class="sort" act={() => setChoices({ sort: next === usual ? null : next })}>
        {title}
        <span aria-hidden="true">{isSorted ? (isDescending ? ' ▼' : ' ▲') : ''}</span>
      </Button>
    </th>
  );
}

/** Whether there is more of a box to the right; false where it does not matter. */
function useIsWide(box: RefObject<HTMLElement | null>, matters: boolean): boolean {
  const [isWide, setWide] = useState(false);
  const look = () => {
    const element = box.current;
    setWide(matters && element !== null && element.scrollWidth > element.clientWidth);
  };
  useLayoutEffect(look);
  useEffect(() => {
    if (!matters) return undefined;
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [matters]);
  return isWide;
}

const rowPixels = 37;
const spareRows = 12;

function useRowsInView(box: RefObject<HTMLElement | null>, count: number, isBoxed: boolean) {
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = box.current;
    if (element === null || !isBoxed) return undefined;
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
  }, [isBoxed]);
  // On paper nothing comes into view later.
  const isPrinted = useMedia('print');
  if (isPrinted || !isBoxed) return [0, count] as const;
  const inView = Math.ceil((seen.top + seen.height) / rowPixels) + spareRows;
  const first = Math.max(0, Math.floor(seen.top / rowPixels) - spareRows);
  return [first, Math.min(count, inView)] as const;
}

function Spacer({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tr aria-hidden="true" class="spacer">
      <td colSpan={columns} style={{ height: `${rows * rowPixels}px` }} />
    </tr>
  );
}

/** A column of counts, or of other numbers; nothing stands where there is none. */
export function numberColumn<Item>(
  title: string,
  numberOf: (item: Item) => number | false | null,
  shown: (number: number) => string = formatCount,
): Column<Item> {
  const cell = (item: Item) => {
    const number = numberOf(item);
    return typeof number === 'number' && shown(number);
  };
  return { title, isNumber: true, cell };
}

/** A similarity or another share, from 0 to 1. */
export const inHundredths = (share: number) => share.toFixed(2);

/** The name of a phage, which the row is about. */
export const nameColumn: Column<{ readonly name: string }> = {
  title: 'Phage',
  isHead: true,
  cell: ({ name }) => <a href={linkTo('phage', name)}>{name}</a>,
};

type Place = Pick<Gene, 'isReverse' | 'start' | 'stop'>;

export const strandColumn: Column<Place> = {
  title: 'Strand',
  cell: ({ isReverse }) => (isReverse ? 'reverse' : 'forward'),
};

export const placeColumns: readonly Column<Place>[] = [
  numberColumn('From', ({ start }) => start + 1),
  numberColumn('To', ({ stop }) => stop),
  strandColumn,
];

export const notesColumn: Column<Pick<Gene, 'notes'>> = {
  title: 'Notes',
  cell: ({ notes }) => <Said text={notes} />,
};

export const geneColumns = {
  phage: { title: 'Phage', cell: ({ phage }) => <a href={linkTo('phage', phage)}>{phage}</a> },
  cluster: { title: 'Cluster', cell: ({ subcluster, cluster }) => subcluster || cluster },
  gene: { title: 'Gene', cell: ({ id }) => <a href={linkTo('gene', id)}>{id}</a> },
  named: { title: 'Gene', isHead: true, cell: (gene) => <NamedGene gene={gene} /> },
  length: numberColumn('Length (aa)', ({ translation }) => translation.length),
  family: {
    title: 'Family',
    cell: ({ pham, color }) => pham !== null && <FamilyLink pham={pham} color={color} />,
  },
  notes: { title: 'Notes', cell: ({ notes }) => notes, whole: ({ notes }) => notes },
} as const satisfies Readonly<Record<string, Column<Gene>>>;

/** By its name, which means something within its phage only. */
export function NamedGene({ gene: { id, name } }: { gene: Gene }) {
  return (
    <a href={linkTo('gene', id)} title={id}>
      {name !== '' && <span class="unseen">Gene </span>}
      {name || id}
    </a>
  );
}

export interface PlacedGene extends Gene {
  /** Of this row alone: a gene may stand beside several others. */
  readonly key: string;
  /** Where it stands beside another gene; left out where the table is about no other. */
  readonly place?: string;
}

/** Genes of several phages as a table, which stands beside a map of them. */
export function GeneRows({ label, rows }: { label: string; rows: readonly PlacedGene[] }) {
  const hasPlaces = rows.some(({ place }) => place !== undefined);
  const { phage, gene, family, notes } = geneColumns;
  const beside: Column<PlacedGene> = { title: 'Place', isNumber: true, cell: ({ place }) => place };
  const columns: readonly Column<PlacedGene>[] = [
    phage,
    ...(hasPlaces ? [beside] : []),
    { ...gene, isHead: true },
    ...placeColumns,
    family,
    notes,
  ];
  return <Table label={label} items={rows} columns={columns} keyOf={({ key }) => key} />;
}

const geneCells = {
  GeneID: ({ id }) => id,
  Phage: ({ phage }) => phage,
  Cluster: ({ cluster }) => cluster,
  Subcluster: ({ subcluster }) => subcluster,
  'Host genus': ({ hostGenus }) => hostGenus,
  Family: ({ pham }) => pham,
  Name: ({ name }) => name,
  Start: ({ start }) => start + 1,
  Stop: ({ stop }) => stop,
  Orientation: ({ isReverse }) => (isReverse ? 'R' : 'F'),
  'Length (aa)': ({ translation }) => translation.length,
  Notes: ({ notes }) => notes,
  'Locus tag': ({ locusTag }) => locusTag,
  Translation: ({ translation }) => translation,
} as const satisfies Readonly<Record<string, (gene: Gene) => string | number | null>>;

/** Genes as TSV, with these columns. */
export function genesTsv(genes: readonly Gene[], columns: readonly (keyof typeof geneCells)[]) {
  return tsvOf(
    columns,
    genes.map((gene) => columns.map((column) => geneCells[column](gene))),
  );
}
