/** What stands at each place beside the genes of a family, and in how many of them. */
import type { JSX } from 'preact';
import type { PlaceCounts } from '../data/neighbourhood.ts';
import { FamilyLink } from './familyLink.tsx';
import { formatCount } from './files.ts';
import { Said } from './said.tsx';

const mostListed = 4;

export function PlaceTable({ counts }: { readonly counts: readonly PlaceCounts[] }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="What is found at each place">
      <table>
        <caption>
          <span>What is found at each place, and in how many genes</span>
        </caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              Place
            </th>
            <th scope="col">Families</th>
            <th scope="col">Notes</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(
            ({ place, families, notes, withoutNotes, moreFamilies, moreNotes, count }) => (
              <tr key={place} class={place === 0 ? 'own' : undefined}>
                <th scope="row" class="number">
                  {signed(place)}
                </th>
                <td>
                  <Some
                    what="families"
                    place={place}
                    items={families}
                    more={moreFamilies}
                    show={(family) => (
                      <span class="place">
                        <FamilyLink pham={family.pham} color={family.color} />{' '}
                        <span class="muted">×{formatCount(family.count)}</span>
                      </span>
                    )}
                  />
                  {count === 0 && 'the end of the genome'}
                </td>
                <td>
                  <Some
                    what="notes"
                    place={place}
                    items={notes}
                    more={moreNotes}
                    show={(note) => (
                      <>
                        <Said text={note.text} />{' '}
                        <span class="muted">×{formatCount(note.count)}</span>
                      </>
                    )}
                  />
                  {withoutNotes > 0 && (
                    <span class="muted">
                      {notes.length > 0 && notes.length <= mostListed && ', '}no notes ×
                      {formatCount(withoutNotes)}
                    </span>
                  )}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

/** With its sign where it is behind the gene. */
export function signed(place: number): string {
  return place > 0 ? `+${place}` : String(place);
}

/** The most frequent items; the others are folded away, and those that are not listed are only counted. */
function Some<Item>({
  what,
  place,
  items,
  more,
  show,
}: {
  readonly what: string;
  readonly place: number;
  readonly items: readonly Item[];
  /** How many are not among the items. */
  readonly more: number;
  readonly show: (item: Item) => JSX.Element;
}): JSX.Element {
  const listed = (some: readonly Item[]) =>
    some.map((item, index) => (
      <>
        {index > 0 && ', '}
        {show(item)}
      </>
    ));
  const rest = items.slice(mostListed);
  const left = rest.length + more;
  return (
    <>
      {listed(items.slice(0, mostListed))}
      {rest.length > 0 && (
        <details>
          <summary>
            and {formatCount(left)} more
            <span class="unseen">
              {' '}
              {what} at place {signed(place)}
            </span>
          </summary>
          {listed(rest)}
          {more > 0 && `, and ${formatCount(more)} that are rarer`}
        </details>
      )}
      {rest.length === 0 && more > 0 && ` and ${formatCount(more)} more`}
    </>
  );
}
