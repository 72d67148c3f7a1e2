import { describe, expect, test } from 'vitest';
import { askRow } from '../../../../src/verifying/service/checkTableRow.ts';
import { expects, foreignHost, tableRow } from '../../../../src/verifying/tableRow.ts';
import { createKeptLog } from '../keptLog.ts';
import { releaseWith } from '../manifestOf.ts';
import {
  baseUrl,
  clientOf,
  goodErrorHeaders,
  goodHeaders,
  replyOf,
  serviceWith,
} from './someReplies.ts';

const { content, notAllowed, redirect, stays } = expects;

type Row = Parameters<typeof tableRow>;
type Answer = Parameters<typeof clientOf>[0];

const body = '{"GeneID":"x"}';

/** Asks a row of a service that answers so; `x.json` is a file whose bytes are known. */
async function ask(
  expected: Row[3],
  answer: Answer,
  extras: Row[4] = {},
  target = '/api/genes/x/',
) {
  const { log, failures } = createKeptLog();
  const { client, asked } = clientOf(answer);
  const service = serviceWith({ client, release: releaseWith() });
  const bytesOf = (file: string) => (file === 'x.json' ? Buffer.from(body) : null);
  const row = tableRow('D1', 'a row', target, expected, extras);
  await askRow(row, { service, bytesOf, log, unkept: [], strict: log });
  const told = failures.map(({ clause, found }) => `${clause} ${found}`);
  return { told, asked, failures };
}

const is = content('x.json');

test('a row with a long address is told by the beginning of it', async () => {
  const target = `/api/?x=${'a'.repeat(5000)}`;
  const { failures } = await ask(is, () => replyOf(404, goodErrorHeaders()), {}, target);
  expect(failures[0]?.address.length).toBeLessThan(210);
});

describe('content', () => {
  const head = (fields: Parameters<typeof goodHeaders>[0], sent = '') =>
    ask(
      is,
      ({ method }) =>
        method === 'HEAD'
          ? replyOf(200, goodHeaders(fields), sent)
          : replyOf(200, goodHeaders(), body),
      { method: 'HEAD' },
    );

  test('by HEAD is GET without its body, and may leave out the length', async () => {
    expect((await head({})).told).toEqual([]);
    expect((await head({ 'Content-Length': String(body.length) })).told).toEqual([]);
    expect((await head({ 'Content-Length': '0' })).told).toEqual(['M3 0']);
    expect((await head({}, body)).told).toEqual([`D1 the body ${body}`]);
    expect((await head({ ETag: '"other"' })).told).toEqual([String.raw`M3 "\"other\""`]);
  });
});

describe('a redirect', () => {
  const to = async (location: string, status = 301) => {
    const headers = goodHeaders({ Location: location, 'Content-Type': undefined });
    const { told } = await ask(
      redirect('/api/genes/'),
      () => replyOf(status, headers),
      {},
      '/api/genes',
    );
    return told;
  };

  test.each([
    `${baseUrl}/api/genes/`,
    '/phages/api/genes/',
    'genes/',
    '//example.org/phages/api/genes/',
  ])('may be written as %s', async (location) => {
    expect(await to(location)).toEqual([]);
  });

  test.each(['/api/genes/', 'https://example.com/phages/api/genes/', '', '/phages/api/genes/?'])(
    'leads elsewhere as %j',
    async (location) => {
      expect(await to(location)).toHaveLength(1);
    },
  );

  test('of an odd request may lead anywhere but to another host', async () => {
    const odd = (location?: string) =>
      ask(stays, () => replyOf(302, location === undefined ? {} : { Location: location }));
    expect((await odd(`//${foreignHost}/`)).told).toHaveLength(1);
    expect((await odd('/anywhere')).told).toEqual([]);
    expect((await odd()).told).toEqual([]);
  });
});

test('an error about a method has a detail, whatever it says', async () => {
  const refuse = (text: string) =>
    ask(notAllowed, () => replyOf(405, goodErrorHeaders(), text), { method: 'POST' });
  expect((await refuse('{"detail":"no"}')).told).toEqual([]);
  for (const text of ['{"detail":1}', '{}', 'null', '"detail"', 'no JSON', '']) {
    expect((await refuse(text)).told).toHaveLength(1);
  }
});

describe('a description', () => {
  const options = (status: number, text: string, headers = goodHeaders(), extras: Row[4] = {}) =>
    ask({ kind: 'description', file: 'x.json' }, () => replyOf(status, headers, text), {
      method: 'OPTIONS',
      ...extras,
    });

  test('is compared by its values, and may be left out', async () => {
    expect((await options(200, '{ "GeneID" : "x" }')).told).toEqual([]);
    expect((await options(200, '{"GeneID":"y"}')).told).toHaveLength(1);
    expect((await options(204, '')).told).toEqual([]);
    expect((await options(204, body)).told).toHaveLength(1);
    expect((await options(404, '')).told).toEqual(['D1 status 404']);
  });

  test('of a preflight names the methods', async () => {
    const preflight = { headers: { 'Access-Control-Request-Method': 'GET' } };
    expect((await options(204, '', goodHeaders(), preflight)).told).toEqual(['M3 no such header']);
    const named = goodHeaders({ 'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS' });
    expect((await options(204, '', named, preflight)).told).toEqual([]);
  });
});
