import { describe, expect, test } from 'vitest';
import { acceptsPattern, apache } from '../../../src/hosts/apache.ts';
import { siteFor } from './someSite.ts';

const siteOf = (baseUrl: string, precompress: readonly string[] = []) =>
  siteFor({ baseUrl, precompress, dir: '/nowhere in the "file"' });

function filesOf(...args: Parameters<typeof siteOf>): Map<string, string> {
  const files = apache.siteFiles(siteOf(...args));
  return new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));
}

const configuration = (...args: Parameters<typeof siteOf>) => filesOf(...args).get('.htaccess')!;

const prefixes = [
  ['/phages', '/phages'],
  [`/it's`, `/it's`],
  ['/a%22b', '/a"b'],
  ['/a%20b', '/a b'],
  ['/$1;%7Bx%7D', '/$1;{x}'],
  ['/%24%7BHOME%7D', '/${HOME}'],
  ['/a%23b', '/a#b'],
  ['/50%251', '/50%1'],
  ['/a%3Fb', '/a?b'],
  ['/%C3%A4', '/ä'],
] as const;

describe.each(prefixes)('a site below %s', (path, prefix) => {
  const baseUrl = `https://example.org${path}`;
  const text = configuration(baseUrl);

  test('is named in escapes, which mean nothing to any directive', () => {
    const [, base = ''] = /^RewriteBase (.*)$/m.exec(text) ?? [];
    const [, error = ''] = /^ErrorDocument 405 "(.*)\/errors\/%\{/m.exec(text) ?? [];
    for (const named of [base.replace(/\/$/, ''), error]) {
      expect(named).toMatch(/^(?:[\w./-]|%[0-9a-f]{2})+$/i);
      expect(decodeURIComponent(named)).toBe(prefix);
    }
  });

  test('is redirected to under its own address, with nothing in it for mod_rewrite to fill in', () => {
    const [, substitution = ''] =
      /^RewriteRule (?:\S+|"[^"]*") "(.*)%1\/" \[R=301,/m.exec(text) ?? [];
    expect(substitution).not.toMatch(/(^|[^\\])[$%]/);
    expect(substitution.replace(/\\(.)/g, '$1')).toBe(baseUrl);
  });
});

test('nothing says where the site was built', () => {
  expect(configuration('https://example.org')).not.toContain('dist');
  expect(configuration('https://example.org')).not.toContain('nowhere');
});

test('the prefix with an escaped slash is refused', () => {
  expect(apache.refuses(siteOf('https://example.org/a%2Fb'))?.message).toContain('"a%2Fb"');
  expect(apache.refuses(siteOf('https://example.org/a%7Bb'))).toBeNull();
});

test('no word of a rewriting directive has its own quotes in it, for they know no escapes', () => {
  for (const [, words = ''] of configuration(`https://example.org/it's`).matchAll(
    /^Rewrite(?:Cond|Rule) (.*)$/gm,
  )) {
    expect(words).toMatch(/^(?:"[^"]*"|'[^']*'|[^"' ]+)(?: (?:"[^"]*"|'[^']*'|[^"' ]+))+$/);
  }
});

test('the methods that are named have their files', () => {
  const files = filesOf('https://example.org');
  expect(files.get('errors/method-not-allowed/DELETE.json')).toBe(
    '{"detail":"Method \\"DELETE\\" not allowed."}',
  );
  const [, named = ''] =
    /REQUEST_METHOD\}" "\^\(\?:([A-Z|]+)\)\$"\n.*REFUSAL/.exec(files.get('.htaccess')!) ?? [];
  expect(named.split('|').map((method) => `errors/method-not-allowed/${method}.json`)).toEqual(
    [...files.keys()].filter((path) => path !== '.htaccess'),
  );
});

test('siblings are served where there are any', () => {
  const plain = configuration('https://example.org');
  expect(plain).toContain('AddOutputFilterByType DEFLATE');
  expect(plain).not.toMatch(/AddEncoding|index\.json\.gz/);
  const both = configuration('https://example.org', ['gzip', 'br']);
  expect(both).toMatch(/index\.json\.gz[^]*index\.json\.br/);
  expect(both).not.toContain('AddOutputFilterByType');
});

test('the last pages and the age are those of the site', () => {
  const text = configuration('https://example.org');
  expect(text).toMatch(/"\^api\/genes\/\$" - \[E=PHAGEPRESS_PAGE:4321\]/);
  expect(text).toMatch(/"\^api\/phages\/\$" - \[E=PHAGEPRESS_PAGE:1\]/);
  expect(text).toContain('Cache-Control "public, max-age=60"');
});

test.each([
  ['gzip', true],
  ['gzip, br', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
  ['deflate, gzip;q=0.5', true],
  ['gzip;q=0.001', true],
  ['gzip;q=0', false],
  ['gzip; q=0.0, br', false],
  ['gzip;q=0.000', false],
  ['', false],
  ['br', false],
  ['x-gzip', false],
])('Accept-Encoding: %s takes gzip: %s', (header, takes) => {
  expect(new RegExp(acceptsPattern('gzip')).test(header)).toBe(takes);
});
