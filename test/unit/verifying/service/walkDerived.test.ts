import { describe, expect, test } from 'vitest';
import { pageLinks } from '../../../../src/contract/links.ts';
import { walkList } from '../../../../src/verifying/service/walkList.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf, releaseWith } from '../manifestOf.ts';
import { schemas } from '../somePages.ts';
import { baseUrl, clientOf, goodHeaders, replyOf, serviceWith } from './someReplies.ts';

const pham = (id: number, changes: object = {}) =>
  JSON.stringify({ PhamID: id, Color: '#fff', gene_count: 2, phage_count: 1, ...changes });

/** A page of families, of two pages with two each. */
function page(number: number, phams: readonly string[], count = 4, lastPage = 2): string {
  const { next, previous } = pageLinks(baseUrl, 'phams', number, lastPage, 'query');
  const head = JSON.stringify({ count, next, previous }).slice(0, -1);
  return `${head},"results":[${phams.join(',')}]}`;
}

const good = [page(1, [pham(2), pham(10)]), page(2, [pham(11), pham(100)])];

async function walk(pages: readonly string[], { lastPage = 2, isKnown = false } = {}) {
  const kept = createKeptLog();
  const { client, asked } = clientOf(({ target }) => {
    const text = pages[Number(/page=(\d+)/.exec(target)?.[1] ?? 1) - 1];
    return text === undefined ? replyOf(404) : replyOf(200, goodHeaders(), text);
  });
  const list = { count: 4, page_size: 2, pages: 2 };
  const collections = { genes: list, phages: list, phams: list };
  const files = good.map((text, at) => [`api/phams/page/${at + 1}.json`, text]);
  const read: number[] = [];
  await walkList({
    list: 'phams',
    service: serviceWith({
      client,
      log: kept.log,
      release: releaseWith({ base_url: baseUrl, views: ['phams'], collections }),
      manifest: isKnown ? manifestOf(Object.fromEntries(files) as Record<string, string>) : null,
    }),
    schemas,
    progress: { stage() {}, advance() {}, end() {} },
    lastPage,
    ahead: 3,
    allowed: new Set(),
    pick: null,
    onPage: (_, number) => read.push(number),
    onRecord() {},
  });
  return { asked: asked.length, read, told: kept.where() };
}

const address = (number: number) =>
  `${baseUrl}/api/phams/${number === 1 ? '' : `?format=api&page=${number}`}`;

describe('a family', () => {
  test.each([
    ['without a colour', pham(10, { Color: undefined })],
    ['with a count that is none', pham(10, { gene_count: '2' })],
    ['that is a number', '10'],
    ['that is null', 'null'],
    ['without end', pham(10, { Color: 'x'.repeat(2000) })],
  ])('%s is none, and is not held to the order', async (_, text) => {
    const pages = [page(1, [pham(2), text]), page(2, [pham(3), pham(100)])];
    expect((await walk(pages)).told).toEqual([`V1 ${address(1)}#/results/1`]);
  });
});

test('without a manifest the walk ends at a page that is missing; with one it goes on', async () => {
  const missing = await walk([good[0]!], { lastPage: 4 });
  expect(missing).toMatchObject({ asked: 2, read: [1] });
  expect(missing.told).toEqual([`L4 ${address(2)}`]);
  const known = await walk([good[0]!], { lastPage: 4, isKnown: true });
  expect(known.told).toEqual([2, 3, 4].map((number) => `L4 ${address(number)}`));
});
