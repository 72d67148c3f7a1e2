/** The page of a gene family: its genes, the phages and clusters that have it, its notes, its neighbourhood. */
import { useMemo, useState } from 'preact/hooks';
import { FormerFamilies, LostFamily } from './changes.tsx';
import { Alignment } from './alignment.tsx';
import {
  type CountedFamily,
  countedOf,
  type FamilyGenes,
  genesOfFamily,
  phagesByCluster,
} from './data/families.ts';
import { addresses } from './data/fetching.ts';
import type { Gene } from './data/records.ts';
import { proteinsOf } from './data/sequences.ts';
import type { Site } from './data/site.ts';
import { mergeSpellings, plainText, tally } from '../text/values.ts';
import { countOf, fastaType, formatCount, saveFile } from './files.ts';
import { Neighbours } from './neighbours.tsx';
import { NoPage, PageHead, type PageProps, Show, useGradual, useLoaded } from './page.tsx';
import { linkTo } from './route.ts';
import {
  Bars,
  Button,
  Counted,
  Failure,
  noteLink,
  PhageCounts,
  Said,
  Swatch,
  useFamilyLabel,
} from './widgets.tsx';
import { geneColumns, Table } from './table.tsx';

type FamilyProps = Readonly<{ site: Site; id: string }>;

export function FamilyPage({ site, name: id }: PageProps) {
  const title = `Gene family ${id}${useFamilyLabel(Number(id))}`;
  if (!site.views.includes('phams')) {
    return (
      <NoPage class="note" site={site} title={title} description="A gene family.">
        This site was built without the view of gene families.
      </NoPage>
    );
  }
  return <Family site={site} id={id} title={title} />;
}

function Family({ site, id, title }: FamilyProps & { title: string }) {
  const family = useLoaded(id, () => Promise.all([genesOfFamily(site, id), countedOf(site, id)]));
  return (
    <Show
      of={family}
      missing={
        <>
          <PageHead site={site} title={title} description="No such family." />
          <LostFamily site={site} id={id} />
        </>
      }
    >
      {([first, counted]) => (
        <Found site={site} id={id} title={title} first={first} counted={counted} />
      )}
    </Show>
  );
}

function Found({
  site,
  id,
  title,
  first,
  counted,
}: FamilyProps & { title: string; first: FamilyGenes; counted: CountedFamily | null }) {
  const family = useFamily(site, id, first);
  const { genes, total, isWhole } = family;
  const found = useMemo(
    (): CountedFamily => ({
      phages: new Set(genes.map(({ phage }) => phage)).size,
      notes: mergeSpellings(tally(genes, (gene) => gene.notes)),
      moreNotes: 0,
    }),
    [genes],
  );
  // What is counted in some of the genes says nothing of the family.
  const { phages, notes, moreNotes } = isWhole
    ? found
    : (counted ?? { phages: null, notes: [], moreNotes: 0 });
  const mostSeen = notes[0]?.[0] ?? 'function unknown';
  const size = `${countOf(total, 'gene')}${phages === null ? '' : ` in ${countOf(phages, 'phage')}`}`;
  return (
    <>
      <PageHead
        site={site}
        title={title}
        description={`${plainText(mostSeen)}: ${size}.`}
        files={[addresses.pham(id), ...(counted === null ? [] : [addresses.neighbours(id)])]}
      >
        <p class="lead">
          {genes[0] !== undefined && <Swatch color={genes[0].color} />}
          <Said text={mostSeen} /> <span class="muted">·</span> {size}
        </p>
      </PageHead>
      <FormerFamilies site={site} id={id} />
      <LoadAll family={family} />
      <div class="columns">
        <section>
          <h2>Notes of its genes</h2>
          <Bars noun="gene" counts={notes} linkOf={noteLink} />
          {moreNotes > 0 && (
            <p>
              These are the most frequent ones; {countOf(moreNotes, 'rarer note')} can be counted
              when all genes are loaded.
            </p>
          )}
          {notes.length === 0 && <p>None of its genes has notes.</p>}
        </section>
        {isWhole && <ByCluster genes={genes} />}
      </div>
      {isWhole && <Lengths genes={genes} />}
      <Alignment key={id} id={id} genes={genes} total={total} />
      {site.views.includes('genesbyphage') && (
        <Neighbours site={site} members={genes} total={total} />
      )}
      <Members id={id} family={family} />
    </>
  );
}

function ByCluster({ genes }: { genes: readonly Gene[] }) {
  const clusters = useMemo(() => phagesByCluster(genes), [genes]);
  return (
    <PhageCounts
      title="Phages with it by cluster"
      counts={clusters}
      linkOf={(cluster) => linkTo('phages', '', { cluster })}
    />
  );
}

function Lengths({ genes }: { genes: readonly Gene[] }) {
  const lengths = genes.map(({ translation }) => translation.length).sort((a, b) => a - b);
  const [least, most] = [lengths[0] ?? 0, lengths.at(-1) ?? 0];
  if (least === most) return <p>Length: {formatCount(most)} amino acids.</p>;
  return (
    <p>
      Lengths: {formatCount(least)} to {formatCount(most)} amino acids, the median is{' '}
      {formatCount(lengths[lengths.length >> 1] ?? 0)}.
    </p>
  );
}

const mostCompared = 10;

function Members({ id, family }: { id: string; family: WholeFamily }) {
  const { genes, total, isWhole, loadAll } = family;
  const some = [...new Set(genes.map(({ phage }) => phage))].slice(0, mostCompared);
  return (
    <section>
      <Counted title="Genes" count={total} />
      <p class="row-tools">
        <Button disabled={family.read !== null} act={() => loadAll((all) => saveFasta(id, all))}>
          Proteins of all {isWhole ? '' : `${formatCount(total)} genes `}(FASTA)
        </Button>
        <a class="button" href={linkTo('compare', '', { with: some, align: id })}>
          Compare {some.length === 1 ? 'the genome' : `${some.length} genomes`}
        </a>
      </p>
      <Table label="Table of genes" items={genes} columns={columns} keyOf={(gene) => gene.id} />
      {!isWhole && (
        <p>
          These are the first {formatCount(genes.length)} of {formatCount(total)} genes.
        </p>
      )}
    </section>
  );
}

function saveFasta(id: string, genes: readonly Gene[]): void {
  saveFile(`family_${id}.faa`, proteinsOf(genes), fastaType);
}

const { gene: ofGene, phage: ofPhage, cluster: ofCluster, length, notes: ofNotes } = geneColumns;
const columns = [{ ...ofGene, isHead: true }, ofPhage, ofCluster, length, ofNotes];

type WholeFamily = ReturnType<typeof useFamily>;

function useFamily(site: Site, id: string, first: FamilyGenes) {
  const [all, setAll] = useState(first);
  const { read, failure, start } = useGradual();
  const isWhole = all.genes.length === all.total;
  /** Calls its argument with all genes once they are loaded. */
  const loadAll = async (use: (genes: readonly Gene[]) => void = () => {}) => {
    if (isWhole) use(all.genes);
    else {
      await start(0, async (tell) => {
        const whole = await genesOfFamily(site, id, Infinity, tell);
        setAll(whole);
        use(whole.genes);
      });
    }
  };
  return { ...all, isWhole, read, failure, loadAll };
}

/** Says that some genes are not loaded, and loads them; nothing if all are. */
function LoadAll({ family }: { family: WholeFamily }) {
  const { genes, total, isWhole, read, failure, loadAll } = family;
  if (isWhole) return null;
  return (
    <div class="note">
      <p>
        This is a large family: the first {formatCount(genes.length)} of its {formatCount(total)}{' '}
        genes are here. Clusters and lengths are counted when all are.
      </p>
      <Failure message="The others could not be loaded." why={failure} />
      {read === null ? (
        <Button act={loadAll}>Load all {formatCount(total)} genes</Button>
      ) : (
        <label>
          Loading all genes: {formatCount(read)} of {formatCount(total)}{' '}
          <progress max={total} value={read} />
        </label>
      )}
    </div>
  );
}
