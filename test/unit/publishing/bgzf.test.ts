import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { blockBytes, endBlock, packText, packWhole } from '../../../src/publishing/bgzf.ts';

const texts: readonly (readonly [what: string, text: Buffer])[] = [
  ['nothing', Buffer.alloc(0)],
  ['a letter', Buffer.from('a')],
  ['a full block', Buffer.alloc(65_280, 'MKV')],
  ['a letter more', Buffer.alloc(65_281, 'MKV')],
  ['three blocks', Buffer.alloc(150_000, '\u{1f9ec}x')],
  ['what cannot be compressed', randomBytes(200_000)],
];

/** The size of each block, and of its text. */
function blocksIn(packed: Uint8Array): [bytes: number, text: number][] {
  const blocks: [number, number][] = [];
  for (let rest = Buffer.from(packed); rest.length > 0;) {
    const bytes = blockBytes(rest) ?? 0;
    expect(bytes).toBeGreaterThan(0);
    blocks.push([bytes, gunzipSync(rest.subarray(0, bytes)).length]);
    rest = rest.subarray(bytes);
  }
  return blocks;
}

test.each(texts)('%s unpacks to itself, alone and behind others', (_, text) => {
  const { bytes } = packText(text);
  const unpacked = gunzipSync(Buffer.concat([bytes, bytes, endBlock]));
  expect(unpacked.equals(Buffer.concat([text, text]))).toBe(true);
  expect(gunzipSync(packWhole(text)).equals(text)).toBe(true);
});

test.each(texts)('%s comes in blocks of at most 65,280 bytes of text', (_, text) => {
  const { bytes, blocks } = packText(text);
  const found = blocksIn(bytes);
  let at = 0;
  const starts = found.map(([size]) => (at += size) - size);
  expect(starts).toEqual(blocks);
  expect(found.map(([, length]) => length)).toEqual(
    blocks.map((_offset, index) => Math.min(65_280, text.length - index * 65_280)),
  );
});

test('nothing is said of the system, and no memory comes along', () => {
  const { bytes } = packText(Buffer.from('abc'));
  expect(Buffer.from(bytes.subarray(0, 16)).toString('hex')).toBe(
    '1f8b08040000000000ff060042430200',
  );
  expect(bytes.buffer.byteLength).toBe(bytes.length);
});

test('a block is known by its header alone', () => {
  expect(blockBytes(endBlock)).toBe(endBlock.length);
  expect(blockBytes(endBlock.subarray(0, 17))).toBe(null);
  expect(blockBytes(gzipSync('gzip, but not BGZF'))).toBe(null);
});
