import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { resolveConfig } from '../../../src/commands/config.ts';
import type { Settings } from '../../../src/pipeline/settings.ts';
import { noHosting } from '../../../src/hosts/host.ts';
import { bulkNames, defaultBulk } from '../../../src/contract/bulkFiles.ts';
import { phagesdbNames } from '../../../src/contract/siteOptions.ts';
import { viewNames } from '../../../src/contract/routes.ts';
import { Failure } from '../../../src/base/failure.ts';
import { inFolder } from './inFolder.ts';

const resolvedDefaults = {
  data: 'data',
  out: 'dist',
  baseUrl: 'http://127.0.0.1:8080',
  pageSizes: perList(() => 100),
  furtherSizes: {},
  hosts: [],
  hosting: noHosting,
  links: 'query',
  maxAge: 300,
  geneFiles: true,
  records: null,
  caseInsensitiveNames: false,
  phageAliases: false,
  allowed: new Set(),
  denied: new Set(),
  spreadsheetSafe: false,
  linkGenomes: false,
  pages: true,
  html: true,
  about: {},
  genomesFile: null,
  fieldNames: {},
  precompress: [],
  maxDrop: 10,
  changes: true,
  maxRenumbered: 10,
  keep: null,
  switch: null,
  sign: null,
  releaseDate: null,
  cache: true,
  checkLive: false,
  views: viewNames,
  bulk: defaultBulk,
  jobs: availableParallelism(),
  limits: { maxRecordBytes: 16_777_216, maxNesting: 100 },
  maxErrors: 50,
  maxRefused: 100_000,
  format: 'text',
  quiet: false,
};

async function resolveWith(file: object, flags: Settings = {}) {
  inFolder({ 'phagepress.config.json': JSON.stringify(file) });
  return resolveConfig(flags);
}

/** Settings other than by default, and yet others. */
const said = {
  file: {
    data: 'in/put',
    out: 'out/put',
    baseUrl: 'https://file.example/phages',
    pageSize: { genes: 5, phages: 6 },
    host: ['nginx', 'static'],
    views: ['genesbyphage', 'host_genera'],
    bulk: ['tsv', 'phages'],
    links: 'path',
    maxAge: 0,
    geneFiles: false,
    records: 'packed',
    caseInsensitiveNames: true,
    phageAliases: true,
    maxErrors: 0,
    maxRefused: 1,
    format: 'github',
    quiet: true,
    spreadsheetSafe: true,
    linkGenomes: true,
    pages: false,
    html: false,
    precompress: ['br'],
    maxDrop: 0.5,
    changes: false,
    maxRenumbered: 1.5,
    keep: 3,
    sign: 'a.key',
    switch: 'link',
    releaseDate: '2026-01-31',
    cache: false,
    checkLive: true,
    jobs: 3,
    maxRecordBytes: 1000,
    maxNesting: 7,
  },
  flags: {
    data: 'flag-data',
    out: 'flag-out',
    baseUrl: 'https://flag.example',
    pageSize: { genes: 9, phages: 8 },
    host: ['caddy'],
    views: ['clusters'],
    bulk: ['gff3'],
    links: 'query',
    maxAge: 1,
    geneFiles: true,
    records: 'files',
    caseInsensitiveNames: false,
    phageAliases: false,
    maxErrors: 2,
    maxRefused: 3,
    format: 'json',
    quiet: false,
    spreadsheetSafe: false,
    linkGenomes: false,
    pages: true,
    html: true,
    precompress: ['gzip'],
    maxDrop: 0,
    changes: true,
    maxRenumbered: 100,
    keep: 'all',
    sign: 'b.key',
    switch: 'link',
    releaseDate: '2025-01-01',
    cache: true,
    checkLive: false,
    jobs: 2,
    maxRecordBytes: 5,
    maxNesting: 6,
  },
} as const satisfies Record<'file' | 'flags', Settings>;

/** What such settings come out as. */
function resolved({
  pageSize,
  host,
  maxRecordBytes,
  maxNesting,
  ...rest
}: typeof said.file | typeof said.flags) {
  return {
    ...resolvedDefaults,
    ...rest,
    hosts: host,
    limits: { maxRecordBytes, maxNesting },
    pageSizes: { ...perList(() => 100), ...pageSize },
  };
}

describe('a configuration', () => {
  test('is that of the defaults where nothing is said', async () => {
    inFolder();
    expect(await resolveConfig({})).toEqual(resolvedDefaults);
  });

  test('takes every setting of the file, and every flag over it', async () => {
    expect(await resolveWith({ $schema: 'anything', ...said.file })).toEqual(resolved(said.file));
    expect(await resolveWith(said.file, said.flags)).toEqual(resolved(said.flags));
  });

  test('pages that need no script go with the pages for people, and cannot be asked for without', async () => {
    expect(await resolveWith({ pages: false }, {})).toMatchObject({ pages: false, html: false });
    expect(await resolveWith({ html: true }, { pages: false })).toMatchObject({ html: false });
    for (const [file, flags] of [
      [{ pages: false }, { html: true }],
      [{ pages: false, html: true }, {}],
    ] as const) {
      await expect(resolveWith(file, flags)).rejects.toMatchObject({
        kind: 'usage',
        message: '--html needs the pages for people, which are not published.',
      });
    }
  });

  test.each<[file: object, flags: Settings]>([
    [{}, { caseInsensitiveNames: true, allow: ['name-case'] }],
    [{ caseInsensitiveNames: true }, { allow: ['name-case'] }],
    [{ allow: ['name-case'] }, { caseInsensitiveNames: true }],
    [{ host: ['cloudfront'], allow: ['name-case'] }, { phageAliases: true }],
  ])('with names in any case refuses names that differ by case: %j %j', async (file, flags) => {
    await expect(resolveWith(file, flags)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('--allow name-case is impossible'),
    });
    const exact = { ...flags, caseInsensitiveNames: false, phageAliases: false };
    const aliases = { ...exact, phageAliases: true, host: ['netlify' as const] };
    expect((await resolveWith(file, aliases)).allowed).toContain('name-case');
    expect((await resolveWith(file, exact)).allowed).toContain('name-case');
  });

  test('takes what a profile says where nothing else is said', async () => {
    const { bulk, fieldNames, linkGenomes, phageAliases } = await resolveWith({
      profile: 'phagesdb',
    });
    expect(fieldNames).toEqual(phagesdbNames);
    expect([linkGenomes, phageAliases]).toEqual([true, true]);
    expect(bulk).toEqual(bulkNames);
    expect(await resolveWith({ profile: 'phagesdb' }, { profile: false })).toEqual(
      resolvedDefaults,
    );
    expect(await resolveWith({ linkGenomes: false }, { profile: 'phagesdb' })).toMatchObject({
      linkGenomes: false,
      fieldNames: phagesdbNames,
    });
  });

  test('of a profile links no genomes where none are published, unless asked to', async () => {
    const linksWith = async (file: object, flags: Settings = {}) =>
      (await resolveWith({ profile: 'phagesdb', ...file }, flags)).linkGenomes;
    expect(await linksWith({}, { bulk: false })).toBe(false);
    expect(await linksWith({ bulk: ['tsv'] })).toBe(false);
    expect(await linksWith({ bulk: ['genomes'] })).toBe(true);
    expect(await linksWith({ bulk: ['tsv'], linkGenomes: true })).toBe(true);
    expect(await linksWith({ bulk: ['tsv'] }, { linkGenomes: true })).toBe(true);
  });

  test('takes the page sizes of a profile for lists of which nothing else is said', async () => {
    const sizesWith = async (file: object, pageSize?: Settings['pageSize']) => {
      const flags: Settings = { profile: 'phagesdb', ...(pageSize && { pageSize }) };
      const { pageSizes, furtherSizes } = await resolveWith(file, flags);
      return [pageSizes.genes, furtherSizes];
    };
    const further = [1000, 'all'];
    expect(await sizesWith({})).toEqual([100, { genes: further, phages: further }]);
    expect(await sizesWith({ pageSize: { genes: 50 } })).toEqual([50, { phages: further }]);
    expect(await sizesWith({ pageSize: 50 })).toEqual([50, {}]);
    expect(await sizesWith({}, { all: [20, 'all'] })).toMatchObject([20, { phams: ['all'] }]);
  });

  test('changes and undoes single names of a profile', async () => {
    const named = { in_archive: 'in_archive', is_grouped: 'has_families', Notes: 'product' };
    const { fieldNames } = await resolveWith({ fieldNames: named }, { profile: 'phagesdb' });
    const { in_archive: _, ...rest } = phagesdbNames;
    expect(fieldNames).toEqual({ ...rest, is_grouped: 'has_families', Notes: 'product' });
    expect(Object.keys(fieldNames)).toEqual(Object.keys(fieldNames).toSorted());
  });

  test('has no bulk files and views where flags say so, or empty lists of the file', async () => {
    const none = { bulk: [], views: [] };
    const some = { bulk: ['tsv'], views: ['clusters'] };
    expect(await resolveWith(some, { bulk: false, views: false })).toMatchObject(none);
    expect(await resolveWith(none)).toMatchObject(none);
  });

  test('puts views and bulk files in their order, and has texts for the welcome page and own files of a host', async () => {
    const file = {
      views: ['host_genera', 'genesbyphage'],
      bulk: ['phages', 'tsv'],
      about: { title: 'Phages of here' },
      hosting: { root: '/srv/x' },
    };
    expect(await resolveWith(file)).toMatchObject({
      views: ['genesbyphage', 'host_genera'],
      bulk: ['tsv', 'phages'],
      about: { title: 'Phages of here' },
      hosting: { ...noHosting, root: '/srv/x' },
    });
  });

  test('allows and denies what the flags and the file do, each rule once', async () => {
    const { allowed, denied } = await resolveWith(
      { allow: ['gene-length', 'name-case'], deny: ['source-link'] },
      { allow: ['null-value', 'gene-length'], deny: ['source-unread'] },
    );
    expect([...allowed].toSorted()).toEqual(['gene-length', 'name-case', 'null-value']);
    expect([...denied].toSorted()).toEqual(['source-link', 'source-unread']);
  });

  test.each<[file: object, flags: Settings, allowed: readonly string[], denied: readonly string[]]>(
    [
      [{ allow: ['gene-length'] }, { deny: ['gene-length'] }, [], ['gene-length']],
      [{ deny: ['gene-length'] }, { allow: ['gene-length'] }, ['gene-length'], []],
    ],
  )('of a rule takes what the flags say over the file: %j %j', async (file, flags, ...expected) => {
    const { allowed, denied } = await resolveWith(file, flags);
    expect([[...allowed], [...denied]]).toEqual(expected);
  });

  test.each<[file: object, flags: Settings]>([
    [{ allow: ['gene-length'], deny: ['gene-length'] }, {}],
    [{}, { allow: ['null-value', 'gene-length'], deny: ['gene-length'] }],
  ])('refuses a rule that is both allowed and denied: %j %j', async (file, flags) => {
    await expect(resolveWith(file, flags)).rejects.toMatchObject({
      kind: 'usage',
      message: 'The rule gene-length is both allowed and denied.',
    });
  });

  test('has its paths without detours', async () => {
    inFolder();
    expect(await resolveConfig({ data: './a//b/../data', out: './x/' })).toMatchObject({
      data: 'a/data',
      out: expect.stringMatching(/^x\/?$/),
    });
  });
});

test('page sizes yield where only the profile asks for them', async () => {
  const profile = 'phagesdb';
  const yielding = async (file: object, flags: Settings = {}) =>
    (await resolveWith({ profile, ...file }, flags)).yieldingSizes;
  expect((await yielding({}))?.toSorted()).toEqual(['genes', 'phages']);
  expect(await yielding({ pageSize: { genes: 5 } })).toEqual(['phages']);
  expect(await yielding({}, { pageSize: { phages: [100, 1000, 'all'] } })).toEqual(['genes']);
  expect(await yielding({ pageSize: 100 })).toBeUndefined();
  expect(await yielding({}, { profile: false })).toBeUndefined();
});

test('of several page sizes the first is the default, the others are offered, list by list', async () => {
  const { pageSizes, furtherSizes } = await resolveWith(
    { pageSize: { genes: [50, 500], phams: [7, 'all'] } },
    { pageSize: { genes: [100, 1000, 'all'], phages: 9 } },
  );
  expect(pageSizes).toEqual({ ...perList(() => 100), phages: 9, phams: 7 });
  expect(furtherSizes).toEqual({ genes: [1000, 'all'], phams: ['all'] });
  expect((await resolveWith({ pageSize: [20, 'all'] })).furtherSizes).toEqual({
    features: ['all'],
    genes: ['all'],
    phages: ['all'],
    phams: ['all'],
  });
});

describe('the page sizes', () => {
  test.each<
    [
      what: string,
      file: object,
      flags: Settings['pageSize'],
      sizes: [number, number, number, number],
    ]
  >([
    ['of a number in the file are for all', { pageSize: 7 }, undefined, [7, 7, 7, 7]],
    ['of the file may be for one', { pageSize: { genes: 7 } }, undefined, [7, 100, 100, 100]],
    ['of a flag for all win over a number', { pageSize: 7 }, { all: 9 }, [9, 9, 9, 9]],
    [
      'of a flag for all win over a list in the file',
      { pageSize: { genes: 7, phams: 8 } },
      { all: 9 },
      [9, 9, 9, 9],
    ],
    ['of a flag for one leave the file the others', { pageSize: 7 }, { genes: 9 }, [9, 7, 7, 7]],
    ['of a flag for one leave the default the others', {}, { phams: 9 }, [100, 100, 9, 100]],
    ['of a flag for one win over a flag for all', {}, { all: 9, genes: 5 }, [5, 9, 9, 9]],
    [
      'of flags for each win over all of the file',
      { pageSize: { ...perList(() => 1), phages: 2, phams: 3 } },
      { ...perList(() => 2), genes: 5, phages: 6, phams: 7 },
      [5, 6, 7, 2],
    ],
  ])('%s', async (_what, file, pageSize, [genes, phages, phams, features]) => {
    const flags = pageSize === undefined ? {} : { pageSize };
    expect((await resolveWith(file, flags)).pageSizes).toEqual({
      features,
      genes,
      phages,
      phams,
    });
  });
});

test('the configuration file that is named must be there, also under the default name', async () => {
  inFolder();
  for (const name of ['other.json', 'phagepress.config.json']) {
    const failure: unknown = await resolveConfig({}, name).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({
      kind: 'usage',
      message: `Cannot read the configuration file ${name}: it is not there (ENOENT).`,
      hint: 'Name one that is there with --config.',
    });
  }
});

test('the configuration file that is a folder is a failure, also under the default name', async () => {
  inFolder({ 'phagepress.config.json/x': '' });
  await expect(resolveConfig({})).rejects.toMatchObject({ kind: 'usage' });
});
