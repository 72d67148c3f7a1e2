import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderRelease } from '../../../../src/contract/release.ts';
import { checkRebuiltFiles } from '../../../../src/verifying/folder/verifyFolder.ts';
import { built, sharedFolder, told } from './builtFolder.ts';

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
