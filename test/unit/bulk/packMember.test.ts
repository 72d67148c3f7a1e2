import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packMember } from '../../../src/bulk/packMember.ts';

test.each(['', 'a', 'MKV'.repeat(100_000), '\u{1f9ec}'.repeat(5)])(
  'a member unpacks to its text, alone and behind others',
  (text) => {
    const member = packMember(Buffer.from(text));
    expect(gunzipSync(member).toString()).toBe(text);
    expect(gunzipSync(Buffer.concat([member, member])).toString()).toBe(text + text);
  },
);

test('a member says nothing of the system, and brings no memory but its own', () => {
  const member = packMember(Buffer.from('abc'));
  expect([...member.subarray(0, 4), ...member.subarray(4, 8), member[9]]).toEqual([
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 255,
  ]);
  expect(member.buffer.byteLength).toBe(member.length);
});
