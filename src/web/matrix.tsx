/** How alike phages are, each with each: a matrix in the order of a tree, for phages that a reader chose or a filter finds. */
import { useMemo, useState } from 'preact/hooks';
import type { LegendEntry } from './map/captioned.ts';
import { lightTheme } from './map/scene.ts';
import { mashDistance, mashExplanation } from './data/sketch.ts';
import {
  eachWithEach,
  fetchContent,
  newickOf,
  sharedBy,
  similaritiesOf,
  treeOf,
  type Content,
  withFamilies,
} from './data/content.ts';
import { fetchPhages, type PhageRow } from './data/indexes.ts';
import { plainText } from '../text/values.ts';
import { countOf, familiesText, formatCount, saveFile, saveTable } from './files.ts';
import { CompareGenomes } from './compareGenomes.tsx';
import { Canvas, keyPresses, Measured, useTheme } from './canvas.tsx';
import { SaveDrawing, Tip } from './mapParts.tsx';
import { type MatrixContent, matrixMap, shadeOf } from './map/matrixMap.ts';
import { NoPage, PageHead, type PageProps, Show, useLoaded } from './page.tsx';
import { filterPhages, phageQueryOf } from './phageFilter.ts';
import { goTo, isSeen, linkTo } from './route.ts';
import { Button } from './widgets.tsx';
import { type Column, inHundredths, nameColumn, numberColumn, Table } from './table.tsx';

// More would take a screen's pixels for less than a pixel each, and a second to sort.
export const mostInMatrix = 1000;

export function MatrixPage({ site, query }: PageProps) {
  const index = useLoaded('phages', fetchPhages);
  const description = 'How many gene families phages share, each with each.';
  if (!site.views.includes('phams')) {
    return (
      <NoPage class="note" site={site} title="Similarity" description={description}>
        This site was built without gene families.
      </NoPage>
    );
  }
  return (
    <>
      <PageHead site={site} title="Similarity" description={description}>
        <p class="lead">How much of their gene content phages have in common.</p>
      </PageHead>
      <Show of={index} missing={<p class="note">This site has no index of its phages.</p>}>
        {(rows) => <Chosen rows={rows} query={query} />}
      </Show>
    </>
  );
}

function Chosen({ rows, query }: { rows: readonly PhageRow[]; query: string }) {
  const chosen = useMemo(() => {
    const named = new Set(new URLSearchParams(query).getAll('with').filter(isSeen));
    return named.size > 0
      ? rows.filter(({ name }) => named.has(name))
      : filterPhages(rows, phageQueryOf(query));
  }, [rows, query]);
  const shown = chosen.slice(0, mostInMatrix);
  return (
    <>
      <p class="row-tools">
        <span role="status">{countOf(chosen.length, 'phage')}</span>
        <a class="button" href={linkTo('phages')}>
          Choose others in the table of phages
        </a>
      </p>
      {chosen.length > shown.length && (
        <p class="note">
          The first {formatCount(shown.length)} are compared. Filter the table of phages for fewer.
        </p>
      )}
      {shown.length === 0 ? (
        <p class="note">No phage fits.</p>
      ) : (
        <Matrix rows={rows} phages={shown} />
      )}
    </>
  );
}

type MatrixProps = Readonly<{ rows: readonly PhageRow[]; phages: readonly PhageRow[] }>;

/** The matrix of some phages, and the same as a table. */
function Matrix({ rows, phages }: MatrixProps) {
  const names = useMemo(() => phages.map((phage) => phage.name), [phages]);
  const contents = useLoaded(names.join('\n'), () => fetchContent(rows, names));
  return (
    <Show
      of={contents}
      missing={<p class="note">This site does not say which families its phages have.</p>}
    >
      {(all) => <MatrixOf rows={rows} names={names} contents={all} name="similarity" />}
    </Show>
  );
}

interface MatrixOfProps {
  /** All phages of the site. */
  readonly rows: readonly PhageRow[];
  readonly names: readonly string[];
  readonly contents: readonly Content[];
  /** The name of saved files, without extension. */
  readonly name: string;
}

/** The same of phages whose families are known. */
export function MatrixOf({ rows, names: all, contents: found, name }: MatrixOfProps) {
  const { names, contents, without } = useMemo(() => withFamilies(all, found), [all, found]);
  const content = useMemo(() => {
    const similarities = similaritiesOf(contents);
    const tree = treeOf(similarities, names.length);
    return tree && { names, similarities, tree };
  }, [names, contents]);
  const ofFamilies = useMemo(() => familyMeasure(contents), [contents]);
  return (
    <>
      {without.length > 0 && (
        <p class="note">
          Without gene families:{' '}
          {without.length > 10
            ? countOf(without.length, 'phage')
            : without.map(plainText).join(', ')}
          .
        </p>
      )}
      {names.length === 1 && (
        <p class="note">There is no other phage here to compare {names.map(plainText)} with.</p>
      )}
      {content !== null && names.length > 1 && (
        <>
          <Drawn content={content} measure={ofFamilies} name={name} />
          <Nearest content={content} contents={contents} />
        </>
      )}
      <ByNucleotides key={all.join('\n')} rows={rows} names={all} name={name} />
    </>
  );
}

/** What a matrix is of, in words. */
interface Measure {
  /** What an empty cell and a full one mean, and how similarity is measured. */
  readonly least: string;
  readonly most: string;
  readonly caption: string;
  /** What a saved table has for a similarity. */
  readonly saved: (similarity: number) => number;
  /** What a cell has for one, as far as two phages are alike at all. */
  readonly written: (similarity: number) => string;
  readonly ownOf: (at: number) => string;
  readonly pairOf: (a: number, b: number, similarity: number) => string;
}

function familyMeasure(contents: readonly Content[]): Measure {
  return {
    least: 'Nothing in common',
    most: 'all families in common',
    caption: 'Of the gene families of each, the share that both have; the mean of the two shares.',
    saved: (similarity) => similarity,
    written: (similarity) =>
      similarity < 0.005
        ? '<0.01'
        : similarity >= 0.995 && similarity < 1
          ? '>0.99'
          : inHundredths(similarity),
    ownOf: (at) => familiesText(contents[at]?.length ?? 0),
    pairOf(a, b, similarity) {
      const shared = sharedBy(contents[a] ?? [], contents[b] ?? []);
      return `${similarity.toFixed(2)}, ${familiesText(shared)} in common`;
    },
  };
}

// Farther apart, two genomes have nearly no word in common.
const farthest = 0.25;

const byNucleotides: Measure = {
  least: `A Mash distance of ${farthest} or more`,
  most: '0',
  caption: mashExplanation,
  saved: (similarity) => 1 - similarity,
  written: (similarity) => (1 - similarity).toFixed(3),
  ownOf: () => 'the same genome',
  pairOf: (_, __, similarity) => `a Mash distance of ${(1 - similarity).toFixed(3)}`,
};

const nearness = (a: Uint32Array, b: Uint32Array) => 1 - mashDistance(a, b);

// A genome of 50,000 bases each.
const mostGenomes = 200;

/** The same by their nucleotides, if a reader asks for it: their genomes are loaded. */
function ByNucleotides({ rows, names: all, name }: Omit<MatrixOfProps, 'contents'>) {
  const names = useMemo(() => {
    const have = new Set(rows.flatMap((row) => (row.hasGenome ? [row.name] : [])));
    return all.filter((one) => have.has(one)).slice(0, mostGenomes);
  }, [rows, all]);
  const [compared, setCompared] = useState<readonly MatrixContent[]>([]);
  const [content, exact] = compared;
  if (names.length < 2) return null;
  const use = (sketches: readonly Uint32Array[]) => {
    const known = eachWithEach(sketches, nearness);
    const shown = known.map((one) => Math.max(0, 1 - (1 - one) / farthest));
    setCompared(
      [shown, known].flatMap((similarities) => {
        const tree = treeOf(similarities, names.length);
        return tree === null ? [] : [{ names, similarities, tree }];
      }),
    );
  };
  return (
    <section>
      <h2>By nucleotides</h2>
      {names.length < all.length && (
        <p class="note">
          {names.length === mostGenomes ? 'The first ' : ''}
          {countOf(names.length, 'phage')} of {formatCount(all.length)} with a genome on this site.
        </p>
      )}
      {content === undefined ? (
        <CompareGenomes
          names={names}
          title={`Compare ${formatCount(names.length)} genomes`}
          use={use}
        />
      ) : (
        <Drawn
          content={content}
          exact={exact}
          measure={byNucleotides}
          name={`${name}_nucleotides`}
        />
      )}
    </section>
  );
}

interface DrawnProps extends Pick<MatrixOfProps, 'name'> {
  readonly content: MatrixContent;
  /** What is said and saved, where what is drawn ends before: the same without an end. */
  readonly exact?: MatrixContent | undefined;
  readonly measure: Measure;
}

function Drawn({ content, exact = content, measure, name }: DrawnProps) {
  const { names, tree } = content;
  const count = names.length;
  const theme = useTheme();
  return (
    <>
      <Measured>{(width) => <Cells {...{ content, exact, measure, name, width }} />}</Measured>
      <p class="legend">
        {measure.least}{' '}
        <span class="scale" aria-hidden="true">
          {Array.from({ length: 11 }, (_, at) => (
            <span key={at} style={{ backgroundColor: shadeOf(at / 10, theme) }} />
          ))}
        </span>{' '}
        {measure.most}. The order is that of a tree by average linkage (UPGMA).
      </p>
      <p class="row-tools">
        <Button act={() => saveFile(`${name}_tree.nwk`, newickOf(exact.tree, names))}>
          Save tree (Newick)
        </Button>
        <Button
          act={() =>
            saveTable(
              `${name}.tsv`,
              ['Phage', ...tree.leaves.map((leaf) => names[leaf] ?? '')],
              tree.leaves.map((row) => [
                names[row] ?? '',
                ...tree.leaves.map((column) =>
                  Number(measure.saved(exact.similarities[row * count + column] ?? 0).toFixed(4)),
                ),
              ]),
            )
          }
        >
          Save matrix (TSV)
        </Button>
      </p>
    </>
  );
}

type Pair = readonly [row: number, column: number];

function Cells({ content, exact = content, measure, name, width }: DrawnProps & { width: number }) {
  const { names, tree } = content;
  const count = names.length;
  const theme = useTheme();
  const drawn = useMemo(
    () => matrixMap(content, { width, theme }, write),
    [content, exact, measure, width, theme],
  );
  const [marked, setMarked] = useState<{ pair: Pair; byKey: boolean } | null>(null);
  const pair = marked === null ? null : marked.pair.map((at) => Math.min(at, count - 1));
  const [row = 0, column = 0] = pair ?? [];
  const [a, b] = [tree.leaves[row] ?? 0, tree.leaves[column] ?? 0];
  const box = drawn.boxOf(row, column);
  const description = describe();
  const follow = () => {
    if (pair === null) return;
    const both = [names[a] ?? '', names[b] ?? ''];
    goTo(a === b ? linkTo('phage', both[0]) : linkTo('compare', '', { with: both }));
  };
  const go = (down: number, right: number) =>
    setMarked({
      byKey: true,
      pair: [
        Math.min(count - 1, Math.max(0, row + down)),
        Math.min(count - 1, Math.max(0, column + right)),
      ],
    });
  const keys = {
    ArrowRight: () => go(0, pair === null ? 0 : 1),
    ArrowLeft: () => go(0, -1),
    ArrowDown: () => go(pair === null ? 0 : 1, 0),
    ArrowUp: () => go(-1, 0),
    Enter: follow,
    Escape: () => setMarked(null),
  };
  return (
    <>
      <div class="row-tools" role="group" aria-label="Save the matrix">
        <SaveDrawing
          name={name}
          figure={{
            caption: `Similarity of ${countOf(count, 'phage')}, each with each, in the order of a tree by average linkage. ${measure.caption}`,
            legend: scaleOf(measure),
          }}
          draw={(paper) => matrixMap(content, { width, theme: paper }, write).scene}
        />
      </div>
      <div class="map-canvas">
        <Canvas
          scene={drawn.scene}
          tabIndex={0}
          role="application"
          aria-roledescription="matrix"
          aria-label={`Similarity of ${countOf(count, 'phage')}, each with each. Arrow keys go from one pair to the next, Enter compares it. The table below names the nearest of each.`}
          onMouseMove={(event) => {
            const { left, top } = event.currentTarget.getBoundingClientRect();
            const found = drawn.pairAt(event.clientX - left, event.clientY - top);
            if (found?.[0] === row && found[1] === column && marked !== null) return;
            setMarked(found === null ? null : { pair: found, byKey: false });
          }}
          onMouseLeave={() => setMarked(null)}
          onClick={follow}
          onKeyDown={keyPresses(keys)}
        />
        {pair !== null && (
          <>
            <span
              class="marked-cell"
              style={{
                left: `${box.x}px`,
                top: `${box.y}px`,
                width: `${drawn.size}px`,
                height: `${drawn.size}px`,
              }}
            />
            <Tip left={Math.min(box.x, Math.max(0, width - 300))} top={box.y + drawn.size + 8}>
              {description}
            </Tip>
          </>
        )}
      </div>
      <p class="hint" aria-hidden="true">
        Point at a cell for a pair of phages. A click compares them.
      </p>
      <p class="unseen" role="status">
        {marked?.byKey === true && description}
      </p>
    </>
  );

  function write(one: number, other: number): string {
    return measure.written(exact.similarities[one * count + other] ?? 0);
  }

  function describe(): string {
    const [one, other] = [names[a] ?? '', names[b] ?? ''].map(plainText);
    if (a === b) return `${one}: ${measure.ownOf(a)}`;
    const similarity = exact.similarities[a * count + b] ?? 0;
    return `${one} and ${other}: ${measure.pairOf(a, b, similarity)}`;
  }
}

/** The colours of a matrix on paper. */
function scaleOf({ least, most }: Measure): readonly LegendEntry[] {
  const labels = [least, ' ', ' ', ' ', most];
  return labels.map((label, at) => {
    return { color: shadeOf(at / (labels.length - 1), lightTheme), label };
  });
}

/** For each phage, in the order of the tree, the one that it is most like. */
function nearestOf({ names, similarities, tree }: MatrixContent, contents: readonly Content[]) {
  const count = names.length;
  return tree.leaves.map((leaf) => {
    const row = similarities.subarray(leaf * count, (leaf + 1) * count);
    let nearest = -1;
    let sum = 0;
    for (const [other, similarity] of row.entries()) {
      if (other === leaf) continue;
      sum += similarity;
      if (similarity > (row[nearest] ?? 0)) nearest = other;
    }
    return {
      name: names[leaf] ?? '',
      families: contents[leaf]?.length ?? 0,
      nearest: names[nearest] ?? '',
      similarity: row[nearest] ?? 0,
      mean: sum / (count - 1),
    };
  });
}

function Nearest(props: { content: MatrixContent; contents: readonly Content[] }) {
  const { content, contents } = props;
  const items = useMemo(() => nearestOf(content, contents), [content, contents]);
  return (
    <Table
      label="Table of nearest phages"
      items={items}
      columns={nearestColumns}
      keyOf={({ name }) => name}
    />
  );
}

const nearestColumns: readonly Column<ReturnType<typeof nearestOf>[number]>[] = [
  nameColumn,
  numberColumn('Gene families', ({ families }) => families),
  {
    title: 'Most like it',
    cell: ({ nearest }) => (nearest === '' ? 'none of these' : nameColumn.cell({ name: nearest })),
  },
  numberColumn('Similarity', ({ similarity }) => similarity, inHundredths),
  numberColumn('Mean of all', ({ mean }) => mean, inHundredths),
];
