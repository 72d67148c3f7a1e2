/** Of very many small files, each is opened once: hashing it does not read it again. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { hashRange } from '../../../src/sources/hashRange.ts';
import { tinyGene } from '../../integration/tinyData.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { sourceOf, takeIn, whole } from './takeIn.ts';

vi.mock('../../../src/sources/hashRange.ts', async (importOriginal) => {
  const real = await importOriginal<{ hashRange: typeof hashRange }>();
  return { hashRange: vi.fn<typeof hashRange>(real.hashRange) };
});

const json = JSON.stringify(tinyGene('Quillon', 1));

test.each<[name: string, content: string | Uint8Array, again: number]>([
  ['a.json', json, 0],
  ['a.json.gz', gzipSync(json), 0],
  ['broken.json', `${json} {`, 0],
  ['large.json', json.padEnd(3 << 20), 1],
])('%s', async (name, content, again) => {
  vi.mocked(hashRange).mockClear();
  const source = sourceOf(addFile(tempFolder(), name, content));
  const { hashes } = await takeIn([whole(source)]);
  expect(hashes).toEqual([createHash('sha256').update(content).digest('hex')]);
  expect(hashRange).toHaveBeenCalledTimes(again);
});
