/** A text of a record in a page: isolated, so that it cannot reverse text beside it, and shortened until opened. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from './files.ts';

// In characters. Longer texts fill screens, and hide what stands behind them.
const mostAtOnce = 600;
const shownFirst = 400;

export function Said({ text }: { readonly text: string }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= mostAtOnce) return <bdi>{text}</bdi>;
  return (
    <>
      <bdi>{text.slice(0, shownFirst)}</bdi>…{' '}
      <button type="button" class="quiet" onClick={() => setWhole(true)}>
        Show all {formatCount(text.length)} characters
      </button>
    </>
  );
}
