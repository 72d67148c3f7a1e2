/** The map of genomes below each other. */
import { useMemo } from 'preact/hooks';
import type { PhagesOf } from './data/indexes.ts';
import type { Gene } from './data/records.ts';
import { type Coloring, geneFigure } from './map/colors.ts';
import {
  compareMap,
  type CompareState,
  extentOf,
  isShownIn,
  type Track,
} from './map/compareMap.ts';
import type { MapView } from './map/labels.ts';
import { stopsOf, type Stretch } from './map/stretch.ts';
import { boxAt } from './map/track.ts';
import { Measured } from './canvas.tsx';
import { type Drawing, ZoomMap } from './mapFrame.tsx';
import { GeneTip, spokenGene } from './mapParts.tsx';
import { linkTo } from './route.ts';

export interface CompareViewProps extends Pick<CompareState, 'labeling' | 'selection' | 'colorOf'> {
  readonly name: string;
  readonly label: string;
  readonly tracks: readonly Track[];
  /** The whole stretch; by default, as much as the tracks need. */
  readonly whole?: Stretch;
  /** The stretch that is shown at first; by default, the whole. */
  readonly stretch?: Stretch | null;
  /** Called after the reader moved the map; with null if all is shown. */
  readonly onMoved?: (stretch: Stretch | null) => void;
  readonly phagesOf: PhagesOf;
  readonly coloring: Coloring;
}

export function CompareView(props: CompareViewProps) {
  const { tracks, labeling, selection, colorOf, phagesOf, coloring } = props;
  const genes = tracks.flatMap((track) => track.genes);
  const whole = props.whole ?? extentOf(tracks);
  const rows = useMemo(() => {
    const isShown = isShownIn(tracks, selection);
    const all = tracks.map((track) => stopsOf(track, track.genes.filter(isShown)));
    return all.filter((stops) => stops.length > 0);
  }, [tracks, selection]);
  const draw = useMemo(
    () =>
      (view: MapView, marked: Gene | null): Drawing<Gene> => {
        const choices = { labeling, selection, colorOf, marked: marked?.id ?? null };
        const { scene, boxes } = compareMap(tracks, { ...view, ...choices });
        return {
          scene,
          itemAt: (x, y) => boxAt(boxes, x, y, [1, 0])?.gene ?? null,
          boxOf: (item) => boxes.find(({ gene }) => gene === item),
        };
      },
    [tracks, labeling, selection, colorOf],
  );
  return (
    <Measured>
      {(width) => (
        <ZoomMap<Gene>
          width={width}
          whole={whole}
          stretch={props.stretch ?? null}
          fewest={Math.min((whole[1] - whole[0]) / 2, 100)}
          isStacked
          draw={draw}
          rows={rows}
          linkOf={({ id }) => linkTo('gene', id)}
          spoken={spokenGene}
          tip={(gene, place) => <GeneTip gene={gene} phagesOf={phagesOf} {...place} />}
          onMoved={(stretch) => props.onMoved?.(stretch)}
          kind="map of genomes"
          label={`${props.label} Arrow keys go from gene to gene and from genome to genome, Home and End to the first and last of a genome, Enter opens one`}
          wholeTitle="Show all"
          figure={geneFigure(props.label, coloring, genes)}
          name={props.name}
        />
      )}
    </Measured>
  );
}
