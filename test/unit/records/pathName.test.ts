import { expect, test } from 'vitest';
import { pathNameBreaches } from '../../../src/records/phageNames.ts';

test.each(['Quillon', 'Mr Spaced', '100%', 'Éclair', '🧬', 'a'.repeat(200), '.hidden', 'a.b'])(
  '%j can be a path',
  (name) => {
    expect(pathNameBreaches('/phage_name', name)).toEqual([]);
  },
);

test.each([
  ['.', '".", which means a folder'],
  ['a/b', '"a/b", which contains a slash or backslash'],
  ['a\\b', '"a\\\\b", which contains a slash or backslash'],
  ['a\u0000', '"a\\u0000", which contains a control character'],
  ['a\u009b', '"a\\u009b", which contains a control character'],
  ['a.', '"a.", which ends in a dot or a space'],
  ['NUL', '"NUL", which is a device name on Windows'],
  ['é'.repeat(101), `"${'é'.repeat(59)}…, which is longer than 200 bytes`],
])('%j cannot, and the breach says why and prints', (name, found) => {
  expect(pathNameBreaches('/phage_name', name)).toEqual([
    {
      rule: 'path-name',
      pointer: '/phage_name',
      expected: 'a name that can be a file name on every machine',
      found,
    },
  ]);
});
