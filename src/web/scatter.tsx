/** Phages as dots, each of which leads to its page: by genome length and GC content, and where they were found. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Canvas, Measured, useTheme } from './canvas.tsx';
import type { PhageRow } from './data/indexes.ts';
import { countOf, formatCount } from './files.ts';
import type { FigureText } from './map/captioned.ts';
import type { Dotted } from './map/dots.ts';
import { type Dot, scatterMap } from './map/scatterMap.ts';
import type { DrawingSpace, Scene } from './map/scene.ts';
import type { FoundAt } from './map/worldMap.ts';
import { SaveDrawing, Tip } from './mapParts.tsx';
import { useLoaded } from './page.tsx';
import { goTo, linkTo } from './route.ts';
import { plainText } from '../text/values.ts';

export function Scatter({ rows }: { rows: readonly PhageRow[] }) {
  const dots = useMemo(
    () =>
      rows.flatMap(({ name, length, gc }): readonly Dot[] =>
        length === null || gc === null || length <= 0 ? [] : [{ name, length, gc }],
      ),
    [rows],
  );
  const draw = useMemo(() => (space: DrawingSpace) => scatterMap(dots, space), [dots]);
  if (dots.length < 2) return null;
  const caption = `${countOf(dots.length, 'phage')} by genome length and GC content.`;
  return (
    <section>
      <h2>Genome length and GC content</h2>
      <Dots
        draw={draw}
        name="genomes"
        label={`${caption} The table of phages has both.`}
        figure={{ caption }}
        said={({ length, gc }) => `${formatCount(length)} bp, ${gc.toFixed(1)} % GC`}
      />
    </section>
  );
}

/** The coasts are loaded where phages say where they were found. */
export function World({ rows }: { rows: readonly PhageRow[] }) {
  const places = useMemo(
    () =>
      rows.flatMap(({ name, latitude, longitude }): readonly FoundAt[] =>
        latitude === null || longitude === null ? [] : [{ name, latitude, longitude }],
      ),
    [rows],
  );
  const isKnown = places.length > 0;
  const code = useLoaded(`world ${isKnown}`, async () => (isKnown ? import('./world.ts') : null));
  const drawn = code.state === 'done' ? code.value : null;
  const draw = useMemo(
    () => drawn && ((space: DrawingSpace) => drawn.drawWorld(places, space)),
    [drawn, places],
  );
  if (draw === null) return null;
  const caption = `Where ${countOf(places.length, 'phage')} of ${formatCount(rows.length)} were found.`;
  return (
    <section>
      <h2>Where they were found</h2>
      <Dots<FoundAt>
        draw={draw}
        name="found"
        label={`${caption} The pages of phages have their places.`}
        figure={{ caption: `${caption} Coasts: Natural Earth.` }}
        said={({ latitude, longitude }) =>
          `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`
        }
      />
    </section>
  );
}

interface DotsProps<Item> {
  /** The same function as long as it draws the same. */
  readonly draw: (space: DrawingSpace) => Dotted<Item> & { readonly scene: Scene };
  /** The name of saved files, without extension. */
  readonly name: string;
  readonly label: string;
  readonly figure: FigureText;
  readonly said: (item: Item) => ComponentChildren;
}

function Dots<Item extends { readonly name: string }>(props: DotsProps<Item>) {
  return <Measured>{(width) => <Drawn<Item> {...props} width={width} />}</Measured>;
}

function Drawn<Item extends { readonly name: string }>({
  draw,
  name,
  label,
  figure,
  said,
  width,
}: DotsProps<Item> & { width: number }) {
  const theme = useTheme();
  const [pointed, setPointed] = useState<Item | null>(null);
  const drawn = useMemo(() => draw({ width, theme }), [draw, width, theme]);
  const place = pointed === null ? null : drawn.placeOf(pointed);
  return (
    <>
      <div class="row-tools" role="group" aria-label="Save the chart">
        <SaveDrawing
          name={name}
          figure={figure}
          draw={(paper) => draw({ width, theme: paper }).scene}
        />
      </div>
      <div class="map-canvas">
        <Canvas
          scene={drawn.scene}
          role="img"
          aria-label={label}
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
            {said(pointed)}
          </Tip>
        )}
      </div>
    </>
  );
}
