/** Items as dots of a drawing, to point at. */
import type { Pointed, Shape } from './scene.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

// In pixels.
const side = 8;
const reach = 10;

/** The dots, and which of them is the nearest to a place. */
export function dotsOf<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => Point,
  style: { readonly fill: string; readonly opacity: number },
): { readonly shapes: readonly Shape[] } & Required<Pick<Pointed<Item>, 'spotAt'>> {
  const places = items.map((item) => ({ item, ...placeOf(item) }));
  return {
    shapes: places.map(({ x, y }) => {
      const half = side / 2;
      const points = [x - half, y, x, y - half, x + half, y, x, y + half];
      return { kind: 'polygon', points, ...style };
    }),
    spotAt(left, top) {
      let [found, nearest]: [(typeof places)[number] | null, number] = [null, reach * reach];
      for (const place of places) {
        const distance = (place.x - left) ** 2 + (place.y - top) ** 2;
        if (distance < nearest) [found, nearest] = [place, distance];
      }
      return found && { item: found.item, left: found.x, top: found.y + 10 };
    },
  };
}
