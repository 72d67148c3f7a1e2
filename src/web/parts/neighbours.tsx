/** The neighbourhood of a family: drawn for some of its phages, and counted place by place. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { addresses } from '../data/addresses.ts';
import { fetchJson } from '../data/fetching.ts';
import {
  countPlaces,
  publishedPlaces,
  reach,
  surroundings,
  type Surroundings,
} from '../data/neighbourhood.ts';
import { byPosition, type Gene, geneOf } from '../data/records.ts';
import { resultsOf, type Site } from '../data/site.ts';
import { colorOf } from '../map/geneColors.ts';
import { stretchOfAll, trackOf } from '../map/surroundingsMap.ts';
import { CompareView } from './compareView.tsx';
import { formatCount } from './files.ts';
import { Show, useLoaded } from './loaded.tsx';
import { NeighbourTable } from './neighbourTable.tsx';
import { PlaceTable } from './placeTable.tsx';

const shownAtFirst = 12;
// What an address ends with that leads here.
const anchor = 'neighbourhood';

/** `members` are the genes of the family that are looked at, the most important first. */
export function Neighbours({
  site,
  members,
  total,
}: {
  readonly site: Site;
  readonly members: readonly Gene[];
  /** How many genes the family has: more than `members` where it is large. */
  readonly total: number;
}): JSX.Element {
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
      <Show of={all}>
        {(loaded) => (
          <>
            <Drawn all={loaded} />
            <NeighbourTable all={loaded} />
          </>
        )}
      </Show>
      {most < members.length && (
        <button type="button" onClick={() => setMost(most + 2 * shownAtFirst)}>
          Look at more phages
        </button>
      )}
      {pham !== null && site.views.includes('phams') ? (
        <OfFamily site={site} pham={pham} />
      ) : (
        <Show of={all}>{(loaded) => <PlaceTable counts={countPlaces(loaded)} />}</Show>
      )}
    </section>
  );
}

async function surroundingsOf(
  site: Site,
  members: readonly Gene[],
): Promise<readonly Surroundings[]> {
  const found = await Promise.all(
    members.map(async ({ id, phage }) => {
      const json = await fetchJson(addresses.genesOf(phage));
      return surroundings(byPosition(resultsOf(json).map((record) => geneOf(site, record))), id);
    }),
  );
  return found.filter((one) => one !== null);
}

function Drawn({ all }: { readonly all: readonly Surroundings[] }): JSX.Element {
  const tracks = useMemo(() => all.map((one) => trackOf(one)), [all]);
  const whole = useMemo(() => stretchOfAll(tracks), [tracks]);
  const colors = useMemo(() => colorOf('family', null), []);
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
      />
    </>
  );
}

/** Counted over all genes of the family, also those that are not drawn. */
function OfFamily({ site, pham }: { readonly site: Site; readonly pham: number }): JSX.Element {
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
