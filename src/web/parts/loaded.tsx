/** Loading the site's files: what is shown meanwhile, and what if loading fails. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isMissing, Unavailable } from '../data/fetching.ts';

export type Loaded<Value> =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'done'; readonly value: Value };

/** Loads again when `key` changes; the answer for an earlier key is dropped. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [tries, setTries] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly is: Loaded<Value> }>({
    of: key,
    is: { state: 'waiting' },
  });
  useEffect(() => {
    let isWanted = true;
    const settle = (is: Loaded<Value>) => {
      if (isWanted) setLoaded({ of: key, is });
    };
    settle({ state: 'waiting' });
    const retry = () => setTries((count) => count + 1);
    load().then(
      (value) => settle({ state: 'done', value }),
      (error: unknown) => settle({ state: 'failed', error, retry }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, tries]);
  return loaded.of === key ? loaded.is : { state: 'waiting' };
}

/** The value's own content once it is there. `missing` stands in its place where the site has no such file. */
export function Show<Value>({
  of,
  missing,
  children,
}: {
  readonly of: Loaded<Value>;
  readonly missing?: ComponentChildren;
  readonly children: (value: Value) => ComponentChildren;
}): JSX.Element {
  if (of.state === 'waiting') {
    return (
      <p class="waiting" role="status">
        Loading …
      </p>
    );
  }
  if (of.state === 'done') return <>{children(of.value)}</>;
  if (isMissing(of.error) && missing !== undefined) return <>{missing}</>;
  return <Failed error={of.error} retry={of.retry} />;
}

/** For content that works without a file: says that it failed to load, with a button to try again. */
export function Trouble({ of }: { readonly of: Loaded<unknown> }): JSX.Element | null {
  if (of.state !== 'failed' || isMissing(of.error)) return null;
  return <Failed error={of.error} retry={of.retry} />;
}

function Failed({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry: () => void;
}): JSX.Element {
  const said = error instanceof Error ? error.message : String(error);
  return (
    <div class="failed" role="alert">
      <p>
        <strong>This could not be loaded.</strong> {said}
      </p>
      {error instanceof Unavailable && (
        <p>
          File: <code>{error.address}</code>
        </p>
      )}
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
