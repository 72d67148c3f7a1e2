/** `phagepress import api`: from a running service to a site, and what stops it. */
import fs from 'node:fs';
import { describe, expect } from 'vitest';
import { type Lab, test } from './lab.ts';
import { blankPhage } from '../../src/importing/blankPhage.ts';
import { withPreview } from './preview.ts';
import { gene, importFrom, phage, serveApi, type Served } from '../integration/servedApi.ts';
import { differences } from '../integration/workFolder.ts';
import { releaseText } from '../unit/publishing/siteFolder.ts';

const two: Served['lists'] = {
  'phages/': [phage('One'), phage('Two'), phage('Six')],
  'genes/': [1, 2, 3, 4].flatMap((number) => [gene('One', number), gene('Two', number)]),
};
const blankHost = blankPhage('').isolation_host;
const besides = (lab: Lab) => lab.names('').filter((name) => name !== '.data.phagepress-hashes');
const recordOf = (lab: Lab, name: string) => lab.json(`data/phages/${name}.json`) as object;
const genesOf = (lab: Lab, name: string) => lab.records(`genes/${name}.ndjson`);

test.for(['query', 'path'])(
  'a site with links by %s that is served, imported and built again has the same bytes',
  async (links, { cwd, lab }) => {
    await lab.run('sample', '--genes', '300', '--out', 'sample');
    const site = ['--page-size', '40', '--links', links, '--base-url', 'https://p.example/x'];
    await lab.run('build', '--data', 'sample', '--out', 'first', ...site);
    await withPreview(['--dir', 'first', '--port', '0'], cwd, async ({ url }) => {
      const args = ['import', 'api', `${url}/api/`, '--rate', '1000'];
      const { stdout } = await lab.run(...args);
      expect(stdout).toMatch(/^Imported \d+ phages, 300 genes, .*, in data\.\nNext: \S+ build/);
      const before = await lab.tree('data');
      expect((await lab.run(...args)).stdout).toMatch(/^Unchanged: /);
      expect(await lab.tree('data')).toEqual(before);
    });
    await lab.run('build', '--data', 'data', '--out', 'second', ...site);
    const [first, second] = await Promise.all(
      ['first/api', 'second/api'].map((folder) => lab.tree(folder)),
    );
    expect(Object.keys(first!).length).toBeGreaterThan(300);
    expect(differences(first!, second!)).toEqual([]);
  },
);

test('the service is told who asks, and links to another host are followed at the one that was asked', async (lab) => {
  const server = await serveApi({ lists: two });
  const args = ['import', 'api', server.url, '--rate', '1000', '--contact', 'lab@example.org'];
  const { stdout, stderr } = await lab.run(...args);
  expect({ stdout, stderr }).toEqual({
    stdout: `Imported 3 phages, 8 genes, 0 other features and 0 genomes, in data.
Changed on the way:
  links to another host, now followed at the one that was asked: 4
Each of them is listed with --verbose.
Next: phagepress build --data data --allow null-value
`,
    stderr: '',
  });
  expect(server.asked.map(({ target }) => target)).toEqual([
    '/release.json',
    'phages/',
    'phages/?page=2',
    'genes/',
    'genes/?page=2',
    'genes/?page=3',
    'genes/?page=4',
    'features/',
  ]);
  for (const { headers } of server.asked) {
    expect(headers['user-agent']).toMatch(/^phagepress\/[0-9.]+ \(\+lab@example\.org\)$/);
    expect(headers.origin).toBeUndefined();
  }
  const { inputs } = lab.json('data/provenance.json') as { inputs: object };
  expect(inputs).toMatchObject({ [`${server.url}/api/`]: { kind: 'api', date: null } });
  expect(besides(lab)).toEqual(['data']);
});

test("PhagesDB's names and the shapes it had earlier become those of this interface", async (lab) => {
  const { archive_accession: _, is_grouped: __, ...rest } = phage('One');
  const old = {
    GeneID: 'One_CDS_23',
    PhageID: {
      PhageID: 'One',
      Accession: 'K1',
      Name: 'One',
      HostStrain: 'Gordonia',
      Cluster: 'A2',
    },
    phams: ['56154'],
    Start: 15_822,
    Stop: 16_230,
    Length: 408,
    Name: '24',
    translation: 'MT*N',
    Orientation: 'F',
    Notes: String.raw`b'5\'-3\' exo\xc3\xa9'`,
  };
  const server = await serveApi({
    lists: {
      'phages/': [
        {
          ...rest,
          genbank_accession: 'K1',
          is_phamerated: true,
          shoe_size: 43,
          isolation_host: { genus: 'Gordonia', genbank_accession: 'CP1' },
          host_genus: { id: 1, genus_name: 'Gordonia', genus_wiki: 'https://w.example/G' },
        },
      ],
      'genes/': [old],
    },
  });
  const { code, out } = await importFrom(server, lab.cwd);
  expect(code).toBe(0);
  expect(recordOf(lab, 'One')).toMatchObject({
    archive_accession: 'K1',
    is_grouped: true,
    isolation_host: { genus: 'Gordonia', archive_accession: 'CP1', ATCC_ID: '' },
    host_genus: { genus_name: 'Gordonia', genus_encyclopedia: 'https://w.example/G' },
  });
  const [found] = genesOf(lab, 'One');
  expect(found).toMatchObject({
    PhageID: { HostGenus: 'Gordonia', Cluster: 'A', Subcluster: 'A2' },
    PhamID: { PhamID: 56_154 },
    Translation: 'MT*N',
    Notes: "5'-3' exoé",
    LocusTag: null,
  });
  expect(Object.keys(found!)).toEqual(Object.keys(gene('One', 1)));
  for (const said of [
    'genes with translation, now Translation: 1',
    'genes with phams, now PhamID: 1',
    'genes with HostStrain, now HostGenus: 1',
    'genes with a subcluster as Cluster, now Cluster and Subcluster: 1',
    "genes with b'…' in Notes, now the text in it: 1",
    'phages without the field isolation_host.ATCC_ID, now unknown: 1',
    '  shoe_size of phages: 1',
    '  genes with a stop inside their protein: 1',
  ]) {
    expect(out).toContain(`${said}\n`);
  }
});

describe('a service that cannot be believed', () => {
  const whole: Served = { lists: two };
  const page = (results: unknown, fields: object = {}) =>
    JSON.stringify({ count: 8, next: null, previous: null, results, ...fields });
  const says = (body: string | Buffer) => ({ body });
  /** What stands on the second page of a list, and what is said of it. */
  const second = (list: string) => (body: string | Buffer, expected: string) => ({
    at: `${list}/?page=2`,
    body,
    said: `URL/api/${list}/?page=2: expected ${expected}`,
  });
  const [genes, phages] = [second('genes'), second('phages')];
  const cases: Record<string, { readonly at: string; readonly said: string } & Answering> = {
    'HTML in place of JSON': genes(
      '<!doctype html><p>Down for maintenance',
      'JSON, found HTML or XML',
    ),
    'JSON that is cut': genes(
      '{"count":8,"results":[',
      'a JSON value at /results/0, found the end of the text',
    ),
    'text that is no UTF-8': phages(
      Buffer.from(page([phage('Cl\u00e9')]), 'latin1'),
      'JSON in UTF-8, found bytes that are no UTF-8',
    ),
    'a number that would lose its digits': genes(
      page([{ Start: 0 }]).replace('"Start":0', '"Start":12345678901234567890'),
      '',
    ),
    'a page twice': genes(
      page(two['genes/']!.slice(0, 2), { next: '/api/genes/?page=3' }),
      'records that no other page has, found those of an earlier page',
    ),
    'a gene twice': {
      at: 'genes/?page=4',
      ...says(page([gene('One', 4), gene('One', 1)])),
      said: 'URL/api/genes/: expected each gene once, found One_CDS_1 twice',
    },
    'a count that changes': genes(
      page(two['genes/']!.slice(2, 4), { count: 9 }),
      'the count 8, as on the first page, found 9',
    ),
    'fewer records than it counts': {
      at: 'genes/?page=2',
      ...says(page([gene('One', 9)])),
      said: 'URL/api/genes/: expected 8 records in all, as count says, found 3',
    },
    'more records than it counts': genes(
      page([11, 12, 13, 14, 15, 16, 17].map((number) => gene('One', number))),
      '8 records in all, as count says, found at least 9',
    ),
    'JSON without a floor': genes(`{"count":8,"results":${'['.repeat(1_000_000)}`, ''),
    'no page, but JSON': genes(
      '{"detail":"Ask again later."}',
      'a page with its count, found none',
    ),
    'pages without an end': genes(
      page([], { next: '/api/genes/?page=3' }),
      'records, as there is a next page, found none',
    ),
    'a next that loops': genes(
      page([gene('One', 9)], { next: '/api/genes/' }),
      'next to be a page',
    ),
    'a next that leads to another list': genes(
      page([gene('One', 9)], { next: 'http://127.0.0.1:1/admin/?page=3' }),
      'next to be a page of URL/api/genes/, found http://127.0.0.1:1/admin/?page=3',
    ),
    'a redirect': {
      at: 'genes/?page=2',
      status: 302,
      headers: { Location: 'http://169.254.169.254/' },
      said: 'URL/api/genes/?page=2: expected status 200, found status 302, a redirect to http://169.254.169.254/, which is not followed',
    },
    'a name that leads out of the folder': phages(
      page([phage('../x')], { count: 3 }),
      'a name that files can have, found "../x", which contains a slash or backslash',
    ),
    'names that are one to some systems': phages(
      page([phage('ONE')], { count: 3 }),
      "names that files can tell apart, found a phage 'ONE' besides 'One'",
    ),
    'a body of ten gigabytes': {
      at: 'genes/?page=2',
      headers: { 'Content-Length': '10000000000' },
      said: 'URL/api/genes/?page=2: expected a whole answer, found a body of more than 134 MB',
    },
    'no list of genes': {
      at: 'genes/',
      status: 404,
      said: 'URL/api/genes/: expected a list, found status 404',
    },
    'nothing but 429': {
      at: 'genes/?page=2',
      status: 429,
      said: 'URL/api/genes/?page=2: expected status 200, found status 429',
    },
    'an hour to wait': {
      at: 'genes/?page=2',
      status: 429,
      headers: { 'Retry-After': '3600' },
      said: 'URL/api/genes/?page=2: expected status 200, found status 429 and Retry-After: 3600',
    },
  };

  test.for(Object.entries(cases))(
    '%s: nothing is imported, and the next run does',
    async ([, one], { cwd, lab }) => {
      const { at, said, body = '', status = 200, headers = {} } = one;
      await lab.write({ 'data/mine.txt': 'mine' });
      const before = await lab.tree('data');
      const server = await serveApi({
        ...whole,
        instead({ target }, response) {
          if (target === at) response.writeHead(status, headers).end(body);
          return target === at;
        },
      });
      const { code, err, out } = await importFrom(server, cwd);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err.split('\n')[0]).toContain(said);
      expect(err).toContain('\nNothing was imported: the data folder is as it was.\n');
      expect(await lab.tree('data')).toEqual(before);
      server.now = whole;
      expect(await importFrom(server, cwd)).toMatchObject({ code: 0 });
      expect(genesOf(lab, 'Two')).toEqual([1, 2, 3, 4].map((number) => gene('Two', number)));
      expect(besides(lab)).toEqual(['data']);
    },
  );
});

interface Answering {
  readonly body?: string | Buffer;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

test('a service that is busy for a while is waited for', async (lab) => {
  const busy = [
    { status: 429, headers: { 'Retry-After': '0' } },
    { status: 503, headers: { 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' } },
  ];
  const server = await serveApi({
    lists: two,
    instead({ before }, response) {
      const answer = busy[before];
      if (answer !== undefined) response.writeHead(answer.status, answer.headers).end();
      return answer !== undefined;
    },
  });
  expect(await importFrom(server, lab.cwd)).toMatchObject({ code: 0, err: '' });
  expect(server.asked).toHaveLength(8 * 3);
});

test('a fetch that was cut short goes on where it was, unless it was for something else', async (lab) => {
  const server = await serveApi({
    lists: two,
    instead({ target }, response) {
      const isCut = target === 'genes/?page=3';
      if (isCut) {
        response.writeHead(200, { 'Content-Length': '1000' });
        response.write('{"count":', () => response.destroy());
      }
      return isCut;
    },
  });
  const { code, err } = await importFrom(server, lab.cwd);
  expect(code).toBe(1);
  expect(err).toContain('URL/api/genes/?page=3: expected a whole answer, found no answer: ');
  expect(err).toContain('kept in CWD/.data.phagepress-fetched for a day');
  server.now = { lists: two };
  const asked = (): string[] => server.asked.splice(0).map(({ target }) => target);
  asked();
  expect(await importFrom(server, lab.cwd)).toMatchObject({ code: 0 });
  expect(asked()).toEqual(['genes/?page=3', 'genes/?page=4', 'features/']);
  await importFrom(server, lab.cwd);
  expect(asked()).toHaveLength(8);

  const cut = { lists: two, instead: isCutAt('genes/') };
  server.now = cut;
  await importFrom(server, lab.cwd);
  asked();
  await importFrom(server, lab.cwd, { genomes: true });
  expect(asked()[0]).toBe('/release.json');
});

describe('a site that is published anew meanwhile', () => {
  const published = (number: number): Served => ({
    lists: {
      'phages/': [phage('One'), phage('Two'), ...(number === 1 ? [phage('Old')] : [])],
      'genes/': [1, 2, 3].map((each) => gene('One', each, { Notes: `release ${number}` })),
      'features/': [],
    },
    files: { '/release.json': releaseText({ release: `${number}`.repeat(64) }) },
  });
  const [first, second] = [published(1), published(2)];
  const notesOfGenes = (lab: Lab) => genesOf(lab, 'One').map((one) => one['Notes']);
  const allNew = ['release 2', 'release 2', 'release 2'];

  test.for(['phages/?page=2', 'genes/', 'genes/?page=2', 'features/'])(
    'at %s: all is fetched anew',
    async (at, { cwd, lab }) => {
      const server = await serveApi(first);
      server.now = {
        ...first,
        instead({ target }) {
          if (target === at) server.now = second;
          return false;
        },
      };
      const { code, out, err } = await importFrom(server, cwd);
      expect({ code, err }).toEqual({
        code: 0,
        err: 'URL/release.json names another release than when the import began: all is fetched anew.\n',
      });
      expect(out).toContain('Imported 2 phages, 3 genes, ');
      expect(notesOfGenes(lab)).toEqual(allNew);
      expect(lab.names('data/phages')).toEqual(['One.json', 'Two.json']);
      expect(besides(lab)).toEqual(['data']);
    },
  );

  test('and again: the import fails, and the next one begins anew', async (lab) => {
    await lab.write({ 'data/mine.txt': 'mine' });
    const before = await lab.tree('data');
    const server = await serveApi(first);
    server.now = {
      ...first,
      instead({ target }) {
        const { files: _, ...rest } = server.now;
        if (target === 'features/')
          server.now = { ...rest, files: published(1 + server.asked.length).files! };
        return false;
      },
    };
    const { code, out, err } = await importFrom(server, lab.cwd);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.split('\n').slice(1)).toEqual([
      'URL/release.json: expected one release while its pages are fetched, found another than before, for the second time',
      '  hint: Import again when no new release is being published.',
      'Nothing was imported: the data folder is as it was.',
      '',
    ]);
    expect(await lab.tree('data')).toEqual(before);
    expect(besides(lab)).toEqual(['data']);
  });

  test('before a fetch that was cut short goes on: what was kept is dropped', async (lab) => {
    const server = await serveApi({ ...first, instead: isCutAt('genes/?page=2') });
    expect(await importFrom(server, lab.cwd)).toMatchObject({ code: 1 });
    server.now = second;
    const { code, err } = await importFrom(server, lab.cwd);
    expect({ code, err }).toEqual({
      code: 0,
      err: 'URL/release.json names another release than what was kept of the last fetch: all is fetched anew.\n',
    });
    expect(notesOfGenes(lab)).toEqual(allNew);
    server.now = { ...second, instead: isCutAt('genes/?page=2') };
    await importFrom(server, lab.cwd);
    server.asked.length = 0;
    server.now = second;
    expect(await importFrom(server, lab.cwd)).toMatchObject({ code: 0, err: '' });
    expect(server.asked.map(({ target }) => target)).toEqual([
      '/release.json',
      'genes/?page=2',
      'features/',
      '/release.json',
    ]);
  });

  test('while it fails: the service is not asked again in vain', async (lab) => {
    const server = await serveApi({ ...first, instead: isCutAt('genes/') });
    const { err } = await importFrom(server, lab.cwd);
    expect(err).toContain('URL/api/genes/: expected a whole answer');
    const asked = server.asked.filter(({ target }) => target === '/release.json');
    expect(asked).toHaveLength(1);
  });
});

/** Ends each connection that asks for it. */
function isCutAt(cut: string): NonNullable<Served['instead']> {
  return ({ target }, response) => {
    if (target === cut) response.destroy();
    return target === cut;
  };
}

test('what a table says of a phage stays, in its record and in its genes, when the service is imported again', async (lab) => {
  await lab.write({ 'phages.csv': 'phage,cluster\nOne,BX\n' });
  const server = await serveApi({ lists: two });
  await importFrom(server, lab.cwd);
  await lab.import('table', 'phages.csv');
  const before = await lab.tree('data');
  expect(genesOf(lab, 'One')[3]).toMatchObject({ PhageID: { Cluster: 'BX', Name: 'One_Draft' } });
  expect((await importFrom(server, lab.cwd)).out).toMatch(/^Unchanged: /);
  expect(await lab.tree('data')).toEqual(before);
});

describe('a part of a service', () => {
  const later = { date_modified: '2026-03-01T00:30:00+02:00' };
  const changed = [gene('Two', 9, { Notes: 'new' })];
  const lists = {
    'phages/': [phage('One'), phage('Two', { ...later, finder_name: 'Ada' })],
    'genes/': [gene('One', 1), ...changed],
  };

  test.for<[string, Served['lists'], string]>([
    [
      'from the lists of single phages',
      { ...lists, 'genesbyphage/Two/': changed },
      'genesbyphage/Two/',
    ],
    ['from the list of all genes', lists, 'genes/'],
  ])('--since takes what was modified, %s, keeps the rest', async ([, served, asked], { lab }) => {
    const server = await serveApi({ lists: two });
    await importFrom(server, lab.cwd);
    server.now = { lists: served };
    const { code, out } = await importFrom(server, lab.cwd, {
      since: '2026-02-28',
      acceptRenames: true,
    });
    expect(code).toBe(0);
    expect(out).toContain('Imported 1 phage, 1 gene, ');
    expect(out).toContain('phages not modified since 2026-02-28: 1\n');
    expect(out).toContain('files removed, since their input no longer has them: 1\n');
    expect(genesOf(lab, 'Two')).toEqual(changed);
    expect(genesOf(lab, 'One')).toHaveLength(4);
    expect(recordOf(lab, 'Two')).toMatchObject({ finder_name: 'Ada' });
    expect(lab.names('data/phages')).toEqual(['One.json', 'Two.json']);
    expect(server.asked.map(({ target }) => target)).toContain(asked);
    // 2026-03-01T00:30 at +02:00 is still February in UTC.
    expect((await importFrom(server, lab.cwd, { since: '2026-03-01' })).out).toContain('0 phages');
  });

  test('--genomes fetches what phages name as their files, from the same host alone', async (lab) => {
    const server = await serveApi({ lists: {} });
    const of = (name: string, fasta_file: string) => phage(name, { fasta_file });
    server.now = {
      lists: {
        'phages/': [
          of('One', `${server.url}/media/One.fasta`),
          of('Two', `${server.url}/media/Two.fasta`),
          of('Six', `${server.url}/media/Six.fasta`),
          of('Ten', `${server.url}/media/none.fasta`),
          of('Off', `${server.url}/media/off.fasta`),
          of('Big', `${server.url}/media/big.fasta`),
          of('Far', 'http://169.254.169.254/Far.fasta'),
          of('Own', 'file:///etc/passwd'),
          phage('Not'),
        ],
        'genes/': [],
      },
      files: {
        '/media/One.fasta': '>any name\nacgt\nNN\n',
        '/media/Two.fasta': '>a\nACGT\n>b\nACGT\n',
        '/media/Six.fasta': '<html>',
      },
      instead({ target }, response) {
        const isOff = target === '/media/off.fasta';
        const isBig = target === '/media/big.fasta';
        if (isOff) response.writeHead(301, { Location: 'http://169.254.169.254/' }).end();
        if (isBig) response.writeHead(200, { 'Content-Length': '10000000000' }).write('>');
        return isOff || isBig;
      },
    };
    const { code, out } = await importFrom(server, lab.cwd, { genomes: true });
    expect(code).toBe(0);
    expect(out).toContain('0 genes, 0 other features and 1 genome, in');
    for (const said of [
      'of more than one sequence: 1',
      'that are not FASTA: 1',
      'that are not there (status 404): 1',
      'on another host, or at no address: 2',
      'that cannot be fetched (a body of more than 41.9 MB): 1',
      'that cannot be fetched (status 301, a redirect to http://169.254.169.254/, which is not followed): 1',
    ]) {
      expect(out).toContain(`  genomes ${said}\n`);
    }
    const file = lab.at('data/genomes/One.fasta');
    expect(fs.readFileSync(file, 'utf8')).toBe('>One\nACGTNN\n');
    await importFrom(server, lab.cwd);
    expect(fs.existsSync(file)).toBe(true);
  });
});

test('what a service does not know stays unknown, and the build is told what to allow', async (lab) => {
  const known = { found_year: 2000, pcluster: { cluster: 'A', temperate: true } };
  const dates = { date_finished: '2020-01-01', date_added: '2020-01-01T00:00:00Z' };
  const numbers = {
    genome_length: 1,
    gcpercent: '50.0',
    num_ORFs: 1,
    num_tRNAs: 0,
    num_tmRNAs: 0,
  };
  const one = phage('One', { ...known, ...dates, ...numbers, overhang_length: 0 });
  const genes = [gene('One', 1, { PhamID: null, Length: 8 })];
  const server = await serveApi({ lists: { 'phages/': [one], 'genes/': genes } });
  const first = await importFrom(server, lab.cwd);
  expect(first.out).toContain('genes without a family, now in one by their translation: 1\n');
  expect(first.out).toMatch(/--allow gene-length\n$/);
  for (const nulls of [{ old_names: null }, { isolation_host: { ...blankHost, genus: null } }]) {
    server.now = { lists: { 'phages/': [{ ...one, ...nulls }], 'genes/': genes } };
    expect((await importFrom(server, lab.cwd)).out).toMatch(/ --allow null-value\n$/);
    expect(recordOf(lab, 'One')).toMatchObject(nulls);
  }
  const odd = gene('One', 1, { Notes: null });
  server.now = { lists: { 'phages/': [one], 'genes/': [odd] } };
  const renamed = await importFrom(server, lab.cwd, { acceptRenames: true });
  expect(renamed.out).toMatch(/data --allow null-value\n$/);
});

test.for<[string, string]>([
  ['phages.example.org', 'does not start with http:// or https://'],
  ['https://a:b@phages.example.org/', 'has a user name or password'],
  ['https://phages.example.org/?page=2', 'has a query'],
])('the address %s is a mistake on the command line', async ([url, why], { lab }) => {
  const { stderr } = await lab.ends(2, 'import', 'api', url);
  expect(stderr).toContain(why);
});
