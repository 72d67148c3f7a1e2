/** `phagepress verify` of sites of every kind that a build makes: each passes, as a folder and at an address. */
import { expect, test } from 'vitest';
import type { BuildOptions } from '../../src/pipeline/planSite.ts';
import { perList } from '../../src/contract/collectionName.ts';
import { viewNames } from '../../src/contract/routes.ts';
import { type Clause, verdictsOf, type Verification } from '../../src/verifying/clauses.ts';
import { asLines, tinyPhage } from '../integration/tinyData.ts';
import { previewIn } from './answeringServer.ts';
import {
  dataWithFeatures,
  failures,
  smallData,
  verifyDir,
  viewsOfEachKind,
  withBuilt,
} from './verifySites.ts';
import { verifyAnswering } from './verifyUrl.ts';

interface GoodSite {
  readonly title: string;
  readonly changes?: Partial<BuildOptions>;
  readonly data?: Readonly<Record<string, string>>;
  readonly records?: Verification['records'];
  /** What is said of what it leaves out. */
  readonly remarks?: Partial<Record<Clause, string>>;
}

const sizes = (genes: number) => ({ ...perList(() => 2), genes, phages: genes });

const sites: readonly GoodSite[] = [
  {
    title: 'below a path, with all views',
    changes: { baseUrl: 'https://example.org/phages', views: viewNames },
  },
  { title: 'at the root of its host', changes: { baseUrl: 'http://127.0.0.1:8080' } },
  { title: 'with links to the files of pages', changes: { links: 'path' } },
  {
    title: 'without files of genes',
    changes: { geneFiles: false },
    remarks: { D1: 'of phages only, by choice (--no-gene-files)' },
  },
  {
    title: 'without pages for people',
    changes: { pages: false },
    remarks: { W1: 'none, by choice (--no-pages)' },
  },
  { title: 'with one record on a page', changes: { pageSizes: sizes(1) } },
  { title: 'with all records on a page', changes: { pageSizes: sizes(100_000) } },
  {
    title: 'with several sizes of pages',
    changes: {
      furtherSizes: { features: ['all'], genes: [5, 'all', 1], phages: ['all'], phams: [1] },
      precompress: ['gzip'],
    },
  },
  {
    title: 'with several sizes of pages and nothing besides',
    changes: { furtherSizes: { genes: ['all'] }, views: [], bulk: [] },
    remarks: { V1: 'none, by choice (--no-views)', B1: 'none, by choice (--no-bulk)' },
  },
  {
    title: 'with several sizes of pages of a list that it leaves out',
    changes: { furtherSizes: { phams: [1] }, views: [] },
  },
  { title: 'with another age and a date', changes: { maxAge: 0, releaseDate: '2026-01-31' } },
  { title: 'with compressed files', changes: { precompress: ['gzip', 'br'] } },
  {
    title: 'with names in any case',
    changes: { caseInsensitiveNames: true, precompress: ['gzip'] },
  },
  {
    title: 'with names in any case, without files of genes',
    changes: { caseInsensitiveNames: true, geneFiles: false },
  },
  {
    title: 'with names in any case, one of them that of nobody',
    changes: { caseInsensitiveNames: true },
    data: { ...smallData, 'phages/b.ndjson': asLines([tinyPhage('NOBODY')]) },
    records: { genes: 8, phages: 5 },
  },
  { title: 'with other names of phages', changes: { phageAliases: true, precompress: ['gzip'] } },
  {
    title: 'with other names of phages and names in any case',
    changes: { phageAliases: true, caseInsensitiveNames: true },
  },
  {
    title: 'with other names of phages for code alone, one of them that of nobody',
    changes: { phageAliases: true, hosts: ['netlify'] },
    data: { ...smallData, 'phages/b.ndjson': asLines([tinyPhage('Zed', { old_names: 'NOBODY' })]) },
    records: { genes: 8, phages: 5 },
  },
  {
    title: 'for hosts',
    changes: { hosts: ['cloudflare-pages', 'apache'], precompress: ['br', 'gzip'] },
  },
  {
    title: 'with features',
    changes: { views: viewNames },
    data: dataWithFeatures,
    records: { features: 6, genes: 8, phages: 4 },
  },
  {
    title: 'with an empty list of features',
    data: { ...smallData, 'features/none.json': '[]' },
    records: { features: 0, genes: 8, phages: 4 },
  },
  {
    title: 'with empty lists',
    data: { 'genes/none.json': '[]', 'phages/none.json': '[]' },
    records: { genes: 0, phages: 0 },
  },
];

test.each(sites)(
  'a site $title passes',
  async ({ changes = {}, data = smallData, records, remarks = {} }) => {
    await withBuilt({ views: viewsOfEachKind, ...changes }, data, async (dir) => {
      const read = await verifyDir(dir);
      const asked = await verifyAnswering(previewIn(dir));
      for (const { clause, remark } of verdictsOf(asked))
        if (clause === 'B1' || clause === 'W1') expect(remark).toBe(remarks[clause] ?? remark);
      for (const verification of [read, asked]) {
        expect(failures(verification)).toEqual([]);
        expect(verification.records).toEqual(records ?? { genes: 8, phages: 4 });
      }
      const { hosts = [], precompress = [], links } = changes;
      expect(read.release?.hosts).toEqual([...hosts].toSorted());
      expect([...(read.release?.precompress ?? [])].toSorted()).toEqual(
        [...precompress].toSorted(),
      );
      const verdicts = new Map(verdictsOf(read).map((verdict) => [verdict.clause, verdict]));
      for (const [clause, remark] of Object.entries(remarks))
        expect(verdicts.get(clause as Clause)).toMatchObject({ remark });
      const passed = ['files', 'manifest', 'release', 'A1', 'L1', 'L3', 'D1'] as const;
      for (const clause of records?.genes === 0 ? (['L6'] as const) : passed) {
        expect(verdicts.get(clause), clause).toMatchObject({ status: 'pass' });
      }
      expect(verdicts.get('L2')).toMatchObject(
        links === 'path'
          ? { status: 'not applicable', remark: 'L2 not kept, by choice (--links path)' }
          : { status: 'pass' },
      );
    });
  },
);
