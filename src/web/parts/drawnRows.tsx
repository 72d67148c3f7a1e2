/** A table of many rows of one height: those in view are drawn, and room is left for the others. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useMedia } from './media.ts';

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

export function DrawnRows<Item>(props: DrawnRowsProps<Item>): JSX.Element {
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

function Spacer({
  rows,
  columns,
}: {
  readonly rows: number;
  readonly columns: number;
}): JSX.Element {
  return (
    <tr aria-hidden="true" class="spacer">
      <td colSpan={columns} style={{ height: `${rows * rowPixels}px` }} />
    </tr>
  );
}
