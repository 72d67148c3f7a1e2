import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keepsAll } from '../../../../src/hosts/host.ts';
import { perList } from '../../../../src/contract/collectionName.ts';
import { createClauseLog } from '../../../../src/verifying/clauses.ts';
import {
  checkEach,
  checkHashed,
  pageFilesToAsk,
  pagesToAsk,
  singlesToAsk,
  staticToAsk,
  viewsToAsk,
} from '../../../../src/verifying/service/filesToAsk.ts';
import {
  sampleOf,
  samplePages,
  type Sampling,
} from '../../../../src/verifying/service/sampling.ts';
import { type PublishedAddress } from '../../../../src/verifying/service/published.ts';
import { createSiteFinds, type Service } from '../../../../src/verifying/service/service.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOfPaths, releaseWith } from '../manifestOf.ts';
import { baseUrl, clientOf, replyOf, serviceWith } from './someReplies.ts';

const all: Sampling = { sample: null, seed: 1 };

/** A service with these files, each of which holds its own path, and its log. */
function serviceOf(paths: readonly string[], changes: Partial<Service> = {}) {
  const { log } = createKeptLog();
  const manifest = manifestOfPaths(paths);
  return { log, service: serviceWith({ log, manifest, release: releaseWith(), ...changes }) };
}

const holds = (asked: readonly PublishedAddress[], file: string, text: string) =>
  asked.find((one) => one.file === file)?.isRight(Buffer.from(text));

describe('of pages as files', () => {
  const lastPages = { ...perList(() => 0), genes: 500, phages: 2 };
  const ask = (links: 'query' | 'path', sample: number | null) => {
    const { service, log } = serviceOf(['api/genes/page/1.json'], {
      release: releaseWith({ links }),
    });
    const asked = pagesToAsk(service, lastPages, { sample, seed: 1 });
    return { asked, files: asked.map(({ file }) => file), remark: log.tallies.L7.remark };
  };

  test('a sample of each list is asked for, which is told, and held to the manifest', () => {
    const { asked, files, remark } = ask('query', null);
    expect(asked).toHaveLength(43 + 2);
    expect(remark).toBe('45 of 502 asked');
    expect(files).toContain('api/genes/page/500.json');
    expect(files).not.toContain('api/genes/page/0.json');
    expect(holds(asked, 'api/genes/page/1.json', 'api/genes/page/1.json')).toBe(true);
    expect(holds(asked, 'api/genes/page/1.json', 'two')).toBe(false);
    expect(holds(asked, 'api/genes/page/500.json', 'api/genes/page/1.json')).toBe(false);
  });
});

describe('of views', () => {
  const ask = (paths: readonly string[], sampling = all, index: '' | 'index.json' = '') => {
    const { service, log } = serviceOf(paths, { index });
    const asked = viewsToAsk(service, sampling);
    const files = asked.map(({ file }) => file).toSorted();
    return { asked, files, remark: log.tallies.V1.remark };
  };
  const others = ['api/genes/a/index.json', 'openapi.json', 'api/phams/page/1.json'];

  test('those are asked for that are no records nor walked, at the addresses of their folders', () => {
    const views = ['api/clusters/100%/index.json', 'api/phams/7/index.json'];
    const { asked, files, remark } = ask([...views, ...others]);
    expect([files, remark]).toEqual([views, '2 of 2 asked']);
    expect(asked[0]).toMatchObject({
      clause: 'V1',
      address: `${baseUrl}/api/clusters/100%25/`,
    });
    const index = 'index.json';
    expect(ask(views, all, index).asked[0]?.address).toMatch(/\/clusters\/100%25\/index\.json$/);
    expect(holds(asked, views[1]!, views[1]!)).toBe(true);
    expect(holds(asked, views[1]!, 'another')).toBe(false);
    expect(ask(others)).toMatchObject({ files: [], remark: null });
    expect(viewsToAsk(serviceWith(), all)).toEqual([]);
  });

  test('a sample of each kind is', () => {
    const phams = Array.from({ length: 200 }, (_, id) => `api/phams/${id + 1}/index.json`);
    const paths = [...phams, 'api/clusters/A/index.json', ...others];
    const { files, remark } = ask(paths, { sample: 5, seed: 1 });
    const ofPhams = files.filter((file) => file.startsWith('api/phams/'));
    expect(ofPhams.length).toBeGreaterThanOrEqual(5);
    expect(ofPhams.length).toBeLessThan(20);
    expect(files.length - ofPhams.length).toBe(1);
    expect(remark).toBe(`${files.length} of 201 asked`);
    expect(ask(paths, { sample: 5, seed: 2 }).files).not.toEqual(files);
  });
});

describe('of single records', () => {
  const finds = createSiteFinds({ ...perList(() => 0), genes: 1, phages: 1 });
  const find = (collection: 'genes' | 'phages', key: string, index = 0) =>
    finds.onRecord(collection, 1, { key, index, bytes: Buffer.from(key), isRepeated: false });
  for (const [index, key] of ['A_CDS_1', 'A_CDS_2'].entries()) find('genes', key, index);
  for (const [index, key] of ['A', 'B 5%'].entries()) find('phages', key, index);
  find('phages', 'B 5%');

  const ask = (geneFiles: boolean, index: '' | 'index.json' = '') => {
    const counted = { count: 1000, page_size: 1000, pages: 1 };
    const collections = { genes: counted, phages: { ...counted, count: 5 } };
    const release = releaseWith({ base_url: baseUrl, gene_files: geneFiles, collections });
    const { service, log } = serviceOf([], { release, index });
    return { asked: singlesToAsk(service, finds), remark: log.tallies.D1.remark };
  };

  test('those of the walks are asked for, with the bytes that they had in their lists', () => {
    const { asked, remark } = ask(true);
    expect(asked.map(({ clause, address, file }) => [clause, address, file])).toEqual([
      ['D1', `${baseUrl}/api/phages/A/`, 'api/phages/A/index.json'],
      ['A3', `${baseUrl}/api/phages/B%205%25/`, 'api/phages/B 5%/index.json'],
      ['D1', `${baseUrl}/api/genes/A_CDS_1/`, 'api/genes/A_CDS_1/index.json'],
      ['D1', `${baseUrl}/api/genes/A_CDS_2/`, 'api/genes/A_CDS_2/index.json'],
    ]);
    expect(remark).toBe('4 of 1,005 asked');
    expect(holds(asked, 'api/phages/A/index.json', 'A')).toBe(true);
    expect(holds(asked, 'api/phages/A/index.json', 'B')).toBe(false);
  });

  test('no gene is where these have no addresses, and none of somebody else’s service', () => {
    const { asked, remark } = ask(false, 'index.json');
    expect(asked.map(({ address }) => address)).toEqual([
      `${baseUrl}/api/phages/A/index.json`,
      `${baseUrl}/api/phages/B%205%25/index.json`,
    ]);
    expect(remark).toBe('2 of 5 asked');
    expect(singlesToAsk(serviceWith(), finds)).toEqual([]);
  });
});

test('of the pages for people all code and indexes are asked for, but no more than a bounded number', () => {
  const asked = (paths: readonly string[], pages: boolean) => {
    const { service } = serviceOf(paths, { release: releaseWith({ pages }) });
    return pageFilesToAsk(service, { ...all, keeps: keepsAll }).map(({ file }) => file.path);
  };
  const few = ['web/code/a-1.css', 'web/code/a-1.js', 'web/phages.json'];
  const built = ['index.html', ...few, 'web/phages.json.gz'];
  expect(asked(built, true)).toEqual(few);
  expect(asked(built, false)).toEqual([]);
  const many = Array.from({ length: 500 }, (_, at) => `web/code/${1000 + at}.js`);
  expect(asked(many, true).length).toBeLessThan(100);
});

test('pages of phages and clusters are asked for at their folders, where hosts keep that', () => {
  const asked = (html: boolean, indexes: true | string) => {
    const { service } = serviceOf(['phages/B 5%/index.html'], {
      release: releaseWith({ pages: true, html }),
    });
    return pageFilesToAsk(service, { ...all, keeps: { ...keepsAll, indexes } }).map(
      ({ address }) => address,
    );
  };
  expect(asked(true, true)).toEqual([`${baseUrl}/phages/B%205%25/`]);
  expect(asked(true, 'only files')).toEqual([`${baseUrl}/phages/B%205%25/index.html`]);
  // The publisher's own.
  expect(asked(false, true)).toEqual([]);
});

test('of the publisher’s own files those are asked for that hosts serve as they are', () => {
  const tops = ['.nojekyll', 'about/', 'robots.txt'];
  const paths = ['about/a.css', 'about/index.html', 'about/old.htm', 'api/index.json'];
  const asked = (staticTops: readonly string[]) => {
    const release = releaseWith({ static: staticTops });
    const { service } = serviceOf(['.nojekyll', ...paths, 'robots.txt'], { release });
    return staticToAsk(service, all).map(({ file }) => file.path);
  };
  expect(asked(tops)).toEqual(['about/a.css', 'robots.txt']);
  expect(asked([])).toEqual([]);
});

test('of the files of a kind, all of few are asked for, some of many, none of none', () => {
  const sampling = { sample: null, seed: 1 };
  expect(sampleOf(0, sampling, 'x')).toEqual([]);
  expect(sampleOf(3, sampling, 'x')).toEqual([0, 1, 2]);
  expect(sampleOf(1000, sampling, 'x')).toHaveLength(43);
  expect(sampleOf(1000, { sample: 5, seed: 1 }, 'x')).toHaveLength(8);
});

test('other files are asked for of another kind and with another seed, within bounds', () => {
  const [a, b, c] = [
    sampleOf(1000, { sample: null, seed: 1 }, 'x'),
    sampleOf(1000, { sample: null, seed: 1 }, 'y'),
    sampleOf(1000, { sample: null, seed: 2 }, 'x'),
  ];
  expect(a).not.toEqual(b);
  expect(a).not.toEqual(c);
  for (const sample of [a, b, c]) expect([sample[0], sample.at(-1)]).toEqual([0, 999]);
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
    of.fail('B1', one, '', '');
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

describe('a sample', () => {
  test('is the same for the same seed, in order, each page once, and holds both ends', () => {
    const sample = samplePages(10_000, 50, 'a');
    expect(sample).toEqual(samplePages(10_000, 50, 'a'));
    expect(sample).not.toEqual(samplePages(10_000, 50, 'b'));
    expect(sample).toEqual([...new Set(sample)].toSorted((a, b) => a - b));
    expect(sample).toHaveLength(53);
    expect(sample.slice(0, 2)).toEqual([1, 2]);
    expect(sample.at(-1)).toBe(10_000);
  });

  test('of few pages is all of them', () => {
    for (const pages of [1, 2, 3, 7]) {
      expect(samplePages(pages, 100, 'a')).toEqual(Array.from({ length: pages }, (_, n) => n + 1));
    }
  });

  test('never names a page that is not there, and every page has its turn', () => {
    const seen = new Set<number>();
    for (let seed = 0; seed < 200; seed++) {
      for (const page of samplePages(10, 1, String(seed))) seen.add(page);
    }
    expect([...seen].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
