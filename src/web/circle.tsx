/** The genome of a phage as a circle, to point at; keys go through its genes in the table below. */
import { useMemo, useState } from 'preact/hooks';
import { Canvas, useTheme } from './canvas.tsx';
import type { PhagesOf } from './data/indexes.ts';
import type { Gene } from './data/records.ts';
import type { FigureText } from './map/captioned.ts';
import { circleMap } from './map/circleMap.ts';
import type { PhageMapContent } from './map/phageMap.ts';
import { GeneTip, SaveDrawing } from './mapParts.tsx';
import { goTo, linkTo } from './route.ts';

export interface CircleProps {
  /** In pixels. */
  readonly width: number;
  readonly content: PhageMapContent;
  readonly phagesOf: PhagesOf;
  readonly label: string;
  readonly figure: FigureText;
  /** The name of saved files, without extension. */
  readonly name: string;
}

export function Circle({ width, content, phagesOf, label, figure, name }: CircleProps) {
  const theme = useTheme();
  const [marked, setMarked] = useState<{ gene: Gene; left: number; top: number } | null>(null);
  const id = marked?.gene.id ?? null;
  const drawn = useMemo(
    () => circleMap(content, { width, theme, marked: id }),
    [content, width, theme, id],
  );
  return (
    <>
      <div class="row-tools" role="group" aria-label="Save the map">
        <SaveDrawing
          name={name}
          figure={figure}
          draw={(paper) => circleMap(content, { width, theme: paper, marked: null }).scene}
        />
      </div>
      <div class="map-canvas">
        <Canvas
          scene={drawn.scene}
          role="img"
          aria-label={`${label} The table below has the same.`}
          onMouseMove={(event) => {
            const { left, top } = event.currentTarget.getBoundingClientRect();
            const [x, y] = [event.clientX - left, event.clientY - top];
            const gene = drawn.geneAt(x, y);
            if (gene?.id !== id) setMarked(gene && { gene, left: x, top: y });
            event.currentTarget.classList.toggle('on-gene', gene !== null);
          }}
          onMouseLeave={() => setMarked(null)}
          onClick={() => marked !== null && goTo(linkTo('gene', marked.gene.id))}
        />
        {marked !== null && (
          <GeneTip
            gene={marked.gene}
            phagesOf={phagesOf}
            left={Math.min(marked.left, Math.max(0, width - 300))}
            top={marked.top + 12}
          />
        )}
      </div>
    </>
  );
}
