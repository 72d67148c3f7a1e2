import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Release, renderRelease } from '../../../../src/contract/release.ts';
import { schemaId } from '../../../../src/site/fixedFiles.ts';
import { requiredNames } from '../../../../src/contract/collectionName.ts';
import { schemasOf } from '../../../../src/validation/loadSchemas.ts';
import type { Clause } from '../../../../src/verifying/report/clauses.ts';
import { checkRebuiltFiles } from '../../../../src/verifying/folder/checkRebuiltFiles.ts';
import { built, type Changes, sharedFolder, told } from './builtFolder.ts';

const folderWith = sharedFolder();

const text = built('release.json').toString();

interface Asked {
  readonly said?: Partial<Release>;
  readonly wrong?: Clause;
  readonly of?: string;
}

function check(changes: Changes = {}, { said = {}, wrong, of = text }: Asked = {}) {
  const { site, release, files, log } = folderWith(changes, said);
  if (wrong !== undefined) log.fail(wrong, { address: 'elsewhere', expected: 'x', found: 'y' });
  checkRebuiltFiles(site.root, { release, text: of }, files, log);
  return { told: told(log), first: log.tallies.release.first };
}

const rebuilt = ['openapi.json', 'index.html', '_headers', 'schemas/gene.schema.json'];

test('the files of a build pass', () => {
  expect(check().told).toEqual([]);
});

describe.each(rebuilt)('%s', (file) => {
  test('is told where it is missing', () => {
    expect(check({ [file]: null }).told).toEqual([`files 1 ${file}: no such file`]);
  });

  test('is told by the first line that differs', () => {
    const lines = built(file).toString().split('\n');
    const { told: said, first } = check({
      [file]: [lines[0], 'other', ...lines.slice(1)].join('\n'),
    });
    expect(said).toEqual([`release 1 ${file}:2: \`other\``]);
    expect(first?.hint).toBeUndefined();
  });

  test('is not held to what is not known, but must be there', () => {
    const whatIsWrong = ['L3 1 elsewhere: y'];
    expect(check({ [file]: 'other' }, { wrong: 'L3' }).told).toEqual(whatIsWrong);
    expect(check({ [file]: null }, { wrong: 'L3' }).told).toEqual([
      `files 1 ${file}: no such file`,
      ...whatIsWrong,
    ]);
  });
});

test('a clause that says nothing of these files leaves them known', () => {
  expect(check({ 'index.html': 'other' }, { wrong: 'B1' }).told).toContainEqual(
    expect.stringMatching(/^release 1 index\.html:1: /),
  );
});

test('release.json itself is told by its line; then the others are not known', () => {
  const other = text.replace('{\n', '{\n\n');
  expect(check({ 'index.html': 'other' }, { of: other }).told).toEqual([
    expect.stringMatching(/^release 1 release\.json:2: /),
  ]);
});

test('examples come from the first records: without their page there are none', () => {
  const pages = { 'api/phages/index.json': null, 'api/phages/page/1.json': null };
  expect(check(pages).told).toEqual([expect.stringMatching(/^release 1 openapi\.json:[0-9]+: /)]);
});

test('an invalid first record gives no example, and throws nothing', () => {
  const page = '{"count":1,"next":null,"previous":null,"results":[{"phage_name":7}]}';
  const pages = { 'api/phages/index.json': page, 'api/phages/page/1.json': page };
  expect(check(pages, { wrong: 'S2' }).told).toEqual(['S2 1 elsewhere: y']);
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

test.each([
  ['base_url', { base_url: 'https://other.example/x' }],
  ['max_age', { max_age: 7 }],
  ['views', { views: [] }],
  ['case_insensitive_names', { case_insensitive_names: true as const }],
  ['gene_files', { gene_files: false }],
])('what is rebuilt follows release.json: %s', (_, said) => {
  const { release } = folderWith({}, said);
  const schemas = schemasOf(requiredNames).map(({ name }) => schemaId(release.base_url, name));
  const { told: differs } = check({}, { said, of: renderRelease({ ...release, schemas }) });
  expect(differs).toEqual([expect.stringMatching(/^release [0-9]+ openapi\.json:/)]);
});
