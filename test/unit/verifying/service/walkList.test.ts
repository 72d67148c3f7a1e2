import { describe, expect, test } from 'vitest';
import { addressOfPage, walkList } from '../../../../src/verifying/service/walkList.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf, releaseWith } from '../manifestOf.ts';
import { baseUrl, geneList, geneText, pageText, schemas } from '../somePages.ts';
import { clientOf, goodHeaders, replyOf, serviceWith } from './someReplies.ts';

const seven = geneList(7);
const keys = [1, 2, 3, 4, 5, 6, 7].map((n) => geneText(`A_CDS_${n}`));
const pages = [1, 2, 3, 4].map((number) =>
  pageText(seven, number, keys.slice(2 * number - 2, 2 * number)),
);

interface Walk {
  readonly isOurs?: boolean;
  readonly hasManifest?: boolean;
  readonly pick?: (pages: number) => number[];
  readonly answer?: (page: number) => string | null;
}

/** Walks a list of four pages; gives the numbers of the pages asked for. */
async function walk({ isOurs = true, hasManifest = false, pick, answer }: Walk = {}) {
  const kept = createKeptLog();
  const counted = { count: 7, page_size: 2, pages: 4 };
  const { client, asked } = clientOf(({ target }) => {
    const number = Number(/page=(\d+)/.exec(target)?.[1] ?? 1);
    const text = answer === undefined ? (pages[number - 1] ?? null) : answer(number);
    return text === null
      ? replyOf(404, {}, 'none')
      : replyOf(200, goodHeaders({ ETag: `"${number}"` }), text);
  });
  const files = Object.fromEntries(
    pages.map((text, at) => [`api/genes/page/${at + 1}.json`, text]),
  );
  const walked = await walkList({
    service: serviceWith({
      baseUrl,
      client,
      release: isOurs
        ? releaseWith({ base_url: baseUrl, collections: { genes: counted, phages: counted } })
        : null,
      manifest: hasManifest ? manifestOf(files) : null,
      log: kept.log,
    }),
    list: 'genes',
    allowed: new Set(),
    schemas,
    progress: { stage() {}, advance() {}, end() {} },
    lastPage: isOurs ? 4 : null,
    ahead: 2,
    pick: pick ?? null,
    onPage() {},
    onRecord() {},
  });
  const numbers = asked.map(({ target }) => Number(/page=(\d+)/.exec(target)?.[1] ?? 1));
  return { ...walked, numbers, where: kept.where };
}

test('in a sample, a key may come again behind pages that were left out', async () => {
  const again = pageText(seven, 3, [keys[1] ?? '', keys[5] ?? '']);
  const answer = (page: number) => (page === 3 ? again : (pages[page - 1] ?? null));
  for (const hasManifest of [true, false]) {
    const told = (await walk({ answer, hasManifest, pick: () => [1, 3] })).where();
    expect(told.filter((at) => /^(S3|L3)/.test(at))).toEqual([]);
  }
});

describe('a page that is missing', () => {
  const answer = (page: number) => (page === 2 ? null : (pages[page - 1] ?? null));

  test('ends a walk along links, which nothing leads on', async () => {
    const { numbers, where } = await walk({ answer });
    expect(numbers).toEqual([1, 2]);
    expect(where()).toContainEqual(expect.stringMatching(/^L4 .*page=2$/));
  });
});

test('links that lead on for ever end at the last page that was promised', async () => {
  const endless = { ...geneList(7), lastPage: 1000 };
  const answer = (page: number) => pageText(endless, page, keys.slice(2 * page - 2, 2 * page));
  expect((await walk({ answer })).numbers).toEqual([1, 2, 3, 4]);
});

test('a page has the address that links give it; the first that of the list', () => {
  const release = releaseWith({ links: 'path' });
  const of = (page: number, changes: Parameters<typeof serviceWith>[0]) =>
    addressOfPage(serviceWith(changes), 'genes', page);
  expect(of(1, { release })).toBe(`${baseUrl}/api/genes/`);
  expect(of(1, { index: 'index.json' })).toBe(`${baseUrl}/api/genes/index.json`);
  expect(of(2, {})).toBe(`${baseUrl}/api/genes/?format=api&page=2`);
  expect(of(2, { release })).toBe(`${baseUrl}/api/genes/page/2.json?format=api&page=2`);
});
