/** A link to a gene family: its colour, as on the maps, and its PhamID. */
import type { JSX } from 'preact';
import { linkTo } from '../route.ts';

export function FamilyLink({
  pham,
  color,
}: {
  readonly pham: number;
  /** Left out while it is not known. */
  readonly color?: string | undefined;
}): JSX.Element {
  return (
    <a href={linkTo('pham', String(pham))}>
      {color !== undefined && <span class="swatch" style={{ backgroundColor: color }} />}
      {pham}
    </a>
  );
}
