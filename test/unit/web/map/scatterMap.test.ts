import { expect, test } from 'vitest';
import { lightTheme } from '../../../../src/web/map/scene.ts';
import { axisOf, scatterMap } from '../../../../src/web/map/scatterMap.ts';

test.each([
  [[41_000, 163_000], { from: 40_000, to: 180_000, step: 20_000 }],
  [[57.3, 68.1], { from: 56, to: 70, step: 2 }],
  [[50_000, 50_000], { from: 50_000, to: 50_100, step: 100 }],
])('an axis holds %j, and has round marks', (numbers, { from, to, step }) => {
  const axis = axisOf(numbers);
  expect(axis.from).toBeLessThanOrEqual(Math.min(...numbers));
  expect(axis.to).toBeGreaterThanOrEqual(Math.max(...numbers));
  expect([axis.from, axis.to, axis.marks[1]! - axis.marks[0]!]).toEqual([from, to, step]);
});

test('the dot that is nearest to a place is found, and none far from all', () => {
  const dots = [
    { name: 'Small', length: 40_000, gc: 60 },
    { name: 'Large', length: 160_000, gc: 70 },
  ];
  const { scene, spotAt } = scatterMap(dots, { width: 600, theme: lightTheme });
  const drawn = scene.shapes.flatMap((shape) => (shape.kind === 'polygon' ? [shape.points] : []));
  expect(drawn).toHaveLength(2);
  for (const [at, [, y = 0, x = 0]] of drawn.entries()) {
    expect(spotAt(x + 3, y - 3)).toEqual({ item: dots[at], left: x, top: y + 10 });
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(scene.width);
  }
  expect(spotAt(300, 150)).toBeNull();
});

test.each([260, 358, 600, 1168])('marks of lengths do not overlap at %i pixels', (width) => {
  const dots = [39_640, 164_602].map((length, at) => ({ name: `${at}`, length, gc: 60 + at }));
  const { shapes } = scatterMap(dots, { width, theme: lightTheme }).scene;
  const marks = shapes.flatMap((shape) =>
    shape.kind === 'text' && shape.text.endsWith(' kb') ? [shape.x] : [],
  );
  expect(marks.length).toBeGreaterThan(1);
  // The widest is six letters of 11 pixels.
  for (const [at, x] of marks.slice(1).entries()) expect(x - marks[at]!).toBeGreaterThan(42);
});
