/** The proteins of a family aligned, when a reader asks for it: conservation, consensus, and where each begins. */
import { useMemo, useState } from 'preact/hooks';
import {
  alignedFasta,
  type Aligned,
  alignProteins,
  chosenForAlignment,
  clustalOf,
  columnsOf,
  type Start,
  startsOf,
} from './data/alignment.ts';
import type { Gene } from './data/records.ts';
import { countOf, fastaType, formatCount, saveFile } from './files.ts';
import { Canvas, Measured, useTheme } from './canvas.tsx';
import { SaveDrawing } from './mapParts.tsx';
import { alignmentMap, columnsIn } from './map/alignmentMap.ts';
import { useGradual } from './page.tsx';
import { Button, Failure, joined } from './widgets.tsx';
import { type Column, numberColumn, Table } from './table.tsx';
import { linkTo } from './route.ts';

type AlignmentProps = Readonly<{ id: string; genes: readonly Gene[]; total: number }>;

export function Alignment({ id, genes, total }: AlignmentProps) {
  const [aligned, setAligned] = useState<Aligned | null>(null);
  const { read, failure, start } = useGradual();
  const chosen = useMemo(() => chosenForAlignment(genes), [genes]);
  if (chosen.length < 2) return null;
  const align = () =>
    start(0, async () => {
      // The button says so before the work begins.
      await new Promise((done) => setTimeout(done, 50));
      setAligned(await alignProteins(chosen));
    });
  return (
    <section>
      <h2>Alignment</h2>
      {chosen.length < total && (
        <p>
          {formatCount(chosen.length)} of {formatCount(total)} proteins are aligned, evenly spread
          over {genes.length < total ? 'those that are loaded' : 'all'} in order of GeneID. For all
          of them, save the proteins below and use a program such as MAFFT.
        </p>
      )}
      {aligned !== null ? (
        <Shown id={id} aligned={aligned} />
      ) : (
        <p class="row-tools">
          <Button act={align} disabled={read !== null}>
            Align {countOf(chosen.length, 'protein')}
          </Button>
          <span role="status">{read !== null && 'Aligning …'}</span>
        </p>
      )}
      <Failure class="failed" message="These could not be aligned." why={failure} />
    </section>
  );
}

function Shown({ id, aligned }: { id: string; aligned: Aligned }) {
  const columns = useMemo(() => columnsOf(aligned.rows), [aligned]);
  const theme = useTheme();
  const [asked, setFrom] = useState(0);
  const starts = useMemo(() => startsOf(aligned), [aligned]);
  const same = columns.filter(({ conservation }) => conservation === 1).length;
  const name = `family_${id}_alignment`;
  return (
    <>
      <p class="row-tools">
        <Button act={() => saveFile(`${name}.fasta`, alignedFasta(aligned), fastaType)}>
          Save alignment (FASTA)
        </Button>
        <Button act={() => saveFile(`${name}.aln`, clustalOf(aligned))}>
          Save alignment (Clustal)
        </Button>
        <span>
          {countOf(columns.length, 'column')}, in {formatCount(same)} all are the same
        </span>
      </p>
      <Measured>
        {(width) => {
          const shown = columnsIn(width, aligned);
          const last = Math.max(0, columns.length - shown);
          const from = Math.min(asked, last);
          const step = Math.max(1, Math.floor(shown * 0.9));
          const move = (by: number) => setFrom(Math.min(last, Math.max(0, from + by)));
          const to = Math.min(columns.length, from + shown);
          const caption = `Alignment of ${countOf(aligned.genes.length, 'protein')}, columns ${from + 1} to ${to}.`;
          return (
            <>
              <div class="row-tools" role="group" aria-label="Move in the alignment, and save it">
                <Button aria-label="To the left" disabled={from === 0} act={() => move(-step)}>
                  ◀
                </Button>
                <Button aria-label="To the right" disabled={from === last} act={() => move(step)}>
                  ▶
                </Button>
                <span role="status">
                  Columns {formatCount(from + 1)} to {formatCount(to)}
                </span>
                <SaveDrawing
                  name={name}
                  figure={{ caption }}
                  draw={(paper) => alignmentMap(aligned, columns, { from, width, theme: paper })}
                />
              </div>
              <Canvas
                scene={alignmentMap(aligned, columns, { from, width, theme })}
                role="img"
                aria-label={`${caption} The saved files have all of it as text.`}
              />
            </>
          );
        }}
      </Measured>
      <h3>Where they begin</h3>
      <Table
        label="Table of starts"
        items={starts}
        columns={startColumns}
        keyOf={({ column }) => column}
        look="open"
      />
    </>
  );
}

const mostGenes = 12;

const startColumns: readonly Column<Start>[] = [
  { ...numberColumn('Column', ({ column }) => column), isHead: true },
  numberColumn('Proteins', ({ genes }) => genes.length),
  {
    title: 'Genes',
    cell: ({ genes }) => (
      <>
        {joined(genes.slice(0, mostGenes), ({ id }) => (
          <a href={linkTo('gene', id)}>{id}</a>
        ))}
        {genes.length > mostGenes && ` and ${formatCount(genes.length - mostGenes)} more`}
      </>
    ),
  },
];
