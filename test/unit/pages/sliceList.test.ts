import { expect, test } from 'vitest';
import { createSliceList } from '../../../src/pages/sliceList.ts';

test('slices that stand side by side are one', () => {
  const list = createSliceList();
  const places = [
    [1, 100, 110],
    [1, 111, 121],
    [1, 133, 143],
    [2, 144, 154],
  ];
  for (const place of places) list.add(Uint32Array.from(place));
  expect([...list.finish()]).toEqual([1, 100, 121, 1, 133, 143, 2, 144, 154]);
});
