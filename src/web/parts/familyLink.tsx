/** A gene family as readers know it: its colour, as on the maps, its PhamID, and its label if it has one. */
import { createContext, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { plainText } from '../data/plainText.ts';
import { linkTo } from '../route.ts';

/** Labels of families, by PhamID. */
export const FamilyLabels = createContext<ReadonlyMap<number, string>>(new Map());

/** Its label, in words that follow its number; empty if it has none. */
export function useFamilyLabel(pham: number | null): string {
  const label = useContext(FamilyLabels).get(pham ?? -1);
  return label === undefined ? '' : ` (${plainText(label)})`;
}

export function FamilyLink({
  pham,
  color,
  said,
}: {
  readonly pham: number;
  /** Left out while it is not known. */
  readonly color?: string | undefined;
  /** Words before its number, as part of the link. */
  readonly said?: string;
}): JSX.Element {
  const label = useFamilyLabel(pham);
  return (
    <a href={linkTo('pham', String(pham))}>
      {color !== undefined && <span class="swatch" style={{ backgroundColor: color }} />}
      {said === undefined ? '' : `${said} `}
      {pham}
      {label}
    </a>
  );
}
