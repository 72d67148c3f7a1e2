import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from '../../../../src/failure.ts';
import { keepsAll } from '../../../../src/hosts/host.ts';
import { type Preview, startPreview } from '../../../../src/preview/previewServer.ts';
import type { AddressOptions } from '../../../../src/verifying/service/addressOptions.ts';
import { verifyAddress } from '../../../../src/verifying/service/verifyAddress.ts';
import { type KnownAnswers, type Meddle, startBetween } from '../../../contract/answeringServer.ts';
import { withServer } from '../../../contract/verifyUrl.ts';
import { addFile } from '../../sources/tempFolder.ts';
import { builtSite, told } from '../folder/builtFolder.ts';
import { clientFor } from './loopback.ts';

let folder: string;
let preview: Preview;
const known: KnownAnswers = new Map();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'phagepress-unit-'));
  for (const [name, content] of Object.entries(builtSite)) addFile(folder, name, content);
  preview = await startPreview({ dir: folder, port: 0, address: '127.0.0.1' });
});

afterAll(async () => {
  await preview.close();
  rmSync(folder, { recursive: true, force: true });
});

async function verify(
  url: string = preview.url,
  changes: Partial<AddressOptions> = {},
  http: Parameters<typeof clientFor>[1] = {},
) {
  const options: AddressOptions = {
    baseUrl: url,
    connections: 4,
    allowed: new Set(),
    expectRelease: null,
    maxAge: null,
    sample: null,
    seed: 1,
    keeps: null,
    ...changes,
  };
  const seen = { stages: [] as string[], total: 0, advanced: 0, ended: 0 };
  const progress = {
    stage(name: string, total: number | null) {
      seen.stages.push(name);
      seen.total += total ?? 0;
    },
    advance: (by: number) => void (seen.advanced += by),
    end: () => void seen.ended++,
  };
  const verification = await verifyAddress(options, clientFor(new URL(url).origin, http), progress);
  return { ...verification, told: told(verification.log), seen };
}

/** Verifies a server that answers like the preview, but for what `meddle` changes. */
function meddled(meddle: Meddle, changes: Partial<AddressOptions> = {}, http = {}) {
  return new Promise<Awaited<ReturnType<typeof verify>>>((done, fail) => {
    const server = startBetween(preview.url, meddle, (target) => target, known);
    withServer(server, async (url) => {
      done(await verify(url, changes, http));
    }).catch(fail);
  });
}

test('a good service passes, and all that was announced was done', async () => {
  const { told: said, records, requests, release, sampled, seen } = await verify();
  expect(said).toEqual([]);
  expect({ records, sampled }).toEqual({ records: { genes: 9, phages: 4 }, sampled: false });
  expect(requests).toBeGreaterThan(100);
  expect(release?.base_url).toBe('https://example.org');
  expect(seen).toMatchObject({ stages: ['Reading', 'Asking'], advanced: seen.total, ended: 1 });
  expect((await verify(preview.url, { sample: 1 })).sampled).toBe(true);
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
    expect(log.tallies.answers.failures).toBeGreaterThan(0);
    expect(log.tallies.B1.remark ?? '').not.toBe('');
    expect([requests !== null && requests > 0, seen.ended]).toEqual([true, 1]);
  });

  test('from the beginning on was not reached', async () => {
    const lost = meddled(() => 'cut', {}, { maxFailures: 1 });
    await expect(lost).rejects.toThrow(Failure);
    await expect(lost).rejects.toThrow(/^Cannot verify http/);
  });
});
