import { expect, test } from 'vitest';
import { caddy } from '../../../src/hosts/caddy.ts';
import { siteFor } from './someSite.ts';

const siteOf = (baseUrl: string, changes: Parameters<typeof siteFor>[0] = {}) =>
  siteFor({ baseUrl, ...changes });
const configuration = (...args: Parameters<typeof siteOf>) =>
  caddy.ownFiles(siteOf(...args))[0]!.text;

/** What Caddy makes of its text: variables first, then words, then placeholders with their escapes. */
function valueAfter(text: string, name: RegExp): string | undefined {
  const replaced = text.replace(/\{\$([^}:]*)(?::([^}]*))?\}/g, (_all, _name, other = '') => other);
  const rest = name.exec(replaced);
  const from = replaced.slice((rest?.index ?? 0) + (rest?.[0].length ?? 0));
  const [, raw, quoted] = /^(?:`([^`]*)`|"((?:\\"|[^"])*)")/.exec(from) ?? [];
  const word = raw ?? quoted?.replaceAll('\\"', '"');
  expect(word).not.toMatch(/(^|[^\\])[{}]/);
  return word?.replace(/\\([{}])/g, '$1');
}

test.each([
  '/srv/plain',
  '/srv/with space',
  `/srv/it's "quoted"`,
  '/srv/{env.HOME};',
  '/srv/{$HOME}{$PATH}',
  '/srv/#1',
  '/srv/50%20',
  '/srv/back\\slash',
  '/srv/line\nbreak',
  '/srv/back`tick',
  '/srv/é*[x]?',
])('the folder %j is one word, without variables', (dir) => {
  const text = configuration('https://example.org', { dir });
  expect(valueAfter(text, /^ *root \* /m)).toBe(dir);
  // Where Caddy takes it for a pattern, it is named again.
  const again = /[*?[\\]/.test(dir) ? dir.replace(/[*?[\\]/g, '\\$&') : undefined;
  const pattern = /^ *root (?!\*)/m;
  expect(pattern.test(text) ? valueAfter(text, pattern) : undefined).toBe(again);
});

test.each(['/srv/`"', '/srv/`\\', '/srv/\\{x'])('the folder %s is refused', (dir) => {
  expect(caddy.refuses(siteOf('https://example.org', { dir }))?.message).toBe(
    `A Caddyfile cannot name ${JSON.stringify(dir)}.`,
  );
});

test.each([
  [`/it's`, `/it's`],
  ['/a%22b', '/a"b'],
  ['/a%20b', '/a b'],
  ['/$args;%7Bx%7D', '/$args;{x}'],
  ['/a%23b', '/a#b'],
  ['/50%25', '/50%25'],
  ['/a%60b', '/a`b'],
  ['/%C3%A4', '/%C3%A4'],
])('the prefix %s is one word, escaped only where Caddy wants it', (path, prefix) => {
  const text = configuration(`https://example.org${path}`);
  expect(valueAfter(text, /^ *uri strip_prefix /m)).toBe(prefix);
});

test.each([`/it's`, '/a%22b(c|d)', '/$%7Bx%7D', '/50%25', '/a%60b', '/%C3%A4', '/a.b*'])(
  'the prefix %s is found as it is and not otherwise',
  (path) => {
    const [, pattern = ''] =
      /@phagepress vars_regexp \S+ `(.*)`/.exec(configuration(`https://example.org${path}`)) ?? [];
    expect(pattern).not.toMatch(/[{}"$]/);
    expect(`${decodeURIComponent(path)}/api/`).toMatch(new RegExp(pattern));
    expect(`${decodeURIComponent(path)}x/api/`).not.toMatch(new RegExp(pattern));
    expect(`/x${decodeURIComponent(path)}/api/`).not.toMatch(new RegExp(pattern));
  },
);

test('the prefix with an escaped slash is refused', () => {
  expect(caddy.refuses(siteOf('https://example.org/a%2Fb'))?.message).toContain('"a%2Fb"');
  expect(caddy.refuses(siteOf('https://example.org/a%7Bb'))).toBeNull();
});

test.each([
  ['https://phages.example.org', 'phages.example.org {'],
  ['https://phages.example.org:8443/x', 'https://phages.example.org:8443 {'],
  ['http://phages.example.org', 'http://phages.example.org:80 {'],
  ['http://a;b', 'http://:80 {'],
])('the block of %s is %s', (baseUrl, head) => {
  expect(configuration(baseUrl)).toContain(`\n${head}\n`);
});

test('siblings are served where there are any, and nothing else is compressed twice', () => {
  const plain = configuration('https://example.org');
  expect(plain).toContain('encode {');
  expect(plain).not.toContain('precompressed');
  const both = configuration('https://example.org', { precompress: ['gzip', 'br'] });
  expect(both).toContain('precompressed br gzip');
  expect(both).not.toContain('encode {');
});

test('the last pages and the age are those of the site', () => {
  const text = configuration('https://example.org');
  expect(text).toContain(
    'map {phagepress_value} {phagepress_phages} {phagepress_genes} {phagepress_phams} {phagepress_view} {',
  );
  expect(text).toMatch(/` "1" "4321" "3" "last"\n/);
  expect(text).toContain('Cache-Control `public, max-age=60`');
});
