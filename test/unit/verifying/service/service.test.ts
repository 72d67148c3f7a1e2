import { targetOf } from '../../../../src/base/httpClient.ts';
import { describe, expect, test } from 'vitest';
import {
  type CollectionName,
  perCollection,
  type PerList,
  perList,
} from '../../../../src/contract/collectionName.ts';
import {
  contractLog,
  createSiteFinds,
  promisedLog,
  type SiteFinds,
} from '../../../../src/verifying/service/service.ts';
import { createKeptLog } from '../keptLog.ts';
import { releaseWith } from '../manifestOf.ts';
import { serviceWith } from './someReplies.ts';

test.each([
  ['https://example.org/phages/api/genes/?page=2', '/phages/api/genes/?page=2'],
  ['http://127.0.0.1:80/a/../b//%2e', '/a/../b//%2e'],
  ['HTTPS://example.org/x#/results/0', '/x'],
  ['https://example.org', '/'],
  ['https://example.org#x/y', '/'],
  ['https://example.org?a=/b', '/?a=/b'],
  ['https://example.org/a?b=https://example.com/c', '/a?b=https://example.com/c'],
])('the target of %s is %s, with nothing made simpler', (address, target) => {
  expect(targetOf(address)).toBe(target);
});

test('of somebody else’s service, what only the contract says is noted, and the interface is required', () => {
  const said = ['here', 'x', 'y'] as const;
  const tell = (release: ReturnType<typeof releaseWith> | null) => {
    const { log, failures } = createKeptLog();
    const service = serviceWith({ release, log });
    promisedLog(service).fail('L3', ...said);
    promisedLog(service).fail('M5', ...said);
    contractLog(service, log).fail('L4', ...said);
    return failures.map(({ clause }) => clause);
  };
  expect(tell(null)).toEqual(['L3']);
  expect(tell(releaseWith())).toEqual(['L3', 'M5', 'L4']);
});

const counting = (length: number) => Array.from({ length }, (_, n) => n + 1);

function findPages(lastPages: PerList<number> | null, pages: number): SiteFinds {
  const finds = createSiteFinds(lastPages);
  for (const page of counting(pages)) finds.onPage('genes', page, Buffer.from(`page ${page}`));
  return finds;
}

function keptPages(finds: SiteFinds, pages: number): number[] {
  return counting(pages).filter((page) => finds.bytesOf(`api/genes/page/${page}.json`) !== null);
}

function find(
  finds: SiteFinds,
  keys: readonly string[],
  {
    collection = 'phages',
    page = 1,
    isRepeated = false,
  }: { collection?: CollectionName; page?: number; isRepeated?: boolean } = {},
): void {
  keys.forEach((key, index) =>
    finds.onRecord(collection, page, { key, index, bytes: Buffer.from(`<${key}>`), isRepeated }),
  );
}

const choices = {
  geneFiles: true,
  caseInsensitiveNames: false,
  isTaken: () => false,
  views: [],
  bulk: [],
};
const nineGenePages = { ...perList(() => 0), genes: 9, phages: 1 };

describe('pages', () => {
  test('are kept at both ends of a list, and the first also as the list itself', () => {
    const finds = findPages(nineGenePages, 9);
    expect(keptPages(finds, 9)).toEqual([1, 2, 9]);
    expect(finds.bytesOf('api/genes/index.json')?.toString()).toBe('page 1');
    expect(finds.bytesOf('api/phages/index.json')).toBeNull();
  });

  test('of a list whose end is unknown are kept so far as it is known', () => {
    const finds = findPages(null, 7);
    expect(keptPages(finds, 7)).toEqual([1, 2, 7]);
    expect(keptPages(findPages(null, 3), 3)).toEqual([1, 2, 3]);
    expect(finds.site(choices).lastPages).toEqual({ ...perList(() => 0), genes: 7, phages: 1 });
  });

  test('that come late do not make a list shorter', () => {
    const finds = findPages(null, 4);
    finds.onPage('genes', 2, Buffer.from('again'));
    expect(finds.site(choices).lastPages.genes).toBe(4);
  });
});

describe('records', () => {
  test('outlive the page that they were on', () => {
    const finds = createSiteFinds(nineGenePages);
    const page = Buffer.from('bytes');
    finds.onRecord('phages', 1, { key: 'Trixie', index: 0, bytes: page, isRepeated: false });
    page.fill(0);
    expect(finds.bytesOf('api/phages/Trixie/index.json')?.toString()).toBe('bytes');
    expect(finds.singles('phages').map(({ bytes }) => bytes.toString())).toEqual(['bytes']);
  });

  test('with plain names stand for their list: the first two', () => {
    const finds = createSiteFinds(nineGenePages);
    find(finds, ['100%', 'Mr X', 'Trixie', 'Quillon']);
    find(finds, ['a', 'b', 'c'], { collection: 'genes', page: 2 });
    expect(finds.site(choices)).toMatchObject({
      records: { ...perCollection(() => []), phages: ['Trixie', 'Quillon'], genes: ['a', 'b'] },
    });
    expect(finds.site({ ...choices, geneFiles: false }).records.genes).toEqual([]);
  });

  test('that repeat a key or have no address are no examples', () => {
    const finds = createSiteFinds(nineGenePages);
    find(finds, ['NUL', '..', 'a/b']);
    find(finds, ['Trixie'], { isRepeated: true });
    expect(finds.singles('phages')).toEqual([]);
  });

  test('are taken from all over a long list, and from its last page, and are few', () => {
    const finds = createSiteFinds({ ...nineGenePages, phages: 1000 });
    for (const page of counting(1000)) find(finds, [`% ${page}`, `% ${page} b`], { page });
    const keys = finds.singles('phages').map(({ key }) => key);
    expect(keys.length).toBeGreaterThanOrEqual(20);
    expect(keys.length).toBeLessThanOrEqual(21);
    expect(keys[0]).toBe('% 1');
    expect(keys.at(-1)).toBe('% 1000');
    expect(keys).not.toContain('% 1 b');
  });
});

test('names that no record has are new in every case', () => {
  const finds = createSiteFinds(nineGenePages);
  find(finds, ['Trixie']);
  const taken = new Set([
    'api/phages/Nobody/index.json',
    'api/phages/nobody9/index.json',
    'api/genes/Nobody_CDS_999999/index.json',
  ]);
  const { unknown } = finds.site({ ...choices, isTaken: (file) => taken.has(file) });
  expect(unknown).toEqual({
    features: 'Nobody',
    phages: 'Nobody99',
    genes: 'Nobody_CDS_9999999',
  });
});

test('a name in other letters is none where it is taken, or has no letters', () => {
  const otherLetters = (name: string, taken: readonly string[] = []) => {
    const finds = createSiteFinds(nineGenePages);
    find(finds, [name]);
    const isTaken = (file: string) => taken.includes(file);
    return finds.site({ ...choices, isTaken }).otherLetters;
  };
  expect(otherLetters('Trixie')).toBe('trixie');
  expect(otherLetters('trixie')).toBe('TRIXIE');
  expect(otherLetters('Trixie', ['api/phages/trixie/index.json'])).toBeNull();
  expect(otherLetters('123')).toBeNull();
});
