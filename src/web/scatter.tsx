/** All phages of a site by the length of their genomes and their GC content: each leads to its page. */
import { useMemo, useState } from 'preact/hooks';
import type { PhageRow } from './data/indexes.ts';
import { plainText } from '../text/values.ts';
import { countOf, formatCount } from './files.ts';
import { Canvas, Measured, useTheme } from './canvas.tsx';
import { SaveDrawing, Tip } from './mapParts.tsx';
import { type Dot, scatterMap } from './map/scatterMap.ts';
import { goTo, linkTo } from './route.ts';

export function Scatter({ rows }: { rows: readonly PhageRow[] }) {
  const dots = useMemo(
    () =>
      rows.flatMap(({ name, length, gc }): readonly Dot[] =>
        length === null || gc === null || length <= 0 ? [] : [{ name, length, gc }],
      ),
    [rows],
  );
  if (dots.length < 2) return null;
  return (
    <section>
      <h2>Genome length and GC content</h2>
      <Measured>{(width) => <Drawn dots={dots} width={width} />}</Measured>
    </section>
  );
}

function Drawn({ dots, width }: { dots: readonly Dot[]; width: number }) {
  const theme = useTheme();
  const [pointed, setPointed] = useState<Dot | null>(null);
  const drawn = useMemo(() => scatterMap(dots, { width, theme }), [dots, width, theme]);
  const place = pointed === null ? null : drawn.placeOf(pointed);
  return (
    <>
      <div class="map-canvas">
        <Canvas
          scene={drawn.scene}
          role="img"
          aria-label={`${countOf(dots.length, 'phage')} by genome length and GC content. The table of phages has both.`}
          onMouseMove={(event) => {
            const { left, top } = event.currentTarget.getBoundingClientRect();
            const found = drawn.dotAt(event.clientX - left, event.clientY - top);
            if (found !== pointed) setPointed(found);
            event.currentTarget.classList.toggle('on-gene', found !== null);
          }}
          onMouseLeave={() => setPointed(null)}
          onClick={() => pointed !== null && goTo(linkTo('phage', pointed.name))}
        />
        {pointed !== null && place !== null && (
          <Tip left={Math.min(place.x, Math.max(0, width - 300))} top={place.y + 10}>
            <strong>{plainText(pointed.name)}</strong>
            <br />
            {formatCount(pointed.length)} bp, {pointed.gc.toFixed(1)} % GC
          </Tip>
        )}
      </div>
      <div class="row-tools" role="group" aria-label="Save the chart">
        <SaveDrawing
          name="genomes"
          figure={{ caption: `${countOf(dots.length, 'phage')} by genome length and GC content.` }}
          draw={(paper) => scatterMap(dots, { width, theme: paper }).scene}
        />
      </div>
    </>
  );
}
