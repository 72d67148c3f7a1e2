import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { parseBaseUrl } from '../../../src/contract/links.ts';
import { Failure } from '../../../src/base/failure.ts';
import type { HostedSite } from '../../../src/hosts/host.ts';
import { hostFiles, hosts } from '../../../src/hosts/hosts.ts';
import { textFile } from '../../../src/describing/fixedFiles.ts';
import { loadCode } from '../../contract/edgeStub.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { siteFor } from './someSite.ts';

function siteAt(address: string, dir = '/srv/site'): HostedSite {
  const parsed = parseBaseUrl(address);
  if (!parsed.ok) throw new Error(parsed.reason);
  const lastPages = { ...perList(() => 0), phages: 2, genes: 3, phams: 3 };
  return siteFor({ baseUrl: parsed.baseUrl, lastPages, dir });
}

const ownFile = (name: keyof typeof hosts, path: string, site: HostedSite) =>
  hosts[name].ownFiles(site).find((file) => file.path === path)?.text ?? '';

const siteFile = (path: string, site: HostedSite) =>
  hostFiles(['cloudflare-pages', 'cloudflare-workers'], site)
    .filter((file) => file.path === path)
    .map(({ bytes }) => Buffer.from(bytes).toString())
    .join('');

interface Worker {
  readonly fetch: (request: Request, context: unknown) => Promise<Response>;
}

/** Loads a generated module as its host does. */
const load = <Code>(code: string) => loadCode<Code>(tempFolder(), code);

// All that a path may hold as it is, and what would have a meaning in code.
const hostile = [
  "https://example.org/a'b$c;d(e)*f,g=h@i!j&k~l.m_n",
  'https://example.org/%22;%60$%7Bx%7D//'.replace(/\/+$/, ''),
  'https://example.org/%E2%80%A8/%3C/script%3E',
  'https://example.org/"`{}<>|^é🧬',
];

test.each(hostile)('a base URL such as %s changes nothing but the prefix', async (address) => {
  const site = siteAt(address);
  const { prefix } = site;
  const asked: string[] = [];
  const files = (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== '/release.json') asked.push(pathname);
    return Promise.resolve(new Response('bytes', { headers: { ETag: '"1"' } }));
  };
  const request = () => new Request(`https://host.example${prefix}/api/genes/?page=3`);

  const workers = [siteFile('_worker.js', site), ownFile('cloudflare-workers', 'worker.js', site)];
  for (const text of workers) {
    const worker = await load<Worker>(text);
    const answer = await worker.fetch(request(), { ASSETS: { fetch: files } });
    expect(await answer.text()).toBe('bytes');
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=60');
  }

  const code = ownFile('netlify', 'netlify/edge-functions/phagepress.js', site);
  const netlify = await load<Worker['fetch']>(code);
  expect((await netlify(request(), { next: files })).status).toBe(200);

  const middleware = await load<(request: Request) => Promise<Response>>(
    ownFile('vercel', 'middleware.js', site),
  );
  asked.push(
    new URL((await middleware(request())).headers.get('x-middleware-rewrite') ?? '').pathname,
  );

  const event = { request: { method: 'GET', uri: `${prefix}/api/genes/`, headers: {} } };
  const script = `${ownFile('cloudfront', 'cloudfront/function.js', site)}
    const event = ${JSON.stringify(event)};
    event.request.rawQueryString = () => 'page=3';
    handler(event).uri`;
  asked.push(String(runInNewContext(script)));
  expect(asked).toEqual(Array(5).fill('/api/genes/page/3.json'));

  for (const text of [
    ownFile('vercel', 'vercel.json', site),
    ownFile('cloudflare-workers', 'wrangler.jsonc', site).replace(/^\/\/.*\n/gm, ''),
  ]) {
    expect(() => void JSON.parse(text)).not.toThrow();
  }
});

test.each(['/srv/a "b"\\c', '/srv/a\n"main": "evil.js"', '/srv/// x', '/srv/a\u2028b'])(
  'a folder such as %j is named as it is in wrangler.jsonc',
  (dir) => {
    const text = ownFile('cloudflare-workers', 'wrangler.jsonc', siteAt('https://e.org/p', dir));
    const json = text.replace(/^(?:\/\/.*\n)+/, '');
    expect(JSON.parse(json)).toMatchObject({ main: 'worker.js', assets: { directory: dir } });
  },
);

test('the function for CloudFront keeps to the language of its runtime, and to 10 kB', () => {
  const code = ownFile(
    'cloudfront',
    'cloudfront/function.js',
    siteAt('https://example.org/phages'),
  );
  // What is left is for the path of a base URL, and for what is yet to come.
  expect(Buffer.byteLength(code)).toBeLessThan(10 * 1024 - 2000);
  const withoutTexts = code.replace(/"[^"\n]*"|`[^`]*`|\/\/.*/g, '""');
  expect(withoutTexts).not.toMatch(
    /\.\.\.|\?\.|\?\?|\b(?:of|class|async|await|import|export|yield)\b/,
  );
  // Destructuring, in declarations and parameters.
  expect(withoutTexts).not.toMatch(/\b(?:let|const|var) *[[{]|\(\s*[[{][^)]*\)\s*=>/);
  expect(withoutTexts).not.toMatch(/\b(?:URL|TextEncoder|Buffer|process|fetch|Headers|Response)\b/);
  expect(code).toContain('function handler(event)');
});

test('a path that makes the function for CloudFront too long is refused', () => {
  const site = siteAt(`https://example.org/${'a'.repeat(7000)}`);
  expect(() => hosts.cloudfront.ownFiles(site)).toThrow(
    /^S3 and CloudFront takes functions of at most 10,240 bytes; for this site it would have 1\d,\d{3}\.$/,
  );
});

test("the routes of Cloudflare Pages keep to Pages' limits, and the worker sees the API", () => {
  const routes = JSON.parse(siteFile('_routes.json', siteAt('https://example.org'))) as {
    version: number;
    include: string[];
    exclude: string[];
  };
  expect(routes.version).toBe(1);
  expect(routes.include).toEqual(['/*']);
  expect(routes.exclude).toEqual(['/', '/manifest.json', '/openapi.json', '/release.json']);
});

test('a site can be built for Pages and Workers at once', () => {
  const files = hostFiles(['cloudflare-pages', 'cloudflare-workers'], siteAt('https://e.org'));
  expect(files.map(({ path }) => path)).toEqual([
    '_worker.js',
    '_routes.json',
    '404.html',
    '.assetsignore',
  ]);
});

test('two hosts that want one file to differ cannot share a site', () => {
  const other = vi
    .spyOn(hosts.netlify, 'siteFiles')
    .mockReturnValue([textFile('_worker.js', '//')]);
  onTestFinished(() => other.mockRestore());
  expect(() => hostFiles(['cloudflare-pages', 'netlify'], siteAt('https://e.org'))).toThrow(
    new Failure(
      'usage',
      '--host cloudflare-pages and --host netlify both need a file _worker.js of their own.',
      { hint: 'Build the site once for each of them.' },
    ),
  );
});

test.each(['api/phages/Trixie/', 'phages/Trixie/', 'phages/Trixie'])(
  'a store that fails is not mistaken for one in which %s is gone',
  async (path) => {
    const site = { ...siteAt('https://e.org'), records: 'packed' } as const;
    const worker = await load<Worker>(siteFile('_worker.js', site));
    const ASSETS = { fetch: () => Promise.resolve(new Response('x', { status: 500 })) };
    const answer = await worker.fetch(new Request(`https://e.org/${path}`), { ASSETS });
    expect(answer.status).toBe(502);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.json()).toEqual({ detail: 'The site could not be read.' });
  },
);

test.each([
  ['/srv/www/dist', '"dist"'],
  ['/srv/it\'s a "site"\nx', String.raw`"it's a \"site\"\nx"`],
])('Vercel is told the folder of %j, and how to name another', (dir, named) => {
  const site = siteAt('https://e.org', dir);
  const rules = JSON.parse(ownFile('vercel', 'vercel.json', site)) as { outputDirectory: string };
  expect(JSON.stringify(rules.outputDirectory)).toBe(named);
  const comment = /^(?:\/\/.*\n)+/.exec(ownFile('vercel', 'middleware.js', site))?.[0] ?? '';
  expect(comment).toContain(`The site's folder is ${named} there.`);
  expect(comment).toContain('--root says');
});
