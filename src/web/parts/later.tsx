/** A page whose code is loaded when it is first asked for. */
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
  return <Show of={code}>{(Content) => <Content {...props} />}</Show>;
}
