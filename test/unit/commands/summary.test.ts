import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/text/findings.ts';
import { renderSummary, type RunSummary, summaryToJson } from '../../../src/commands/summary.ts';
import { releaseOf } from '../publishing/siteFolder.ts';
import { aFinding, reportOf } from './findingReport.ts';

const site: NonNullable<RunSummary['site']> = {
  release: releaseOf({
    base_url: 'https://example.org/phages',
    collections: {
      genes: { count: 12_345, page_size: 1000, pages: 13 },
      phages: { count: 1, page_size: 100, pages: 1 },
    },
  }),
  files: 12_387,
  bytes: 12_800_000,
  unchanged: 0,
};

const built: RunSummary = {
  sources: { files: 2, bytes: 4_210_000 },
  counts: { genes: 12_345, phages: 1 },
  genomes: null,
  report: reportOf([]),
  site,
  leftOut: [],
  out: 'dist',
  hostsToSetUp: [],
  calledAs: 'phagepress',
  elapsedMs: 1234,
};

const schemaFinding: Finding = { ...aFinding, rule: 'schema', pointer: '/Start' };
const unread: Finding = { ...aFinding, rule: 'source-unread' };

describe('the summary', () => {
  test('of a build that went well says what is where, and what comes next', () => {
    expect(renderSummary(built)).toBe(
      `Built dist.
  records   12,345 genes and 1 phage, from 2 files (4.21 MB)
  pages     1 of phages (100 on a page), 13 of genes (1,000 on a page)
  files     12,387 (12.8 MB) in dist
  links     start with https://example.org/phages
  warnings  none
  time      1.23 s
Next: phagepress preview --dir dist, then upload dist to your host.
`,
    );
  });

  test.each<[what: string, more: Partial<RunSummary>, line: string]>([
    [
      'for hosts that read more than the site',
      { hostsToSetUp: ['nginx', 'vercel'] },
      'Next: phagepress preview --dir dist, then phagepress host nginx --dir dist, then phagepress host vercel --dir dist, then upload dist to your host.',
    ],
    [
      'into a folder with a space in its name',
      { out: "Ada's site" },
      String.raw`Next: phagepress preview --dir 'Ada'\''s site', then upload Ada's site to your host.`,
    ],
    [
      'that could keep files of the site before',
      { site: { ...site, unchanged: 12_000 } },
      '  files     12,387 (12.8 MB) in dist, 12,000 of them unchanged',
    ],
    [
      'that was asked for genomes and has none',
      { leftOut: ['media/All.fasta', 'links to genomes'] },
      '  left out  media/All.fasta and links to genomes: the data has no genomes',
    ],
    [
      'of one file and no records',
      { sources: { files: 1, bytes: 3 }, counts: { genes: 1, phages: 0 } },
      '  records   1 gene and 0 phages, from 1 file (3 B)',
    ],
    [
      'with warnings of several rules',
      {
        report: reportOf([aFinding, aFinding, { ...aFinding, rule: 'null-value' }], {
          allowed: ['gene-length', 'null-value'],
        }),
      },
      '  warnings  3: 1 null-value, 2 gene-length',
    ],
    [
      'with warnings of one rule',
      { report: reportOf([aFinding], { allowed: ['gene-length'] }) },
      '  warnings  1 gene-length',
    ],
  ])('of a build %s says so', (_what, more, line) => {
    const text = renderSummary({ ...built, ...more });
    expect(text.split('\n')).toContain(line);
    expect(text.startsWith(`Built ${more.out ?? 'dist'}.\n`)).toBe(true);
    expect(text).not.toContain('errors');
  });

  test('of a build that had nothing to do says so', () => {
    const text = renderSummary({ ...built, site: { ...site, unchanged: site.files } });
    expect(text.split('\n')[0]).toBe('dist is up to date.');
  });

  test('of a build that failed by what can be allowed says how', () => {
    const report = reportOf([
      ...Array.from({ length: 1200 }, () => aFinding),
      { ...aFinding, rule: 'null-value' },
    ]);
    expect(renderSummary({ ...built, report, site: null })).toBe(
      `The data is not fit to be published. dist was not touched.
  records   12,345 genes and 1 phage, from 2 files (4.21 MB)
  errors    1,201: 1 null-value, 1,200 gene-length
  warnings  none
  time      1.23 s
Next: fix the data, or publish it as it is with --allow null-value --allow gene-length.
`,
    );
  });

  test.each<[findings: Finding[], denied: ['source-unread'] | [], errors: string]>([
    [[aFinding, schemaFinding], [], '2: 1 schema, 1 gene-length'],
    // What was denied is not advised to be allowed.
    [[unread], ['source-unread'], '1 source-unread'],
    [[unread, aFinding], ['source-unread'], '2: 1 source-unread, 1 gene-length'],
  ])('of a build that fails by something else, too, does not say so: %j', (all, denied, errors) => {
    expect(renderSummary({ ...built, report: reportOf(all, { denied }), site: null })).toBe(
      `The data is not fit to be published. dist was not touched.
  records   12,345 genes and 1 phage, from 2 files (4.21 MB)
  errors    ${errors}
  warnings  none
  time      1.23 s
Next: fix the data and try again.
`,
    );
  });

  test('tells how many genes of each kind break the rule about their length', () => {
    const kinds = ['in-two-parts', 'through-the-origin', 'in-two-parts'] as const;
    const findings = kinds.map((kind): Finding => ({ ...aFinding, kind }));
    const report = reportOf(findings, { maxKept: 1 });
    const text = renderSummary({ ...built, report, site: null });
    expect(text).toContain('\n  errors    3 gene-length (1 through the origin, 2 in two parts)\n');
    expect(text).toContain(
      '\nNext: nothing needs fixing. Genomes have such genes: try again with --allow gene-length.\n',
    );
    expect(summaryToJson({ ...built, report })).toMatchObject({
      geneLengths: { 'through-the-origin': 1, 'in-two-parts': 2 },
    });

    const mixed = reportOf([...findings, schemaFinding]);
    expect(renderSummary({ ...built, report: mixed, site: null })).toContain(
      '\nNext: fix the rest, and try again with --allow gene-length: genomes have such genes.\n',
    );
    const wrong = reportOf([...findings, { ...aFinding, kind: 'unexplained' }]);
    expect(renderSummary({ ...built, report: wrong, site: null })).toContain(
      '\nNext: fix the data, or publish it as it is with --allow gene-length.\n',
    );
  });

  test('of a check that went well says that a build would', () => {
    expect(renderSummary({ ...built, site: null, out: null })).toBe(
      `The data is fit to be published.
  records   12,345 genes and 1 phage, from 2 files (4.21 MB)
  warnings  none
  time      1.23 s
Next: phagepress build.
`,
    );
  });
});

test('the summary for programs has the same as numbers', () => {
  const findings: Finding[] = [aFinding, schemaFinding, { ...aFinding, rule: 'source-link' }];
  expect(summaryToJson({ ...built, report: reportOf(findings), site: null })).toEqual({
    ok: false,
    sources: { files: 2, bytes: 4_210_000 },
    records: { genes: 12_345, phages: 1 },
    errors: { total: 2, byRule: { schema: 1, 'gene-length': 1 } },
    warnings: { total: 1, byRule: { 'source-link': 1 } },
    geneLengths: {},
    site: null,
    elapsedMs: 1234,
  });
});

test('the summary for programs has the site that was published, what was left out, and whole milliseconds', () => {
  const json = summaryToJson({ ...built, elapsedMs: 1234.56 });
  expect(json).toMatchObject({ ok: true, site, elapsedMs: 1235 });
  expect(json).not.toHaveProperty('leftOut');
  expect(summaryToJson({ ...built, leftOut: ['a'] })).toMatchObject({ leftOut: ['a'] });
});
