/** Genomes compared: to one scale, with bands between genes of one family. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import {
  change,
  Chosen,
  type Comparison,
  comparisonOf,
  renamed,
  withoutStretch,
} from './chosenPhages.tsx';
import { CompareView } from './compareView.tsx';
import { addresses, unlessMissing } from './data/fetching.ts';
import { allPhages, mayHave, type PhageRow } from './data/indexes.ts';
import { type Gene, genesOfPhage } from './data/records.ts';
import { phagesNamed } from './data/search.ts';
import type { Site } from './data/site.ts';
import { groupedBy, plainText } from '../text/values.ts';
import { formatCount } from './files.ts';
import { DotPlotOf } from './dotPlot.tsx';
import {
  alignOn,
  extentOf,
  familyNames,
  labelings,
  type NamedFamily,
  selections,
  sharedFamilies,
  type Track,
} from './map/compareMap.ts';
import { stretchChoices, stretchOf, withRoom } from './map/stretch.ts';
import { type Colored, ColoringChoice, ColoringTrouble, Legend, useColoring } from './mapParts.tsx';
import { NoPage, PageHead, type PageProps, Show, useLoaded } from './page.tsx';
import { choiceIn, setChoices } from './route.ts';
import { Choice, Counted, FamilyLink, joined, KeptChoice } from './widgets.tsx';
import { type Column, GeneRows, NamedGene, Table } from './table.tsx';

type CompareProps = Omit<PageProps, 'name'>;

export function Compare({ site, query }: CompareProps) {
  const kept = withoutStretch(query);
  const comparison = useMemo(() => comparisonOf(kept), [kept]);
  const { names } = comparison;
  const index = useLoaded('phages', allPhages);
  const rows = index.state === 'done' ? index.value : [];
  const title =
    names.length === 0 ? 'Compare genomes' : `Compare ${names.map(plainText).join(', ')}`;
  if (!site.views.includes('genesbyphage')) {
    return (
      <NoPage class="note" site={site} title="Compare genomes" description="Genomes to one scale.">
        This site was built without the genes of single phages, so genomes cannot be compared.
      </NoPage>
    );
  }
  return (
    <>
      <PageHead
        site={site}
        title={title.length > 90 ? `Compare ${formatCount(names.length)} genomes` : title}
        description="Genomes to one scale, with bands between genes of one family."
        files={names.filter((name) => mayHave('genes', site, rows, name)).map(addresses.genesOf)}
      />
      <Chosen comparison={comparison} query={query} />
      {names.length > 0 && <Genomes site={site} comparison={comparison} query={query} />}
    </>
  );
}

function Genomes({ site, comparison, query }: CompareProps & { comparison: Comparison }) {
  const { names } = comparison;
  const { genomes, rest } = useGenomes(site, names);
  // Links and choices in the address are by the own names of phages.
  useEffect(() => {
    if (rest !== null || genomes.every(({ asked, name }) => asked === name)) return;
    const own = new Map(genomes.map(({ asked, name }) => [asked, name]));
    change(
      comparison,
      query,
      renamed(comparison, (name) => own.get(name) ?? name),
    );
  }, [genomes]);
  const colored = useColoring(site, query);
  return (
    <>
      {rest !== null && <Show of={rest}>{() => null}</Show>}
      {genomes.length > 0 && (
        <Drawn
          site={site}
          comparison={comparison}
          query={query}
          genomes={genomes}
          colored={colored}
        />
      )}
    </>
  );
}

function Drawn({
  site,
  comparison,
  query,
  genomes,
  colored: { coloring, families, phagesOf, colors },
}: {
  site: Site;
  comparison: Comparison;
  query: string;
  genomes: readonly Genome[];
  colored: Colored;
}) {
  const { flipped, shifts, align } = comparison;
  const labeling = choiceIn(query, 'labels', labelings);
  const selection = choiceIn(query, 'show', selections);
  const changeTo = (to: Partial<Comparison>) => change(comparison, query, to);
  const empty = genomes.filter(({ genes }) => genes.length === 0);
  const tracks = useMemo(() => {
    const placed = genomes
      .filter(({ genes }) => genes.length > 0)
      .map(({ name, genes, length }): Track => ({
        name,
        caption: genes[0]?.subcluster || genes[0]?.cluster || '',
        genes,
        length,
        isFlipped: flipped.has(name),
        shift: shifts.get(name) ?? 0,
      }));
    return align === null ? placed : alignOn(placed, align);
  }, [genomes, flipped, shifts, align]);
  const shared = useMemo(() => familyNames(tracks, sharedFamilies(tracks)), [tracks]);
  const [first, second] = tracks;
  const all = useMemo(() => tracks.flatMap(({ genes }) => genes), [tracks]);
  return (
    <>
      {empty.length > 0 && (
        <p class="note">
          Without genes on this site: {empty.map(({ name }) => plainText(name)).join(', ')}.
        </p>
      )}
      {tracks.length > 0 && (
        <div class="row-tools">
          <ColoringChoice coloring={coloring} />
          <KeptChoice label="Labels" name="labels" value={labeling} offered={labelings} />
          <KeptChoice label="Genes" name="show" value={selection} offered={selections} />
          <Aligning align={align} offered={shared} changeTo={changeTo} />
        </div>
      )}
      <ColoringTrouble coloring={coloring} families={families} />
      <h2 class="unseen">Map</h2>
      {tracks.length > 0 && (
        <CompareView
          key={align}
          name="comparison"
          label={`Genomes of ${tracks.map(({ name }) => name).join(', ')}.`}
          tracks={tracks}
          labeling={labeling}
          selection={selection}
          colorOf={colors}
          phagesOf={phagesOf}
          coloring={coloring}
          stretch={stretchOf(query, withRoom(extentOf(tracks)))}
          onMoved={(stretch) => setChoices(stretchChoices(stretch))}
        />
      )}
      <Legend coloring={coloring} genes={all} />
      {first !== undefined && second !== undefined && tracks.length === 2 && (
        <DotPlotOf site={site} names={[first.name, second.name]} />
      )}
      <SharedTable tracks={tracks} families={shared} />
      <UnsharedTable tracks={tracks} families={shared} />
    </>
  );
}

interface AligningProps {
  readonly align: number | null;
  readonly offered: readonly NamedFamily[];
  readonly changeTo: (to: Partial<Comparison>) => void;
}

function Aligning({ align, offered, changeTo }: AligningProps) {
  if (offered.length === 0 && align === null) return null;
  const families = offered.map(({ pham, notes, tracksWith }) => {
    const label = `${plainText(notes) || 'family'} (${pham}, in ${tracksWith})`;
    return [String(pham), label] as const;
  });
  return (
    <Choice
      label="Align on"
      value={align === null ? '' : String(align)}
      offered={[['', 'the left ends'], ...families]}
      choose={(value) => changeTo({ align: value === '' ? null : Number(value) })}
    />
  );
}

type SharedProps = Readonly<{ tracks: readonly Track[]; families: readonly NamedFamily[] }>;

function SharedTable({ tracks, families }: SharedProps) {
  const columns = useMemo(
    (): readonly Column<NamedFamily>[] => [
      {
        title: 'Family',
        isHead: true,
        cell: ({ pham, color }) => <FamilyLink pham={pham} color={color} />,
      },
      { title: 'Notes', cell: ({ notes }) => notes, whole: ({ notes }) => plainText(notes) },
      ...tracks.map(({ name, genes }): Column<NamedFamily> => {
        const byFamily = groupedBy(genes, (gene) => gene.pham);
        return { title: name, cell: ({ pham }) => <Named genes={byFamily.get(pham) ?? []} /> };
      }),
    ],
    [tracks],
  );
  if (families.length === 0) return null;
  return (
    <section>
      <Counted title="Shared families" count={families.length} />
      <Table
        label="Table of shared families"
        items={families}
        columns={columns}
        keyOf={({ pham }) => pham}
      />
    </section>
  );
}

function Named({ genes }: { genes: readonly Gene[] }) {
  return (
    <>
      {joined(genes, (gene) => (
        <NamedGene gene={gene} />
      ))}
    </>
  );
}

// Longer tables are folded.
const mostUnfolded = 30;

/** All genes that are not in the table of shared families. */
function UnsharedTable({ tracks, families }: SharedProps) {
  const rows = useMemo(() => {
    const shared = new Set(families.map(({ pham }) => pham));
    return tracks
      .flatMap(({ genes }) => genes)
      .filter(({ pham }) => pham === null || !shared.has(pham))
      .map((gene) => ({ ...gene, key: gene.id }));
  }, [tracks, families]);
  if (rows.length === 0) return null;
  const title = tracks.length === 1 ? 'Genes' : 'Genes that only one of these phages has';
  return (
    <section>
      <Counted title={title} count={rows.length} />
      <details open={rows.length <= mostUnfolded}>
        <summary>These genes as a table</summary>
        <GeneRows label={`Table of ${title.toLowerCase()}`} rows={rows} />
      </details>
    </section>
  );
}

type Genome = Readonly<Awaited<ReturnType<typeof genomesOf>>[number]>;

// How long genes wait for the index that says which phages have none: it mostly is there, and may be large where it is not.
const indexMs = 250;

async function genomesOf(site: Site, names: readonly string[]) {
  const genesOf = async (known: readonly PhageRow[], name: string) =>
    mayHave('genes', site, known, name) ? unlessMissing(genesOfPhage(site, name), []) : [];
  const early = await Promise.race([
    allPhages(),
    new Promise<readonly PhageRow[]>((resolve) => setTimeout(resolve, indexMs, [])),
  ]);
  // Addresses have the own names of phages, but for some that are written by hand.
  const asTheyAre = names.map((name) => genesOf(early, name));
  const [rows] = await Promise.all([allPhages(), ...asTheyAre]);
  return Promise.all(
    names.map(async (asked, at) => {
      const [named, another] = phagesNamed(rows, asked);
      const row = another === undefined ? named : undefined;
      const name = row?.name ?? asked;
      const genes = (await (name === asked ? asTheyAre[at] : genesOf(rows, name))) ?? [];
      const last = genes.map(({ start, stop }) => Math.max(start, stop));
      // What the index of phages says, and no less than the genes need.
      const length = Math.max(row?.length ?? 0, ...last);
      return { asked, name, genes, length };
    }),
  );
}

/**
 * Loads those of the names that are new: `genomes` are those that have come, in the order of the names; `rest` says what
 * the others wait for, or why they did not come, and is null where all are there.
 */
function useGenomes(site: Site, names: readonly string[]) {
  const known = useRef<ReadonlyMap<string, Genome>>(new Map());
  const all = names.join('\n');
  const rest = useLoaded(all, async () => {
    const found = await genomesOf(
      site,
      names.filter((name) => !known.current.has(name)),
    );
    // Asked for by another name, it is known by its own, too, which the address gets.
    const entries = found.flatMap((genome): readonly (readonly [string, Genome])[] => [
      [genome.name, { ...genome, asked: genome.name }],
      [genome.asked, genome],
    ]);
    known.current = new Map([...known.current, ...entries]);
  });
  const genomes = useMemo(
    () => names.flatMap((name) => known.current.get(name) ?? []),
    [all, known.current],
  );
  return { genomes, rest: genomes.length < names.length ? rest : null };
}
