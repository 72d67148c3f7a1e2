/** What the colours of a map mean, and the choice among them. */
import type { JSX } from 'preact';
import { isMissing } from '../data/fetching.ts';
import type { Families } from '../data/families.ts';
import type { Gene } from '../data/records.ts';
import {
  type Coloring,
  colorings,
  coloringTitles,
  familyLegend,
  type LegendEntry,
} from '../map/geneColors.ts';
import { setChoices } from '../navigation.ts';
import { type Loaded } from './loaded.tsx';

export function ColoringChoice({
  coloring,
  offered = colorings,
}: {
  readonly coloring: Coloring;
  readonly offered?: readonly Coloring[];
}): JSX.Element {
  return (
    <label>
      Colour by
      <select
        value={coloring}
        onChange={({ currentTarget: { value } }) =>
          setChoices({ color: value === 'family' ? null : value })
        }
      >
        {offered.map((one) => (
          <option key={one} value={one}>
            {coloringTitles[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Why a map does not say by colours how many phages share a family; nothing where it does, or can be asked again. */
export function SharingSaid({
  families,
}: {
  readonly families: Loaded<Families | null>;
}): JSX.Element | null {
  if (families.state === 'waiting')
    return <p class="note">Loading how many phages share each family …</p>;
  const isUnknown = families.state === 'done' ? families.value === null : isMissing(families.error);
  return isUnknown ? (
    <p class="note">This site does not say how many phages share a family.</p>
  ) : null;
}

/** `entries` is what its colours mean besides. */
export function Legend({
  coloring,
  genes,
  entries,
}: {
  readonly coloring: Coloring;
  readonly genes: readonly Gene[];
  readonly entries: readonly LegendEntry[];
}): JSX.Element {
  return (
    <div class="legend">
      {coloring === 'family' && <p>{familyLegend(genes)}</p>}
      {entries.length > 0 && (
        <ul>
          {entries.map(({ color, label }) => (
            <li key={label}>
              <span class="swatch" style={{ backgroundColor: color }} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
