/** The neighbourhood of a family: drawn for some of its phages, and counted place by place. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CompareView } from './compareView.tsx';
import {
  countPlaces,
  type PlaceCounts,
  publishedPlaces,
  reach,
  surroundings,
  type Surroundings,
} from './data/families.ts';
import { addresses, fetchJson } from './data/fetching.ts';
import { type Gene, genesOfPhage } from './data/records.ts';
import type { Site } from './data/site.ts';
import { formatCount } from './files.ts';
import { colorOf } from './map/colors.ts';
import { stretchOfAll, trackOf } from './map/compareMap.ts';
import { Show, useLoaded } from './page.tsx';
import { Button, FamilyLink, joined, Said } from './widgets.tsx';
import { type Column, GeneRows, type PlacedGene, Table } from './table.tsx';

const shownAtFirst = 12;
// What an address ends with that leads here.
const anchor = 'neighbourhood';

interface NeighboursProps {
  readonly site: Site;
  readonly members: readonly Gene[];
  /** How many genes the family has: more than `members` where it is large. */
  readonly total: number;
}

/** `members` are the genes of the family that are looked at, the most important first. */
export function Neighbours({ site, members, total }: NeighboursProps) {
  const [most, setMost] = useState(shownAtFirst);
  const shown = members.slice(0, most);
  const pham = members[0]?.pham ?? null;
  const all = useLoaded(shown.map(({ id }) => id).join('\n'), () => surroundingsOf(site, shown));
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (location.hash === `#${anchor}`) section.current?.scrollIntoView();
  }, []);
  return (
    <section id={anchor} ref={section}>
      <h2>Neighbourhood</h2>
      <p>
        The {reach} genes on each side
        {members.length > 1
          ? `, in ${formatCount(shown.length)} of ${formatCount(total)} genes of this family. Each is drawn from left to right`
          : ', in the direction in which the gene is read'}
        .
      </p>
      <Show of={all}>{(loaded) => <Drawn all={loaded} />}</Show>
      {most < members.length && (
        <Button act={() => setMost(most + 2 * shownAtFirst)}>Look at more phages</Button>
      )}
      {pham !== null && site.views.includes('phams') ? (
        <OfFamily site={site} pham={pham} />
      ) : (
        <Show of={all}>{(loaded) => <PlaceTable counts={countPlaces(loaded)} />}</Show>
      )}
    </section>
  );
}

async function surroundingsOf(site: Site, members: readonly Gene[]) {
  const found = await Promise.all(
    members.map(async ({ id, phage }) => surroundings(await genesOfPhage(site, phage), id)),
  );
  return found.filter((one) => one !== null);
}

/** As a map, and as a table. */
function Drawn({ all }: { all: readonly Surroundings[] }) {
  const tracks = useMemo(() => all.map((one) => trackOf(one)), [all]);
  const whole = useMemo(() => stretchOfAll(tracks), [tracks]);
  const colors = useMemo(() => colorOf('family', null), []);
  const rows = useMemo(() => all.flatMap(rowsOf), [all]);
  return (
    <>
      <CompareView
        name="neighbourhood"
        label={
          tracks.length === 1
            ? 'The neighbourhood of the gene.'
            : `The neighbourhood of the gene family at ${formatCount(tracks.length)} of its genes.`
        }
        tracks={tracks}
        whole={whole}
        labeling="notes"
        selection="all"
        colorOf={colors}
        phagesOf={null}
        coloring="family"
      />
      <details>
        <summary>The {formatCount(rows.length)} genes of this map as a table</summary>
        <GeneRows label="Table of the genes on the map" rows={rows} />
      </details>
    </>
  );
}

/** Counted over all genes of the family, also those that are not drawn. */
function OfFamily({ site, pham }: { site: Site; pham: number }) {
  const counts = useLoaded(`neighbours ${pham}`, async () =>
    publishedPlaces(site, await fetchJson(addresses.neighbours(String(pham)))),
  );
  return (
    <Show
      of={counts}
      missing={<p class="note">This site does not count what stands beside its families.</p>}
    >
      {(places) => <PlaceTable counts={places} />}
    </Show>
  );
}

/** In the order in which they are drawn: as the gene is read. */
function rowsOf({ gene: own, places }: Surroundings): readonly PlacedGene[] {
  return places.flatMap((gene, index) =>
    gene === null ? [] : [{ ...gene, key: `${own.id} ${gene.id}`, place: signed(index - reach) }],
  );
}

const mostListed = 4;

function PlaceTable({ counts }: { counts: readonly PlaceCounts[] }) {
  return (
    <Table
      label="What is found at each place"
      caption="What is found at each place, and in how many genes"
      items={counts}
      columns={placesColumns}
      keyOf={({ place }) => place}
      look="open"
      rowClass={({ place }) => (place === 0 ? 'own' : undefined)}
    />
  );
}

const placesColumns: readonly Column<PlaceCounts>[] = [
  { title: 'Place', isNumber: true, isHead: true, cell: ({ place }) => signed(place) },
  {
    title: 'Families',
    cell: ({ place, families, moreFamilies, count }) => (
      <>
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
      </>
    ),
  },
  {
    title: 'Notes',
    cell: ({ place, notes, moreNotes, withoutNotes }) => (
      <>
        <Some
          what="notes"
          place={place}
          items={notes}
          more={moreNotes}
          show={([note, genes]) => (
            <>
              <Said text={note} /> <span class="muted">×{formatCount(genes)}</span>
            </>
          )}
        />
        {withoutNotes > 0 && (
          <span class="muted">
            {notes.length > 0 && notes.length <= mostListed && ', '}no notes ×
            {formatCount(withoutNotes)}
          </span>
        )}
      </>
    ),
  },
];

/** With its sign; a hyphen is shorter, and lines end behind it. */
function signed(place: number): string {
  return `${place > 0 ? '+' : place < 0 ? '−' : ''}${Math.abs(place)}`;
}

interface SomeProps<Item> {
  readonly what: string;
  readonly place: number;
  readonly items: readonly Item[];
  /** How many are not among the items. */
  readonly more: number;
  readonly show: (item: Item) => JSX.Element;
}

/** The most frequent items; the others are folded away, and those that are not listed are only counted. */
function Some<Item>({ what, place, items, more, show }: SomeProps<Item>) {
  const rest = items.slice(mostListed);
  const left = rest.length + more;
  return (
    <>
      {joined(items.slice(0, mostListed), show)}
      {rest.length > 0 && (
        <details>
          <summary>
            and {formatCount(left)} more
            <span class="unseen">
              {' '}
              {what} at place {signed(place)}
            </span>
          </summary>
          {joined(rest, show)}
          {more > 0 && `, and ${formatCount(more)} that are rarer`}
        </details>
      )}
      {rest.length === 0 && more > 0 && ` and ${formatCount(more)} more`}
    </>
  );
}
