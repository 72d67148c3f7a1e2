import { describe, expect, test } from 'vitest';
import { perList } from '../../../../src/contract/collectionName.ts';
import {
  type AddressOptions,
  createSiteFinds,
  fetchRelease,
} from '../../../../src/verifying/service/service.ts';
import { walkLists } from '../../../../src/verifying/service/walkList.ts';
import { asLines, tinyGene, tinyPhage } from '../../../integration/tinyData.ts';
import { builtFiles, builtSite } from '../folder/builtFolder.ts';
import { createKeptLog } from '../keptLog.ts';
import { watchedProgress } from '../../watchedProgress.ts';
import { optionsFor, serveSite } from './askedSite.ts';

const lists = ['genes', 'phages', 'phams'] as const;

interface Walk extends Partial<AddressOptions> {
  /** Whether the numbers of the last pages are known. */
  readonly isKnown?: boolean;
  /** A page that is cut off without an answer. */
  readonly lost?: string;
  readonly site?: typeof builtSite;
}

/** Walks the lists of a built site that the preview serves. */
async function walk({ isKnown = true, lost, site = builtSite, ...changes }: Walk = {}) {
  const { url, client } = await serveSite(site);
  const options = optionsFor(url, changes);
  const kept = createKeptLog();
  const met = await fetchRelease(options, client, () => kept.log);
  const asked: string[] = [];
  const watched: typeof client = {
    ...client,
    ask(request) {
      asked.push(request.target);
      if (lost !== undefined && request.target.includes(lost)) throw new Error(`lost ${lost}`);
      return client.ask(request);
    },
  };
  const { progress, seen } = watchedProgress();
  const finds = createSiteFinds(met.lastPages);
  const lastPages = isKnown ? met.lastPages : null;
  const service = { ...met.service, client: watched };
  const walked = await walkLists(options, { service, lastPages }, finds, progress);
  const { remark } = kept.log.tallies.count;
  return { walked, where: kept.where(), seen, asked, remark, finds };
}

/** Eight genes, each of another pham. */
const manyPhams = {
  'genes/a.ndjson': asLines(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
      tinyGene('Quillon', n, { PhamID: { PhamID: n, Color: '#123456' } }),
    ),
  ),
  'phages/a.ndjson': asLines([tinyPhage('Quillon')]),
};

const count = (asked: readonly string[], list: string) =>
  asked.filter((target) => target.startsWith(`/api/${list}/`)).length;

test('every page of each list is read, phams among them, and its records are kept', async () => {
  const { walked, where, seen, asked, remark, finds } = await walk();
  expect(where).toEqual([]);
  expect(walked.map(({ collection, records, pages }) => [collection, records, pages])).toEqual(
    expect.arrayContaining([
      ['genes', 9, 3],
      ['phages', 4, 2],
    ]),
  );
  expect(walked).toHaveLength(2);
  expect(lists.map((list) => count(asked, list))).toEqual([3, 2, 1]);
  expect(seen).toEqual({ stages: [['Reading', 6, 'pages']], advanced: 6, ended: 0 });
  expect(remark).toBeNull();
  for (const list of lists) expect(finds.bytesOf(`api/${list}/page/1.json`), list).not.toBeNull();
  expect(finds.singles('genes').length).toBeGreaterThan(0);
});

describe('in a sample', () => {
  test('fewer pages of each list are read, and it is said how many', async () => {
    const pageSizes = perList(() => 1);
    const { files } = await builtFiles({ pageSizes }, manyPhams);
    const { walked, where, seen, asked, remark } = await walk({ sample: 1, site: files });
    expect(where).toEqual([]);
    const read = lists.map((list) => count(asked, list));
    expect(read[0]).toBeLessThan(8);
    expect(read[2]).toBeLessThan(8);
    expect(seen.stages).toEqual([['Reading', read.reduce((sum, pages) => sum + pages), 'pages']]);
    expect(remark).toBe(
      `only a sample of pages was read: ${read[1]} of 1 of phages, ${read[0]} of 8 of genes, ${read[2]} of 8 of phams`,
    );
    expect(walked.find(({ collection }) => collection === 'genes')?.pages).toBe(read[0]);
  });

  test('lists that are not published are not spoken of', async () => {
    const { files } = await builtFiles({ views: [] }, manyPhams);
    const { remark } = await walk({ sample: 1, site: files });
    expect(remark).toMatch(/^only a sample of pages was read: 1 of 1 of phages, . of 3 of genes$/);
  });

  test('whose lists have nobody knows how many pages, that is all that is said', async () => {
    const { remark, seen } = await walk({ sample: 1, isKnown: false });
    expect(remark).toBe('only a sample was read');
    expect(seen.stages).toEqual([['Reading', 0, 'pages']]);
  });
});

test('a walk that fails ends the others in order, and its reason is thrown', async () => {
  await expect(walk({ lost: '/api/genes/' })).rejects.toThrow('lost /api/genes/');
  await expect(walk({ lost: '/api/phams/' })).rejects.toThrow('lost /api/phams/');
});
