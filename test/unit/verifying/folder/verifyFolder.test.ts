import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorFiles } from '../../../../src/contract/sitePaths.ts';
import { verifyFolder } from '../../../../src/verifying/folder/verifyFolder.ts';
import { verdictsOf } from '../../../../src/verifying/report/verification.ts';
import { BrokenSite } from '../../../contract/verifySites.ts';
import { tempFolder } from '../../sources/tempFolder.ts';
import { inProcessWorkers } from '../../validation/inProcessWorkers.ts';
import { watchedProgress } from '../../watchedProgress.ts';
import { built, builtSite, told } from './builtFolder.ts';

/** `signed` changes are those of a build; `later` ones came when the manifest was there. */
async function verify(
  signed: Readonly<Record<string, string>> = {},
  later: (site: BrokenSite) => void = () => {},
  expectRelease: string | null = null,
) {
  const site = new BrokenSite(tempFolder({ ...builtSite, ...signed }));
  if (Object.keys(signed).length > 0) site.sign();
  later(site);
  const { progress, seen } = watchedProgress();
  const options = { root: site.root, allowed: new Set<never>(), expectRelease };
  const verification = await verifyFolder(options, inProcessWorkers, progress);
  return { ...verification, told: told(verification.log), seen };
}

test('a folder is what a build wrote, and what only a server can show is not asked of it', async () => {
  const { told: said, files, records, requests, release, seen, log } = await verify();
  expect(said).toEqual([]);
  expect(files).toBe(Object.keys(builtSite).length);
  expect({ records, requests }).toEqual({ records: { genes: 9, phages: 4 }, requests: null });
  expect(release?.base_url).toBe('https://example.org');
  const stages = [['Verifying', 3 + 2, 'pages']];
  expect(seen).toEqual({ stages, advanced: 3 + 2, ended: 1 });
  for (const clause of ['answers', 'A2', 'L5', 'M1', 'M2', 'M5'] as const) {
    expect(log.tallies[clause].remark).toBe('a folder answers no requests');
  }
});

test('another release than was expected is told', async () => {
  const { release } = JSON.parse(built('release.json').toString()) as { release: string };
  expect((await verify({}, () => {}, release.slice(0, 9))).told).toEqual([]);
  expect((await verify({}, () => {}, 'abc')).told).toEqual([
    expect.stringMatching(/^release 1 release\.json#\/release/),
  ]);
});

describe('a file', () => {
  test('that was removed is told once, whatever else it is needed for', async () => {
    const { told: said } = await verify({}, (site) => site.remove('openapi.json'));
    expect(said).toEqual(['files 2 openapi.json: no such file']);
  });

  test('that nothing else reads is held to its hash', async () => {
    const { told: said } = await verify({ 'robots.txt': 'a' }, (site) => {
      site.editRelease((release) => (release['static'] = ['robots.txt']));
      site.write('robots.txt', 'b');
    });
    expect(said.filter((one) => !one.startsWith('release'))).toEqual([
      expect.stringMatching(/^manifest 1 robots\.txt: [0-9a-f]{64}$/),
    ]);
  });

  test('that came later is told', async () => {
    const { told: said, files } = await verify({}, (site) => site.write('api/genes/x/new', ''));
    expect(said).toEqual(['files 1 api/genes/x/new: a file that is not in manifest.json']);
    expect(files).toBe(Object.keys(builtSite).length + 1);
  });

  test('whose bytes the contract fixes is held to them', async () => {
    const { notFound } = errorFiles;
    expect((await verify({ [notFound]: '{}' })).told).toEqual([`D2 1 ${notFound}: something else`]);
  });

  test('that must have a compressed form has one', async () => {
    const { told: said } = await verify({}, (site) => {
      site.editRelease((release) => (release['precompress'] = ['gzip']));
    });
    expect(said).toContainEqual(expect.stringMatching(/^files [0-9]+ .*\.gz: no such file$/));
  });
});

describe('a file that a build would not write is told', () => {
  test.each([
    ['readme.txt', 'files'],
    ['bulk/other.gz', 'B1'],
    ['api/clusters/Nowhere/index.json', 'V1'],
    ['api/phams/page/9.json', 'V1'],
    ['api/genes/page/9.json', 'L7'],
    ['api/genes/Nobody_CDS_1/index.json', 'D1'],
  ])('%s under %s', async (file, clause) => {
    expect((await verify({ [file]: '{}' })).told).toEqual([`${clause} 1 ${file}: a file`]);
  });

  test('but neither view nor bulk file where the lists are wrong', async () => {
    const files = { 'bulk/other.gz': '', 'api/clusters/Nowhere/index.json': '' };
    const { told: said } = await verify({ ...files, 'api/genes/page/2.json': '{}' });
    expect(said.filter((one) => /^(B1|V1)/.test(one))).toEqual([]);
  });
});

describe('without a manifest', () => {
  test('nothing else is looked at, but the release is known', async () => {
    const {
      told: said,
      records,
      files,
      release,
    } = await verify({}, (site) => {
      site.remove('manifest.json');
    });
    expect(said).toEqual([expect.stringMatching(/^manifest 1 manifest\.json: no file/)]);
    expect({ records, files }).toEqual({ records: null, files: undefined });
    expect(release).not.toBeNull();
  });
});

describe('without a release.json that can be read', () => {
  test.each([
    ['it is missing', (site: BrokenSite) => site.remove('release.json')],
    ['it is something else', (site: BrokenSite) => site.write('release.json', '[]')],
    [
      'it is a link',
      (site: BrokenSite) => {
        site.write('other.json', site.read('release.json'));
        site.remove('release.json');
        symlinkSync('other.json', path.join(site.root, 'release.json'));
      },
    ],
  ])('every file is still held to its hash: %s', async (_, later) => {
    const verification = await verify({}, (site) => {
      later(site);
      site.write('index.html', 'other');
    });
    expect(verification.told).toContainEqual(expect.stringMatching(/^release 1 release\.json: /));
    expect(verification.told).toContainEqual(expect.stringMatching(/^manifest 1 index\.html: /));
    expect([verification.release, verification.records]).toEqual([null, null]);
    // Which of them a build would write is not known.
    const failed = verdictsOf(verification).filter(({ status }) => status === 'fail');
    expect(failed.map(({ clause }) => clause)).not.toContain('D1');
  });
});
