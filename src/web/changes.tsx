/** What changed: on the first page, of a phage, and where a gene family was or went. */
import type { ComponentChildren } from 'preact';
import {
  type FamilyHistory,
  type FamilyMove,
  fetchFamilyHistory,
  fetchPhageChanges,
  fetchSteps,
} from './data/changes.ts';
import type { Site } from './data/site.ts';
import { countOf, formatCount } from './files.ts';
import { Show, Trouble, useLoaded } from './page.tsx';
import { linkTo } from './route.ts';
import { Facts, joined } from './widgets.tsx';

const shownSteps = 3;

/** Nothing on a site that tells no changes, or has but one release. */
export function WhatIsNew({ site }: { site: Site }) {
  const steps = useLoaded('changes', () => fetchSteps(site));
  if (steps.state !== 'done') return <Trouble of={steps} />;
  if (steps.value.length === 0) return null;
  return (
    <section>
      <h2>What is new</h2>
      <Facts
        of={steps.value.slice(0, shownSteps).map(({ day, file, counts, families }) => [
          day,
          <>
            {[...counts, ['gene families', families] as const]
              .filter(([, kinds]) => kinds.length > 0)
              .map(([name, kinds]) => `${name}: ${kindsOf(kinds)}`)
              .join('; ')}{' '}
            (<a href={file}>all changes</a>)
          </>,
        ])}
      />
      <p>
        Follow it by <a href="changes/feed.xml">Atom</a> or{' '}
        <a href="changes/feed.json">JSON Feed</a>.
      </p>
    </section>
  );
}

function kindsOf(kinds: readonly (readonly [kind: string, count: number])[]): string {
  return kinds.map(([kind, count]) => `${formatCount(count)} ${kind}`).join(', ');
}

/** A sentence for each time that a family got its genes from others. */
export function FormerFamilies({ site, id }: { site: Site; id: string }) {
  const history = useLoaded(id, () => fetchFamilyHistory(site, id));
  if (history.state !== 'done') return <Trouble of={history} />;
  const { from } = history.value;
  if (from.length === 0) return null;
  return (
    <>
      {from.map((move) => (
        <p class="note" key={move.day}>
          {formerly(move)}
        </p>
      ))}
    </>
  );
}

function formerly({ day, kind, others }: FamilyMove): ComponentChildren {
  if (kind === 'new') return `New in the release of ${day}.`;
  if (kind === 'renumbered')
    return (
      <>
        It was family {listed(others)} until {day}.
      </>
    );
  return (
    <>
      Since {day}, it has genes that were in {listed(others, true)}.
    </>
  );
}

function listed(others: FamilyMove['others'], isCounted = false): ComponentChildren {
  return joined(others, ([id, genes]) => (
    <>
      <a href={linkTo('pham', String(id))}>{id}</a>
      {isCounted && ` (${countOf(genes, 'gene')})`}
    </>
  ));
}

/** In place of a family that the site does not have: where its genes are now. */
export function LostFamily({ site, id }: { site: Site; id: string }) {
  const history = useLoaded(id, () => fetchFamilyHistory(site, id));
  return <Show of={history}>{({ into }) => <Became id={id} into={into} />}</Show>;
}

function Became({ id, into }: { id: string; into: FamilyHistory['into'] }) {
  if (into.length === 0) return <p>This site has no gene family of this number.</p>;
  return (
    <>
      <p>This site has no gene family of this number any more.</p>
      {into.map(({ day, others }) => (
        <p class="note" key={day}>
          {others.length === 0 ? (
            `Its genes were removed in the release of ${day}.`
          ) : (
            <>
              Until {day} there was family {id}; its genes are now in {listed(others, true)}.
            </>
          )}
        </p>
      ))}
    </>
  );
}

const shownChanges = 5;

/** When a phage changed, and what of it. */
export function PhageChanges({ site, name }: { site: Site; name: string }) {
  const changes = useLoaded(name, () => fetchPhageChanges(site, name));
  if (changes.state !== 'done') return <Trouble of={changes} />;
  if (changes.value.length === 0) return null;
  return (
    <section>
      <h2>What changed</h2>
      <Facts
        of={changes.value
          .slice(0, shownChanges)
          .map((row) => [(row['date'] ?? '').slice(0, 10), describeChange(row)])}
      />
    </section>
  );
}

function describeChange(row: Readonly<Record<string, string>>): string {
  const { record = '', genome = '' } = row;
  const genes = ['added', 'removed', 'changed'].flatMap((kind) => {
    const count = Number(row[`genes_${kind}`]);
    return count > 0 ? [`${countOf(count, 'gene')} ${kind}`] : [];
  });
  return [record && `record ${record}`, ...genes, genome && `genome ${genome}`]
    .filter(Boolean)
    .join(', ');
}
