/** A page whose code is loaded when it is first opened. */
import type { ComponentType, JSX } from 'preact';
import { Show, useLoaded } from './loaded.tsx';

/** The load must name one module for good: a component keeps the one that it had first. */
export function Later<Props extends object>({
  load,
  props,
}: {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}): JSX.Element {
  const code = useLoaded('code', load);
  if (code.state === 'failed') return <Outdated />;
  return <Show of={code}>{(Content) => <Content {...props} />}</Show>;
}

/** Browsers remember that a module failed to load, and a new release has other file names: only a reload helps. */
function Outdated(): JSX.Element {
  return (
    <div class="failed" role="alert">
      <p>
        <strong>The code of this page did not come.</strong> The site may have been published anew
        since you opened it.
      </p>
      <button type="button" onClick={() => location.reload()}>
        Load the page again
      </button>
    </div>
  );
}
