import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderRelease } from '../../../../src/contract/release.ts';
import { checkRebuiltFiles, verifyFolder } from '../../../../src/verifying/folder/verifyFolder.ts';
import { BrokenSite } from '../../../contract/verifySites.ts';
import { inProcessWorkers } from '../../records/inProcessWorkers.ts';
import { tempFolder } from '../../sources/tempFolder.ts';
import { watchedProgress } from '../../watchedProgress.ts';
import { built, builtSite, sharedFolder, told } from './builtFolder.ts';

/** `signed` changes are those of a build; `later` ones came when the manifest was there. */
async function verify(
  signed: Readonly<Record<string, string>> = {},
  later: (site: BrokenSite) => void = () => {},
) {
  const site = new BrokenSite(tempFolder({ ...builtSite, ...signed }));
  if (Object.keys(signed).length > 0) site.sign();
  later(site);
  const { progress, seen } = watchedProgress();
  const options = { root: site.root, allowed: new Set<never>(), expectRelease: null };
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

test('where the lists are wrong, neither view nor bulk file is one that a build would not write', async () => {
  const files = { 'bulk/other.gz': '', 'api/clusters/Nowhere/index.json': '' };
  const { told: said } = await verify({ ...files, 'api/genes/page/2.json': '{}' });
  expect(said.filter((one) => /^(B1|V1)/.test(one))).toEqual([]);
});

test('where release.json cannot be read, every file is still held to its hash', async () => {
  const verification = await verify({}, (site) => {
    site.write('other.json', site.read('release.json'));
    site.remove('release.json');
    symlinkSync('other.json', path.join(site.root, 'release.json'));
    site.write('index.html', 'other');
  });
  const { told: said, release, records } = verification;
  // Which of them a build would write is not known.
  expect(said).toEqual([
    // Whichever the folder lists first.
    expect.stringMatching(
      /^files 2 (?:release\.json: a symbolic link|other\.json: a file that is not)/,
    ),
    expect.stringMatching(/^manifest 1 index\.html: /),
    expect.stringMatching(/^release 1 release\.json: no file that can be read/),
  ]);
  expect([release, records]).toEqual([null, null]);
});

const folderWith = sharedFolder();

const text = built('release.json').toString();

test('a page that became a link gives no example, and throws nothing', () => {
  const pages = ['api/phages/index.json', 'api/phages/page/1.json'];
  const as = Object.fromEntries(pages.map((page) => [page, built(page)]));
  const { site, release, files, log } = folderWith({ ...as, 'api/phages/other': '' });
  for (const page of pages) {
    rmSync(path.join(site.root, page));
    symlinkSync(path.join(site.root, 'api/phages/other'), path.join(site.root, page));
  }
  checkRebuiltFiles(site.root, { release, text }, files, log);
  expect(told(log)).toEqual([expect.stringMatching(/^release 1 openapi\.json:[0-9]+: /)]);
});

test('what differs in a site that another version built, or is missing, gets a hint', () => {
  const said = { version: '9.9.9' };
  const hint = /^The site was built by phagepress 9\.9\.9, and this is /;
  const { release, site, files, log } = folderWith({ 'index.html': 'x', _headers: null }, said);
  checkRebuiltFiles(site.root, { release, text: renderRelease(release) }, files, log);
  expect(log.tallies.release.first).toMatchObject({
    address: 'index.html:1',
    hint: expect.stringMatching(hint) as string,
  });
  expect(log.tallies.files.first?.hint).toMatch(hint);
});
