import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import {
  answerRequest,
  entityTag,
  type PreviewRequest,
  refusalOf,
} from '../../../src/preview/answer.ts';
import { sharedFolder } from '../verifying/folder/builtFolder.ts';

const none = new Set<string>();

describe('a request', () => {
  test.each([
    'localhost:8080',
    'LOCALHOST',
    'draft.localhost:8080',
    '127.0.0.1:8080',
    '127.3.2.1',
    '[::1]:8080',
    '192.168.1.20:8080',
    '[fe80::1]:8080',
    undefined,
  ])('to %s is answered', (host) => {
    expect(refusalOf({ host, origin: undefined }, none)).toBeNull();
  });

  test.each([
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example:8080',
    'localhostevil',
    'evil.example.:8080',
    'a b',
    '',
    'localhost/@evil.example',
  ])('to the name %j, which may have come to mean this machine, is refused', (host) => {
    expect(refusalOf({ host, origin: undefined }, none)).toContain('does not answer to the name');
  });

  test('to a name that is allowed is answered, and to no other', () => {
    const allowed = new Set(['preview.lab']);
    expect(refusalOf({ host: 'Preview.lab.:8080', origin: undefined }, allowed)).toBeNull();
    expect(refusalOf({ host: 'x.preview.lab', origin: undefined }, allowed)).toBe(
      'The preview does not answer to the name x.preview.lab. Start it with --allow-host x.preview.lab if it should.',
    );
    expect(refusalOf({ host: 'any.org', origin: 'null' }, new Set(['*']))).toBeNull();
  });
});

describe('a page that asks', () => {
  const host = '127.0.0.1:8080';

  test.each([
    'http://127.0.0.1:8080',
    'http://localhost:3000',
    'https://localhost',
    'http://[::1]:5173',
  ])('from %s is answered', (origin) => {
    expect(refusalOf({ host, origin }, none)).toBeNull();
  });

  test('from the host that it asks is answered', () => {
    expect(
      refusalOf({ host: '192.168.1.20:8080', origin: 'http://192.168.1.20:3000' }, none),
    ).toBeNull();
  });

  test.each([
    'https://evil.org',
    'http://203.0.113.9',
    'null',
    'file://',
    'https://example.com',
    // Names that a network may give a meaning of its own.
    'https://reader.example',
    'http://wiki.test',
    'http://x.invalid',
    'https://localhost.example',
  ])('from %s is refused, unless it is allowed', (origin) => {
    expect(refusalOf({ host, origin }, none)).toContain('does not answer web pages of');
    expect(refusalOf({ host, origin }, new Set(['*']))).toBeNull();
  });

  test('from a host that is allowed is answered', () => {
    expect(refusalOf({ host, origin: 'https://app.lab' }, new Set(['app.lab']))).toBeNull();
  });
});

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
  const range = 'bytes=0-3';
  const part = ask('/bulk/genes.tsv.gz', { range });
  expect(part).toMatchObject({ status: 206, end: 4 });
  const ifRange = (part as { headers: Record<string, string> }).headers['ETag'];
  expect(ask('/bulk/genes.tsv.gz', { range, ifRange })).toMatchObject({ status: 206, end: 4 });
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

test('a validator is strong, and changes with the bytes and with nothing else (M5)', () => {
  const tag = entityTag(Buffer.from('one'));
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  expect(entityTag(Buffer.from('one'))).toBe(tag);
  expect(entityTag(Buffer.from('two'))).not.toBe(tag);
});
