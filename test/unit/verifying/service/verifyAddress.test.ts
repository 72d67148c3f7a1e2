import { describe, expect, test } from 'vitest';
import { type HttpClient, ServiceAbandoned } from '../../../../src/base/httpClient.ts';
import { verifyAddress } from '../../../../src/verifying/service/verifyAddress.ts';
import { watchedProgress } from '../../watchedProgress.ts';
import { builtSite, told } from '../folder/builtFolder.ts';
import { optionsFor, serveSite } from './askedSite.ts';
import { replyOf } from './someReplies.ts';

type Ask = HttpClient['ask'];

/** Verifies the site of a build; `answer` stands between verify and its server. */
async function verify(answer: (request: Parameters<Ask>[0], ask: Ask) => ReturnType<Ask>) {
  const { url, client } = await serveSite(builtSite);
  const { progress, seen } = watchedProgress();
  const asking = { ...client, ask: (request: Parameters<Ask>[0]) => answer(request, client.ask) };
  const verification = await verifyAddress(optionsFor(url), asking, progress);
  return { ...verification, told: told(verification.log), seen };
}

test('a good service passes, and all that was announced was done', async () => {
  const {
    told: said,
    log,
    records,
    requests,
    release,
    sampled,
    seen,
  } = await verify((request, ask) => ask(request));
  expect(said).toEqual([]);
  expect({ records, sampled }).toEqual({ records: { genes: 9, phages: 4 }, sampled: false });
  expect(requests).toBeGreaterThan(100);
  expect(release?.base_url).toBe('https://example.org');
  expect(seen.stages.map(([name]) => name)).toEqual(['Reading', 'Asking']);
  const announced = seen.stages.reduce((sum, [, total]) => sum + (total ?? 0), 0);
  expect(seen).toMatchObject({ advanced: announced, ended: 1 });
  const { L7, D1, V1 } = log.tallies;
  expect([L7.remark, D1.remark]).toEqual(['6 of 6 asked', '7 of 13 asked']);
  expect(V1.remark).toMatch(/^([0-9]+) of \1 asked$/);
});

test('a service without release.json is held to what all services promise', async () => {
  const { release, log, records } = await verify((request, ask) =>
    /^\/(release|manifest)\.json/.test(request.target)
      ? Promise.resolve({ ok: true, reply: replyOf(404) })
      : ask(request),
  );
  expect([release, records]).toEqual([null, { genes: 9, phages: 4 }]);
  expect(log.tallies.M4.remark).toBe(
    'not asked of a service that is not known to be built by phagepress',
  );
});

describe('a service that stops answering', () => {
  const stopsAfter = (most: number) => {
    let asked = 0;
    return verify(async (request, ask) => {
      if (++asked > most) throw new ServiceAbandoned('enough');
      return ask(request);
    });
  };

  test('is given up, with what was found so far', async () => {
    const { told: said, log, requests, seen } = await stopsAfter(20);
    expect(said).toEqual([expect.stringMatching(/^answers 1 http.*: enough$/)]);
    expect(log.tallies.files.remark).toBe('not looked at: verification gave up');
    expect(log.tallies.release.remark).toBeNull();
    expect([requests, seen.ended]).toEqual([20, 1]);
  });

  test('from the beginning on was not reached', async () => {
    await expect(stopsAfter(0)).rejects.toMatchObject({
      kind: 'machine',
      message: expect.stringMatching(/^Cannot verify http.*enough/),
    });
  });
});
