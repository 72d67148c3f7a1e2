import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeLabels } from '../../../../src/web/map/labels.ts';

const widthOf = (text: string) => text.length * 6;

test('no two labels overlap, and none leaves the map', () => {
  const label = fc.record({
    text: fc.string({ minLength: 1, maxLength: 30 }),
    x: fc.integer({ min: -50, max: 650 }),
    weight: fc.integer({ min: 0, max: 5 }),
  });
  fc.assert(
    fc.property(
      fc.array(label, { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      (labels, lanes) => {
        const placed = placeLabels(labels, lanes, [0, 600], widthOf);
        const boxes = placed.map(({ label: { text }, x, lane }) => ({
          lane,
          from: x - widthOf(text) / 2,
          to: x + widthOf(text) / 2,
        }));
        for (const [index, box] of boxes.entries()) {
          expect(box.lane).toBeLessThan(lanes);
          expect(box.from).toBeGreaterThanOrEqual(0);
          expect(box.to).toBeLessThanOrEqual(600);
          for (const other of boxes.slice(index + 1)) {
            expect(other.lane !== box.lane || other.from >= box.to || other.to <= box.from).toBe(
              true,
            );
          }
        }
      },
    ),
    { seed: 14 },
  );
});

test('the heavier label keeps its place, the lighter goes out or is left out', () => {
  const labels = [
    { text: 'light', x: 100, weight: 1 },
    { text: 'heavy', x: 105, weight: 2 },
  ];
  expect(placeLabels(labels, 2, [0, 600], widthOf).map(({ lane }) => lane)).toEqual([1, 0]);
  expect(placeLabels(labels, 1, [0, 600], widthOf).map(({ label }) => label.text)).toEqual([
    'heavy',
  ]);
});
