import { describe, expect, test } from 'vitest';
import { perList } from '../../../../src/contract/collectionName.ts';
import { singlesToAsk, viewsToAsk } from '../../../../src/verifying/service/filesToAsk.ts';
import type { Sampling } from '../../../../src/verifying/service/askedFiles.ts';
import { createSiteFinds, type SiteFinds } from '../../../../src/verifying/service/siteFinds.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf, releaseWith } from '../manifest/manifestOf.ts';
import { baseUrl, serviceWith } from './someReplies.ts';

describe('the views that are asked for', () => {
  const all: Sampling = { sample: null, seed: 1 };

  function ask(paths: readonly string[], sampling = all, index: '' | 'index.json' = '') {
    const { log } = createKeptLog();
    const manifest = manifestOf(Object.fromEntries(paths.map((file) => [file, file])));
    const asked = viewsToAsk(serviceWith({ manifest, log, index }), sampling);
    return { asked, remark: log.tallies.V1.remark };
  }

  const others = ['api/genes/a/index.json', 'api/phages/a/index.json', 'openapi.json'];

  test('are views, not records, and not the pages of phams, which are walked', () => {
    const views = ['api/clusters/A/index.json', 'api/phams/7/index.json'];
    const { asked, remark } = ask([
      ...views,
      ...others,
      'api/phams/index.json',
      'api/phams/page/1.json',
    ]);
    expect(asked.map(({ file }) => file).toSorted()).toEqual(views);
    expect(remark).toBe('2 of 2 asked');
    expect(asked.every(({ clause }) => clause === 'V1')).toBe(true);
  });

  test('are right with the bytes of the manifest and no others', () => {
    const [view] = ask(['api/clusters/index.json']).asked;
    expect(view?.isRight(Buffer.from('api/clusters/index.json'))).toBe(true);
    expect(view?.isRight(Buffer.from('api/clusters/index.jsom'))).toBe(false);
  });

  test('are asked for at the address that the host has for their folder', () => {
    const paths = ['api/clusters/100%/index.json'];
    expect(ask(paths).asked[0]?.address).toBe(`${baseUrl}/api/clusters/100%25/`);
    expect(ask(paths, all, 'index.json').asked[0]?.address).toBe(
      `${baseUrl}/api/clusters/100%25/index.json`,
    );
  });

  test('are a sample of each kind', () => {
    const phams = Array.from({ length: 200 }, (_, id) => `api/phams/${id + 1}/index.json`);
    const paths = [...phams, 'api/clusters/A/index.json', ...others];
    const { asked, remark } = ask(paths, { sample: 5, seed: 1 });
    const ofPhams = asked.filter(({ file }) => file.startsWith('api/phams/'));
    expect(ofPhams.length).toBeGreaterThanOrEqual(5);
    expect(ofPhams.length).toBeLessThan(20);
    expect(asked.length - ofPhams.length).toBe(1);
    expect(remark).toBe(`${asked.length} of 201 asked`);
    const other = ask(paths, { sample: 5, seed: 2 }).asked;
    expect(other.map(({ file }) => file)).not.toEqual(asked.map(({ file }) => file));
  });

  test('are none where there are none, or where no manifest tells', () => {
    expect(ask(others)).toEqual({ asked: [], remark: null });
    expect(viewsToAsk(serviceWith(), all)).toEqual([]);
  });
});

describe('the single records that are asked for', () => {
  const keys = { genes: ['A_CDS_1', 'A_CDS_2'], phages: ['A', 'B 5%'] } as const;

  function finds(): SiteFinds {
    const found = createSiteFinds({ ...perList(() => 0), genes: 1, phages: 1 });
    for (const collection of ['genes', 'phages'] as const) {
      keys[collection].forEach((key, index) =>
        found.onRecord(collection, 1, { key, index, bytes: Buffer.from(key), isRepeated: false }),
      );
    }
    found.onRecord('phages', 1, {
      key: 'B 5%',
      index: 0,
      bytes: Buffer.from('B 5%'),
      isRepeated: false,
    });
    return found;
  }

  function ask(geneFiles: boolean, index: '' | 'index.json' = '') {
    const { log } = createKeptLog();
    const counted = { count: 1000, page_size: 1000, pages: 1 };
    const collections = { genes: counted, phages: { ...counted, count: 5 } };
    const release = releaseWith({ base_url: baseUrl, gene_files: geneFiles, collections });
    const asked = singlesToAsk(serviceWith({ release, log, index }), finds());
    return { asked, remark: log.tallies.D1.remark };
  }

  test('are those of the walks, with the bytes that they had in their lists', () => {
    const { asked, remark } = ask(true);
    expect(asked.map(({ clause, address, file }) => [clause, address, file])).toEqual([
      ['D1', `${baseUrl}/api/phages/A/`, 'api/phages/A/index.json'],
      ['A3', `${baseUrl}/api/phages/B%205%25/`, 'api/phages/B 5%/index.json'],
      ['D1', `${baseUrl}/api/genes/A_CDS_1/`, 'api/genes/A_CDS_1/index.json'],
      ['D1', `${baseUrl}/api/genes/A_CDS_2/`, 'api/genes/A_CDS_2/index.json'],
    ]);
    expect(remark).toBe('4 of 1,005 asked');
    expect(asked.map(({ isRight }) => isRight(Buffer.from('A')))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('are none of genes where these have no addresses', () => {
    const { asked, remark } = ask(false, 'index.json');
    expect(asked.map(({ address }) => address)).toEqual([
      `${baseUrl}/api/phages/A/index.json`,
      `${baseUrl}/api/phages/B%205%25/index.json`,
    ]);
    expect(remark).toBe('2 of 5 asked');
  });

  test('are none of a service that phagepress did not build', () => {
    expect(singlesToAsk(serviceWith(), finds())).toEqual([]);
  });
});
