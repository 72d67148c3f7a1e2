import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { parseRelease } from '../../../src/contract/release.ts';
import { Failure } from '../../../src/failure.ts';
import { answerRequest, type PreviewRequest } from '../../../src/preview/answerRequest.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { build } from '../publishing/build.ts';
import { tempFolder } from '../sources/tempFolder.ts';

async function previewed() {
  const folder = tempFolder({
    'data/genes/a.ndjson': asLines([1, 2, 3].map((number) => tinyGene('Quillon', number))),
    'data/phages/a.ndjson': asLines([tinyPhage('Quillon')]),
  });
  await build(folder, { bulk: ['tsv'], pageSizes: perList(() => 2) });
  const root = path.join(folder, 'site');
  const release = parseRelease(readFileSync(path.join(root, 'release.json'), 'utf8'));
  const site = {
    root,
    url: 'http://localhost:1',
    release: () => {
      if (release === null) throw new Error('no release');
      return release;
    },
    allowedHosts: new Set<string>(),
  };
  const ask = (target: string, changes: Partial<PreviewRequest> = {}, other: object = {}) =>
    answerRequest(
      {
        method: 'GET',
        target,
        visitor: { host: 'localhost:1', origin: undefined },
        ifNoneMatch: undefined,
        range: undefined,
        ifRange: undefined,
        ...changes,
      },
      { ...site, ...other },
    );
  return { ask };
}

const bodyOf = (answer: object) => ('body' in answer ? String(answer.body) : '');

test('links of pages lead to the preview, and records are answered as published', async () => {
  const { ask } = await previewed();
  const list = ask('/api/genes/');
  expect(list).toMatchObject({ status: 200 });
  expect(bodyOf(list)).toContain('"next":"http://localhost:1/api/genes/?format=api&page=2"');
  expect(bodyOf(ask('/api/'))).not.toContain('example.org');
  expect(JSON.parse(bodyOf(ask('/api/phages/Quillon/')))).toMatchObject({ phage_name: 'Quillon' });
});

test('what is not there, not a page or not a method is an error of the contract', async () => {
  const { ask } = await previewed();
  for (const [target, status, detail] of [
    ['/api/phages/Nobody/', 404, 'Not found.'],
    ['/api/genes/?page=3', 404, 'Invalid page.'],
    ['/nowhere', 404, 'Not found.'],
  ] as const) {
    const answer = ask(target);
    expect(answer).toMatchObject({ status, headers: { 'Cache-Control': 'no-store' } });
    expect(JSON.parse(bodyOf(answer))).toEqual({ detail });
  }
  expect(ask('/api/genes/', { method: 'POST' })).toMatchObject({ status: 405 });
  expect(ask('/index.html', { method: 'POST' })).toMatchObject({ status: 405 });
  expect(ask('/api/genes')).toMatchObject({ status: 301, headers: { Location: '/api/genes/' } });
});

test('a client that has the bytes gets 304, and files beside the API have a way of their own', async () => {
  const { ask } = await previewed();
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
])('%s leads to no file', async (target) => {
  const { ask } = await previewed();
  expect(ask(target)).toMatchObject({ status: 404 });
});

test('strangers are refused, and a site that is gone or broken is told as such', async () => {
  const { ask } = await previewed();
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
