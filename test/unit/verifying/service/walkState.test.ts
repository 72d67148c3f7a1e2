import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CollectionName } from '../../../../src/contract/collectionName.ts';
import { createWalkState } from '../../../../src/verifying/service/walkState.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf, releaseWith } from '../manifest/manifestOf.ts';
import { baseUrl, geneList, geneText, pageText, schemas } from '../pages/somePages.ts';
import { goodHeaders, replyOf, serviceWith } from './someReplies.ts';

const [a, b, c, d] = [1, 2, 3, 4].map((n) => geneText(`A_CDS_${n}`)) as [
  string,
  string,
  string,
  string,
];
const three = geneList(3);
const address = (page: number) => `${baseUrl}/api/genes/?format=api&page=${page}`;

interface Options {
  readonly isOurs?: boolean;
  readonly manifest?: ReturnType<typeof manifestOf> | null;
  readonly collection?: CollectionName;
  readonly pick?: boolean;
}

function createWalk({
  isOurs = true,
  manifest = null,
  collection = 'genes',
  pick = false,
}: Options = {}) {
  const kept = createKeptLog();
  const counted = { count: 3, page_size: 2, pages: 2 };
  const collections = { genes: counted, phages: counted };
  const release = isOurs ? releaseWith({ base_url: baseUrl, collections }) : null;
  const pages: number[] = [];
  const state = createWalkState({
    service: serviceWith({ baseUrl, release, manifest, log: kept.log }),
    collection,
    allowed: new Set(),
    schemas,
    progress: { stage() {}, advance() {}, end() {} },
    lastPage: isOurs ? 2 : null,
    ahead: 1,
    pick: pick ? () => [1] : null,
    onPage: (number) => pages.push(number),
    onRecord() {},
  });
  const take = (
    number: number,
    text: string,
    changes: Parameters<typeof goodHeaders>[0] = {},
    status = 200,
  ) => {
    const tag = `"${hash('sha256', text).slice(0, 8)}"`;
    const reply = replyOf(status, goodHeaders({ ETag: tag, ...changes }), text);
    return state.take(number, address(number), { plain: { ok: true, reply }, packed: [] });
  };
  return { state, take, pages, ...kept };
}

const first = pageText(three, 1, [a, b]);
const second = pageText(three, 2, [c]);

test('a whole list passes, and its pages and records are counted', () => {
  const { state, take, pages, failures } = createWalk();
  take(1, first);
  const envelope = take(2, second);
  expect(envelope).toMatchObject({ count: 3, next: null });
  expect(state.finish()).toMatchObject({ collection: 'genes', records: 3, pages: 2 });
  expect(state.recordsOnFirstPage()).toBe(2);
  expect(pages).toEqual([1, 2]);
  expect(failures).toEqual([]);
});

test('a list of which a page is missing holds fewer records than its count', () => {
  const { state, take, failures } = createWalk();
  take(1, first);
  take(2, 'gone', {}, 404);
  state.finish();
  expect(failures).toMatchObject([
    { clause: 'L4', expected: '200 and page 2', found: 'status 404' },
    { clause: 'count', expected: '3 records in all, as count says', found: '2' },
  ]);
});

test('a sample is not held to the count', () => {
  const { state, take, failures } = createWalk({ pick: true });
  take(1, first);
  state.finish();
  expect(failures).toEqual([]);
});

test('behind an answer that never came, a key may come again', () => {
  const { state, take, where } = createWalk();
  take(1, first);
  const reason = 'no answer';
  const plain = { ok: false, reason, isTooLong: false } as const;
  expect(state.take(2, address(2), { plain, packed: [] })).toBeNull();
  take(2, pageText(three, 2, [b]));
  expect(where()).toEqual([`answers ${address(2)}`]);
});

describe('a page that the manifest knows', () => {
  const manifest = manifestOf({ 'api/genes/page/1.json': first });

  test('has the bytes of the release', () => {
    const { take, failures } = createWalk({ manifest });
    take(1, pageText(three, 1, [a, c]));
    expect(failures).toMatchObject([{ clause: 'manifest', found: 'other bytes' }]);
  });

  test('is listed', () => {
    const { take, failures } = createWalk({ manifest });
    take(1, first);
    take(2, second);
    expect(failures).toMatchObject([
      {
        clause: 'manifest',
        expected: 'api/genes/page/2.json in manifest.json',
        found: 'no such file',
      },
    ]);
  });
});

describe('an ETag', () => {
  test('that two pages of different sizes have in common is told', () => {
    const { take, failures } = createWalk();
    take(1, first, { ETag: '"same"' });
    take(2, second, { ETag: '"same"' });
    expect(failures).toMatchObject([
      { clause: 'M5', address: address(2), found: String.raw`"\"same\""` },
    ]);
  });

  test('may be common to pages of one size, and to all where it names the release', () => {
    const { take, failures } = createWalk();
    const four = geneList(4);
    take(1, pageText({ ...four, count: 3 }, 1, [a, b]), { ETag: '"x"' });
    take(1, pageText({ ...four, count: 3 }, 1, [c, d]), { ETag: '"x"' });
    expect(failures.filter(({ clause }) => clause === 'M5')).toEqual([]);
    const whole = createWalk();
    const tag = `"${'f'.repeat(12)}"`;
    whole.take(1, first, { ETag: tag });
    whole.take(2, second, { ETag: tag });
    expect(whole.failures).toEqual([]);
  });
});

describe('a service of somebody else', () => {
  test('whose list grows while it is read is noted, and no longer held to its order and count', () => {
    const { state, take, failures, notes } = createWalk({ isOurs: false });
    take(1, pageText(geneList(3), 1, [b, c]));
    take(2, pageText({ ...geneList(4), lastPage: 3 }, 2, [a, d]));
    state.finish();
    expect(failures).toEqual([]);
    expect(notes.find(({ clause }) => clause === 'count')).toMatchObject({
      expected: 'the list to stay as it is while it is read: 3 records',
      found: '4',
    });
  });

  test('that stays as it is must be in order, genes only', () => {
    const walk = createWalk({ isOurs: false });
    walk.take(1, pageText(geneList(2), 1, [b, a]));
    expect(walk.where()).toEqual([`L3 ${address(1)}#/results/1`]);
    const phages = createWalk({ isOurs: false, collection: 'phages' });
    const page = pageText(geneList(2), 1, ['{"phage_name":"b"}', '{"phage_name":"a"}']);
    phages.take(1, page);
    expect(phages.failures.map(({ clause }) => clause)).not.toContain('L3');
    expect(phages.notes.map(({ clause }) => clause)).toContain('L3');
  });

  test('needs none of our headers but those of the interface', () => {
    const bare = { ETag: undefined, 'Cache-Control': undefined };
    const text = pageText(geneList(1), 1, [a]);
    expect(createWalk({ isOurs: false }).take(1, text, bare)).not.toBeNull();
    const walk = createWalk({ isOurs: false });
    walk.take(1, text, bare);
    walk.take(1, text, { Allow: undefined });
    expect(walk.failures.map(({ clause }) => clause)).toContain('M1');
    expect(walk.failures.map(({ clause }) => clause)).not.toContain('M5');
  });
});

test('the walk ends where next leads back', () => {
  const { state, take, where } = createWalk();
  const envelope = take(1, first);
  expect(envelope).not.toBeNull();
  if (envelope === null) return;
  expect(state.nextOf(envelope, address(1))).toBe(address(2));
  expect(state.nextOf({ ...envelope, next: address(1) }, address(1))).toBeNull();
  expect(where()).toEqual([`L2 ${address(1)}#/next`]);
});
