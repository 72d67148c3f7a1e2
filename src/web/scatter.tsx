/** Phages as dots, each of which leads to its page: by genome length and GC content, and where they were found. */
import type { ComponentProps } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PhageRow } from './data/indexes.ts';
import { countOf, formatCount } from './files.ts';
import { type Dot, scatterMap } from './map/scatterMap.ts';
import type { DrawingSpace } from './map/scene.ts';
import type { FoundAt } from './map/worldMap.ts';
import { Figure, Tip } from './mapParts.tsx';
import { useLoaded } from './page.tsx';
import { linkTo } from './route.ts';
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
        describe={({ length, gc }) => `${formatCount(length)} bp, ${gc.toFixed(1)} % GC`}
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
        describe={({ latitude, longitude }) =>
          `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`
        }
      />
    </section>
  );
}

interface DotsProps<Item> extends Pick<
  ComponentProps<typeof Figure<Item>>,
  'draw' | 'figure' | 'label' | 'name'
> {
  readonly describe: (item: Item) => string;
}

function Dots<Item extends { readonly name: string }>({ describe, ...figure }: DotsProps<Item>) {
  return (
    <Figure<Item>
      {...figure}
      toolsLabel="Save the chart"
      linkOf={({ name }) => linkTo('phage', name)}
      tip={(item, place) => (
        <Tip {...place}>
          <strong>{plainText(item.name)}</strong>
          <br />
          {describe(item)}
        </Tip>
      )}
    />
  );
}
