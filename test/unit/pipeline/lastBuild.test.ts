import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Building } from '../../../src/pipeline/planSite.ts';
import { hashFindings, measure, previousOf, recall } from '../../../src/pipeline/rebuild.ts';
import { requiredNames } from '../../../src/contract/collectionName.ts';
import type { Finding } from '../../../src/text/findings.ts';
import type { SiteCache } from '../../../src/pipeline/siteCache.ts';
import { DamagedCache } from '../../../src/base/failure.ts';
import { exampleRelease, exampleSite } from './exampleIndex.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { silent } from './someOptions.ts';

const text = 'a page';
const files = [{ path: 'a.json', bytes: text.length, sha256: hash('sha256', text) }];
const finding: Finding = {
  rule: 'source-unread',
  file: 'notes.txt',
  line: 0,
  pointer: '',
  expected: 'e',
  found: 'f',
};

/** A build under way, of which the cache holds the last outcome. */
function building({ checkLive = false, findings = [] as readonly Finding[], isHeld = true } = {}) {
  const out = tempFolder({ 'a.json': text, 'manifest.json': '{}', 'release.json': '{}' });
  const discovered = {
    collections: requiredNames,
    hasGenomes: false,
    sources: [],
    findings: [...findings],
  };
  const published = {
    ...exampleSite,
    discovered: hashFindings({ ...discovered, labels: new Map(), findings: [finding] }),
  };
  const cache = {
    cached: [],
    recall: () => Promise.resolve(isHeld ? { published, files } : null),
    firstKeys: null,
    keepsRecords: true,
    publishedAtMs: 5,
  } as unknown as SiteCache;
  const effects = { workers: inProcessWorkers, progress: silent };
  const choices = { allowed: new Set(), denied: new Set(), maxErrors: 10 };
  const under = {
    options: { ...choices, collections: requiredNames, out, checkLive },
    effects,
    discovered,
    live: exampleRelease,
  };
  return { cache, out, under: under as unknown as Building };
}

describe('the last outcome', () => {
  test('is told again, with all findings, where data and site are the same', async () => {
    const { cache, under } = building({ findings: [finding] });
    const outcome = await recall(cache, under);
    expect(outcome?.counts).toEqual({ genes: 2, phages: 0 });
    expect(outcome?.site).toEqual({
      release: exampleRelease,
      files: 3,
      bytes: text.length + 4,
      unchanged: 3,
    });
    const report = outcome?.findings.report();
    expect(report?.warningsByRule.get('gene-phage-known')).toBe(8);
    expect(report?.errorsByRule.get('gene-length')).toBe(4);
  });

  test('is not where the data folder looks otherwise, or the cache holds none', async () => {
    const other = building({ findings: [{ ...finding, file: 'other.txt' }] });
    expect(await recall(other.cache, other.under)).toBeNull();
    const none = building({ findings: [finding], isHeld: false });
    expect(await recall(none.cache, none.under)).toBeNull();
  });

  test('is held to the bytes of the site only where that was asked', async () => {
    const asked = building({ findings: [finding], checkLive: true });
    expect(await recall(asked.cache, asked.under)).not.toBeNull();
    writeFileSync(path.join(asked.out, 'a.json'), 'A page');
    await expect(recall(asked.cache, asked.under)).rejects.toThrow(DamagedCache);
    const unasked = building({ findings: [finding] });
    writeFileSync(path.join(unasked.out, 'a.json'), 'A page');
    expect(await recall(unasked.cache, unasked.under)).not.toBeNull();
  });
});

test('without a live site there is nothing to take over', () => {
  const { cache, under, out } = building();
  const sizes = { furtherSizes: {} };
  expect(previousOf(cache, { ...under, live: null }, sizes)).toBeNull();
  expect(previousOf(cache, under, sizes)).toMatchObject({
    dir: out,
    keepsRecords: true,
    publishedAtMs: 5,
    isChecked: false,
  });
});

test('sources are measured by number and size', () => {
  const sources = [{ bytes: 3 }, { bytes: 4 }] as unknown as Building['discovered']['sources'];
  const labels = new Map<number, string>();
  const found = { collections: requiredNames, hasGenomes: false, sources, labels, findings: [] };
  expect(measure(found)).toEqual({ files: 2, bytes: 7 });
});
