import { expect, test } from 'vitest';
import { lightTheme } from '../../../../src/web/map/scene.ts';
import { worldMap } from '../../../../src/web/map/worldMap.ts';

// A square around the origin, and one at the South Pole, which is left out.
const land = [
  [-100, -100, 100, -100, 100, 100, -100, 100],
  [-1800, -900, 1800, -900, 1800, -700, -1800, -700],
];
const places = [
  { name: 'Middle', latitude: 0, longitude: 0 },
  { name: 'Pittsburgh', latitude: 40.44, longitude: -79.95 },
  { name: 'South', latitude: -89, longitude: 0 },
];
const map = worldMap(places, land, { width: 720, theme: lightTheme });

test('places are found where they are drawn, north up', () => {
  expect(map.spotAt(363, 165)).toEqual({ item: places[0], left: 360, top: 178 });
  // Two pixels for each degree.
  const [x, y] = [360 - 2 * 79.95, 2 * (84 - 40.44)];
  expect(map.spotAt(x + 5, y - 5)?.item).toBe(places[1]);
  expect(map.spotAt(x + 50, y)).toBeNull();
});

test('all that is drawn is on the map', () => {
  const { shapes, width, height } = map.scene;
  const polygons = shapes.flatMap((shape) => (shape.kind === 'polygon' ? [shape] : []));
  // The land but for the Antarctic, and two places.
  expect(polygons).toHaveLength(3);
  for (const { points } of polygons)
    for (const [at, value] of points.entries()) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(at % 2 === 0 ? width : height);
    }
});
