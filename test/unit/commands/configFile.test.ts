import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfigFile } from '../../../src/commands/configFile.ts';
import type { ProfileName } from '../../../src/pipeline/settings.ts';
import { Failure } from '../../../src/base/failure.ts';
import { inFolder } from './inFolder.ts';

/** What the failure says of a file of this text, without its first line. */
async function complaints(text: string, profile?: ProfileName): Promise<string[]> {
  inFolder({ 'c.json': text });
  const failure: unknown = await readConfigFile('c.json', profile).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  const { kind, message, lines } = failure as Failure;
  expect(kind).toBe('usage');
  expect(message).toBe('The configuration file is wrong:');
  return [...lines];
}

describe('what is wrong in the file is located', () => {
  test.each([
    [
      'broken JSON',
      '{\n  "data": "x"\n  "out": "y"\n}',
      "c.json:3: expected ',' or '}', found '\"' [json-syntax]",
    ],
    [
      'an empty file',
      '',
      'c.json:1: expected a JSON value, found the end of the text [json-syntax]',
    ],
    [
      'a comment',
      '{ // pages\n}',
      "c.json:1: expected a key in double quotes, found '/' [json-syntax]",
    ],
    [
      'a repeated key',
      '{"maxAge": 1,\n\n"maxAge": 2}',
      'c.json:3: /maxAge: expected each key once in an object, found "maxAge" again [json-syntax]',
    ],
    [
      'an ORCID iD with a digit exchanged',
      '{"about": {"creators": [{"name": "A", "orcid": "0000-0002-1825-0097"}, {"name": "B", "orcid": "0000-0002-1825-0079"}]}}',
      'c.json:1: /about/creators/1/orcid: expected an ORCID iD, found "0000-0002-1825-0079", whose last digit does not fit the others [schema]',
    ],
    [
      'a number of releases as text',
      '{"keep": "3"}',
      'c.json:1: /keep: expected a number of releases from 1 to 10000, or "all", found the string "3" [schema]',
    ],
    [
      'a wrong type',
      '{\n"geneFiles": "yes"}',
      'c.json:2: /geneFiles: expected true or false, found the string "yes" [schema]',
    ],
    [
      'a page size of zero',
      '{"pageSize":\n{"genes": 0}}',
      'c.json:2: /pageSize/genes: expected an integer from 1 to 100000, or a list of sizes, found 0 [schema]',
    ],
    [
      'an empty path',
      '{"data": ""}',
      'c.json:1: /data: expected the path of a folder, found an empty string [schema]',
    ],
    [
      'an unknown format',
      '{"format": "xml"}',
      'c.json:1: /format: expected "text", "json" or "github", found the string "xml" [schema]',
    ],
    [
      'a relative address',
      '{\n\n"baseUrl": "example.org"}',
      'c.json:3: /baseUrl: expected an absolute http or https address, found "example.org", which does not start with http:// or https:// [schema]',
    ],
    [
      'an address with a query',
      '{"baseUrl": "https://example.org/?a"}',
      'c.json:1: /baseUrl: expected an absolute http or https address, found "https://example.org/?a", which has a query [schema]',
    ],
    [
      'an address that would move the cursor',
      '{"baseUrl": "https://example.org/\\u001b[2J"}',
      'c.json:1: /baseUrl: expected an absolute http or https address, found "https://example.org/\\u001b[2J", which contains white space or a control character [schema]',
    ],
    [
      'a page size that is all by default',
      '{"pageSize": {"phages": 5, "genes": ["all", 100]}}',
      'c.json:1: /pageSize/genes/0: expected a number, the size by default, found "all" [schema]',
    ],
    [
      'a page size that is no size',
      '{"pageSize": [100, "most"]}',
      'c.json:1: /pageSize/1: expected an integer from 1 to 100000, or "all", found the string "most" [schema]',
    ],
    ['no object', '[]', 'c.json:1: expected an object, found an empty array [schema]'],
    [
      'a null, which nothing publishes',
      '{"data": null}',
      'c.json:1: /data: expected the path of a folder, found null [schema]',
    ],
  ])('%s', async (_what, text, line) => {
    expect(await complaints(text)).toEqual([line]);
  });

  test('an unknown key, with the one that was meant', async () => {
    expect(await complaints('{\n"baseURL": "https://example.org"}')).toEqual([
      'c.json:2: /baseURL: expected only known fields, found the unknown field "baseURL" [schema]',
      '  hint: Did you mean "baseUrl"?',
    ]);
    expect(await complaints('{"pageSize": {"gene": 5}}')).toContain(
      '  hint: Did you mean "genes"?',
    );
  });

  test('a rule that cannot be allowed, at its place in the list', async () => {
    const [line] = await complaints('{"allow": ["gene-length",\n"schema"]}');
    expect(line).toMatch(
      /^c\.json:2: \/allow\/1: expected a rule that can be allowed: .*, found the string "schema" \[schema\]$/,
    );
  });

  test('names of fields, under the profile of the command line', async () => {
    const file =
      '{"fieldNames": {\n"Notes": "",\n"archive_acession": "x",\n"coverage": "in_genbank"}}';
    expect(await complaints(file)).toEqual([
      'c.json:2: /fieldNames/Notes: expected a name of at most 100 letters, digits, _, - and . that begins with a letter or _, found "" [schema]',
      'c.json:3: /fieldNames/archive_acession: expected the name of a field of records, as the schemas have it, found "archive_acession" [schema]',
      '  hint: Did you mean "archive_accession"?',
    ]);
    expect(await complaints(file, 'phagesdb')).toEqual(
      expect.arrayContaining([
        'c.json:4: /fieldNames/coverage: expected a name that no other field of the same object has, found "in_genbank" [schema]',
        '  hint: "in_archive" is published as "in_genbank", too. Give it another name, or this one.',
      ]),
    );
    expect(await complaints('{"fieldNames": {"Notes": 1}}')).toEqual([
      'c.json:1: /fieldNames/Notes: expected the name that is published, found 1 [schema]',
    ]);
    expect(await complaints('{"fieldNames": {"__proto__": "x"}}')).toMatchObject([
      expect.stringContaining('/fieldNames/__proto__: expected the name of a field'),
    ]);
  });

  test('everything at once', async () => {
    const lines = await complaints('{"maxAge": -1,\n"quiet": 1,\n"allow": "gene-length"}');
    const places = lines.map((line) => line.split(': ').slice(0, 2).join(' '));
    expect(places.toSorted()).toEqual(['c.json:1 /maxAge', 'c.json:2 /quiet', 'c.json:3 /allow']);
  });
});

test('paths in the file are relative to it, and come out relative to the working folder, unless one is absolute', async () => {
  const folder = inFolder({
    'conf/c.json': '{"data": "../records", "out": "site"}',
    'conf/there.json': '{"data": "/srv/records", "out": "site"}',
  });
  const out = path.join('conf', 'site');
  expect(await readConfigFile('conf/c.json')).toEqual({ data: 'records', out });
  expect(await readConfigFile('conf/there.json')).toEqual({ data: '/srv/records', out });
  expect(await readConfigFile(path.join(folder, 'conf/there.json'))).toEqual({
    data: '/srv/records',
    out: path.join(folder, 'conf/site'),
  });
});

test.each([
  ['nothing', ' {} \n', {}],
  ['a byte order mark', '\ufeff{"quiet": true}', { quiet: true }],
  [
    'a base URL, which comes out as links start with it (A1)',
    '{"baseUrl": "HTTPS://Example.org:443/phages/"}',
    { baseUrl: 'https://example.org/phages' },
  ],
  ['a single page size, which is that of all', '{"pageSize": 1e2}', { pageSize: { all: 100 } }],
  ['a date', '{"releaseDate": "2026-01-31"}', { releaseDate: '2026-01-31' }],
  [
    'a time',
    '{"releaseDate": "2026-01-31T02:00:00+01:00"}',
    { releaseDate: '2026-01-31T02:00:00+01:00' },
  ],
  ['an empty list', '{"allow": []}', { allow: [] }],
])('a file may hold %s', async (_what, text, settings) => {
  inFolder({ 'c.json': text });
  expect(await readConfigFile('c.json')).toEqual(settings);
});

test.each(['2026-13-01', '2026-02-30', '2026-01-31T25:00:00Z', 'yesterday'])(
  'a file may not hold the date %s, which is no day of the calendar',
  async (date) => {
    expect((await complaints(JSON.stringify({ releaseDate: date })))[0]).toMatch(
      /^c\.json:1: \/releaseDate: expected a date such as/,
    );
  },
);
