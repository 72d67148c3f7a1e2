import { expect, test } from 'vitest';
import { checkedPhams } from '../../../../src/verifying/folder/verifyPages.ts';
import { groupByPham } from '../../../../src/records/phams.ts';
import { genesOn } from '../../sinks/someNotes.ts';

test('phams are dealt out to tasks, each with its genes, however little a task may hold', () => {
  const notes = genesOn([1, 0, 3, 'A', [9, 7, null]], [2, 0, 3, 'B', [7, 0, 9]]);
  const sums = Uint32Array.from([90, 70, 1, 71, 10, 91]);
  const recordBytes = 10;
  for (const maxWork of [1, 20, 1000]) {
    const tasks = [...checkedPhams(notes, groupByPham(notes), sums, maxWork)];
    expect(tasks.flatMap(({ ids }) => [...ids])).toEqual([0, 7, 9]);
    expect(tasks.flatMap(({ counts }) => [...counts])).toEqual([1, 2, 2]);
    expect(tasks.flatMap(({ genes }) => [...genes])).toEqual(
      [10, 70, 71, 90, 91].flatMap((sum) => [recordBytes, sum]),
    );
    if (maxWork === 1) expect(tasks).toHaveLength(3);
    if (maxWork === 1000) expect(tasks).toHaveLength(1);
  }
});
