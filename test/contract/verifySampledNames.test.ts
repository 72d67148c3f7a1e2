/** `phagepress verify` of a site whose phages have other names (D3); of a sample, a few of them, by the seed. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RuleName } from '../../src/findings/rules.ts';
import { keepsAll } from '../../src/hosts/host.ts';
import { type Preview, startPreview } from '../../src/preview/previewServer.ts';
import { verdictsOf } from '../../src/verifying/report/verification.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { type Meddle, startBetween } from './answeringServer.ts';
import { buildSmall, failedClauses, failures, makeFolder, smallData } from './verifySites.ts';
import { verifyUrl, withServer } from './verifyUrl.ts';

/** Phages enough that no page but the first, the second and the last need be read. */
const names = Array.from({ length: 40 }, (_, at) => `Phage${10 + at}`);
const data = {
  ...smallData,
  // The first page does not show that Phage10 and Phage49 would have a name in common.
  'phages/b.ndjson': asLines(
    names.map((name) =>
      tinyPhage(name, { old_names: ['Phage10', 'Phage49'].includes(name) ? 'Twin' : '' }),
    ),
  ),
  'genes/b.ndjson': asLines([tinyGene('No record', 1)]),
};

const options = {
  phageAliases: true,
  allowed: new Set<RuleName>(['gene-phage-known', 'phage-alias']),
};

let own: string;
let served: Preview;

beforeAll(async () => {
  own = makeFolder();
  const dir = await buildSmall(own, { ...options, hosts: ['netlify'] }, data);
  served = await startPreview({ dir, port: 0, address: '127.0.0.1' });
});

afterAll(async () => {
  await served.close();
  rmSync(own, { recursive: true, force: true });
});

async function withPreview(
  changes: Parameters<typeof buildSmall>[1],
  some: typeof smallData,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const folder = makeFolder();
  const dir = await buildSmall(folder, { ...options, ...changes }, some);
  const preview = await startPreview({ dir, port: 0, address: '127.0.0.1' });
  try {
    await use(preview.url);
  } finally {
    await preview.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const isAlias = (target: string) => /^\/api\/[a-z]+\/[^/]+_draft\//i.test(target);

test('some names are asked, and the line says how many', async () => {
  const verification = await verifyUrl(served.url, { sample: 1 });
  expect(failures(verification)).toEqual([]);
  const verdict = verdictsOf(verification).find(({ clause }) => clause === 'D3');
  expect(verdict?.status).toBe('pass');
  expect(verdict?.remark).toMatch(/^[1-9]\d* other names asked$/);
});

test('a larger sample asks for more of them, another seed for others', async () => {
  const asked = async (sampling: { sample: number; seed?: number }) => {
    const targets = new Set<string>();
    const listen: Meddle = (answer, { target }) => {
      if (isAlias(target)) targets.add(target);
      return answer;
    };
    await withServer(startBetween(served.url, listen), async (url) => {
      expect(failures(await verifyUrl(url, sampling))).toEqual([]);
    });
    return [...targets].toSorted();
  };
  const few = await asked({ sample: 1 });
  expect(await asked({ sample: 1 })).toEqual(few);
  expect(await asked({ sample: 1, seed: 2 })).not.toEqual(few);
  expect((await asked({ sample: 20 })).length).toBeGreaterThan(few.length);
});

const notFound: Meddle = ({ headers: { etag: _, ...headers } }) => ({
  status: 404,
  headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: Buffer.from('{"detail":"Not found."}'),
});

test.each<[string, string[], Meddle]>([
  [
    'by no other name',
    ['D3', 'M5'],
    (answer, asked) =>
      isAlias(asked.target) && answer.status < 400 ? notFound(answer, asked) : answer,
  ],
  [
    'by another name as another phage',
    ['D3', 'M6'],
    (answer, { method, target }) =>
      isAlias(target) && method === 'GET' && answer.status === 200
        ? { ...answer, body: Buffer.from(answer.body.toString().replace('Phage', 'Phago')) }
        : answer,
  ],
  [
    'without the index that was published',
    ['D3'],
    (answer, { target }) =>
      target.startsWith('/aliases/') ? { ...answer, body: Buffer.from('{}') } : answer,
  ],
  [
    'without any index',
    ['D3'],
    (answer, asked) => (asked.target.startsWith('/aliases/') ? notFound(answer, asked) : answer),
  ],
])('a service that answers %s fails', async (_, clauses, meddle) => {
  await withServer(startBetween(served.url, meddle), async (url) => {
    expect(failedClauses(await verifyUrl(url, { sample: 1 }))).toEqual(clauses);
  });
});

test('that another name is that of nobody in the table is no failure', async () => {
  const some = {
    ...smallData,
    'phages/b.ndjson': asLines([tinyPhage('Zed', { old_names: 'NOBODY' })]),
  };
  await withPreview({ hosts: ['netlify'] }, some, async (url) => {
    expect(failures(await verifyUrl(url, { sample: 1 }))).toEqual([]);
  });
});

test('names that have files of their own are asked as well', async () => {
  await withPreview({}, data, async (url) => {
    const listen: Meddle = (answer, asked) =>
      isAlias(asked.target) && answer.status < 400 ? notFound(answer, asked) : answer;
    expect(failures(await verifyUrl(url, { sample: 1 }))).toEqual([]);
    await withServer(startBetween(url, listen), async (broken) => {
      expect(failedClauses(await verifyUrl(broken, { sample: 1 }))).toContain('D3');
    });
  });
});

test.each([{ sample: null }, { sample: 1 }])(
  'a genome is asked for by another name, unless its host cannot tell whose it is: %j',
  async (sampling) => {
    const genome = { genome_length: 4, gcpercent: '50.0' };
    const some = {
      'genes/a.ndjson': asLines([tinyGene('Quillon', 1)]),
      'phages/a.ndjson': asLines([tinyPhage('Alpha', genome)]),
      'genomes/a.fasta': '>Alpha\nACGT\n',
    };
    const lost: Meddle = (answer, asked) =>
      /^\/media\/[a-z0-9]+\/alpha(?:_draft)?\./i.test(asked.target) &&
      !asked.target.includes('/Alpha.')
        ? notFound(answer, asked)
        : answer;
    await withPreview({}, some, async (url) => {
      expect(failures(await verifyUrl(url, sampling))).toEqual([]);
      await withServer(startBetween(url, lost), async (broken) => {
        expect(failedClauses(await verifyUrl(broken, sampling))).toEqual(['D3']);
        const keeps = { ...keepsAll, 'genome-aliases': 'it reads no index' };
        expect(failures(await verifyUrl(broken, { ...sampling, keeps }))).toEqual([]);
      });
    });
  },
);
