import { expect, test } from 'vitest';
import { paged } from '../../../src/pages/pagedList.ts';

test.each([
  [0, 100, 1],
  [1, 100, 1],
  [99, 100, 1],
  [100, 100, 1],
  [101, 100, 2],
  [200, 100, 2],
  [5, 1, 5],
])('%i records, %i on a page, have their last page at %i (L6)', (count, pageSize, lastPage) => {
  expect(paged('genes', count, pageSize)).toEqual({
    list: 'genes',
    count,
    pageSize,
    lastPage,
  });
});
