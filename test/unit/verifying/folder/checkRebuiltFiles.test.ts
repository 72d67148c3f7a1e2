import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderRelease } from '../../../../src/contract/release.ts';
import type { Clause } from '../../../../src/verifying/clauses.ts';
import { checkRebuiltFiles } from '../../../../src/verifying/folder/verifyFolder.ts';
import { built, type Changes, sharedFolder, told } from './builtFolder.ts';

const folderWith = sharedFolder();

const text = built('release.json').toString();

function check(changes: Changes = {}, wrong: Clause | null = null, of = text) {
  const { site, release, files, log } = folderWith(changes);
  if (wrong !== null) log.fail(wrong, { address: 'elsewhere', expected: 'x', found: 'y' });
  checkRebuiltFiles(site.root, { release, text: of }, files, log);
  return { told: told(log), first: log.tallies.release.first };
}

const file = 'openapi.json';

test('a file is told where it is missing, or by the first line that differs', () => {
  expect(check({ [file]: null }).told).toEqual([`files 1 ${file}: no such file`]);
  const lines = built(file).toString().split('\n');
  const { told: said, first } = check({
    [file]: [lines[0], 'other', ...lines.slice(1)].join('\n'),
  });
  expect(said).toEqual([`release 1 ${file}:2: \`other\``]);
  expect(first?.hint).toBeUndefined();
});

test('it is not held to what is not known, but must be there', () => {
  const whatIsWrong = ['L3 1 elsewhere: y'];
  expect(check({ [file]: 'other' }, 'L3').told).toEqual(whatIsWrong);
  expect(check({ [file]: null }, 'L3').told).toEqual([
    `files 1 ${file}: no such file`,
    ...whatIsWrong,
  ]);
});

test('a clause that says nothing of these files leaves them known', () => {
  expect(check({ 'index.html': 'other' }, 'B1').told).toContainEqual(
    expect.stringMatching(/^release 1 index\.html:1: /),
  );
});

test('release.json itself is told by its line; then the others are not known', () => {
  const other = text.replace('{\n', '{\n\n');
  expect(check({ 'index.html': 'other' }, null, other).told).toEqual([
    expect.stringMatching(/^release 1 release\.json:2: /),
  ]);
});

test('examples come from the first records: without their page there are none', () => {
  const pages = { 'api/phages/index.json': null, 'api/phages/page/1.json': null };
  expect(check(pages).told).toEqual([expect.stringMatching(/^release 1 openapi\.json:[0-9]+: /)]);
});

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
