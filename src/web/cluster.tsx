/** The page of a cluster or subcluster: its phages, what their genomes are like, and which gene families they share. */
import { useMemo } from 'preact/hooks';
import {
  commonFamilies,
  type CommonFamily,
  type Content,
  fetchContent,
  pangenomeOf,
  similaritiesOf,
  withFamilies,
} from './data/content.ts';
import { addresses, unlessMissing } from './data/fetching.ts';
import { countedYears, fetchPhages, type PhageRow } from './data/indexes.ts';
import { type Gene, genesOfPhage } from './data/records.ts';
import type { Site } from './data/site.ts';
import { plainText, tally } from '../text/values.ts';
import { familiesText, countOf, formatCount } from './files.ts';
import { Figure } from './mapParts.tsx';
import { curveMap } from './map/curveMap.ts';
import type { DrawingSpace } from './map/scene.ts';
import { MatrixOf, mostInMatrix } from './matrix.tsx';
import { NoPage, PageHead, type PageProps, Show, useLoaded } from './page.tsx';
import { linkTo } from './route.ts';
import { Counted, joined, PhageCounts } from './widgets.tsx';
import { type Column, geneColumns, notesColumn, strandColumn, Table } from './table.tsx';

export function ClusterPage({ site, name }: PageProps) {
  const index = useLoaded('phages', fetchPhages);
  const unknown = (
    <NoPage site={site} title={`Cluster ${name}`} description="No such cluster.">
      This site has no cluster of this name. See <a href={linkTo('phages')}>all phages</a>.
    </NoPage>
  );
  return (
    <Show of={index} missing={unknown}>
      {(rows) => {
        const { members, isSubcluster } = membersOf(rows, name);
        return members.length === 0 ? (
          unknown
        ) : (
          <Found {...{ site, name, rows, members, isSubcluster }} />
        );
      }}
    </Show>
  );
}

/** A cluster of this name, or else a subcluster. */
export function membersOf(rows: readonly PhageRow[], name: string) {
  const members = rows.filter(({ cluster }) => cluster === name);
  if (members.length > 0) return { members, isSubcluster: false };
  return { members: rows.filter(({ subcluster }) => subcluster === name), isSubcluster: true };
}

interface FoundProps {
  readonly site: Site;
  readonly name: string;
  readonly rows: readonly PhageRow[];
  readonly members: readonly PhageRow[];
  readonly isSubcluster: boolean;
}

function Found({ site, name, rows, members, isSubcluster }: FoundProps) {
  const hasFamilies = site.views.includes('phams');
  const names = useMemo(() => members.map((row) => row.name), [members]);
  const contents = useLoaded(`content ${name}`, async () =>
    hasFamilies ? unlessMissing(fetchContent(rows, names), null) : null,
  );
  // Singletons are listed together because they are like no other.
  const areRelated = members.length > 1 && name !== 'Singleton';
  const title = `${isSubcluster ? 'Subcluster' : 'Cluster'} ${name}`;
  const view = isSubcluster ? 'subclusters' : 'clusters';
  const own = { [isSubcluster ? 'subcluster' : 'cluster']: name };
  const among = (field: string) => (value: string) =>
    linkTo('phages', '', { ...own, [field]: value });
  return (
    <>
      <PageHead
        site={site}
        title={name === 'Singleton' ? 'Singletons' : title}
        description={`${title}: ${countOf(members.length, 'phage')}.`}
        address={site.addressOf('clusters', name)}
        files={
          site.views.includes(view)
            ? [`api/${view}/${encodeURIComponent(name)}/phagelist/index.json`]
            : [addresses.phageIndex]
        }
      >
        <p class="lead">
          {countOf(members.length, 'phage')} of {formatCount(rows.length)}{' '}
          <Around members={members} isSubcluster={isSubcluster} /> ·{' '}
          {names.length === 1 ? (
            <a href={linkTo('phage', names[0])}>{names[0]}</a>
          ) : (
            <a href={linkTo('phages', '', own)}>see them as a table</a>
          )}
        </p>
      </PageHead>
      <Genomes rows={rows} members={members} />
      <div class="columns">
        <PhageCounts
          title="Hosts"
          counts={tally(members, ({ genus }) => genus)}
          linkOf={among('genus')}
        />
        <PhageCounts
          title="Where found"
          counts={tally(members, ({ country }) => country)}
          linkOf={among('country')}
        />
        <PhageCounts title="When found" counts={countedYears(members)} linkOf={among('year')} />
      </div>
      <Show of={contents}>
        {(found) =>
          found === null || found.every((one) => one.length === 0) ? (
            <p class="note">This site does not say which gene families these phages have.</p>
          ) : (
            <>
              {areRelated && <Families names={names} contents={found} title={title} />}
              {members.length > 1 && (
                <Alike rows={rows} names={names} contents={found} title={title} />
              )}
              {areRelated && site.views.includes('genesbyphage') && (
                <Order site={site} names={names} contents={found} />
              )}
            </>
          )
        }
      </Show>
    </>
  );
}

interface ContentsProps {
  readonly names: readonly string[];
  readonly contents: readonly Content[];
  readonly title: string;
}

function Alike({ rows, names, contents, title }: ContentsProps & Pick<FoundProps, 'rows'>) {
  const shown = useMemo(
    () => [names.slice(0, mostInMatrix), contents.slice(0, mostInMatrix)] as const,
    [names, contents],
  );
  return (
    <section>
      <h2>How alike they are</h2>
      {names.length > mostInMatrix && (
        <p class="note">The first {formatCount(mostInMatrix)} are compared.</p>
      )}
      <MatrixOf rows={rows} names={shown[0]} contents={shown[1]} name={`${title}_similarity`} />
    </section>
  );
}

/** The cluster of a subcluster, or the subclusters of a cluster. */
function Around({ members, isSubcluster }: Pick<FoundProps, 'isSubcluster' | 'members'>) {
  const others = tally(members, ({ cluster, subcluster }) => (isSubcluster ? cluster : subcluster));
  if (others.length === 0) return null;
  return (
    <>
      · {isSubcluster ? 'part of cluster' : others.length === 1 ? 'subcluster' : 'subclusters'}{' '}
      {joined(others, ([other]) => (
        <a href={linkTo('cluster', other)}>{other}</a>
      ))}
    </>
  );
}

export function spreadOf(numbers: readonly (number | null)[]) {
  const sorted = numbers.filter((number) => number !== null).sort((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return null;
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return { least, median: ((low ?? 0) + (high ?? 0)) / 2, most };
}

interface Measure {
  readonly title: string;
  readonly of: (row: PhageRow) => number | null;
  readonly shown: (number: number) => string;
}

const measures: readonly Measure[] = [
  {
    title: 'Genome length (bp)',
    of: ({ length }) => length,
    shown: (bases) => formatCount(Math.round(bases)),
  },
  { title: 'GC (%)', of: ({ gc }) => gc, shown: (share) => share.toFixed(1) },
  {
    title: 'Genes',
    of: ({ genes }) => genes || null,
    shown: (genes) => formatCount(Math.round(genes)),
  },
];

function Genomes({ rows, members }: Pick<FoundProps, 'members' | 'rows'>) {
  const items = useMemo(() => {
    const own = new Set(members);
    const others = rows.filter((row) => !own.has(row));
    return measures.flatMap(({ title, of, shown }) => {
      const spread = spreadOf(members.map(of));
      return spread === null ? [] : [{ title, shown, spread, rest: spreadOf(others.map(of)) }];
    });
  }, [rows, members]);
  type Item = (typeof items)[number];
  if (items.length === 0) return null;
  const cell = (value: 'least' | 'median' | 'most') => ({
    isNumber: true,
    cell: ({ spread, shown }: Item) => shown(spread[value]),
  });
  const ofOthers: Column<Item> = {
    title: 'Median of all others',
    isNumber: true,
    cell: ({ rest, shown }) => rest !== null && shown(rest.median),
  };
  const columns: readonly Column<Item>[] = [
    { title: 'Of its phages', isHead: true, cell: ({ title }) => title },
    { title: 'Least', ...cell('least') },
    { title: 'Median', ...cell('median') },
    { title: 'Most', ...cell('most') },
    ...(items.some(({ rest }) => rest !== null) ? [ofOthers] : []),
  ];
  return (
    <section>
      <h2>Genomes</h2>
      <Table
        label="Table of what its genomes are like"
        items={items}
        columns={columns}
        keyOf={({ title }) => title}
        look="open"
      />
    </section>
  );
}

// As the field counts them: a family that all have is core, one that nearly all have is soft core.
const nearlyAll = 0.95;

function Families({ names, contents: found, title }: ContentsProps) {
  const { contents } = useMemo(() => withFamilies(names, found), [names, found]);
  const count = contents.length;
  const families = useMemo(() => commonFamilies(contents), [contents]);
  const kinds = kindsOf(families, count);
  return (
    <section>
      <Counted title="Gene families" count={families.length} />
      <ul class="tiles">
        {kinds.map(({ title: kind, families: number }) => (
          <li key={kind}>
            <strong>{formatCount(number)}</strong> {kind}
          </li>
        ))}
      </ul>
      {count > 1 && <Pangenome families={families} count={count} name={`${title}_pangenome`} />}
    </section>
  );
}

export function kindsOf(families: readonly CommonFamily[], count: number) {
  const within = (from: number, below: number) =>
    families.filter(({ phages }) => phages >= from && phages < below).length;
  const soft = Math.min(count, Math.ceil(nearlyAll * count));
  const all = [
    { title: 'core: in all of them', families: within(count, Infinity) },
    { title: 'soft core: in 95 % or more', families: within(soft, count) },
    { title: 'accessory: in some', families: within(2, soft) },
    { title: 'in one phage only', families: count > 1 ? within(1, 2) : 0 },
  ];
  return all.filter((kind, at) => at === 0 || kind.families > 0);
}

function Pangenome({
  families,
  count,
  name,
}: {
  families: readonly CommonFamily[];
  count: number;
  name: string;
}) {
  const curve = useMemo(() => pangenomeOf(families, count), [families, count]);
  const draw = useMemo(
    () => (space: DrawingSpace) => ({
      scene: curveMap(curve, { ...space, width: Math.min(space.width, 640) }),
    }),
    [curve],
  );
  const label = `Of ${countOf(count, 'phage')}, any has one of ${familiesText(families.length)}; all have ${familiesText(Math.round(curve.at(-1)?.common ?? 0))}.`;
  return (
    <>
      <Figure
        name={name}
        label={label}
        toolsLabel="Save the curve"
        figure={{ caption: `${label} ${pangenome}` }}
        draw={draw}
      />
      <p class="hint">{pangenome}</p>
    </>
  );
}

const pangenome =
  'Pangenome: how many families are in any, and how many are in all, of 1, 2, 3 … of these phages; the mean over all ways to choose them.';

interface OrderProps extends Omit<ContentsProps, 'title'> {
  readonly site: Site;
}

// Among more, which one is most like the others hardly changes.
const mostCompared = 400;

/** The genes of the phage that is most like all others, in order, with how many have their families. */
function Order({ site, names: all, contents: found }: OrderProps) {
  const { names, contents } = useMemo(() => withFamilies(all, found), [all, found]);
  const typical = useMemo(() => typicalOf(contents.slice(0, mostCompared)), [contents]);
  const name = names[typical] ?? '';
  const genes = useLoaded(name, () => unlessMissing(genesOfPhage(site, name), []));
  const counts = useMemo(
    () => new Map(commonFamilies(contents).map(({ pham, phages }) => [pham, phages])),
    [contents],
  );
  const columns: readonly Column<Gene>[] = [
    {
      title: 'Gene',
      isHead: true,
      cell: ({ id, name: own }) => <a href={linkTo('gene', id)}>{own || id}</a>,
    },
    notesColumn,
    geneColumns.family,
    {
      title: 'Phages with it',
      isNumber: true,
      cell: ({ pham }) =>
        pham !== null && `${formatCount(counts.get(pham) ?? 0)} of ${formatCount(names.length)}`,
    },
    strandColumn,
  ];
  return (
    <section>
      <h2>Typical order</h2>
      <p>
        The genes of <a href={linkTo('phage', name)}>{plainText(name)}</a>
        {names.length > 1 && ', which is most like all the others'}.
      </p>
      <Show of={genes}>
        {(ofPhage) => (
          <Table
            label="Table of genes in their order"
            items={ofPhage}
            columns={columns}
            keyOf={({ id }) => id}
            look="open"
          />
        )}
      </Show>
    </section>
  );
}

/** The place of the one with the highest mean similarity to all. */
export function typicalOf(contents: readonly Content[]): number {
  const similarities = similaritiesOf(contents);
  const count = contents.length;
  const sums = contents.map((_, row) =>
    similarities.subarray(row * count, (row + 1) * count).reduce((sum, one) => sum + one, 0),
  );
  return Math.max(0, sums.indexOf(Math.max(...sums)));
}
