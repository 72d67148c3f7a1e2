import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { optionsFor } from '../../../contract/verifyUrl.ts';
import { bulkIndexFile, dataPackageFile } from '../../../../src/contract/bulkFiles.ts';
import { type Keeps } from '../../../../src/contract/capabilities.ts';
import { type Release } from '../../../../src/contract/release.ts';
import { errorFiles } from '../../../../src/contract/sitePaths.ts';
import { keepsAll } from '../../../../src/hosts/host.ts';
import { finishAddress, verifyAddress } from '../../../../src/verifying/service/verifyAddress.ts';
import { watchedProgress } from '../../watchedProgress.ts';
import { built, builtSite, type Changes, saidOf, told as toldOf } from '../folder/builtFolder.ts';
import { createKeptLog } from '../keptLog.ts';
import { serveSite } from './askedSite.ts';
import { clientOf, replyOf, serviceWith } from './someReplies.ts';

test('a good service passes, and all that was announced was done', async () => {
  const { url, client } = await serveSite(builtSite);
  const { progress, seen } = watchedProgress();
  const { log, requests } = await verifyAddress(optionsFor(url), client, progress);
  expect(toldOf(log)).toEqual([]);
  expect(requests).toBeGreaterThan(100);
  expect(seen.stages.map(([name]) => name)).toEqual(['Reading', 'Asking']);
  const announced = seen.stages.reduce((sum, [, total]) => sum + (total ?? 0), 0);
  expect(seen).toMatchObject({ advanced: announced, ended: 1 });
  const { L7, D1, V1 } = log.tallies;
  expect([L7.remark, D1.remark]).toEqual(['6 of 6 asked', '7 of 13 asked']);
  expect(V1.remark).toMatch(/^([0-9]+) of \1 asked$/);
});

const baseUrl = 'https://example.org';

interface Site {
  /** Other than those that the manifest lists. */
  readonly served?: Changes;
  readonly listed?: Changes;
  readonly said?: Partial<Release>;
  readonly isKnown?: boolean;
  readonly keeps?: Keeps;
  readonly has?: { readonly release?: null; readonly manifest?: null };
}

/** Finishes a service that serves its files as they are, and its welcome page at the root. */
async function finish(site: Site = {}) {
  const { served = {}, listed = {}, said, isKnown = true, keeps = keepsAll, has = {} } = site;
  const files: Changes = { ...builtSite, ...listed, ...served };
  const { client, asked } = clientOf(({ target, take }) => {
    const content = files[target === '/' ? 'index.html' : target.slice(1)] ?? null;
    if (content === null) return replyOf(404, {}, 'no');
    const reply = replyOf(200, {}, content);
    const hashed = { bytes: content.length, sha256: hash('sha256', content) };
    return take === 'hashed' ? { ...reply, hashed } : reply;
  });
  const { log, failures } = createKeptLog();
  const tallies = { ...log.tallies };
  if (!isKnown) tallies.L3 = { ...tallies.L3, failures: 1 };
  const known = { ...saidOf(listed, said), ...has };
  const service = serviceWith({ baseUrl, client, log: { ...log, tallies }, ...known });
  await finishAddress(service, keeps);
  const told = failures.map(({ clause, address, found }) => {
    return `${clause} ${address.replace(`${baseUrl}/`, '')}: ${found}`;
  });
  return {
    told,
    asked: asked.map(({ target }) => target.slice(1)),
    hints: failures.map(({ hint }) => hint),
  };
}

describe('what the manifest says', () => {
  const headers = '_headers';

  test('lacks no file of a build', async () => {
    const none = 'no such file in manifest.json';
    for (const file of [headers, errorFiles.notFound]) {
      expect((await finish({ listed: { [file]: null } })).told).toEqual([`files ${file}: ${none}`]);
    }
    for (const file of [bulkIndexFile, dataPackageFile]) {
      expect((await finish({ listed: { [file]: null } })).told).toEqual([`B1 ${file}: ${none}`]);
      const { told } = await finish({ listed: { [file]: null }, said: { bulk: [] } });
      expect(told.filter((one) => one.startsWith('B1'))).toEqual([]);
    }
  });

  test('is not held to a release that is wrong, but a missing file is told', async () => {
    const isKnown = false;
    expect((await finish({ listed: { [headers]: 'other' }, isKnown })).told).toEqual([]);
    expect((await finish({ listed: { [headers]: null }, isKnown })).told).toHaveLength(1);
  });

  test('by another version of the program gets a hint', async () => {
    const { hints } = await finish({ listed: { [headers]: null }, said: { version: '9.9.9' } });
    expect(hints[0]).toMatch(/built by phagepress 9\.9\.9/);
  });
});

test('a release that changed while it was read is told', async () => {
  const id = 'c'.repeat(64);
  const text = built('release.json')
    .toString()
    .replace(/"release": "[0-9a-f]{64}"/, `"release": "${id}"`);
  const { told, hints } = await finish({ served: { 'release.json': text } });
  expect(told).toEqual([`release release.json#/release: ${id}`]);
  expect(hints).toEqual(['The site changed while it was read: verify it again.']);
  expect((await finish({ served: { 'release.json': null } })).told).toEqual([
    'release release.json#/release: none',
  ]);
});
