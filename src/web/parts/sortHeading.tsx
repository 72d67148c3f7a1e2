/** The heading of a column that sorts its table; the address keeps the order. */
import type { JSX } from 'preact';
import { setChoices } from '../navigation.ts';

export function SortHeading<Key extends string>({
  column,
  title,
  isNumber,
  asked: { sort, isDescending },
  usual,
}: {
  readonly column: Key;
  readonly title: string;
  readonly isNumber: boolean;
  readonly asked: { readonly sort: Key; readonly isDescending: boolean };
  /** The order of a table whose address says nothing, as the address would. */
  readonly usual: string;
}): JSX.Element {
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
