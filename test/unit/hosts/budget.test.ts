import { describe, expect, test } from 'vitest';
import { perList, perCollection } from '../../../src/contract/collectionName.ts';
import { pageSetsOf, type PageSize } from '../../../src/contract/pageSizes.ts';
import { Failure } from '../../../src/base/failure.ts';
import {
  assertFilesFit,
  assertHostsCanServe,
  filesTaken,
  type PlannedSite,
} from '../../../src/hosts/hosts.ts';
import type { HostLimits, HostName } from '../../../src/hosts/host.ts';
import { limitHost } from './limitHost.ts';
import { siteFor } from './someSite.ts';

function planned(genes: number, geneFiles: boolean, pageSize = 100): PlannedSite {
  const pages = Math.max(1, Math.ceil(genes / pageSize));
  return {
    counts: { ...perList(() => 0), phages: 1, genes },
    pageSets: {},
    leastBytes: perList(() => 0),
    lastPages: { ...perList(() => 0), phages: 1, genes: pages },
    recordFiles: { ...perCollection(() => false), phages: true, genes: geneFiles },
    entries: [],
    aliases: 0,
    html: 0,
    bulk: { whole: 0, ofPhages: 0, ofGenomes: 0, ofFamilies: 0 },
  };
}

function serve(
  name: HostName,
  plan: PlannedSite,
  links: 'query' | 'path' = 'query',
): Failure | null {
  const site = siteFor({ lastPages: plan.lastPages, links });
  try {
    assertHostsCanServe([name], site, plan);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

describe('a plan with several sizes of pages', () => {
  const of = (sizes: readonly PageSize[], bytes = 0) => {
    const plan = planned(400_000, false);
    return {
      ...plan,
      pageSets: { genes: pageSetsOf(400_000, 100, sizes) },
      leastBytes: { ...plan.leastBytes, genes: bytes },
    };
  };

  test('has the files of each size', () => {
    const failure = serve('cloudflare-pages', of([2, 3]));
    expect(failure?.message).toContain('most of them 333,334 pages in further sizes, 4,001 pages');
    expect(failure?.hint).toBe(
      'Offer fewer sizes of pages: each in --page-size is a set of files of its own.',
    );
    expect(serve('netlify', of([2]))?.message).toContain(
      'api/genes/page-size/2/page/ would have 200,000.',
    );
  });

  test('is refused where a page would be too large for a file, before it is written', () => {
    const failure = serve('cloudflare-pages', of([1000, 'all'], 200 << 20));
    expect(failure?.message).toBe(
      '--host cloudflare-pages: Cloudflare Pages takes files of at most 26.2 MB; api/genes/page-size/all/page/1.json would have at least 210 MB.',
    );
    expect(failure?.hint).toBe('Leave `all` or the largest size out of --page-size.');
    expect(serve('cloudflare-pages', of([1000], 200 << 20))).toBeNull();
    expect(serve('cloudflare-pages', of([100_000], 200 << 20))).not.toBeNull();
    expect(serve('nginx', of(['all'], 200 << 20))).toBeNull();
  });
});

describe('a plan', () => {
  const records = 'Leave out the files of single genes with --no-gene-files.';
  const views = 'Leave out views: --views names those that are wanted, --no-views none.';
  const bulk = 'Leave out bulk files: --bulk names those that are wanted, --no-bulk none.';
  const withEntries = (...entries: PlannedSite['entries']) => ({ ...planned(100, false), entries });
  const withBulk = (ofPhages: number, ofGenomes = 0) => {
    return { ...planned(100, false), bulk: { whole: 7, ofPhages, ofGenomes, ofFamilies: 0 } };
  };

  test.each<[what: string, host: HostName, plan: PlannedSite]>([
    ['that a host holds', 'cloudflare-pages', planned(10_000, true)],
    ['of a server without limits', 'nginx', planned(10_000_000, true)],
    ['of half a million records without files', 'netlify', planned(60_000, false)],
    ['of one page', 'static', planned(100, false)],
  ])('%s is silent', (_, host, plan) => {
    expect(serve(host, plan)).toBeNull();
  });

  test.each<[what: string, host: HostName, plan: PlannedSite, message: string, hint: string]>([
    [
      'more files than a host takes',
      'cloudflare-pages',
      planned(400_000, true),
      '--host cloudflare-pages: Cloudflare Pages takes at most 100,000 files; this site has 404,045, most of them 400,000 single genes, 4,001 pages of genes, 41 other files.',
      records,
    ],
    [
      'too many pages',
      'cloudflare-workers',
      planned(400_000, false, 1),
      'most of them 400,001 pages of genes',
      'Make fewer pages with a larger --page-size.',
    ],
    [
      'too much in one folder',
      'netlify',
      planned(60_000, true),
      '--host netlify: Netlify takes at most 54,000 entries in a folder, and api/genes/ would have 60,002.',
      records,
    ],
    [
      'too many families, whose genes and neighbours are two files',
      'cloudflare-pages',
      withEntries(['phams', 60_000]),
      'most of them 120,000 files of views',
      views,
    ],
    [
      'too many lists of genes in a folder',
      'netlify',
      withEntries(['genesbyphage', 60_000]),
      'api/genesbyphage/ would have 60,000.',
      views,
    ],
    [
      'too many bulk files of phages in a folder',
      'netlify',
      withBulk(60_000),
      'bulk/phages/ would have 60,000.',
      bulk,
    ],
    [
      'too many bulk files of phages',
      'cloudflare-pages',
      withBulk(100_001),
      'most of them 100,008 bulk files',
      bulk,
    ],
    [
      'too many genomes in a folder',
      'netlify',
      withBulk(0, 60_000),
      'media/fastas/ would have 60,000.',
      bulk,
    ],
  ])('of %s is refused, with what helps', (_, host, plan, message, hint) => {
    expect(serve(host, plan)).toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(message),
      hint,
    });
  });

  test('of several pages is nothing for a file server, unless links are paths', () => {
    const failure = serve('static', planned(2000, false));
    expect(failure?.message).toBe(
      '--host static: A file server ignores `?page=2` and would answer page 1 for ever: the genes have 20 pages.',
    );
    expect(failure?.hint).toMatch(/--links path.*--page-size/);
    expect(serve('static', planned(2000, false), 'path')).toBeNull();
  });
});

describe('staged files', () => {
  type Files = Parameters<typeof assertFilesFit>[1]['files'];
  const name = 'cloudflare-pages';

  /** What is said of files at a host with these limits; another host, which has none, is silent. */
  function fit(limits: HostLimits, files: Files, hasAliases = false) {
    limitHost(name, limits);
    const notes: string[] = [];
    let failure: unknown = null;
    try {
      assertFilesFit([name, 'nginx'], { files, hasAliases }, (text) => notes.push(text));
    } catch (error) {
      failure = error;
    }
    return { failure, notes };
  }
  const files = (...paths: readonly string[]) => paths.map((path) => ({ path, bytes: 100 }));
  const page = 'api/genes/page/';
  const five = [1, 2, 3, 4, 5];
  const packed = files(...five.flatMap((at) => [`${page}${at}.json`, `${page}${at}.json.br`]));
  const records = files('api/genes/index.json', ...five.map((at) => `api/genes/A${at}/index.json`));

  test.each<[what: string, limits: HostLimits, files: Files]>([
    ['in number', { files: 10 }, packed],
    ['in a folder', { folderEntries: 10 }, packed],
    ['in size', { fileBytes: 100, siteBytes: 1000 }, packed],
    ['free of charge', { freeFiles: 10 }, packed],
  ])('that a host just takes pass: %s', (_, limits, all) => {
    expect(fit(limits, all)).toEqual({ failure: null, notes: [] });
  });

  test.each<[what: string, limits: HostLimits, files: Files, message: string, hint: string]>([
    [
      'too many, with their siblings',
      { files: 9 },
      packed,
      '9 files; this site has 10, most of them 5 pages of genes, 5 compressed files.',
      'Make fewer pages with a larger --page-size.',
    ],
    [
      'too many in a folder, with their siblings',
      { folderEntries: 9 },
      packed,
      `9 entries in a folder, and ${page} has 10.`,
      'Leave out --precompress: the host compresses by itself.',
    ],
    [
      'too many in a folder, with its folders',
      { folderEntries: 5 },
      records,
      '5 entries in a folder, and api/genes/ has 6.',
      'Leave out the files of single genes with --no-gene-files.',
    ],
    [
      'too large, of which the largest is named',
      { fileBytes: 100 },
      [
        ...packed,
        { path: 'bulk/genes.ndjson.gz', bytes: 101 },
        { path: 'bulk/genes.parquet', bytes: 102 },
        ...files('bulk/phages.ndjson.gz', 'bulk/phages.tsv.gz', 'packs/bulk/phages/a.pack'),
      ],
      'takes files of at most 100 B; bulk/genes.parquet has 102 B.',
      'Leave out those that are too large: --bulk tsv,phages.',
    ],
    [
      'too large without exception',
      { fileBytes: 100 },
      [{ path: 'bulk/genes.parquet', bytes: 101 }],
      'takes files of at most 100 B; bulk/genes.parquet has 101 B.',
      'Leave out those that are too large: --no-bulk.',
    ],
    [
      'too large together',
      { siteBytes: 999 },
      packed,
      'takes sites of at most 999 B; this one has 1.00 kB.',
      'Leave out the files of single genes with --no-gene-files or bulk files with --no-bulk, or choose another host.',
    ],
  ])('that are %s are refused, with what helps', (_, limits, all, message, hint) => {
    const { failure } = fit(limits, all);
    expect(failure).toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(message),
      hint,
    });
  });

  test('that are too many because of aliases are told apart', () => {
    const { failure } = fit({ files: 5 }, [...records, ...files('api/genes/a1/index.json')], true);
    expect(failure).toMatchObject({
      message: expect.stringContaining('most of them 5 names in lower case, 1 pages of genes'),
      hint: expect.stringContaining('--case-insensitive-names'),
    });
  });

  test('that a host takes only in a paid plan are noted, with all that helps', () => {
    const { failure, notes } = fit({ freeFiles: 14 }, [
      ...packed,
      ...files(...five.map((at) => `phages/A${at}/index.html`)),
      ...files(...five.map((at) => `packs/bulk/phages/${at}.pack`)),
      ...files('packs/api/phams/a.pack', 'packs/api/phams/index.ndjson', 'web/seeds-1.json'),
    ]);
    expect(failure).toBeNull();
    expect(notes).toEqual([
      'Cloudflare Pages takes more than 14 files only in a paid plan; this site has 23, most of them 5 pages of genes, 5 compressed files, 5 pages of phages and clusters. ' +
        'Make fewer pages with a larger --page-size. Leave out --precompress: the host compresses by itself.',
    ]);
    const ofPages = five.map((at) => `web/seeds-${at}.json`);
    const inPacks = five.flatMap((at) => [
      `packs/api/phams/${at}.pack`,
      `packs/bulk/phages/${at}.pack`,
    ]);
    expect(fit({ freeFiles: 4 }, files(...ofPages, ...inPacks)).notes[0]).toMatch(
      /15, most of them 5 indexes of the pages for people, 5 packs of views, 5 packs of bulk files\. .*--no-pages\. .*--no-views none\. .*--no-bulk none\.$/,
    );
  });
});

describe('a site of many files', () => {
  const whyOf = (names: readonly HostName[], genes: number) => {
    const { why } = filesTaken(names, planned(genes, true));
    return why;
  };

  test.each<[why: string | null, names: HostName[], genes: number]>([
    [null, ['netlify'], 19_000],
    ['more than 20,000 take long to upload', ['netlify'], 20_000],
    ['Cloudflare Pages takes 20,000 free of charge', ['netlify', 'cloudflare-pages'], 20_000],
    ['Vercel takes 15,000', ['vercel'], 15_000],
    [null, ['vercel', 'nginx'], 50_000],
    [null, [], 500_000],
  ])('is packed because %s, for %j and %d genes', (why, names, genes) => {
    expect(whyOf(names, genes)).toBe(why);
  });
});
