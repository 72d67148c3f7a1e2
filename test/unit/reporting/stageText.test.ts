import { describe, expect, test } from 'vitest';
import { describeStage, type StageState } from '../../../src/reporting/stageText.ts';

const reading: StageState = {
  name: 'Reading',
  done: 120e6,
  total: 480e6,
  unit: 'bytes',
  elapsedMs: 1000,
  overall: null,
};

describe('what a stage is described as', () => {
  test.each([
    [0, 0, 'Reading [                        ] 0 B of 480 MB'],
    [0, 500, 'Reading [                        ] 0 B of 480 MB'],
    [240e6, 0, 'Reading [============            ] 240 MB of 480 MB'],
    [
      120e6,
      1000,
      'Reading [======                  ] 120 MB of 480 MB, 120 MB a second, 3.00 s left',
    ],
    [
      480e6,
      4000,
      'Reading [========================] 480 MB of 480 MB, 120 MB a second, 0.00 s left',
    ],
  ])('after %i bytes in %i ms: %s', (done, elapsedMs, text) => {
    expect(describeStage({ ...reading, done, elapsedMs }, Infinity)).toBe(text);
  });

  test('counts records as such', () => {
    const [done, total] = [250_000, 1_000_000];
    const state = { ...reading, done, total, unit: 'records', elapsedMs: 60_000 } as const;
    expect(describeStage({ ...state, name: 'Writing' }, Infinity)).toBe(
      'Writing [======                  ] 250,000 of 1,000,000 records, 4,167 records a second, 3 min 0 s left',
    );
  });

  test('of nothing to do is done', () => {
    expect(describeStage({ ...reading, done: 0, total: 0 }, Infinity)).toBe(
      'Reading [========================] 0 B of 0 B',
    );
  });

  test('never has less than no time left, also when there was more to do than was known', () => {
    expect(describeStage({ ...reading, done: 200, total: 100 }, Infinity)).toMatch(
      /^Reading \[={24}\] .*, 0\.00 s left$/,
    );
  });

  test('has the share of all stages before it where that is known', () => {
    expect(describeStage({ ...reading, overall: 0.4199 }, 40)).toBe(' 41 % Reading [===       ]');
    expect(describeStage({ ...reading, overall: 1, total: null }, 40)).toBe('100 % Reading 1.00 s');
  });
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
