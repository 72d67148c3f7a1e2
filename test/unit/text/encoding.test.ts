import { describe, expect, test } from 'vitest';
import { badBytesHint, examineBytes } from '../../../src/text/encoding.ts';

const iconv = (encoding: string) =>
  `Save the file as UTF-8, for example with \`iconv -f ${encoding} -t UTF-8\`.`;

describe('text that is no UTF-8', () => {
  test.each([
    ['Latin-1', [0x6e, 0xe9, 0x65], 1, iconv('LATIN1')],
    ['Windows-1252, by its apostrophe', [0x6e, 0xe9, 0x92, 0x73], 1, iconv('WINDOWS-1252')],
    ['Windows-1252, by its first byte', [0x92, 0x73], 0, iconv('WINDOWS-1252')],
    ['neither', [0x8d, 0x92], 0, 'Save the file as UTF-8 with the program that wrote it.'],
    [
      'UTF-8 but for a byte',
      [0xc3, 0xa9, 0x20, 0xe9],
      3,
      'Other text in the file is UTF-8: fix what is not, and do not convert the whole file.',
    ],
    ['cut in a character', [0x61, 0xe2, 0x82], 1, iconv('WINDOWS-1252')],
  ])('is told by its bytes: %s', (_what, bytes, first, hint) => {
    const bad = examineBytes(Buffer.from(bytes));
    expect(bad.first).toBe(first);
    expect(badBytesHint(bad)).toBe(hint);
  });

  test('is found however long the text before it is', () => {
    const long = Buffer.concat([Buffer.from('é'.repeat(100_001)), Buffer.from([0xe9])]);
    expect(examineBytes(long).first).toBe(200_002);
    expect(examineBytes(long.subarray(0, -1)).first).toBe(-1);
  });
});
