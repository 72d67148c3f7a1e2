import { expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { type EdgeSite, withBulkHeaders } from '../../../src/hosts/edge.ts';

const site: EdgeSite = {
  prefix: '',
  lastPages: { ...perList(() => 0), phages: 1, genes: 1, phams: 1 },
  caseInsensitiveNames: false,
  maxAge: 60,
};

test.each([
  [200, 'application/gzip', 'public, max-age=60'],
  [206, 'application/gzip', 'public, max-age=60'],
  [304, null, 'public, max-age=60'],
  [416, null, 'no-store'],
])('a %i of the store can be read by scripts of every site', (status, type, kept) => {
  const stored = new Response(null, { status, headers: { ETag: '"1"' } });
  const { headers } = withBulkHeaders(stored, '/bulk/genes.tsv.gz', site);
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(headers.get('Access-Control-Expose-Headers')).toContain('Content-Range');
  expect(headers.get('Content-Type')).toBe(type);
  expect(headers.get('Cache-Control')).toBe(kept);
  expect(headers.get('ETag')).toBe('"1"');
});

test('what is not there stays as it is, and so does what is no bulk file', () => {
  const missing = new Response('', { status: 404 });
  expect(withBulkHeaders(missing, '/bulk/genes.tsv.gz', site)).toBe(missing);
  const page = new Response('', { status: 200 });
  expect(withBulkHeaders(page, '/index.html', site)).toBe(page);
});
