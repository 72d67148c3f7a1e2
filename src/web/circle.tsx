/** The genome of a phage as a circle, to point at; keys go through its genes in the table below. */
import { useMemo } from 'preact/hooks';
import type { PhagesOf } from './data/indexes.ts';
import type { Gene } from './data/records.ts';
import type { FigureText } from './map/captioned.ts';
import { circleMap } from './map/circleMap.ts';
import type { PhageMapContent } from './map/phageMap.ts';
import type { DrawingSpace, Pointed } from './map/scene.ts';
import { Figure, GeneTip } from './mapParts.tsx';
import { linkTo } from './route.ts';

export interface CircleProps {
  readonly content: PhageMapContent;
  readonly phagesOf: PhagesOf;
  readonly label: string;
  readonly figure: FigureText;
  /** The name of saved files, without extension. */
  readonly name: string;
}

export function Circle({ content, phagesOf, label, figure, name }: CircleProps) {
  const draw = useMemo(
    () =>
      (space: DrawingSpace): Pointed<Gene> => {
        const { scene, geneAt } = circleMap(content, { ...space, marked: null });
        return {
          scene,
          spotAt(x, y) {
            const item = geneAt(x, y);
            return item && { item, left: x, top: y + 12 };
          },
          marking: ({ id }) => circleMap(content, { ...space, marked: id }).scene,
        };
      },
    [content],
  );
  return (
    <Figure<Gene>
      name={name}
      label={`${label} The table below has the same.`}
      toolsLabel="Save the map"
      figure={figure}
      draw={draw}
      linkOf={({ id }) => linkTo('gene', id)}
      tip={(gene, place) => <GeneTip gene={gene} phagesOf={phagesOf} {...place} />}
    />
  );
}
