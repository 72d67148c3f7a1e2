/** docs/hosts.md's recipe for any file server, verified where folders have no index.json, as on GitHub Pages. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { hosts } from '../../src/hosts/hosts.ts';
import { verdictsOf } from '../../src/verifying/clauses.ts';
import { type Answer, type Asked, type Meddle, meddled } from './answeringServer.ts';
import { body, change, status, to } from './meddles.ts';
import { failedClauses, failures, sharedSite } from './verifySites.ts';
import { answeringAt, verifyAnswering } from './verifyUrl.ts';

const baseUrl = `${answeringAt}/phages`;
const site = sharedSite({ baseUrl, links: 'path' });

const types: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  gz: 'application/gzip',
};

/** A stand-in for GitHub Pages, which cannot run here: files, index.html alone, a 404 page of its own, gzip. */
async function answerLikePages({ method, target, headers }: Asked): Promise<Answer> {
  const own = { server: 'GitHub.com', 'access-control-allow-origin': '*', vary: 'Accept-Encoding' };
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, headers: own, body: page('405') };
  const below = decodePath(target.replace(/\?.*/s, '').replace(/^\/phages\//, ''));
  const file = below === '' || below.endsWith('/') ? `${below}index.html` : below;
  const isInside = !path.normalize(file).startsWith('..');
  const bytes = isInside ? await readFile(path.join(site(), file)).catch(() => null) : null;
  if (bytes === null || !target.startsWith('/phages/')) {
    return { status: 404, headers: { ...own, 'content-type': types['html'] }, body: page('404') };
  }
  const type = types[file.replace(/^.*\./, '')] ?? 'application/octet-stream';
  const cached = {
    'cache-control': 'max-age=600',
    etag: `"${bytes.length}"`,
    'content-type': type,
  };
  const isPacked = headers['accept-encoding'] === 'gzip' && /^(application\/json|text)/.test(type);
  return isPacked
    ? {
        status: 200,
        headers: { ...own, ...cached, 'content-encoding': 'gzip' },
        body: gzipSync(bytes),
      }
    : { status: 200, headers: { ...own, ...cached }, body: bytes };
}

function page(text: string): Buffer {
  return Buffer.from(`<!doctype html><title>${text}</title>`);
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\0';
  }
}

const verifyStatic = (meddle: Meddle = (answer) => answer) =>
  verifyAnswering(meddled(answerLikePages, meddle), { baseUrl, keeps: hosts.static.keeps });

test('it keeps what a file server can', async () => {
  const verification = await verifyStatic();
  expect(failures(verification)).toEqual([]);
  expect(verification.records).toEqual({ genes: 8, phages: 4 });
  const first = verdictsOf(verification).find(({ clause }) => clause === 'L4');
  expect(first).toMatchObject({ status: 'differs' });
  const all = verdictsOf(verification).map((verdict) => [verdict.clause, verdict.status]);
  expect(Object.fromEntries(all)).toMatchObject({ L3: 'pass', count: 'pass' });
  // Its bulk files are right, but the tables beside the API have no address with a query.
  expect(Object.fromEntries(all)).toMatchObject({ B1: 'differs' });
});

test.each<[string, string[], Meddle]>([
  [
    'a page of another release',
    ['manifest', 'D1', 'M6'],
    to('GET /phages/api/genes/page/2.json*', change('"Notes":"', '"Notes":"old ')),
  ],
  [
    'a view that is gone',
    ['V1'],
    to('/phages/api/lytic_phages/index.json', (answer) => status(404)(body(page('404'))(answer))),
  ],
  [
    'its welcome page for all that is not there',
    ['L7', 'B1', 'H1', 'D2'],
    to('GET', (answer) => status(200)(body(page('Phages'))(answer)), 404),
  ],
])('it fails for %s: %j', async (_, clauses, meddle) => {
  expect(failedClauses(await verifyStatic(meddle))).toEqual(clauses);
});
