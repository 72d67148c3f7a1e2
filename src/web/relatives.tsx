/** The phages that are most like a phage by their gene families, as the site counted them. */
import { useState } from 'preact/hooks';
import { addresses, fetchJson, unlessMissing } from './data/fetching.ts';
import { allPhages, type PhageRow } from './data/indexes.ts';
import type { Phage } from './data/records.ts';
import type { Site } from './data/site.ts';
import { listOf, numberOf, plainText, textOf } from '../text/values.ts';
import { CompareGenomes } from './compareGenomes.tsx';
import { familiesText, formatCount } from './files.ts';
import { mashDistance, mashExplanation } from './data/sketch.ts';
import { Show, useLoaded } from './page.tsx';
import { linkTo } from './route.ts';
import { Button } from './widgets.tsx';
import { type Column, inHundredths, nameColumn, numberColumn, Table } from './table.tsx';

type Relatives = Readonly<ReturnType<typeof relativesOf>>;
export type Relative = Readonly<Relatives['similar'][number]>;

export function relativesOf(
  { field }: Pick<Site, 'field'>,
  phage: string,
  json: unknown,
  rows: readonly PhageRow[],
) {
  const rowOf = new Map(rows.map((row) => [row.name, row]));
  const count = (record: unknown, name: string) => numberOf(field(record, name)) ?? 0;
  return {
    families: count(json, 'pham_count'),
    hasGenome: rowOf.get(phage)?.hasGenome === true,
    similar: listOf(field(json, 'similar')).map((one) => {
      const own = textOf(field(one, 'phage_name'));
      const { cluster = '', subcluster = '', hasGenome = false } = rowOf.get(own) ?? {};
      return {
        name: own,
        cluster,
        subcluster,
        hasGenome,
        similarity: count(one, 'similarity'),
        shared: count(one, 'shared_pham_count'),
        families: count(one, 'pham_count'),
      };
    }),
  };
}

// What the field takes as enough for a common cluster.
const enough = 0.35;

/** The cluster that a phage without one may be of; null if none of the others is near enough. */
export function suggestedCluster(similar: readonly Relative[]): Relative | null {
  return similar.find((one) => one.similarity >= enough && isCluster(one.cluster)) ?? null;
}

function isCluster(cluster: string): boolean {
  return cluster !== '' && cluster !== 'Singleton';
}

/** On a site that has the view. */
export function MostSimilar({ site, phage }: { site: Site; phage: Phage }) {
  const { name } = phage;
  const found = useLoaded(name, async () => {
    const [json, rows] = await Promise.all([
      unlessMissing(fetchJson(addresses.similarTo(name)), null),
      allPhages(),
    ]);
    return relativesOf(site, name, json, rows);
  });
  return (
    <section>
      <h2>Most similar phages</h2>
      <Show of={found}>{(relatives) => <Listed {...{ site, phage, relatives }} />}</Show>
    </section>
  );
}

const shownFirst = 10;

function Listed({ site, phage, relatives }: { site: Site; phage: Phage; relatives: Relatives }) {
  const { name, cluster } = phage;
  const { similar, families } = relatives;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? similar : similar.slice(0, shownFirst);
  const nucleotides = useNucleotides(name, shown);
  const suggested = isCluster(cluster) ? null : suggestedCluster(similar);
  if (similar.length === 0) {
    return (
      <p class="note">
        {families === 0
          ? `None of the genes of ${plainText(name)} is in a family.`
          : 'No other phage shares a family with it.'}
      </p>
    );
  }
  const near = [name, ...similar.slice(0, 2).map((one) => one.name)];
  const all = [name, ...similar.map((one) => one.name)];
  return (
    <>
      <p class="row-tools">
        <span>Its {familiesText(families)}, compared with those of all other phages.</span>
        <a class="button" href={linkTo('compare', '', { with: near })}>
          Compare with its nearest relatives
        </a>
        {site.views.includes('phams') && (
          <a class="button" href={linkTo('matrix', '', { with: all })}>
            Each with each
          </a>
        )}
      </p>
      {suggested !== null && (
        <p class="note">
          A suggestion, not the publisher’s: with a similarity of {suggested.similarity.toFixed(2)}{' '}
          to {plainText(suggested.name)}, it may be of{' '}
          <a href={linkTo('cluster', suggested.cluster)}>cluster {suggested.cluster}</a>. The field
          takes {enough} as enough.
        </p>
      )}
      <Table
        label="Table of similar phages"
        items={shown}
        columns={[...similarColumns, ...nucleotides.columns]}
        keyOf={(one) => one.name}
        look="open"
      />
      {similar.length > shownFirst && (
        <Button class="quiet" act={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show the nearest ${similar.length}`}
        </Button>
      )}
      {relatives.hasGenome && nucleotides.tools}
      <p class="hint">
        Similarity is that of gene content: the families that both have, as the mean of their share
        in the one and in the other. {nucleotides.columns.length > 0 && mashExplanation}
      </p>
    </>
  );
}

/** A column with how near genomes are by their nucleotides, once a reader asks for it, and the button for that. */
function useNucleotides(name: string, shown: readonly Relative[]) {
  const [distances, setDistances] = useState<ReadonlyMap<string, number>>(new Map());
  const others = shown.flatMap((one) => (one.hasGenome ? [one.name] : []));
  const left = others.filter((other) => !distances.has(other));
  const use = ([own, ...sketches]: readonly Uint32Array[]) => {
    if (own === undefined) return;
    const found = sketches.map(
      (sketch, at) => [left[at] ?? '', mashDistance(own, sketch)] as const,
    );
    setDistances(new Map([...distances, ...found]));
  };
  const column = {
    title: 'Mash distance',
    isNumber: true,
    cell: (one: Relative) => distances.get(one.name)?.toFixed(3) ?? '',
  };
  return {
    columns: distances.size === 0 ? [] : [column],
    tools: left.length > 0 && (
      <CompareGenomes
        names={[name, ...left]}
        title={`Compare ${left.length === 1 ? 'its genome' : `${formatCount(left.length)} genomes`} by nucleotides`}
        use={use}
      />
    ),
  };
}

/** Of a table of phages that are like another. */
export const similarColumns: readonly Column<Relative>[] = [
  nameColumn,
  {
    title: 'Cluster',
    cell: ({ cluster, subcluster }) => {
      const place = subcluster || cluster;
      return isCluster(place) ? <a href={linkTo('cluster', place)}>{place}</a> : place;
    },
  },
  numberColumn('Similarity', ({ similarity }) => similarity, inHundredths),
  numberColumn('Families in common', ({ shared }) => shared),
  numberColumn('Of its families', ({ families }) => families),
];
