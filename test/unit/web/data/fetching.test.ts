import { afterEach, expect, test, vi } from 'vitest';
import { addresses } from '../../../../src/web/data/addresses.ts';
import { fetchJson, forgetAll } from '../../../../src/web/data/fetching.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetAll();
});

test('a record whose name is dots is missing, and no file of another kind', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ of: 'the index' }));
  vi.stubGlobal('fetch', fetched);
  for (const name of ['.', '..']) {
    await expect(fetchJson(addresses.gene(name))).rejects.toMatchObject({ isMissing: true });
  }
  expect(fetched).not.toHaveBeenCalled();
  expect(await fetchJson(addresses.gene('...'))).toEqual({ of: 'the index' });
});
