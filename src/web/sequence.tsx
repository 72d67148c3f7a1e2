/** Finds the gene families of a pasted protein, gene or genome, and the phages that are most like it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { fetchContent, sharedBy, similarityOf } from './data/content.ts';
import { addresses, unlessMissing } from './data/fetching.ts';
import { genesNamed } from './data/geneLookup.ts';
import { allPhages } from './data/indexes.ts';
import type { PastedProtein } from './data/pasted.ts';
import type { ProteinHit } from './data/proteinSearch.ts';
import { fastaOf } from './data/sequences.ts';
import { percentOf, plainText } from '../text/values.ts';
import { countOf, familiesText, formatCount, saveTable } from './files.ts';
import { PageHead, type PageProps, Show, useLoaded } from './page.tsx';
import type { SearchNews, SearchTask } from './proteinWorker.ts';
import { type Relative, similarColumns } from './relatives.tsx';
import { linkTo } from './route.ts';
import { Button, Failure, FamilyLink, Said } from './widgets.tsx';
import { type Column, numberColumn, Table } from './table.tsx';

export function SequencePage({ site, query }: PageProps) {
  const of = new URLSearchParams(query).get('of') ?? '';
  const asked = useLoaded(of, async () => {
    if (of === '') return '';
    const [gene] = await genesNamed(site, of, allPhages);
    return gene === undefined ? '' : fastaOf(gene.id, gene.translation);
  });
  return (
    <>
      <PageHead
        site={site}
        title="Sequence search"
        description="The gene families of a protein, a gene or a genome, and the phages most like it."
        files={[addresses.proteinIndex]}
      >
        <p class="lead">Which gene families does a protein, a gene or a genome belong to?</p>
      </PageHead>
      <Show of={asked}>{(text) => <Search key={of} of={of} given={text} />}</Show>
    </>
  );
}

interface Searched {
  readonly of: string;
  readonly text: string;
  readonly news: SearchNews | null;
}

/** What was looked for last, and found: who comes back from a hit sees it again. Nothing else keeps what was pasted. */
let latest: Searched = { of: '', text: '', news: null };

function Search({ of, given }: { of: string; given: string }) {
  const isSame = latest.of === of && (of === '' || latest.text === given);
  const [before] = useState(isSame ? latest : { of, text: given, news: null });
  const [text, setText] = useState(before.text);
  const { news, search } = useWorker(before.news);
  useEffect(() => {
    if (given !== '' && before.news === null) search(text);
  }, []);
  useEffect(() => {
    const isDone = news?.kind !== 'progress' && news?.kind !== 'failed';
    latest = { of, text, news: isDone ? news : null };
  }, [of, text, news]);
  const isAtWork = news?.kind === 'progress';
  return (
    <>
      <form
        class="paste"
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
        }}
      >
        <label>
          Sequence: FASTA, GenBank or letters alone
          <textarea
            rows={8}
            spellcheck={false}
            placeholder={'>my protein\nMSYEPIRVEVPRELLPLIHLVADHH…'}
            value={text}
            onInput={({ currentTarget: { value } }) => setText(value)}
          />
        </label>
        <p class="row-tools">
          <button type="submit" disabled={isAtWork}>
            Search
          </button>
          <label>
            <span>or a file</span>
            <input
              type="file"
              onChange={({ currentTarget: { files } }) => {
                const [file] = files ?? [];
                void file?.text().then((read) => {
                  setText(read);
                  search(read);
                });
              }}
            />
          </label>
          <span role="status">
            {isAtWork &&
              (news.of > 1
                ? `Searching: ${formatCount(news.done)} of ${formatCount(news.of)} proteins …`
                : 'Searching …')}
          </span>
        </p>
        <p class="hint">
          Nothing that you paste leaves your browser: it fetches what it needs of this site’s index.
        </p>
      </form>
      {news !== null && news.kind !== 'progress' && <News news={news} />}
    </>
  );
}

/** What the thread said last. A new search ends the one before. */
function useWorker(before: SearchNews | null) {
  const worker = useRef<Worker | null>(null);
  const [news, setNews] = useState(before);
  const stop = () => worker.current?.terminate();
  useEffect(() => stop, []);
  const search = (text: string) => {
    stop();
    setNews({ kind: 'progress', done: 0, of: 1 });
    const failed = () =>
      setNews({
        kind: 'failed',
        message: 'The code of the search did not come. Load the page again.',
      });
    try {
      const started = new Worker(proteinWorker, { type: 'module' });
      started.addEventListener('message', ({ data }: MessageEvent<SearchNews>) => setNews(data));
      started.addEventListener('error', failed);
      const task: SearchTask = { base: new URL('./', document.baseURI).href, text };
      started.postMessage(task);
      worker.current = started;
    } catch {
      failed();
    }
  };
  return { news, search };
}

function News({ news }: { news: Exclude<SearchNews, { kind: 'progress' }> }) {
  switch (news.kind) {
    case 'missing':
      return <p class="note">This site has no index of its proteins.</p>;
    case 'unreadable':
      return <Failure class="failed" message="This cannot be looked for." why={news.message} />;
    case 'failed':
      return <Failure class="failed" message="The search failed." why={news.message} />;
    case 'found':
      return <Found news={news} />;
  }
}

type Result = Extract<SearchNews, { kind: 'found' }>;

function Found({ news }: { news: Result }) {
  const { pasted, hits, index, aligned } = news;
  const [first] = pasted.proteins;
  const [ofFirst = []] = hits;
  return (
    <>
      {pasted.nucleotides > 0 && (
        <p class="note">
          {pasted.nucleotides === pasted.records ? 'These are nucleotides' : 'Some are nucleotides'}
          : their open reading frames of 30 codons or more were translated by genetic code 11,{' '}
          {countOf(pasted.proteins.length, 'protein')} in all. Of those that overlap, one is taken:
          that with codons more like those of the longest, or the longer one where few are long. So
          a gene may be missed or begin at another start.
        </p>
      )}
      {first !== undefined && pasted.proteins.length === 1 ? (
        <Hits query={first} hits={ofFirst} />
      ) : (
        <Several proteins={pasted.proteins} hits={hits} />
      )}
      <p class="hint">
        Searched: a protein of each of {familiesText(index.families)}
        {index.genes > 0 && `, and ${countOf(index.genes, 'gene')} without a family`}
        {index.leftOut > 0 &&
          ` (${formatCount(index.leftOut)} more without a family are not in the index)`}
        . The {aligned} with the most words of a reduced alphabet in common with{' '}
        {pasted.proteins.length > 1 ? 'each of yours' : 'yours'} are aligned (Smith–Waterman,
        BLOSUM62, gaps 11 and 1). Hits with an E-value of up to 0.01 are shown.
      </p>
    </>
  );
}

function Hits({ query, hits }: { query: PastedProtein; hits: readonly ProteinHit[] }) {
  return (
    <section>
      <h2>{countOf(hits.length, 'hit')}</h2>
      {hits.length === 0 ? (
        <p>
          No protein of this site is like it. A remote relative may still be: ask HHpred or a search
          by structure.
        </p>
      ) : (
        <>
          <SaveHits name={query.name} rows={hits.map((hit) => ({ query, hit }))} />
          <Table
            label="Table of hits"
            items={hits.map((hit, at): Row => ({ number: at + 1, query, hit }))}
            columns={hitColumns}
            keyOf={({ number }) => number}
            look="open"
          />
          <h2>Alignments</h2>
          {hits.map((hit, at) => (
            <details key={hit.gene} open={at === 0}>
              <summary>
                {hit.pham === null ? hit.gene : `Family ${hit.pham}, ${hit.gene}`}:{' '}
                {formatCount(Math.round(hit.bits))} bits, {percentOf(identityOf(hit))} identical
              </summary>
              <pre
                class="sequence"
                tabIndex={0}
                role="region"
                aria-label={`Alignment with ${hit.gene}`}
              >
                {alignmentText(hit)}
              </pre>
            </details>
          ))}
        </>
      )}
    </section>
  );
}

function identityOf({ identities, rows: [row] }: ProteinHit): number {
  return identities / row.length;
}

/** The share of the query that is aligned. */
function coverageOf({ protein }: PastedProtein, { query: [from, to] }: ProteinHit): number {
  return (to - from) / protein.length;
}

function expectedText(hits: number): string {
  return hits === 0 ? '0' : hits.toExponential(0);
}

/** A protein that was looked for, and what it is like; null for nothing. */
interface Row {
  readonly number: number;
  readonly query: PastedProtein;
  readonly hit: ProteinHit | null;
}

type HitColumn = Column<Row>;

const ofHit =
  (show: (hit: ProteinHit) => ComponentChildren) =>
  ({ hit }: Row) =>
    hit && show(hit);

const family: HitColumn = {
  title: 'Family',
  cell: ({ hit }) => (hit === null || hit.pham === null ? '–' : <FamilyLink pham={hit.pham} />),
};
const expected = numberColumn<Row>('E-value', ({ hit }) => hit && hit.expected, expectedText);
const named: readonly HitColumn[] = [
  { title: 'Function', cell: ofHit(({ notes }) => <Said text={notes || '–'} />) },
  { title: 'Aligned with', cell: ofHit(({ gene }) => <a href={linkTo('gene', gene)}>{gene}</a>) },
];
const aligned: readonly HitColumn[] = [
  numberColumn('Identical', ({ hit }) => hit && identityOf(hit), percentOf),
  numberColumn('Covered', ({ hit, query }) => hit && coverageOf(query, hit), percentOf),
];

const hitColumns: readonly HitColumn[] = [
  { ...family, isHead: true },
  ...named,
  numberColumn('Bits', ({ hit }) => hit && Math.round(hit.bits)),
  expected,
  ...aligned,
];

const lettersPerLine = 60;

/** As BLAST writes them: both rows with the places of their first and last letters, and what is between. */
function alignmentText({
  rows: [query, target],
  query: [own],
  target: [other],
}: ProteinHit): string {
  let [a, b] = [own, other];
  const lines: string[] = [];
  for (let at = 0; at < query.length; at += lettersPerLine) {
    const [top, bottom] = [query, target].map((row) => row.slice(at, at + lettersPerLine));
    if (top === undefined || bottom === undefined) break;
    const same = [...top].map((letter, place) => (letter === bottom.charAt(place) ? letter : ' '));
    const [endA, endB] = [a + lettersIn(top), b + lettersIn(bottom)];
    lines.push(
      `query ${String(a + 1).padStart(6)} ${top} ${endA}`,
      `${' '.repeat(13)}${same.join('')}`,
      `found ${String(b + 1).padStart(6)} ${bottom} ${endB}`,
      '',
    );
    [a, b] = [endA, endB];
  }
  return lines.join('\n');
}

function lettersIn(row: string): number {
  return row.replaceAll('-', '').length;
}

function Several({ proteins, hits }: Pick<Result, 'hits'> & Pick<Result['pasted'], 'proteins'>) {
  const best = useMemo(
    () => proteins.map((query, at): Row => ({ number: at + 1, query, hit: hits[at]?.[0] ?? null })),
    [proteins, hits],
  );
  const found = best.filter(({ hit }) => hit !== null);
  return (
    <>
      <Nearest best={best} />
      <section>
        <h2>
          {formatCount(found.length)} of {countOf(best.length, 'protein')} found
        </h2>
        <SaveHits
          name={proteins[0]?.name ?? ''}
          rows={best.flatMap(({ query, hit }) => (hit === null ? [] : [{ query, hit }]))}
        />
        <Table
          label="Table of proteins"
          items={best}
          columns={bestColumns}
          keyOf={({ number }) => number}
          look="open"
        />
      </section>
    </>
  );
}

function placeText({ place, name }: PastedProtein): string {
  if (place === null) return plainText(name);
  const { first, last, isReverse } = place;
  return `${formatCount(first)} to ${formatCount(last)}${isReverse ? ', reverse' : ''}`;
}

const bestColumns: readonly HitColumn[] = [
  {
    title: 'Protein',
    isHead: true,
    // A name may be long; a place is on one line.
    cell: ({ query }) => (
      <span class={query.place === null ? '' : 'place'}>{placeText(query)}</span>
    ),
  },
  family,
  ...named,
  numberColumn('Length (aa)', ({ query }) => query.protein.length),
  ...aligned,
  expected,
];

// Fewer families in common say little.
const leastFound = 3;
const mostNearest = 10;

/** The phages with the most of the families that were found. */
function Nearest({ best }: { best: readonly Row[] }) {
  const families = useMemo(
    () => [...new Set(best.flatMap(({ hit }) => hit?.pham ?? []))].sort((a, b) => a - b),
    [best],
  );
  const found = useLoaded(families.join(' '), async () => {
    if (families.length < leastFound) return [];
    const rows = await allPhages();
    const names = rows.map(({ name }) => name);
    const contents = await unlessMissing(fetchContent(rows, names), []);
    return rows
      .map(({ name, cluster, subcluster, hasGenome }, at): Relative => {
        const own = contents[at] ?? [];
        const [similarity, shared] = [similarityOf(families, own), sharedBy(families, own)];
        const counts = { similarity, shared, families: own.length };
        return { name, cluster, subcluster, hasGenome, ...counts };
      })
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, mostNearest);
  });
  if (families.length < leastFound) return null;
  return (
    <section>
      <h2>Most similar phages</h2>
      <Show of={found}>
        {(nearest) => (
          <>
            <Table
              label="Table of similar phages"
              items={nearest}
              columns={similarColumns}
              keyOf={({ name }) => name}
              look="open"
            />
            <p class="hint">
              Similarity is that of gene content: the families that were found and that a phage has,
              as the mean of their share in the one and in the other.
            </p>
          </>
        )}
      </Show>
    </section>
  );
}

interface SaveHitsProps {
  readonly name: string;
  readonly rows: readonly { readonly query: PastedProtein; readonly hit: ProteinHit }[];
}

const header = [
  'query',
  'family',
  'gene',
  'function',
  'bits',
  'e_value',
  'identity',
  'query_from',
  'query_to',
  'gene_from',
  'gene_to',
];

function SaveHits({ name, rows }: SaveHitsProps) {
  return (
    <p class="row-tools">
      <Button
        act={() =>
          saveTable(
            `${name.split(/\s/)[0] || 'sequence'}_hits.tsv`,
            header,
            rows.map(({ query, hit }) => [
              query.place === null ? query.name : placeText(query),
              hit.pham,
              hit.gene,
              hit.notes,
              hit.bits.toFixed(1),
              expectedText(hit.expected),
              identityOf(hit).toFixed(3),
              hit.query[0] + 1,
              hit.query[1],
              hit.target[0] + 1,
              hit.target[1],
            ]),
          )
        }
      >
        Hits (TSV)
      </Button>
    </p>
  );
}
