import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { verifyPhams } from '../../../../src/verifying/folder/verifyPages.ts';
import { verifiedSite } from './verifiedSite.ts';

const genes = ['{"GeneID":"a"}', '{"GeneID":"bb"}', '{"GeneID":"ccc"}'];
const textOf = (some: readonly string[]) =>
  `{"count":${some.length},"next":null,"previous":null,"results":[${some.join(',')}]}`;

/** Verifies pham 7 with two of the genes and pham 9 with one; `seven` is the file of the former. */
function verify(seven: string | null, nine = textOf(genes.slice(2))) {
  const files = {
    ...(seven === null ? {} : { 'api/phams/7/index.json': seven }),
    'api/phams/9/index.json': nine,
  };
  const { root, manifest } = verifiedSite(files);
  const phams = {
    ids: [7, 9],
    counts: Uint32Array.of(2, 1),
    genes: Uint32Array.from(genes.flatMap((gene) => [gene.length, crc32(gene)])),
  };
  const { failures, first } = verifyPhams({ root, manifest: manifest.shared, phams }).V1;
  return [failures, first?.address ?? null, first?.found ?? null];
}

const right = textOf(genes.slice(0, 2));

test('phams pass that hold their genes, in order, and nothing else', () => {
  expect(verify(right)).toEqual([0, null, null]);
});

test.each([
  ['a gene missing', textOf(genes.slice(0, 1))],
  ['a gene too many', textOf(genes)],
  ['another order', textOf([genes[1]!, genes[0]!])],
  ['another gene of the same length', textOf([genes[0]!, '{"GeneID":"xx"}'])],
  ['another count', right.replace('"count":2', '"count":3')],
  ['no comma', right.replace('},{', '} {')],
  ['more behind', `${right}\n`],
  ['nothing in it', ''],
  ['its end cut off', right.slice(0, -1)],
])('a pham with %s is told', (_, text) => {
  expect(text).not.toBe(right);
  expect(verify(text)).toEqual([1, 'api/phams/7/index.json', 'something else']);
});

test('a pham that is not there is told, and the next is held to its own genes all the same', () => {
  expect(verify(null)).toEqual([1, 'api/phams/7/index.json', 'no such file']);
  expect(verify(null, textOf(genes.slice(1, 2)))).toEqual([
    2,
    'api/phams/7/index.json',
    'no such file',
  ]);
});
