import { expect, test } from 'vitest';
import { verifyAddress } from '../../../../src/verifying/service/verifyAddress.ts';
import { watchedProgress } from '../../watchedProgress.ts';
import { builtSite, told } from '../folder/builtFolder.ts';
import { optionsFor, serveSite } from './askedSite.ts';

test('a good service passes, and all that was announced was done', async () => {
  const { url, client } = await serveSite(builtSite);
  const { progress, seen } = watchedProgress();
  const { log, requests } = await verifyAddress(optionsFor(url), client, progress);
  expect(told(log)).toEqual([]);
  expect(requests).toBeGreaterThan(100);
  expect(seen.stages.map(([name]) => name)).toEqual(['Reading', 'Asking']);
  const announced = seen.stages.reduce((sum, [, total]) => sum + (total ?? 0), 0);
  expect(seen).toMatchObject({ advanced: announced, ended: 1 });
  const { L7, D1, V1 } = log.tallies;
  expect([L7.remark, D1.remark]).toEqual(['6 of 6 asked', '7 of 13 asked']);
  expect(V1.remark).toMatch(/^([0-9]+) of \1 asked$/);
});
