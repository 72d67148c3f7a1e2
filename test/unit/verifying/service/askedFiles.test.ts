import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  checkEach,
  checkHashed,
  filesAt,
  sampleOf,
} from '../../../../src/verifying/service/filesToAsk.ts';
import { createClauseLog } from '../../../../src/verifying/clauses.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf } from '../manifestOf.ts';
import { baseUrl, clientOf, replyOf, serviceWith } from './someReplies.ts';

describe('which files of a kind are asked for', () => {
  test('all of few, some of many, none of none', () => {
    const sampling = { sample: null, seed: 1 };
    expect(sampleOf(0, sampling, 'x')).toEqual([]);
    expect(sampleOf(3, sampling, 'x')).toEqual([0, 1, 2]);
    expect(sampleOf(1000, sampling, 'x')).toHaveLength(43);
    expect(sampleOf(1000, { sample: 5, seed: 1 }, 'x')).toHaveLength(8);
  });

  test('others for another kind and for another seed, within bounds', () => {
    const [a, b, c] = [
      sampleOf(1000, { sample: null, seed: 1 }, 'x'),
      sampleOf(1000, { sample: null, seed: 1 }, 'y'),
      sampleOf(1000, { sample: null, seed: 2 }, 'x'),
    ];
    expect(a).not.toEqual(b);
    expect(a).not.toEqual(c);
    for (const sample of [a, b, c]) expect([sample[0], sample.at(-1)]).toEqual([0, 999]);
  });
});

test('a file is asked for by the address of its name, percent-encoded', () => {
  const manifest = manifestOf({ 'bulk/phages/Mr 100%.faa': 'x', 'bulk/é?.gz': 'y' });
  const service = serviceWith({ manifest });
  expect(filesAt(service, [0, 1]).map(({ address }) => address)).toEqual([
    `${baseUrl}/bulk/phages/Mr%20100%25.faa`,
    `${baseUrl}/bulk/%C3%A9%3F.gz`,
  ]);
  expect(filesAt(serviceWith(), [0, 1])).toEqual([]);
});

describe('a file that is hashed', () => {
  const file = { path: 'bulk/x', bytes: 5, sha256: hash('sha256', 'right') };
  const check = async (...[status, headers]: Parameters<typeof replyOf>) => {
    const { log, failures } = createKeptLog();
    const body = String(headers?.['Body'] ?? '');
    const hashed = { bytes: body.length, sha256: hash('sha256', body) };
    const { client, asked } = clientOf(() => ({ ...replyOf(status, headers), hashed }));
    const asking = { file, address: `${baseUrl}/bulk/x` };
    const reply = await checkHashed(serviceWith({ client }), asking, 'B1', log);
    return { isRight: reply !== null, asked, found: failures.map(({ found }) => found) };
  };

  test('is right by its status, its size and its hash', async () => {
    const { isRight, asked, found } = await check(200, { Body: 'right' });
    expect([isRight, found]).toEqual([true, []]);
    expect(asked).toMatchObject([{ target: '/phages/bulk/x', take: 'hashed' }]);
  });

  test('is bounded by what the manifest says, so that no body comes without end', async () => {
    const { asked } = await check(200, { Body: 'right' });
    expect(asked[0]?.maxBytes).toBe(2 * 5 + 65_536);
  });
});

test('findings come in the order of the questions, whichever is answered first, even if one throws', async () => {
  const log = createClauseLog();
  const service = serviceWith({ log, freshLog: createClauseLog });
  const answered: (() => void)[] = [];
  const checking = checkEach(service, ['first', 'second', 'third'], 3, async (one, of) => {
    await new Promise<void>((done) => answered.push(done));
    of.fail('B1', { address: one, expected: '', found: '' });
    if (one === 'third') throw new Error('gave up');
  });
  const outcome = checking.catch((error: unknown) => error);
  while (answered.length > 0) {
    answered.pop()?.();
    await new Promise((done) => setImmediate(done));
  }
  expect(await outcome).toEqual(new Error('gave up'));
  expect(log.tallies.B1.failures).toBe(3);
  expect(log.tallies.B1.first?.address).toBe('first');
});
