/** A bar chart as a list of links, which also reads well in a screen reader. */
import { plainText } from '../data/plainText.ts';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from './files.ts';

const shownAtFirst = 15;

export function Bars({
  counts,
  noun,
  linkOf,
  chosen,
}: {
  /** As `tally` returns them. */
  readonly counts: readonly (readonly [label: string, count: number])[];
  readonly noun: string;
  /** Null where there is nothing that it could lead to. */
  readonly linkOf: (label: string) => string | null;
  /** For a filter of the page that it is on: the label that is chosen; null for none. */
  readonly chosen?: string | null;
}): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const most = Math.max(1, ...counts.map(([, count]) => count));
  const shown = (isWhole ? counts : counts.slice(0, shownAtFirst)).map(
    ([label, count]) => [label, count, linkOf(label)] as const,
  );
  return (
    <>
      <ul class="bars">
        {shown.map(([label, count, link]) => (
          <li key={label}>
            <a
              {...(link === null ? {} : { href: link })}
              {...(chosen === undefined ? {} : { 'data-stays': '' })}
              aria-current={label === chosen ? 'true' : undefined}
            >
              <span class="bar-label">{plainText(label)}</span>
              <meter class="bar" min={0} max={most} value={count} aria-hidden="true" />
              <span class="bar-count">
                {formatCount(count)}
                <span class="unseen">{` ${noun}${count === 1 ? '' : 's'}`}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {counts.length > shownAtFirst && (
        <button type="button" class="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${formatCount(counts.length)}`}
        </button>
      )}
    </>
  );
}

/** How often each text occurs, the most frequent first; the empty text is left out. */
export function tally<Item>(
  items: Iterable<Item>,
  textOf: (item: Item) => string,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const text = textOf(item);
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
