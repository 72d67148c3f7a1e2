import { expect, test } from 'vitest';
import { caddy } from '../../../src/hosts/caddy.ts';
import { nginx } from '../../../src/hosts/nginx.ts';
import { siteFor } from './someSite.ts';

const textOf = (...changes: Parameters<typeof siteFor>) =>
  nginx.ownFiles(siteFor(...changes))[0]!.text;
const configuration = (baseUrl: string) => textOf({ baseUrl });

test('what OPTIONS says of fields with other names is in a variable of its own', () => {
  const textWith = (fieldNames: Readonly<Record<string, string>>) => textOf({ fieldNames });
  // Names of which no description speaks change nothing: servers of several sites share these lines.
  expect(textWith({ Notes: 'product' })).toBe(textWith({}));
  const other = textWith({ GeneID: 'gene' });
  expect(other).toContain('ordered by gene.');
  expect(other).not.toContain('$phagepress_description ');
  const [, variable = ''] = /map \$uri (\S+) \{/.exec(other) ?? [];
  expect(other.split(variable).length).toBeGreaterThan(4);
});

/** What nginx makes of its text: words, as its own reader takes quotes, backslashes and comments. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  const word = /#[^\n]*|"((?:\\[^]|[^"\\])*)"|[;{}]|[^\s;{}"#]+/g;
  for (const [found, quoted] of text.matchAll(word)) {
    if (found.startsWith('#')) continue;
    words.push(quoted === undefined ? found : quoted.replace(/\\(["'\\])/g, '$1'));
  }
  return words;
}

const after = (text: string, name: string) => {
  const words = wordsOf(text);
  return words[words.indexOf(name) + 1]?.replaceAll('${phagepress_dollar}', '$');
};

test.each([
  '/srv/plain',
  '/srv/with space',
  `/srv/it's "quoted"`,
  '/srv/{braces};',
  '/srv/$args ${x}',
  '/srv/#1',
  '/srv/50%20',
  '/srv/back\\slash\\n\\"',
  '/srv/line\nbreak',
  '/srv/é',
])('the folder %j is one word, without variables', (dir) => {
  const text = textOf({ dir });
  expect(after(text, 'root')).toBe(dir);
  expect(wordsOf(text).join(' ').replaceAll('${phagepress_dollar}', '')).not.toContain(
    '$args ${x}',
  );
});

test.each([
  ['/phages', '/phages'],
  [`/it's`, `/it's`],
  ['/a%22b', '/a"b'],
  ['/a%20b', '/a b'],
  ['/$args;%7Bx%7D', '/$args;{x}'],
  ['/a%23b', '/a#b'],
  ['/50%25', '/50%'],
  ['/a%3Fb', '/a?b'],
  ['/%C3%A4', '/ä'],
])('the prefix %s is one word, decoded', (path, prefix) => {
  const text = configuration(`https://example.org${path}`);
  expect(after(text, '^~')).toBe(`${prefix}/`);
});

test.each(['/a%2Fb', '/a%5Cb', '/a%00', '/a%0A/b'])('the prefix %s is refused', (path) => {
  const baseUrl = `https://example.org${path}`;
  expect(nginx.refuses(siteFor({ baseUrl }))?.message).toBe(
    `The path of ${baseUrl} has the part ${JSON.stringify(path.split('/')[1])}, which cannot be the name of a folder.`,
  );
  expect(nginx.refuses(siteFor({ baseUrl: 'https://example.org/phages' }))).toBeNull();
});

test.each([
  ['https://phages.example.org', 'listen 80;', 'server_name phages.example.org;'],
  ['http://phages.example.org:8080/x', 'listen 8080;', 'server_name phages.example.org;'],
  ['http://[::1]', 'listen 80;', 'server_name _;'],
  ['http://a;b', 'listen 80;', 'server_name _;'],
])('%s: %s %s', (baseUrl, listen, name) => {
  expect(configuration(baseUrl)).toContain(`    ${listen}\n`);
  expect(configuration(baseUrl)).toContain(`    ${name}\n`);
});

test('how https is got depends on its port', () => {
  const usual = configuration('https://phages.example.org');
  expect(usual).toContain(
    '# 4. Get a certificate for https: certbot --nginx -d phages.example.org\n',
  );
  expect(usual).not.toContain(' ssl;');
  const other = configuration('https://phages.example.org:8443/x');
  expect(other).toContain('#      --certificate /etc/letsencrypt/live/phages.example.org/');
  expect(other).toContain('#      --certificate-key /etc/letsencrypt/live/phages.example.org/');
  expect(other).not.toContain('certbot --nginx -d');
  expect(configuration('http://phages.example.org:8080')).not.toMatch(/certbot|ssl/);
});

test('what must stay outside a server block stands above it, and the comment says so', () => {
  const text = configuration('https://example.org');
  const server = text.indexOf('\nserver {');
  expect(text.slice(server)).not.toMatch(/^\s*(?:geo|map) /m);
  expect(text.slice(0, server)).toMatch(/geo and maps, must stay in http \{\}/);
});

test.each([
  ['/home/me/out-2', '/home/me/out-2/'],
  ["/home/me/my site's", `'/home/me/my site'\\''s/'`],
  ['/a\nreturn 200;', `'/a?return 200;/'`],
])('the folder %j is what is to be copied', (dir, word) => {
  for (const host of [nginx, caddy]) {
    const { text } = host.ownFiles(siteFor({ dir }))[0]!;
    expect(text).toContain(`#      rsync -a --delete ${word} server:/srv/phagepress/\n`);
  }
});

test('a redirect to the root of a site leads to a constant', () => {
  const text = configuration('https://example.org/a%20$b');
  expect(text).toContain('return 301 "/a%20${phagepress_dollar}b/$is_args$args";');
});

test('sites may share a server block: what is named there has another name for each', () => {
  const names = (baseUrl: string) => [...configuration(baseUrl).matchAll(/location (@\S+)/g)];
  const all = [
    'https://e.org',
    'https://e.org/a',
    'https://e.org/a_2f',
    'https://e.org/a/b',
  ].flatMap((baseUrl) => names(baseUrl).map(([, name]) => name));
  expect(all.length).toBeGreaterThan(12);
  expect(new Set(all).size).toBe(all.length);
});

test('siblings are served where there are any, and nothing else is compressed twice', () => {
  const plain = textOf();
  expect(plain).toContain('gzip on;');
  expect(plain).not.toMatch(/gzip_static|brotli_static|libnginx/);
  const both = textOf({ precompress: ['gzip', 'br'] });
  expect(both).toMatch(/gzip_static on;[^]*brotli_static on;/);
  expect(both).toContain('libnginx-mod-http-brotli-static');
  expect(both).not.toContain('gzip on;');
});

test('the last page and the age are those of the site', () => {
  const text = textOf();
  expect(text).toContain('/api/genes/page/4321.json" break;');
  expect(text).toContain('/api/phages/page/1.json" break;');
  expect(text).toContain('add_header Cache-Control "public, max-age=60";');
});
