import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetAll } from '../../../../src/web/data/fetching.ts';
import { shouldAutoLoad, functionGenes } from '../../../../src/web/data/functionGenes.ts';
import type { Gene } from '../../../../src/web/data/records.ts';
import { siteOf } from '../../../../src/web/data/site.ts';
import { tinyGene } from '../../../integration/tinyData.ts';

const site = siteOf({});
const isMeant = (notes: string) => notes === 'lysin';
const phams = Array.from({ length: 20 }, (_, at) => at + 1);

/** A site with families of two genes each, and which of them were asked for. */
const asked: number[] = [];
const answer = async (address: string) => {
  const pham = Number(/\d+/.exec(address)?.[0]);
  asked.push(pham);
  const results = ['lysin', 'other'].map((Notes, at) =>
    tinyGene('Alpha', pham, { GeneID: `${pham}${'+'.repeat(at)}`, Notes }),
  );
  return Response.json({ count: 2, next: null, previous: null, results });
};
const fetched = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  asked.length = 0;
  fetched.mockReset().mockImplementation(answer);
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetAll();
});

test('genes come unasked only where they and their families are few', () => {
  const families = (count: number, genes: number) =>
    Array.from({ length: count }, (_, pham) => ({ pham, noted: 1, notes: [], genes, phages: 1 }));
  expect(shouldAutoLoad(families(60, 1))).toBe(true);
  expect(shouldAutoLoad(families(61, 1))).toBe(false);
  expect(shouldAutoLoad(families(1, 2001))).toBe(false);
});

test('another try fetches only the families that have not come', async () => {
  const found = new Map<number, readonly Gene[]>();
  const tell = vi.fn<(read: number) => void>();
  const options = { isMeant, found, tell, signal: new AbortController().signal };
  fetched.mockImplementationOnce(async () => {
    throw new Error('cut off');
  });
  await expect(functionGenes(site, phams, options)).rejects.toThrow('did not answer');
  await vi.waitFor(() => expect(found.size).toBe(5));
  asked.length = 0;
  const genes = await functionGenes(site, phams, options);
  expect(genes.map(({ id }) => Number(id))).toEqual(phams);
  expect(asked).toHaveLength(15);
  expect(tell).toHaveBeenLastCalledWith(20);
});

test('no more families are fetched once the reader has left', async () => {
  const leaving = new AbortController();
  const tell = vi.fn<(read: number) => void>(() => leaving.abort());
  await functionGenes(site, phams, { isMeant, found: new Map(), tell, signal: leaving.signal });
  expect(tell).toHaveBeenCalledOnce();
  expect(asked).toEqual([1, 2, 3, 4, 5, 6]);
});
