import { describe, expect, test } from 'vitest';
import { optionsFor } from '../../../contract/verifyUrl.ts';
import { createSiteFinds, fetchRelease } from '../../../../src/verifying/service/service.ts';
import {
  addressOfPage,
  createWalkEnd,
  pagesAhead,
  walkList,
  walkLists,
} from '../../../../src/verifying/service/walkList.ts';
import { watchedProgress } from '../../watchedProgress.ts';
import { builtSite } from '../folder/builtFolder.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf, releaseWith } from '../manifestOf.ts';
import { baseUrl, geneList, geneText, pageText, schemas } from '../somePages.ts';
import { serveSite } from './askedSite.ts';
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
  /** The text of a page; null for a 404, undefined where no answer comes. */
  readonly answer?: (page: number) => string | null | undefined;
  readonly tagOf?: ((page: number) => string) | undefined;
}

/** Walks a list of four pages; gives the numbers of the pages asked for. */
async function walk({
  isOurs = true,
  hasManifest = false,
  pick,
  answer = (page) => pages[page - 1] ?? null,
  tagOf = String,
}: Walk = {}) {
  const kept = createKeptLog();
  const counted = { count: 7, page_size: 2, pages: 4 };
  const { client, asked } = clientOf(({ target }) => {
    const number = Number(/page=(\d+)/.exec(target)?.[1] ?? 1);
    const text = answer(number);
    if (text === undefined) return { ok: false, reason: 'no answer', isTooLong: false };
    return text === null
      ? replyOf(404, {}, 'none')
      : replyOf(200, goodHeaders({ ETag: `"${tagOf(number)}"` }), text);
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

test('in a sample, those pages and the first are read, each once, also of somebody else', async () => {
  for (const isOurs of [true, false]) {
    const { numbers, records, where } = await walk({ isOurs, pick: (of) => [1, 3, of] });
    expect({ numbers, records, told: where() }).toEqual({
      numbers: [1, 3, 4],
      records: 5,
      told: [],
    });
  }
});

test('in a sample, a key may come again behind pages that were left out', async () => {
  const again = pageText(seven, 3, [keys[1] ?? '', keys[5] ?? '']);
  const answer = (page: number) => (page === 3 ? again : (pages[page - 1] ?? null));
  for (const hasManifest of [true, false]) {
    const told = (await walk({ answer, hasManifest, pick: () => [1, 3] })).where();
    expect(told.filter((at) => /^(S3|L3)/.test(at))).toEqual([]);
  }
});

test('behind an answer that never came, a key may come again', async () => {
  const again = pageText(seven, 3, [keys[1] ?? '', keys[5] ?? '']);
  const answer = (page: number) => [pages[0], undefined, again, pages[3]][page - 1];
  const told = (await walk({ answer, hasManifest: true })).where();
  expect(told.filter((at) => /^(S3|L3|answers)/.test(at))).toEqual([
    `answers ${baseUrl}/api/genes/?format=api&page=2`,
  ]);
});

test.each<[string, Walk['tagOf']]>([
  ['to pages of one size', (page) => String(pages[page - 1]!.length)],
  ['to all where it names the release', () => 'f'.repeat(12)],
])('an ETag may be common %s', async (_, tagOf) => {
  expect((await walk({ tagOf })).where()).toEqual([]);
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

const link = (page: number) => `${baseUrl}/api/genes/?format=api&page=${page}`;

/** Walks page after page; `next` of page n is what `nextOf` says, or the following page. */
function createWalk(firstCount: number | null = null) {
  const told: string[] = [];
  const end = createWalkEnd(baseUrl, (clause, address, expected, found) =>
    told.push(`${clause} ${address}: ${expected}; ${found}`),
  );
  let number = 0;
  const step = (changes: { text?: string; records?: number; next?: string | null } = {}) => {
    number++;
    const text = changes.text ?? `${number}`;
    return end.nextOf(
      {
        address: link(number),
        bytes: Buffer.from(`{"count":${number},"results":[${text}]}`),
        records: changes.records ?? 1,
        next: changes.next === undefined ? link(number + 1) : changes.next,
      },
      firstCount,
    );
  };
  return { step, told };
}

test('an empty page with a next one ends it, and is not told again', () => {
  const { step, told } = createWalk();
  expect(step({ records: 0 })).toBeNull();
  expect(told).toEqual([]);
});

test('a loop is a link to a page that was read, in whatever form', () => {
  for (const back of [link(1), `${baseUrl}/api/genes/?page=1`, `${baseUrl}/api/genes/`]) {
    const { step, told } = createWalk();
    step();
    expect(step({ next: back })).toBeNull();
    expect(told).toEqual([`L2 ${link(2)}#/next: a page that was not there yet; "${back}": a loop`]);
  }
});

test('pages that repeat what was there are tolerated up to twenty, whatever their count says', () => {
  const { step, told } = createWalk();
  step({ text: 'same' });
  for (let repeats = 1; repeats <= 20; repeats++) expect(step({ text: 'same' })).not.toBeNull();
  expect(told).toEqual([]);
  expect(step({ text: 'same' })).toBeNull();
  expect(told).toEqual([expect.stringMatching(/^L2 .*over and over/)]);
});

test('pages that repeat what was there need not follow each other', () => {
  const { step } = createWalk();
  const ends = Array.from({ length: 23 }, (_, page) => step({ text: String(page % 2) }) === null);
  expect(ends.indexOf(true)).toBe(22);
});

test('too many records are more than twice as many as there were, and a thousand', () => {
  const { step, told } = createWalk(100);
  expect(step({ records: 1200 })).not.toBeNull();
  expect(step({ records: 1 })).toBeNull();
  expect(told).toEqual([
    `count ${link(2)}#/next: an end after 100 records; a next page after 1201`,
  ]);
});

test('too many records are none where nobody said how many there are', () => {
  expect(createWalk(null).step({ records: 1_000_000 })).toBe(link(2));
});

describe('a link to another place', () => {
  test.each([
    ['http://localhost:8080/api/genes/?page=2', `${baseUrl}/api/genes/?page=2`],
    ['https://EXAMPLE.org/phages/api/genes/?page=2', `${baseUrl}/api/genes/?page=2`],
    [`${baseUrl}2/api/genes/?page=2#x`, `${baseUrl}/api/genes/?page=2`],
  ])('%s is asked for below the base URL', (next, asked) => {
    expect(createWalk().step({ next })).toBe(asked);
  });

  test.each([
    'ftp://example.org/api/genes/',
    '/api/genes/?page=2',
    'https://other.org/?x=/api/',
    'javascript:/api/',
  ])('%s leads nowhere, and ends the walk', (next) => {
    expect(createWalk().step({ next })).toBeNull();
  });

  test('is a loop where it comes to a page that was read', () => {
    const { step, told } = createWalk();
    expect(step({ next: 'http://localhost/api/genes/?page=1' })).toBeNull();
    expect(told).toHaveLength(1);
  });
});

const numbers = (length: number) => Array.from({ length }, (_, n) => n);

test('pages come in order, whichever is there first, and no more are under way than may be', async () => {
  const waiting: (() => void)[] = [];
  let [underWay, most] = [0, 0];
  const fetch = (page: number) => {
    most = Math.max(most, ++underWay);
    return new Promise<number>((done) => {
      waiting.push(() => {
        underWay--;
        done(page);
      });
      // The last one asked for is answered first.
      setImmediate(() => waiting.pop()?.());
    });
  };
  const seen: number[] = [];
  for await (const page of pagesAhead(numbers(50), 4, fetch)) seen.push(page);
  expect(seen).toEqual(numbers(50));
  expect(most).toBe(4);
});

test('with one at a time, the next is asked for only once the last was taken', async () => {
  const events: string[] = [];
  const fetch = (page: number) => {
    events.push(`ask ${page}`);
    return Promise.resolve(page);
  };
  for await (const page of pagesAhead(numbers(3), 1, fetch)) events.push(`take ${page}`);
  expect(events).toEqual(['ask 0', 'take 0', 'ask 1', 'take 1', 'ask 2', 'take 2']);
});

test('who stops early gets no more pages, and what is under way may fail unheard', async () => {
  const asked: number[] = [];
  const fetch = (page: number) => {
    asked.push(page);
    return page === 0 ? Promise.resolve(page) : Promise.reject(new Error(`page ${page}`));
  };
  const seen: number[] = [];
  for await (const page of pagesAhead(numbers(100), 3, fetch)) {
    seen.push(page);
    break;
  }
  expect(seen).toEqual([0]);
  expect(asked).toEqual([0, 1, 2]);
});

test('a failure comes in the place of its page', async () => {
  const fetch = (page: number) =>
    page === 2 ? Promise.reject(new Error('no page 2')) : Promise.resolve(page);
  const seen: number[] = [];
  const walkAll = async () => {
    for await (const page of pagesAhead(numbers(9), 3, fetch)) seen.push(page);
  };
  await expect(walkAll()).rejects.toThrow('no page 2');
  expect(seen).toEqual([0, 1]);
});

test.each(['/api/genes/', '/api/phams/'])(
  'a walk of %s that fails ends the others in order, and its reason is thrown',
  async (lost) => {
    const { url, client } = await serveSite(builtSite);
    const options = optionsFor(url);
    const met = await fetchRelease(options, client, () => createKeptLog().log);
    const ask: typeof client.ask = (request) => {
      if (request.target.includes(lost)) throw new Error(`lost ${lost}`);
      return client.ask(request);
    };
    const service = { ...met.service, client: { ...client, ask } };
    const finds = createSiteFinds(met.lastPages);
    const known = { service, lastPages: met.lastPages };
    const { progress } = watchedProgress();
    await expect(walkLists(options, known, finds, progress)).rejects.toThrow(`lost ${lost}`);
  },
);
