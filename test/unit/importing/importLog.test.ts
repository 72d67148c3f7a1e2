import { expect, test } from 'vitest';
import { type LoggedKind, logTo } from '../../../src/importing/report.ts';

test('kinds beyond a thousand are counted as one', () => {
  const kinds: LoggedKind[] = [];
  for (let at = 0; at < 1500; at++) logTo(kinds, `/a${at}`, 'CDS', { file: 'a', line: at });
  logTo(kinds, '/a0', 'CDS', { file: 'a', line: 1 });
  expect(kinds).toHaveLength(1001);
  expect(kinds[0]).toMatchObject({ kind: '/a0', count: 2 });
  expect(kinds.at(-1)).toMatchObject({ kind: 'others', count: 500 });
});

test('kinds that are cut within a letter are counted as one, and long texts are kept in part', () => {
  const kinds: LoggedKind[] = [];
  for (const line of [1, 2]) logTo(kinds, '##a\ud83d', 'x'.repeat(1e6), { file: 'a', line });
  expect(kinds).toHaveLength(1);
  expect(kinds[0]?.count).toBe(2);
  expect(kinds[0]?.places[0]?.what).toBe('x'.repeat(200));
});
