/** Genomes compared: to one scale, with bands between genes of one family. */
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { addresses } from '../data/addresses.ts';
import { type Families, familiesOf } from '../data/families.ts';
import { fetchJson } from '../data/fetching.ts';
import type { Site } from '../data/site.ts';
import { alignOn, extentOf, type Track } from '../map/compareMap.ts';
import { colorOf, coloringOf, legendOf } from '../map/geneColors.ts';
import { familyNames, type NamedFamily, sharedFamilies } from '../map/sharedFamilies.ts';
import { stretchChoices, stretchOf, withRoom } from '../map/stretch.ts';
import { setChoices } from '../navigation.ts';
import { CompareView } from '../parts/compareView.tsx';
import { formatCount } from '../parts/files.ts';
import { ColoringChoice, Legend, SharingSaid } from '../parts/legend.tsx';
import { type Loaded, Show, Trouble, useLoaded } from '../parts/loaded.tsx';
import { SharedTable, UnsharedTable } from '../parts/sharedTable.tsx';
import { PageHead } from '../parts/pageHead.tsx';
import { change, Chosen } from './chosenPhages.tsx';
import { type Genome, useGenomes } from './comparedGenomes.ts';
import { type Comparison, comparisonOf, renamed, withoutStretch } from './compareQuery.ts';
import { plainText } from '../data/plainText.ts';

interface CompareProps {
  readonly site: Site;
  readonly query: string;
}

export function Compare({ site, query }: CompareProps): JSX.Element {
  const kept = withoutStretch(query);
  const comparison = useMemo(() => comparisonOf(kept), [kept]);
  const { names } = comparison;
  const title =
    names.length === 0 ? 'Compare genomes' : `Compare ${names.map(plainText).join(', ')}`;
  if (!site.views.includes('genesbyphage')) {
    return (
      <>
        <PageHead
          site={site}
          title="Compare genomes"
          description="Genomes to one scale."
          files={[]}
        />
        <p class="note">
          This site was built without the genes of single phages, so genomes cannot be compared.
        </p>
      </>
    );
  }
  return (
    <>
      <PageHead
        site={site}
        title={title.length > 90 ? `Compare ${formatCount(names.length)} genomes` : title}
        description="Genomes to one scale, with bands between genes of one family."
        files={names.map((name) => addresses.genesOf(name))}
      />
      <Chosen comparison={comparison} query={query} />
      {names.length > 0 && <Genomes site={site} comparison={comparison} query={query} />}
    </>
  );
}

function Genomes({
  site,
  comparison,
  query,
}: CompareProps & { readonly comparison: Comparison }): JSX.Element {
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
  const hasFamilies = site.views.includes('phams');
  const families = useLoaded(`families ${hasFamilies}`, async () =>
    hasFamilies ? familiesOf(await fetchJson(addresses.families)) : null,
  );
  return (
    <>
      {rest !== null && <Show of={rest}>{() => null}</Show>}
      {genomes.length > 0 && (
        <Drawn comparison={comparison} query={query} genomes={genomes} families={families} />
      )}
    </>
  );
}

function Drawn({
  comparison,
  query,
  genomes,
  families,
}: {
  readonly comparison: Comparison;
  readonly query: string;
  readonly genomes: readonly Genome[];
  readonly families: Loaded<Families | null>;
}): JSX.Element {
  const phagesOf = families.state === 'done' ? (families.value?.phagesOf ?? null) : null;
  const { flipped, shifts, align, labeling, selection } = comparison;
  const coloring = coloringOf(new URLSearchParams(query).get('color'));
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
  // Other colourings do not depend on the families, which load later.
  const sharedBy = coloring === 'sharing' ? phagesOf : null;
  const colors = useMemo(() => colorOf(coloring, sharedBy), [coloring, sharedBy]);
  const shared = useMemo(() => familyNames(tracks, sharedFamilies(tracks)), [tracks]);
  const all = useMemo(() => tracks.flatMap(({ genes }) => genes), [tracks]);
  return (
    <>
      {empty.length > 0 && (
        <p class="note">
          Without genes on this site: {empty.map(({ name }) => plainText(name)).join(', ')}.
        </p>
      )}
      <div class="row-tools">
        <ColoringChoice coloring={coloring} />
        <label>
          Labels
          <select
            value={labeling}
            onChange={({ currentTarget: { value } }) =>
              change(comparison, query, { labeling: comparisonOf(`?labels=${value}`).labeling })
            }
          >
            <option value="names">gene names</option>
            <option value="notes">notes</option>
            <option value="none">none</option>
          </select>
        </label>
        <label>
          Genes
          <select
            value={selection}
            onChange={({ currentTarget: { value } }) =>
              change(comparison, query, { selection: comparisonOf(`?show=${value}`).selection })
            }
          >
            <option value="all">all</option>
            <option value="shared">only in shared families</option>
            <option value="unshared">that only one of them has</option>
          </select>
        </label>
        <Aligning comparison={comparison} query={query} offered={shared} />
      </div>
      <Trouble of={families} />
      {coloring === 'sharing' && <SharingSaid families={families} />}
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
          stretch={stretchOf(query, withRoom(extentOf(tracks)))}
          onMoved={(stretch) => setChoices(stretchChoices(stretch))}
        />
      )}
      <Legend coloring={coloring} genes={all} entries={legendOf(coloring, all)} />
      <SharedTable tracks={tracks} families={shared} />
      <UnsharedTable tracks={tracks} families={shared} />
    </>
  );
}

function Aligning({
  comparison,
  query,
  offered,
}: {
  readonly comparison: Comparison;
  readonly query: string;
  readonly offered: readonly NamedFamily[];
}): JSX.Element | null {
  if (offered.length === 0 && comparison.align === null) return null;
  return (
    <label>
      Align on
      <select
        value={comparison.align === null ? '' : String(comparison.align)}
        onChange={({ currentTarget: { value } }) =>
          change(comparison, query, { align: value === '' ? null : Number(value) })
        }
      >
        <option value="">the left ends</option>
        {offered.map(({ pham, notes, tracksWith }) => (
          <option key={pham} value={String(pham)}>
            {plainText(notes) || 'family'} ({pham}, in {tracksWith})
          </option>
        ))}
      </select>
    </label>
  );
}
