import { expect, test } from 'vitest';
import { takeTurns } from '../../../src/base/files.ts';

test('others have their turn once the last is long ago, and not at each step', async () => {
  const clock = { ms: 0 };
  const giveTurn = takeTurns(() => clock.ms);
  let others = 0;
  for (const at of [1, 2, 30, 31, 70]) {
    clock.ms = at;
    setImmediate(() => others++);
    await giveTurn();
  }
  // Those that waited at 1 and 2 had theirs at 30, that of 31 at 70.
  expect(others).toBe(5);
  clock.ms += 1;
  setImmediate(() => others++);
  await giveTurn();
  expect(others).toBe(5);
});
