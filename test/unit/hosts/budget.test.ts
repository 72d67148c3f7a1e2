import { describe, expect, test } from 'vitest';
import { perList, perCollection } from '../../../src/contract/collectionName.ts';
import { pageSetsOf } from '../../../src/contract/pageSets.ts';
import type { PageSize } from '../../../src/contract/pageSizes.ts';
import { Failure } from '../../../src/failure.ts';
import { assertFilesFit, assertHostsCanServe } from '../../../src/hosts/budget.ts';
import type { HostName } from '../../../src/hosts/hostNames.ts';
import { hostedSite } from '../../../src/hosts/hostedSite.ts';
import type { PlannedSite } from '../../../src/hosts/plannedFiles.ts';

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
    bulk: { whole: 0, ofPhages: 0, ofGenomes: 0, ofFamilies: 0 },
  };
}

function serve(
  name: HostName,
  plan: PlannedSite,
  links: 'query' | 'path' = 'query',
): { readonly failure: Failure | null; readonly notes: readonly string[] } {
  const site = hostedSite({
    baseUrl: 'https://example.org',
    lastPages: plan.lastPages,
    links,
    maxAge: 300,
    caseInsensitiveNames: false,
    precompress: [],
    dir: '/srv/site',
  });
  const notes: string[] = [];
  try {
    assertHostsCanServe([name], site, plan, (text) => notes.push(text));
    return { failure: null, notes };
  } catch (error) {
    if (error instanceof Failure) return { failure: error, notes };
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
    const { failure } = serve('cloudflare-pages', of([2, 3]));
    expect(failure?.message).toContain('most of them 333,334 pages in further sizes, 4,001 pages');
    expect(failure?.hint).toBe(
      'Offer fewer sizes of pages: each in --page-size is a set of files of its own.',
    );
    expect(serve('netlify', of([2])).failure?.message).toContain(
      'api/genes/page-size/2/page/ would have 200,000.',
    );
  });

  test('is refused where a page would be too large for a file, before it is written', () => {
    const { failure } = serve('cloudflare-pages', of([1000, 'all'], 200 << 20));
    expect(failure?.message).toBe(
      '--host cloudflare-pages: Cloudflare Pages takes files of at most 26.2 MB; api/genes/page-size/all/page/1.json would have at least 210 MB.',
    );
    expect(failure?.hint).toBe(
      'Offer smaller pages alone: leave `all`, or the largest number, out of --page-size.',
    );
    expect(serve('cloudflare-pages', of([1000], 200 << 20)).failure).toBeNull();
    expect(serve('cloudflare-pages', of([100_000], 200 << 20)).failure).not.toBeNull();
    expect(serve('nginx', of(['all'], 200 << 20)).failure).toBeNull();
  });
});

describe('a plan', () => {
  test('that a host holds is silent', () => {
    expect(serve('cloudflare-pages', planned(10_000, true))).toEqual({ failure: null, notes: [] });
    expect(serve('nginx', planned(10_000_000, true))).toEqual({ failure: null, notes: [] });
  });

  test('of more files than a host takes is refused, with what most of them are and the option that helps', () => {
    const { failure } = serve('cloudflare-pages', planned(400_000, true));
    expect(failure).toMatchObject({
      kind: 'usage',
      hint: 'Leave out the files of single genes with --no-gene-files.',
    });
    expect(failure?.message).toBe(
      '--host cloudflare-pages: Cloudflare Pages takes at most 100,000 files; this site has 404,044, most of them 400,000 single genes, 4,001 pages of genes, 40 other files.',
    );
    expect(serve('cloudflare-pages', planned(400_000, false)).failure).toBeNull();
  });

  test('of too many pages is told to make them larger', () => {
    const { failure } = serve('cloudflare-workers', planned(400_000, false, 1));
    expect(failure?.hint).toBe('Make fewer pages with a larger --page-size.');
  });

  test('that only a paid plan takes is noted', () => {
    const { failure, notes } = serve('cloudflare-pages', planned(50_000, true));
    expect(failure).toBeNull();
    expect(notes).toEqual([
      'Cloudflare Pages takes more than 20,000 files only in a paid plan; this site has at least 50,544.',
    ]);
  });

  test('with too much in one folder is refused', () => {
    const { failure } = serve('netlify', planned(60_000, true));
    expect(failure?.message).toBe(
      '--host netlify: Netlify takes at most 54,000 entries in a folder, and api/genes/ would have 60,002.',
    );
    expect(failure?.hint).toContain('--no-gene-files');
    expect(serve('netlify', planned(60_000, false)).failure).toBeNull();
  });

  test('counts the genes of a family and their neighbours as two files', () => {
    const { failure } = serve('cloudflare-pages', {
      ...planned(100, false),
      entries: [['phams', 60_000]],
    });
    expect(failure?.message).toContain('most of them 120,000 files of views');
  });

  test('with more lists of genes of a phage than a host takes is told to leave out views', () => {
    const planWith = (files: number) => {
      return { ...planned(100, false), entries: [['genesbyphage', files] as const] };
    };
    expect(serve('netlify', planWith(60_000)).failure).toMatchObject({
      message: expect.stringContaining('api/genesbyphage/ would have 60,000.'),
      hint: 'Leave out views: --views names those that are wanted, --no-views none.',
    });
    const { failure } = serve('cloudflare-pages', planWith(100_001));
    expect(failure?.message).toContain('most of them 100,001 files of views');
    expect(failure?.hint).toContain('--no-views');
  });

  test('with more bulk files of phages than a host takes is told to leave out bulk files', () => {
    const plan = {
      ...planned(100, false),
      bulk: { whole: 7, ofPhages: 60_000, ofGenomes: 0, ofFamilies: 0 },
    };
    const hint = 'Leave out bulk files: --bulk names those that are wanted, --no-bulk none.';
    expect(serve('netlify', plan).failure).toMatchObject({
      message: expect.stringContaining('bulk/phages/ would have 60,000.'),
      hint,
    });
    const more = { ...plan, bulk: { whole: 7, ofPhages: 100_001, ofGenomes: 0, ofFamilies: 0 } };
    const { failure } = serve('cloudflare-pages', more);
    expect(failure?.message).toContain('most of them 100,008 bulk files');
    const genomes = { ...plan, bulk: { whole: 7, ofPhages: 0, ofGenomes: 60_000, ofFamilies: 0 } };
    expect(serve('netlify', genomes).failure?.message).toContain(
      'media/fastas/ would have 60,000.',
    );
    expect(failure?.hint).toBe(hint);
  });

  test('of several pages is nothing for a file server, unless links are paths', () => {
    const { failure } = serve('static', planned(2000, false));
    expect(failure?.message).toBe(
      '--host static: A file server ignores `?page=2` and would answer page 1 for ever: the genes have 20 pages.',
    );
    expect(failure?.hint).toMatch(/--links path.*--page-size/);
    expect(serve('static', planned(2000, false), 'path').failure).toBeNull();
    expect(serve('static', planned(100, false)).failure).toBeNull();
  });
});

describe('staged files', () => {
  const fit = (name: HostName, files: readonly { path: string; bytes: number }[]) => () =>
    assertFilesFit([name], { files, hasAliases: false });

  test('of which a bulk file is too large are refused, with the option that leaves it out', () => {
    const large = { path: 'bulk/genes.ndjson.gz', bytes: 26 * 1024 ** 2 };
    const failing = fit('cloudflare-pages', [large, { path: 'index.html', bytes: 1 }]);
    expect(failing).toThrow(/at most 26\.2 MB; bulk\/genes\.ndjson\.gz has 27\.3 MB/);
    expect(failing).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('--no-bulk none') }),
    );
    expect(fit('nginx', [large])).not.toThrow();
  });

  test('that a host takes pass', () => {
    expect(fit('cloudflare-pages', [{ path: 'a.json', bytes: 1000 }])).not.toThrow();
  });

  test('that are too many because of aliases are told apart, and which option makes them', () => {
    const files = Array.from({ length: 8000 }, (_, at) =>
      ['Trixie', 'trixie'].map((name) => ({
        path: `api/genes/${name}_${at}/index.json`,
        bytes: 1,
      })),
    ).flat();
    files.push(
      ...['Trixie', 'trixie'].flatMap((name) => [
        { path: `api/phages/${name}/index.json`, bytes: 1 },
        { path: `api/genesbyphage/${name}/index.json`, bytes: 1 },
      ]),
      ...Array.from({ length: 90_000 }, (_, at) => ({
        path: `api/genes/page/${at}.json`,
        bytes: 1,
      })),
    );
    const fitting = (hasAliases: boolean) => () =>
      assertFilesFit(['cloudflare-pages'], { files: files.slice(0, -1), hasAliases });
    expect(fitting(true)).toThrow(
      '89,999 pages of genes, 8,002 names in lower case, 8,000 single genes.',
    );
    expect(fitting(false)).toThrow('89,999 pages of genes, 16,000 single genes, 2 single phages.');
    const named = () =>
      assertFilesFit(['cloudflare-pages'], {
        files: Array(8).fill(files.slice(0, 16_000)).flat(),
        hasAliases: true,
      });
    expect(named).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('--no-gene-files') }),
    );
  });

  test('that are too large are named', () => {
    const files = [
      { path: 'api/genes/page/1.json', bytes: 26 * 1024 ** 2 },
      { path: 'api/genes/page/2.json', bytes: 27 * 1024 ** 2 },
    ];
    expect(fit('cloudflare-pages', files)).toThrow(
      'takes files of at most 26.2 MB; api/genes/page/2.json has 28.3 MB.',
    );
    expect(fit('static', files)).not.toThrow();
  });

  test('that are too large are told to leave out views where they are of one', () => {
    const files = [{ path: 'api/sequenced_phages/index.json', bytes: 26 * 1024 ** 2 }];
    expect(fit('cloudflare-pages', files)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('--no-views') }),
    );
  });

  test.each([
    ['manifest.json', /lists all files.*--no-gene-files/],
    ['api/phages/Trixie/index.json', /Choose another host/],
    ['api/genes/index.json', /Make the pages smaller/],
  ])('that are too large come with what helps: %s', (path, hint) => {
    expect(fit('cloudflare-pages', [{ path, bytes: 26 * 1024 ** 2 }])).toThrow(
      expect.objectContaining({ hint: expect.stringMatching(hint) }),
    );
  });

  test('of one folder are counted with their siblings and folders', () => {
    const pages = (last: number, extensions: readonly string[]) =>
      Array.from({ length: last }, (_, at) =>
        extensions.map((extension) => {
          return { path: `api/genes/page/${at + 1}.json${extension}`, bytes: 1 };
        }),
      ).flat();
    expect(fit('netlify', pages(54_000, ['']))).not.toThrow();
    expect(fit('netlify', pages(27_001, ['', '.br']))).toThrow(
      expect.objectContaining({
        message:
          '--host netlify: Netlify takes at most 54,000 entries in a folder, and api/genes/page/ has 54,002.',
        hint: 'Leave out --precompress: the host compresses by itself.',
      }),
    );
    const records = Array.from({ length: 54_000 }, (_, at) => {
      return { path: `api/genes/${at}/index.json`, bytes: 1 };
    });
    expect(fit('netlify', records)).not.toThrow();
    expect(fit('netlify', [...records, { path: 'api/genes/index.json', bytes: 1 }])).toThrow(
      'api/genes/ has 54,001.',
    );
  });

  test('that only their siblings make too many for a free plan are noted', () => {
    const files = Array.from({ length: 15_000 }, (_, at) => [
      { path: `api/genes/page/${at}.json`, bytes: 2000 },
      { path: `api/genes/page/${at}.json.br`, bytes: 500 },
    ]).flat();
    const notes: string[] = [];
    assertFilesFit(['cloudflare-pages', 'nginx'], { files, hasAliases: false }, (text) =>
      notes.push(text),
    );
    expect(notes).toEqual([
      'Cloudflare Pages takes more than 20,000 files only in a paid plan; with compressed files this site has 30,000.',
    ]);
    assertFilesFit(
      ['cloudflare-pages'],
      { files: files.slice(0, 20_000), hasAliases: false },
      (text) => notes.push(text),
    );
    expect(notes).toHaveLength(1);
  });

  test('that are too many with their compressed siblings are counted', () => {
    const files = Array.from({ length: 60_000 }, (_, at) => [
      { path: `api/genes/page/${at}.json`, bytes: 2000 },
      { path: `api/genes/page/${at}.json.br`, bytes: 500 },
    ]).flat();
    expect(fit('cloudflare-pages', files)).toThrow(
      'most of them 60,000 pages of genes, 60,000 compressed files',
    );
  });

  test('that make a site too large are refused', () => {
    const files = Array.from({ length: 20 }, (_, at) => {
      return { path: `api/genes/page/${at}.json`, bytes: 60 * 1024 ** 2 };
    });
    expect(fit('static', files)).toThrow('takes sites of at most 1.07 GB; this one has 1.26 GB.');
  });
});
