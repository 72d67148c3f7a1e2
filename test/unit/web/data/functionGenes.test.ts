import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { comeUnasked, functionGenes } from '../../../../src/web/data/functionGenes.ts';
import type { Gene } from '../../../../src/web/data/records.ts';
import { siteOf } from '../../../../src/web/data/site.ts';
import { gene } from '../geneOf.ts';

const allOfFamily = vi.hoisted(() => vi.fn<(site: unknown, id: string) => Promise<unknown>>());
vi.mock('../../../../src/web/data/familyGenes.ts', () => ({ allOfFamily }));

const site = siteOf({});
const isMeant = (notes: string) => notes === 'lysin';
const phams = Array.from({ length: 20 }, (_, at) => at + 1);
const asked = () => allOfFamily.mock.calls.map(([, id]) => Number(id));

beforeEach(() => {
  allOfFamily.mockReset().mockImplementation(async (_, id) => ({
    genes: [gene({ id, notes: 'lysin' }), gene({ id: `${id} too`, notes: 'other' })],
  }));
});
afterEach(() => void vi.clearAllMocks());

test('genes come unasked only where they and their families are few', () => {
  const families = (count: number, genes: number) =>
    Array.from({ length: count }, (_, pham) => ({ pham, noted: 1, notes: [], genes, phages: 1 }));
  expect(comeUnasked(families(60, 1))).toBe(true);
  expect(comeUnasked(families(61, 1))).toBe(false);
  expect(comeUnasked(families(1, 2001))).toBe(false);
});

test('another try fetches only the families that have not come', async () => {
  const found = new Map<number, readonly Gene[]>();
  const tell = vi.fn<(read: number) => void>();
  const options = { isMeant, found, tell, signal: new AbortController().signal };
  allOfFamily.mockImplementationOnce(async () => {
    throw new Error('cut off');
  });
  await expect(functionGenes(site, phams, options)).rejects.toThrow('cut off');
  await vi.waitFor(() => expect(found.size).toBe(5));
  allOfFamily.mockClear();
  const genes = await functionGenes(site, phams, options);
  expect(genes.map(({ id }) => Number(id))).toEqual(phams);
  expect(asked()).toHaveLength(15);
  expect(tell).toHaveBeenLastCalledWith(20);
});

test('no more families are fetched once the reader has left', async () => {
  const leaving = new AbortController();
  const tell = vi.fn<(read: number) => void>(() => leaving.abort());
  await functionGenes(site, phams, { isMeant, found: new Map(), tell, signal: leaving.signal });
  expect(tell).toHaveBeenCalledOnce();
  expect(asked()).toEqual([1, 2, 3, 4, 5, 6]);
});
