/** Where phages were found: a map of the world, north up and in even degrees, with a dot for each. */
import { type DrawingSpace, type Scene, type Shape } from './scene.ts';

export interface FoundAt {
  readonly name: string;
  /** In degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

// Without the Antarctic, where the land is only wide because the map is flat.
const [north, south] = [84, -58];
const side = 8;
const reach = 10;

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
  for (const { latitude, longitude } of seen) {
    const [x, y, half] = [xOf(longitude), yOf(latitude), side / 2];
    const points = [x - half, y, x, y - half, x + half, y, x, y + half];
    shapes.push({ kind: 'polygon', points, fill: theme.accent, stroke: theme.paper, opacity: 0.8 });
  }
  const scene: Scene = { width, height, background: theme.paper, shapes };
  return {
    scene,
    /** The nearest to a place in pixels; null if none is near. */
    dotAt: (x: number, y: number): FoundAt | null => {
      let [found, nearest]: [FoundAt | null, number] = [null, reach * reach];
      for (const place of seen) {
        const distance = (xOf(place.longitude) - x) ** 2 + (yOf(place.latitude) - y) ** 2;
        if (distance < nearest) [found, nearest] = [place, distance];
      }
      return found;
    },
    placeOf: ({ latitude, longitude }: FoundAt) => ({ x: xOf(longitude), y: yOf(latitude) }),
  };
}
