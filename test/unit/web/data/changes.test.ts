import { expect, test } from 'vitest';
import { historyOf, stepsOf, tableRows } from '../../../../src/web/data/changes.ts';

const head = 'release\tdate\tkind\told\tnew\tshared_genes\told_genes\tnew_genes';
const rows = tableRows(
  [
    head,
    'c3\t2026-03-01T02:00:00Z\tsplit\t7\t7\t3\t4\t3',
    'c3\t2026-03-01T02:00:00Z\tsplit\t7\t9\t1\t4\t1',
    'b2\t2026-02-01\trenumbered\t5\t7\t4\t4\t4',
    'b2\t2026-02-01\tgone\t6\t\t0\t2\t0',
    'b2\t2026-02-01\tnew\t\t8\t0\t0\t2',
    '',
  ].join('\n'),
);

test('what a page tells of a family is what it was before, and what it became', () => {
  expect(historyOf(rows, '7')).toEqual({
    from: [{ day: '2026-02-01', kind: 'renumbered', others: [[5, 4]] }],
    into: [{ day: '2026-03-01', kind: 'split', others: [[9, 1]] }],
  });
  expect(historyOf(rows, '5').into).toEqual([
    { day: '2026-02-01', kind: 'renumbered', others: [[7, 4]] },
  ]);
  expect(historyOf(rows, '6').into).toEqual([{ day: '2026-02-01', kind: 'gone', others: [] }]);
  expect(historyOf(rows, '8').from).toEqual([{ day: '2026-02-01', kind: 'new', others: [] }]);
  expect(historyOf(rows, '1')).toEqual({ from: [], into: [] });
});

test('steps in which a record changed are read whatever else an index holds', () => {
  const counts = { genes: { added: 0, removed: 2, changed: 1 }, phages: { added: 0 } };
  const step = {
    date: '2026-03-01T02:00:00Z',
    to: 'ab'.repeat(32),
    counts,
    families: { split: 1 },
  };
  expect(stepsOf({ steps: [{ ...step, file: { path: 'changes/x' } }] })).toEqual([
    {
      day: '2026-03-01',
      release: 'ab'.repeat(8),
      file: 'changes/x',
      counts: [
        [
          'genes',
          [
            ['removed', 2],
            ['changed', 1],
          ],
        ],
        ['phages', []],
      ],
      families: [['split', 1]],
    },
  ]);
  expect(stepsOf({ steps: [{ ...step, counts: { genes: { added: 0 } }, families: {} }] })).toEqual(
    [],
  );
  expect(stepsOf(null)).toEqual([]);
});
