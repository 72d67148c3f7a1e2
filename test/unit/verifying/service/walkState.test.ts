import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createWalkState } from '../../../../src/verifying/service/walkList.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf, releaseWith } from '../manifestOf.ts';
import { baseUrl, geneList, geneText, pageText, schemas } from '../somePages.ts';
import { goodHeaders, replyOf, serviceWith } from './someReplies.ts';

const [a, b, c, d] = [1, 2, 3, 4].map((n) => geneText(`A_CDS_${n}`)) as [
  string,
  string,
  string,
  string,
];
const three = geneList(3);
const address = (page: number) => `${baseUrl}/api/genes/?format=api&page=${page}`;

/** Walks a list of three genes, all of it or a sample. */
function createWalk(manifest: ReturnType<typeof manifestOf> | null = null, isSample = false) {
  const kept = createKeptLog();
  const counted = { count: 3, page_size: 2, pages: 2 };
  const collections = { genes: counted, phages: counted };
  const release = releaseWith({ base_url: baseUrl, collections });
  const pages: number[] = [];
  const state = createWalkState({
    service: serviceWith({ baseUrl, release, manifest, log: kept.log }),
    list: 'genes',
    allowed: new Set(),
    schemas,
    progress: { stage() {}, advance() {}, end() {} },
    lastPage: 2,
    ahead: 1,
    pick: isSample ? () => [1] : null,
    onPage: (_, number) => pages.push(number),
    onRecord() {},
  });
  const take = (number: number, text: string, tag = hash('sha256', text).slice(0, 8)) => {
    const reply = replyOf(200, goodHeaders({ ETag: `"${tag}"` }), text);
    return state.take(number, address(number), { plain: { ok: true, reply }, packed: [] });
  };
  return { state, take, pages, ...kept };
}

const first = pageText(three, 1, [a, b]);
const second = pageText(three, 2, [c]);

test('behind an answer that never came, a key may come again', () => {
  const { state, take, where } = createWalk();
  take(1, first);
  const reason = 'no answer';
  const plain = { ok: false, reason, isTooLong: false } as const;
  expect(state.take(2, address(2), { plain, packed: [] })).toBeNull();
  take(2, pageText(three, 2, [b]));
  expect(where()).toEqual([`answers ${address(2)}`]);
});

test('a page that the manifest does not list is told', () => {
  const { take, failures } = createWalk(manifestOf({ 'api/genes/page/1.json': first }));
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

test('an ETag may be common to pages of one size, and to all where it names the release', () => {
  const { take, failures } = createWalk();
  const four = { ...geneList(4), count: 3 };
  take(1, pageText(four, 1, [a, b]), 'x');
  take(1, pageText(four, 1, [c, d]), 'x');
  expect(failures.filter(({ clause }) => clause === 'M5')).toEqual([]);
  const whole = createWalk();
  whole.take(1, first, 'f'.repeat(12));
  whole.take(2, second, 'f'.repeat(12));
  expect(whole.failures).toEqual([]);
});
