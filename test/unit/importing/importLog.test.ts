import { expect, test } from 'vitest';
import { type LoggedKind, logTo } from '../../../src/importing/importLog.ts';

test('kinds beyond a thousand are counted as one', () => {
  const kinds: LoggedKind[] = [];
  for (let at = 0; at < 1500; at++) logTo(kinds, `/a${at}`, 'CDS', { file: 'a', line: at });
  logTo(kinds, '/a0', 'CDS', { file: 'a', line: 1 });
  expect(kinds).toHaveLength(1001);
  expect(kinds[0]).toMatchObject({ kind: '/a0', count: 2 });
  expect(kinds.at(-1)).toMatchObject({ kind: 'others', count: 500 });
});
