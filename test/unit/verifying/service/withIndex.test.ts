import { expect, test } from 'vitest';
import { capabilities, type Keeps } from '../../../../src/contract/capabilities.ts';
import { withIndex } from '../../../../src/verifying/service/verifyAddress.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf } from '../manifestOf.ts';
import { clientOf, replyOf, serviceWith } from './someReplies.ts';

const keeps = (indexes: true | string): Keeps =>
  ({ ...Object.fromEntries(capabilities.map((one) => [one, true])), indexes }) as Keeps;

async function indexOf(
  reply: ReturnType<typeof replyOf>,
  of: Keeps | null = keeps('it may have none'),
) {
  const { client, asked } = clientOf(() => reply);
  const { log, failures, notes } = createKeptLog();
  const manifest = manifestOf({ 'api/genes/index.json': '{}' });
  const { index } = await withIndex(serviceWith({ client, manifest, log }), of);
  return { index, asked: asked.length, failures: failures.length, notes: notes.length };
}

test.each([
  ['an error', replyOf(404, {}, '{}')],
  ['a page for people', replyOf(200, {}, '<html>')],
  ['nothing', replyOf(200)],
])('one that answers with %s has none, which is noted and no failure', async (_, reply) => {
  expect(await indexOf(reply)).toEqual({ index: 'index.json', asked: 1, failures: 0, notes: 1 });
});

test('a host that promises an index is not asked', async () => {
  expect(await indexOf(replyOf(404), keeps(true))).toMatchObject({ index: '', asked: 0 });
  expect(await indexOf(replyOf(404), null)).toMatchObject({ index: '', asked: 0 });
});
