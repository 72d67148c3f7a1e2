import { describe, expect, test } from 'vitest';
import { Failure } from '../../../../src/failure.ts';
import { keepsAll } from '../../../../src/hosts/host.ts';
import type { Meddle } from '../../../contract/answeringServer.ts';
import { allowed, meddled, verify } from './previewedSite.ts';

test('a good service passes, and all that was announced was done', async () => {
  const { told: said, log, records, requests, release, sampled, seen } = await verify();
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
  expect((await verify({ sample: 1 })).sampled).toBe(true);
});

describe('one wrong answer is told under its clause:', () => {
  const wrong =
    (target: string): Meddle =>
    (answer, asked) =>
      asked.method === 'GET' && asked.target === target
        ? { ...answer, body: Buffer.from(`${answer.body.toString()} `) }
        : answer;

  test.each([
    ['a page', '/api/genes/page/2.json', 'L7'],
    ['a record', '/api/phages/Quillon/', 'D1'],
    ['a view', '/api/clusters/', 'V1'],
    ['a bulk file', '/bulk/index.json', 'B1'],
    ['a file beside the API', '/openapi.json', 'files'],
    ['a file of the publisher', '/robots.txt', 'manifest'],
    ['the root', '/api/', 'D2'],
  ])('%s', async (_, target, clause) => {
    const { told: said } = await meddled(wrong(target));
    expect(said.map((one) => one.split(' ')[0])).toContain(clause);
    expect(said.some((one) => one.includes(`${target}: `))).toBe(true);
  });

  test('a list', async () => {
    const { told: said } = await meddled((answer, { target }) =>
      /^\/api\/genes\/\?.*page=2/.test(target) ? { ...answer, status: 500 } : answer,
    );
    expect(said.some((one) => one.startsWith('L4 '))).toBe(true);
  });
});

test('what a host is known not to keep is only noted', async () => {
  const noMethods: Meddle = (answer, { method }) =>
    method === 'OPTIONS' ? { ...answer, status: 404 } : answer;
  expect((await meddled(noMethods)).told).toContainEqual(expect.stringMatching(/^M3 /));
  const keeps = { ...keepsAll, options: 'none', describes: 'none', 'beside-options': 'none' };
  const { told: said, log } = await meddled(noMethods, { keeps });
  expect(said).toEqual([]);
  expect(log.tallies.M3.notes).toBeGreaterThan(0);
});

test('headers that a host does not set are only noted, in lists, too', async () => {
  const bare: Meddle = (answer) => {
    const { 'x-content-type-options': _, ...headers } = answer.headers;
    return { ...answer, headers };
  };
  const { told: said, log } = await meddled(bare, { keeps: { ...keepsAll, headers: 'none' } });
  expect(said).toEqual([]);
  expect(log.tallies.M1.notes).toBeGreaterThan(0);
});

test('what the release says was allowed is no departure, and nothing else is allowed', async () => {
  const silent: Meddle = (answer, { target }) =>
    target === '/release.json'
      ? { ...answer, body: Buffer.from(answer.body.toString().replace(allowed, 'name-case')) }
      : answer;
  expect((await meddled(silent)).told).toEqual([expect.stringMatching(/^S3 1 /)]);
  expect((await meddled(silent, { allowed: new Set([allowed] as const) })).told).toEqual([]);
});

test('a service without release.json is held to what all services promise', async () => {
  const { release, log, records } = await meddled((answer, { target }) =>
    /^\/(release|manifest)\.json/.test(target)
      ? { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.from('no') }
      : answer,
  );
  expect([release, records]).toEqual([null, { genes: 9, phages: 4 }]);
  expect(log.tallies.M4.remark).toBe(
    'not asked of a service that is not known to be built by phagepress',
  );
});

describe('a service that stops answering', () => {
  test('is given up, with what was found so far', async () => {
    let reads = 0;
    const {
      told: said,
      log,
      requests,
      seen,
    } = await meddled(
      (answer, { target }) => (target.startsWith('/api/') && ++reads > 20 ? 'cut' : answer),
      {},
      { maxFailures: 3 },
    );
    expect(said).toContainEqual(expect.stringMatching(/^answers [0-9]+ /));
    expect(log.tallies.files.remark).toBe('not looked at: verification gave up');
    expect(log.tallies.release.remark).toBeNull();
    expect([requests !== null && requests > 0, seen.ended]).toEqual([true, 1]);
  });

  test('from the beginning on was not reached', async () => {
    const lost = meddled(() => 'cut', {}, { maxFailures: 1 });
    await expect(lost).rejects.toThrow(Failure);
    await expect(lost).rejects.toThrow(/^Cannot verify http/);
  });
});
