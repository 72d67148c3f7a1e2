import { describe, expect, test } from 'vitest';
import { intakeKey, siteKey } from '../../../src/pipeline/rebuild.ts';
import type { PlannedOptions } from '../../../src/pipeline/planSite.ts';
import { perList, collectionNames } from '../../../src/contract/collectionName.ts';
import type { RuleName } from '../../../src/text/rules.ts';
import { siteOptionsWith } from './someOptions.ts';

const options = siteOptionsWith();

/** Another value for every option that decides the bytes of a site. */
const others: Required<Omit<PlannedOptions, 'static'>> = {
  collections: collectionNames,
  baseUrl: 'https://example.com',
  pageSizes: { ...perList(() => 2), genes: 10, phages: 10, phams: 11 },
  furtherSizes: { genes: [100] },
  links: 'path',
  maxAge: 301,
  geneFiles: false,
  records: 'packed',
  caseInsensitiveNames: true,
  phageAliases: true,
  pages: true,
  html: true,
  about: { title: 'Phages' },
  views: ['phams', 'genesbyphage'],
  bulk: ['tsv'],
  spreadsheetSafe: true,
  linkGenomes: true,
  genomesFile: 'All.fasta',
  fieldNames: { Notes: 'notes' },
  precompress: ['br'],
  hosts: ['nginx'],
  yieldingSizes: ['genes'],
  releaseDate: '2026-01-01',
};

/** Which rings of the key another value of an option changes. */
function changedRings(changes: Partial<PlannedOptions>): string[] {
  const [key, other] = [siteKey(options, []), siteKey({ ...options, ...changes }, [])];
  return (['records', 'pages', 'about'] as const).filter((ring) => key[ring] !== other[ring]);
}

describe('the key of a site', () => {
  test.each(Object.keys(others) as (keyof typeof others)[])(
    'changes with %s, in one ring',
    (name) => {
      expect(changedRings({ [name]: others[name] })).toHaveLength(1);
    },
  );

  test('keeps records and pages where only what is said about them changes', () => {
    expect(changedRings({ maxAge: 1, hosts: ['caddy'] })).toEqual(['about']);
    expect(changedRings({ pageSizes: others.pageSizes })).toEqual(['pages']);
    expect(changedRings({ links: 'path' })).toEqual(['records']);
  });

  test('goes by what static files hold, not by where they lie', () => {
    const file = { path: 'a.txt', sha256: 'aa', place: '/x/a.txt', bytes: 1 };
    const of = (...files: object[]) =>
      siteKey(options, files as Parameters<typeof siteKey>[1]).about;
    expect(of(file)).toBe(of({ ...file, place: '/y/a.txt' }));
    expect(of(file)).not.toBe(of());
    expect(of(file)).not.toBe(of({ ...file, sha256: 'bb' }));
    expect(of(file)).not.toBe(of({ ...file, path: 'b.txt' }));
    expect(changedRings({ static: '/elsewhere' })).toEqual([]);
  });

  test('is the same whatever the order in which options were given', () => {
    const turned = Object.fromEntries(Object.entries(options).toReversed());
    expect(siteKey(turned as unknown as PlannedOptions, [])).toEqual(siteKey(options, []));
  });
});

describe('the key of an intake', () => {
  const limits = { maxRecordBytes: 100, maxNesting: 10 };
  const choices = { allowed: new Set<RuleName>(), denied: new Set<RuleName>() };
  const data = { data: '/a', ...choices, limits, maxErrors: 5, linkTo: null };
  const key = (changes: object = {}) => intakeKey({ ...data, ...changes });

  test('changes with what is allowed or denied, with limits, and with how many findings are kept', () => {
    const keys = [
      key(),
      key({ linkTo: 'https://example.org' }),
      key({ allowed: new Set(['gene-length']) }),
      key({ denied: new Set(['gene-length']) }),
      key({ limits: { ...limits, maxNesting: 11 } }),
      key({ limits: { ...limits, maxRecordBytes: 101 } }),
      key({ maxErrors: 6 }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('does not change with the order of rules, nor with the place of the data', () => {
    const [one, two] = ['gene-length', 'gene-id-form'];
    expect(key({ allowed: new Set([one, two]) })).toBe(key({ allowed: new Set([two, one]) }));
    expect(key({ data: '/b' })).toBe(key());
  });
});
