/** Where phages were found: a map of the world, north up and in even degrees, with a dot for each. */
import { dotsOf } from './dots.ts';
import type { DrawingSpace, Scene, Shape } from './scene.ts';

export interface FoundAt {
  readonly name: string;
  /** In degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

// Without the Antarctic, where the land is only wide because the map is flat.
const [north, south] = [84, -58];

/** `land` is as `landOutlines` says. */
export function worldMap(
  places: readonly FoundAt[],
  land: readonly (readonly number[])[],
  { width, theme }: DrawingSpace,
) {
  const perDegree = width / 360;
  const height = Math.round((north - south) * perDegree);
  const xOf = (longitude: number) => (longitude + 180) * perDegree;
  const yOf = (latitude: number) => (north - latitude) * perDegree;
  const shapes: Shape[] = land
    .filter((ring) => ring.some((tenths, at) => at % 2 === 1 && tenths > south * 10))
    .map((ring) => ({
      kind: 'polygon',
      points: ring.map((tenths, at) =>
        at % 2 === 0 ? xOf(tenths / 10) : Math.min(height, yOf(tenths / 10)),
      ),
      fill: theme.line,
      opacity: 0.35,
    }));
  const seen = places.filter(({ latitude }) => latitude >= south && latitude <= north);
  const dots = dotsOf(
    seen,
    ({ latitude, longitude }) => ({ x: xOf(longitude), y: yOf(latitude) }),
    { fill: theme.accent, opacity: 0.8 },
  );
  shapes.push(...dots.shapes);
  const scene: Scene = { width, height, background: theme.paper, shapes };
  return { scene, spotAt: dots.spotAt };
}
