import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfigFile } from '../../../src/config/configFile.ts';
import type { ProfileName } from '../../../src/config/settings.ts';
import { Failure } from '../../../src/failure.ts';
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

  test('a null, which nothing publishes', async () => {
    expect(await complaints('{"data": null}')).toEqual([
      'c.json:1: /data: expected the path of a folder, found null [schema]',
    ]);
  });
});

describe('paths in the file', () => {
  test('are relative to it, and come out relative to the working folder', async () => {
    inFolder({ 'conf/c.json': '{"data": "../records", "out": "site"}' });
    expect(await readConfigFile('conf/c.json')).toEqual({
      data: 'records',
      out: path.join('conf', 'site'),
    });
  });

  test('stay as they are when they are absolute', async () => {
    const folder = inFolder({ 'conf/c.json': '{"data": "/srv/records", "out": "/srv/site"}' });
    const expected = { data: '/srv/records', out: '/srv/site' };
    expect(await readConfigFile('conf/c.json')).toEqual(expected);
    expect(await readConfigFile(path.join(folder, 'conf/c.json'))).toEqual(expected);
  });

  test('of a file that is named absolutely are absolute', async () => {
    const folder = inFolder({ 'conf/c.json': '{"data": "records"}' });
    const file = path.join(folder, 'conf/c.json');
    expect(await readConfigFile(file)).toEqual({ data: path.join(folder, 'conf/records') });
  });
});

describe('a file', () => {
  test('may hold nothing', async () => {
    inFolder({ 'c.json': ' {} \n' });
    expect(await readConfigFile('c.json')).toEqual({});
  });

  test('may start with a byte order mark', async () => {
    inFolder({ 'c.json': '\ufeff{"quiet": true}' });
    expect(await readConfigFile('c.json')).toEqual({ quiet: true });
  });

  test('gives its base URL in the form that links start with (A1)', async () => {
    inFolder({ 'c.json': '{"baseUrl": "HTTPS://Example.org:443/phages/"}' });
    expect(await readConfigFile('c.json')).toEqual({ baseUrl: 'https://example.org/phages' });
  });

  test('gives a single page size as that of all', async () => {
    inFolder({ 'c.json': '{"pageSize": 1e2}' });
    expect(await readConfigFile('c.json')).toEqual({ pageSize: { all: 100 } });
  });

  test.each([
    '{"releaseDate": "2026-13-01"}',
    '{"releaseDate": "2026-02-30"}',
    '{"releaseDate": "2026-01-31T25:00:00Z"}',
    '{"releaseDate": "yesterday"}',
  ])('may not hold %s, which is no day of the calendar', async (text) => {
    expect((await complaints(text))[0]).toMatch(
      /^c\.json:1: \/releaseDate: expected a date such as/,
    );
  });

  test.each(['2026-01-31', '2026-01-31T02:00:00+01:00'])('may hold the date %s', async (date) => {
    inFolder({ 'c.json': JSON.stringify({ releaseDate: date }) });
    expect(await readConfigFile('c.json')).toEqual({ releaseDate: date });
  });

  test('that names a compression twice is refused, or means it once', async () => {
    inFolder({ 'c.json': '{"precompress": ["gzip", "gzip"]}' });
    const said: unknown = await readConfigFile('c.json').catch((error: unknown) => error);
    if (!(said instanceof Failure)) expect(said).toEqual({ precompress: ['gzip'] });
  });

  test('may allow nothing', async () => {
    inFolder({ 'c.json': '{"allow": []}' });
    expect(await readConfigFile('c.json')).toEqual({ allow: [] });
  });
});
