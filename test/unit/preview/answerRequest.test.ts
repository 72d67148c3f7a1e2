import { expect, test } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import { answerRequest, type PreviewRequest } from '../../../src/preview/answer.ts';
import { sharedFolder } from '../verifying/folder/builtFolder.ts';

const folder = sharedFolder();

/** Asks the preview of a built site. */
function ask(target: string, changes: Partial<PreviewRequest> = {}, other: object = {}) {
  const { site, release } = folder();
  return answerRequest(
    {
      method: 'GET',
      target,
      visitor: { host: 'localhost:1', origin: undefined },
      ifNoneMatch: undefined,
      range: undefined,
      ifRange: undefined,
      ...changes,
    },
    {
      root: site.root,
      url: 'http://localhost:1',
      release: () => release,
      allowedHosts: new Set<string>(),
      ...other,
    },
  );
}

const bodyOf = (answer: object) => ('body' in answer ? String(answer.body) : '');

test('a client that has the bytes gets 304, and files beside the API have a way of their own', () => {
  const tag = (ask('/api/genes/') as { headers: Record<string, string> }).headers['ETag'];
  expect(ask('/api/genes/', { ifNoneMatch: tag })).toMatchObject({ status: 304 });
  expect(ask('/')).toEqual({ file: 'index.html' });
  expect(ask('/bulk/genes.tsv.gz', { range: 'bytes=0-3' })).toMatchObject({ status: 206, end: 4 });
  expect(ask('/bulk/genes.tsv.gz', { method: 'OPTIONS' })).toMatchObject({ status: 204 });
  expect(ask('/release.json')).toMatchObject({ status: 200 });
});

test.each([
  '/../package.json',
  '/%2e%2e/data/genes/a.ndjson',
  '/a%2Fb',
  '/%zz',
  '/bulk/..%2f..%2fx.gz',
])('%s leads to no file', (target) => {
  expect(ask(target)).toMatchObject({ status: 404 });
});

test('strangers are refused, and a site that is gone or broken is told as such', () => {
  const visitor = { host: 'evil.example', origin: undefined };
  expect(ask('/api/', { visitor })).toMatchObject({ status: 403 });
  expect(ask('/api/', { visitor }, { allowedHosts: new Set(['evil.example']) })).toMatchObject({
    status: 200,
  });
  const failing = (error: Error) => ({
    release: () => {
      throw error;
    },
  });
  expect(ask('/api/', {}, failing(new Failure('data', 'no site')))).toMatchObject({ status: 503 });
  const broken = ask('/api/', {}, failing(new Error('a bug')));
  expect(broken).toMatchObject({ status: 500 });
  expect(bodyOf(broken)).toContain('a bug');
});
