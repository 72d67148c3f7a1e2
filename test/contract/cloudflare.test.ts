import { expect, test } from 'vitest';
import { cloudflarePages, cloudflareWorkers } from '../../src/hosts/cloudflare.ts';
import type { HostedSite } from '../../src/hosts/host.ts';
import { renderHeadersFile } from '../../src/hosts/edgeCode.ts';
import { insteadOfCloudflare, testBesideCloudflare } from './cloudflareSite.ts';
import { testEdgeHost } from './edgeHost.ts';
import { compressed, loadCode, serveResponses, storeIn } from './edgeStub.ts';
import { tinyHostedSite } from './tinySite.ts';
import { tempFolder } from '../unit/sources/tempFolder.ts';

interface Worker {
  readonly fetch: (
    request: Request,
    environment: { readonly ASSETS: { readonly fetch: (request: Request) => Promise<Response> } },
  ) => Promise<Response>;
}

const siteFile = (site: HostedSite, path: string) => {
  const file = cloudflarePages.siteFiles(site).find((one) => one.path === path);
  return Buffer.from(file?.bytes ?? '').toString();
};

testEdgeHost({
  title: 'the worker for Cloudflare Pages in Node.js, around it a stub of its assets',
  host: cloudflarePages,
  start: async ({ folder, port, hosted }) => {
    const worker = await loadCode<Worker>(folder, siteFile(hosted, '_worker.js'));
    const { exclude } = JSON.parse(siteFile(hosted, '_routes.json')) as { exclude: string[] };
    const rules = renderHeadersFile(hosted.baseUrl, hosted.maxAge, {});
    const headersFile = Buffer.from(rules.bytes).toString();
    const fetch = storeIn(hosted.dir, { headersFile, hidesIndex: true });
    return serveResponses(port, async (request) => {
      const isAsset = exclude.includes(new URL(request.url).pathname);
      const answer = isAsset ? fetch(request) : worker.fetch(request, { ASSETS: { fetch } });
      return compressed(request, await answer);
    });
  },
  instead: insteadOfCloudflare(400),
  more: testBesideCloudflare,
});

/** The worker of a site, in front of a store that answers by `fetch`. */
async function askWorker(fetch: (request: Request) => Promise<Response>) {
  const code = siteFile(tinyHostedSite('https://example.org', '/srv/site'), '_worker.js');
  const worker = await loadCode<Worker>(tempFolder(), code);
  return (path: string, method = 'GET') =>
    worker.fetch(new Request(`https://example.org${path}`, { method }), { ASSETS: { fetch } });
}

test('M3: what the store says of length and encoding is passed on', async () => {
  const headers = { 'Content-Encoding': 'gzip', 'Content-Length': '7' };
  const ask = await askWorker(() => Promise.resolve(new Response(null, { headers })));
  for (const method of ['GET', 'HEAD']) {
    const answer = await ask('/api/genes/', method);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': '7',
    });
  }
});

test('H1: an answer says its release, and a 404 what became of a gene family', async () => {
  const files: Readonly<Record<string, string>> = {
    '/release.json': '{"release":"0a1b"}',
    '/changes/families.tsv': 'release\tdate\tkind\told\tnew\nx\t2026\trenumbered\t7\t9\n',
    '/api/genes/index.json': '{}',
  };
  const asked: string[] = [];
  const ask = await askWorker(({ url }) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    const body = files[pathname];
    return Promise.resolve(new Response(body ?? null, { status: body === undefined ? 404 : 200 }));
  });
  for (let time = 0; time < 2; time++) {
    const page = await ask('/api/genes/');
    expect(page.headers.get('Phagepress-Release')).toBe('0a1b');
    expect(page.headers.get('Access-Control-Expose-Headers')).toBe('Phagepress-Release');
  }
  expect(asked.filter((path) => path === '/release.json')).toHaveLength(1);
  const gone = await ask('/api/phams/7/');
  expect([gone.status, gone.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
  expect(await gone.json()).toEqual({ detail: 'Not found.', became: [9] });
  expect(await (await ask('/api/phams/8/')).text()).toBe('{"detail":"Not found."}');
});

test('the worker for Cloudflare Workers is the same', () => {
  const site = tinyHostedSite('https://example.org/phages', '/srv/site');
  const worker = cloudflareWorkers.ownFiles(site).find(({ path }) => path === 'worker.js');
  const code = (text: string) => text.replace(/^(?:\/\/.*\n)+/, '');
  expect(code(worker?.text ?? '')).toBe(code(siteFile(site, '_worker.js')));
});
