import { describe, expect, test } from 'vitest';
import {
  moved,
  nearestTo,
  stepFrom,
  stopsOf,
  type Stretch,
  stretchAround,
  stretchChoices,
  stretchFor,
  stretchOf,
  within,
  withRoom,
  zoomedTo,
  zoomOf,
} from '../../../../src/web/map/stretch.ts';
import { gene } from '../geneOf.ts';

describe('the stretch of an address', () => {
  test.each([
    ['?phage=A&from=100&to=400', [100, 400]],
    ['?phage=A&to=400', [0, 400]],
    // As much of it as there is.
    ['?phage=A&from=900&to=4000', [900, 1000]],
    ['?phage=A&from=-50&to=70', [0, 70]],
  ])('%s is %j', (query, stretch) => {
    expect(stretchOf(query, [0, 1000])).toEqual(stretch);
  });

  test.each(['', '?from=5', '?from=9&to=9', '?from=9&to=4', '?from=x&to=40', '?from=1000&to=2000'])(
    '%j is none',
    (query) => {
      expect(stretchOf(query, [0, 1000])).toBeNull();
    },
  );

  test('of a comparison may lie beside it', () => {
    expect(stretchOf('?from=-700&to=200', withRoom([-500, 1000]))).toEqual([-700, 200]);
    expect(stretchOf('?from=-9000&to=200', withRoom([-500, 1000]))).toEqual([-2000, 200]);
  });

  test('is written in whole bases, and not at all where it is all', () => {
    expect(stretchChoices([12.4, 99.7])).toEqual({ from: '12', to: '100' });
    expect(stretchChoices(null)).toEqual({ from: null, to: null });
  });
});

test('the place of a gene has what is beside it', () => {
  expect(stretchAround({ start: 5000, stop: 6000 })).toEqual([2000, 9000]);
  expect(stretchAround({ start: 500, stop: 900 })).toEqual([0, 3900]);
});

test('the place of a gene is not the whole genome where the gene runs through the origin, but its start', () => {
  const { from, to } = stretchChoices(stretchAround({ start: 49_000, stop: 300 }));
  expect(stretchOf(`?from=${from}&to=${to}`, [0, 50_000])).toEqual([46_000, 50_000]);
});

test('a stretch lies in its genome, and has the fewest bases that are shown', () => {
  expect(within([-40, 60], 1000, 50)).toEqual([0, 100]);
  expect(within([950, 1100], 1000, 50)).toEqual([850, 1000]);
  expect(within([500, 501], 1000, 50)).toEqual([500, 550]);
  expect(within([10, 20], 30, 50)).toEqual([0, 30]);
});

test('a zoom comes back to the stretch that it is made of', () => {
  const whole = [-500, 1500] as const;
  const [from, to] = zoomedTo(zoomOf([300, 450], whole, 360), whole, 360) ?? [];
  expect(from).toBeCloseTo(300);
  expect(to).toBeCloseTo(450);
});

test('a zoom to all is none', () => {
  const whole = [-500, 1500] as const;
  expect(zoomedTo(zoomOf(whole, whole, 360), whole, 360)).toBeNull();
});

test('a stretch that is the same but for rounding is the one before, so that nothing is drawn again', () => {
  const before = [100, 900] as const;
  expect(moved([100.001, 899.999])(before)).toBe(before);
  expect(moved([100, 901])(before)).toEqual([100, 901]);
  expect(moved(null)(before)).toBeNull();
  expect(moved([100, 901])(null)).toEqual([100, 901]);
});

const upright = { length: 1000, isFlipped: false, shift: 0 };
const first = gene({ id: 'first', start: 100, stop: 200 });
const second = gene({ id: 'second', start: 300, stop: 400 });
const through = gene({ id: 'through', start: 900, stop: 50 });
const genes = [first, second, through];
const whole: Stretch = [0, 1000];

describe('steps from gene to gene', () => {
  test('go from left to right, and stay at an end', () => {
    const stops = stopsOf(upright, genes);
    const next = (from: typeof first, by: number) => stepFrom(stops, from, by, whole)?.item.id;
    expect(next(first, 1)).toBe('second');
    expect(next(second, 1)).toBe('through');
    expect(next(through, 1)).toBe('through');
    expect(next(through, -1)).toBe('second');
    expect(next(first, -1)).toBe('first');
  });

  test('follow what is seen where the genome is turned round', () => {
    const stops = stopsOf({ ...upright, isFlipped: true }, genes);
    expect(stops.map(({ item }) => item.id)).toEqual(['through', 'second', 'first']);
    expect(stepFrom(stops, second, 1, whole)?.item).toBe(first);
  });

  test('begin with the first in view', () => {
    const stops = stopsOf(upright, genes);
    expect(stepFrom(stops, null, 1, [250, 500])?.item).toBe(second);
    expect(stepFrom(stops, null, 1, [0, 60])?.item).toBe(through);
    expect(stepFrom(stops, null, 1, [500, 600])?.item).toBe(first);
    expect(stepFrom([], null, 1, whole)).toBeUndefined();
  });

  test('up and down lead to what is nearest there', () => {
    const stops = stopsOf({ ...upright, shift: 220 }, genes);
    const [above] = stopsOf(upright, [second]);
    expect(nearestTo(stops, above!)?.item).toBe(first);
    expect(nearestTo([], above!)).toBeUndefined();
  });
});

describe('what is stepped to', () => {
  const [early, , late] = stopsOf(upright, genes);

  test('is not in view where a base of it is out of view', () => {
    expect(stretchFor(early!, [100, 300])).toBeNull();
    expect(stretchFor(early!, [101, 301])).not.toBeNull();
    expect(stretchFor(early!, [0, 199])).not.toBeNull();
  });

  test('comes into view, as large as things are', () => {
    expect(stretchFor(early!, [400, 600])).toEqual([50, 250]);
    expect(stretchFor(early!, [150, 350])).toEqual([50, 250]);
    expect(stretchFor(early!, [100, 350])).toBeNull();
  });

  test('is in view with one of its parts; else that of its start comes', () => {
    expect(stretchFor(late!, [400, 600])).toEqual([850, 1050]);
    expect(stretchFor(late!, [0, 200])).toBeNull();
    expect(stretchFor(late!, [800, 1000])).toBeNull();
  });
});
