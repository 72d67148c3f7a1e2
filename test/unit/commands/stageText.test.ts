import { expect, test } from 'vitest';
import { describeStage, type StageState } from '../../../src/commands/terminalProgress.ts';

const reading: StageState = {
  name: 'Reading',
  done: 120e6,
  total: 480e6,
  unit: 'bytes',
  elapsedMs: 1000,
  overall: null,
};

const done = '[========================]';
test.each<[what: string, more: Partial<StageState>, columns: number, text: string]>([
  [
    'at its beginning',
    { done: 0, elapsedMs: 0 },
    Infinity,
    'Reading [                        ] 0 B of 480 MB',
  ],
  [
    'when nothing came yet',
    { done: 0, elapsedMs: 500 },
    Infinity,
    'Reading [                        ] 0 B of 480 MB',
  ],
  [
    'when no time is known',
    { done: 240e6, elapsedMs: 0 },
    Infinity,
    'Reading [============            ] 240 MB of 480 MB',
  ],
  [
    'on its way',
    {},
    Infinity,
    'Reading [======                  ] 120 MB of 480 MB, 120 MB a second, 3.00 s left',
  ],
  [
    'at its end',
    { done: 480e6, elapsedMs: 4000 },
    Infinity,
    `Reading ${done} 480 MB of 480 MB, 120 MB a second, 0.00 s left`,
  ],
  // There was more to do than was known.
  [
    'behind its end',
    { done: 200, total: 100 },
    Infinity,
    `Reading ${done} 200 B of 100 B, 200 B a second, 0.00 s left`,
  ],
  ['of nothing to do', { done: 0, total: 0 }, Infinity, `Reading ${done} 0 B of 0 B`],
  [
    'of records',
    { name: 'Writing', done: 250_000, total: 1_000_000, unit: 'records', elapsedMs: 60_000 },
    Infinity,
    'Writing [======                  ] 250,000 of 1,000,000 records, 4,167 records a second, 3 min 0 s left',
  ],
  ['with its share of all', { overall: 0.4199 }, 40, ' 41 % Reading [===       ]'],
  ['of no known length', { overall: 1, total: null }, 40, '100 % Reading 1.00 s'],
])('a stage %s', (_what, more, columns, text) => {
  expect(describeStage({ ...reading, ...more }, columns)).toBe(text);
});

test('the narrower the terminal, the less a stage says of itself', () => {
  const texts = [100, 80, 60, 45, 40, 20, 5].map((columns) =>
    describeStage({ ...reading, overall: 0.5 }, columns),
  );
  expect(texts).toEqual([
    ' 50 % Reading [======                  ] 120 MB of 480 MB, 120 MB a second, 3.00 s left',
    ' 50 % Reading [===       ] 120 MB of 480 MB, 3.00 s left',
    ' 50 % Reading [===       ] 120 MB of 480 MB, 3.00 s left',
    ' 50 % Reading [===       ] 120 MB of 480 MB',
    ' 50 % Reading [===       ]',
    ' 50 % Reading',
    ' 50 ',
  ]);
});
