import { describe, expect, test } from 'vitest';
import { nearestTo, stepFrom, stopsOf, stretchFor } from '../../../../src/web/map/stepping.ts';
import type { Stretch } from '../../../../src/web/map/stretch.ts';
import { gene } from '../geneOf.ts';

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
