import { expect, test } from 'vitest';
import { cloudFront } from '../../src/hosts/cloudfront.ts';
import { checkEach } from './checkEach.ts';
import { startCloudFrontStub } from './cloudFrontStub.ts';
import { testEdgeHost } from './edgeHost.ts';
import type { ContractRow } from './requests.ts';
import { type Instead, send } from './runContract.ts';
import type { SiteFiles } from './tinySite.ts';

testEdgeHost({
  title: 'the function for CloudFront in Node.js, around it a stub',
  host: cloudFront,
  start: ({ port, hosted }) => startCloudFrontStub(hosted.dir, port, cloudFront.ownFiles(hosted)),
  instead: insteadOf,
  more: (serverOf, prefix) => {
    const at = (target: string, method = 'GET', headers = {}) =>
      send(serverOf().baseUrl, { method, target: prefix + target, headers });

    test('M1: what browsers ask for from elsewhere has every header', () =>
      checkEach(
        [
          ['GET', '/api/genes/?page=2', 200, 'public, max-age=300'],
          ['GET', '/api/genes/?page=4', 404, 'no-store'],
          ['GET', '/api/phages/Nobody/', 404, 'no-store'],
          ['GET', '/api/genes', 301, 'public, max-age=300'],
          ['POST', '/api/genes/', 405, 'no-store'],
          ['OPTIONS', '/api/genes/', 204, 'public, max-age=300'],
        ] as const,
        async ([method, path, status, cacheControl]) => {
          const answer = await at(path, method, { Origin: 'https://example.com' });
          expect(answer.status).toBe(status);
          expect(answer.lines('allow')).toEqual(['GET, HEAD, OPTIONS']);
          expect(answer.lines('access-control-allow-origin')).toEqual(['*']);
          expect(answer.lines('x-content-type-options')).toEqual(['nosniff']);
          expect(answer.lines('vary')).toEqual(['Accept, Accept-Encoding']);
          expect(answer.lines('cache-control')).toEqual([cacheControl]);
        },
      ));

    test('A3: a character past U+FFFF is one of a name', async () => {
      const answer = await at('/api/phages/%F0%9F%A7%AC');
      expect(answer.headers.location).toBe(`${prefix}/api/phages/%F0%9F%A7%AC/`);
    });
  },
});

function insteadOf({ method, needs, expected }: ContractRow, files: SiteFiles): Instead | null {
  if (needs.includes('beside-options')) return {};
  if (expected.kind === 'compressed') return { status: 200, body: files.get(expected.file) ?? '' };
  if (needs.includes('genome-aliases')) return { status: 404 };
  if (needs.includes('any-method')) return { status: method === 'FOO' ? 400 : 403 };
  // CloudFront's own refusal, before the function.
  if (method === 'PROPFIND') return { status: 403 };
  if (needs.includes('no-origin') && expected.kind === 'content') {
    return { status: 200, body: files.get(expected.file) ?? '' };
  }
  if (needs.includes('describes')) return { status: 204, body: '' };
  return null;
}
