/** `phagepress verify` of a site whose phages have other names (D3); of a sample, a few of them, by the seed. */
import { expect, test } from 'vitest';
import type { RuleName } from '../../src/text/rules.ts';
import { keepsAll } from '../../src/hosts/host.ts';
import { verdictsOf } from '../../src/verifying/clauses.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { type Meddle, meddled, previewIn } from './answeringServer.ts';
import { body, change, notFound, to } from './meddles.ts';
import {
  failedClauses,
  failures,
  smallData,
  viewsOfEachKind,
  withBuilt,
  previewOf,
  sharedSite,
} from './verifySites.ts';
import { verifyAnswering } from './verifyUrl.ts';

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
  views: viewsOfEachKind,
  allowed: new Set<RuleName>(['gene-phage-known', 'phage-alias']),
};

const good = previewOf(sharedSite({ ...options, hosts: ['netlify'] }, data));

const isAlias = (target: string) => /^\/api\/[a-z]+\/[^/]+_draft\//i.test(target);

test('some names are asked, and the line says how many', async () => {
  const verification = await verifyAnswering(good, { sample: 1 });
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
    expect(failures(await verifyAnswering(meddled(good, listen), sampling))).toEqual([]);
    return [...targets].toSorted();
  };
  const few = await asked({ sample: 1 });
  expect(await asked({ sample: 1 })).toEqual(few);
  expect(await asked({ sample: 1, seed: 2 })).not.toEqual(few);
  expect((await asked({ sample: 20 })).length).toBeGreaterThan(few.length);
});

const missing: Meddle = (answer, asked) =>
  isAlias(asked.target) && answer.status < 400 ? notFound() : answer;

test.each<[string, string[], Meddle]>([
  ['by no other name', ['D3', 'M5'], missing],
  [
    'by another name as another phage',
    ['D3', 'M6'],
    (answer, { method, target }) =>
      isAlias(target) && method === 'GET' && answer.status === 200
        ? change('Phage', 'Phago')(answer)
        : answer,
  ],
  ['without the index that was published', ['D3'], to('/aliases/*', body('{}'))],
  ['without any index', ['D3'], to('/aliases/*', notFound)],
])('a service that answers %s fails', async (_, clauses, meddle) => {
  const verification = await verifyAnswering(meddled(good, meddle), { sample: 1 });
  expect(failedClauses(verification)).toEqual(clauses);
});

test('that another name is that of nobody in the table is no failure', async () => {
  const some = {
    ...smallData,
    'phages/b.ndjson': asLines([tinyPhage('Zed', { old_names: 'NOBODY' })]),
  };
  await withBuilt({ ...options, hosts: ['netlify'] }, some, async (dir) => {
    expect(failures(await verifyAnswering(previewIn(dir), { sample: 1 }))).toEqual([]);
  });
});

test('names that have files of their own are asked as well', async () => {
  await withBuilt(options, data, async (dir) => {
    const whole = previewIn(dir);
    const broken = meddled(whole, missing);
    expect(failures(await verifyAnswering(whole, { sample: 1 }))).toEqual([]);
    expect(failedClauses(await verifyAnswering(broken, { sample: 1 }))).toContain('D3');
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
        ? notFound()
        : answer;
    await withBuilt(options, some, async (dir) => {
      const whole = previewIn(dir);
      const broken = meddled(whole, lost);
      expect(failures(await verifyAnswering(whole, sampling))).toEqual([]);
      expect(failedClauses(await verifyAnswering(broken, sampling))).toEqual(['D3']);
      const keeps = { ...keepsAll, 'genome-aliases': 'it reads no index' };
      expect(failures(await verifyAnswering(broken, { ...sampling, keeps }))).toEqual([]);
    });
  },
);
