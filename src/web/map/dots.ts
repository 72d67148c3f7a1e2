/** Items as dots of a drawing, to point at. */
import type { Shape } from './scene.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Of a drawing with dots: it, and where they are in it, in pixels. */
export interface Dotted<Item> {
  readonly shapes: readonly Shape[];
  /** The nearest to a place; null if none is near. */
  readonly dotAt: (x: number, y: number) => Item | null;
  readonly placeOf: (item: Item) => Point;
}

// In pixels.
const side = 8;
const reach = 10;

export function dotsOf<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => Point,
  style: { readonly fill: string; readonly opacity: number },
): Dotted<Item> {
  const places = items.map(placeOf);
  return {
    shapes: places.map(({ x, y }) => {
      const half = side / 2;
      const points = [x - half, y, x, y - half, x + half, y, x, y + half];
      return { kind: 'polygon', points, ...style };
    }),
    dotAt(x, y) {
      let [found, nearest]: [Item | null, number] = [null, reach * reach];
      for (const [at, place] of places.entries()) {
        const distance = (place.x - x) ** 2 + (place.y - y) ** 2;
        if (distance < nearest) [found, nearest] = [items[at] ?? null, distance];
      }
      return found;
    },
    placeOf,
  };
}
