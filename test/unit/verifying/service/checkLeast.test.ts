import { describe, expect, test } from 'vitest';
import type { Capability } from '../../../../src/contract/capabilities.ts';
import { checkLeast, clauseOf } from '../../../../src/verifying/service/checkTableRow.ts';
import { expects, tableRow, type TableRow } from '../../../../src/verifying/tableRow.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf, releaseWith } from '../manifestOf.ts';
import { replyOf, serviceWith } from './someReplies.ts';

const { content, notFound } = expects;

const manifest = manifestOf({ 'api/phages/index.json': 'the list', 'release.json': 'r' });

function told(
  row: TableRow,
  reply: ReturnType<typeof replyOf>,
  { unkept = [] as Capability[], isOurs = true } = {},
) {
  const [lenient, strict] = [createKeptLog(), createKeptLog()];
  const release = isOurs ? releaseWith() : null;
  const service = serviceWith({ manifest, release });
  const at = { service, bytesOf: () => null, log: lenient.log, unkept, strict: strict.log };
  checkLeast({ ...at, row, reply, address: 'here' });
  expect(lenient.failures).toEqual([]);
  return strict.failures.map(({ clause, expected, found }) => `${clause} ${expected}; ${found}`);
}

describe('a host that cannot answer an error as the contract says', () => {
  const row = tableRow('D2 L4', 'nothing', '/api/nothing/', notFound);
  const unkept = ['json-errors'] as const;

  test('must answer an error or lead elsewhere all the same', () => {
    expect(told(row, replyOf(200, {}, 'a page'), { unkept: [...unkept] })).toEqual([
      'D2 an error; status 200',
    ]);
    for (const status of [300, 302, 404, 500]) {
      expect(told(row, replyOf(status), { unkept: [...unkept] })).toEqual([]);
    }
  });

  test('is held to nothing more than the row where it keeps everything', () => {
    expect(told(row, replyOf(200))).toEqual([]);
  });

  test('may answer the list where it does not read the query', () => {
    expect(told(row, replyOf(200), { unkept: ['pages', 'json-errors'] })).toEqual([]);
  });

  test('may say nothing to OPTIONS, but not a whole body', () => {
    const options = tableRow('M3', 'OPTIONS', '/api/nothing/', notFound, { method: 'OPTIONS' });
    expect(told(options, replyOf(204), { unkept: [...unkept] })).toEqual([]);
    expect(told(options, replyOf(200), { unkept: [...unkept] })).toHaveLength(1);
    expect(told(row, replyOf(204), { unkept: [...unkept] })).toHaveLength(1);
  });
});

describe('a host that makes paths simpler before it looks them up', () => {
  const answer = (
    target: string,
    body: string,
    unkept: Capability[] = ['raw-path', 'json-errors'],
  ) => told(tableRow('D2', 'odd', target, notFound), replyOf(200, {}, body), { unkept });

  test('may answer with the published file that the simpler path names', () => {
    expect(answer('/api//x/%2e%2e/phages/', 'the list')).toEqual([]);
    expect(answer('/api/genes/..%2fphages/', 'the list')).toEqual([]);
    expect(answer('/api/..%2frelease.json', 'whatever')).toEqual([]);
  });

  test('may answer with nothing else', () => {
    expect(answer('/api/genes/..%2fphages/', 'another list')).toHaveLength(1);
    expect(answer('/api/..%2f..%2fetc/passwd', 'root:x')).toHaveLength(1);
    expect(answer('/api/%zz/', 'the list')).toHaveLength(1);
    expect(answer('/api/genes/..%2fphages/', 'the list', ['json-errors'])).toHaveLength(1);
  });
});

describe('somebody else’s service', () => {
  const told405 = (method: string, target: string, status = 405) =>
    told(tableRow('M3', 'x', target, content('x'), { method }), replyOf(status), { isOurs: false });

  test('must allow HEAD and OPTIONS of both lists', () => {
    expect(told405('HEAD', '/api/genes/')).toEqual(['M3 an answer to HEAD; status 405']);
    expect(told405('OPTIONS', '/api/phages/', 501)).toHaveLength(1);
  });

  test('may refuse them elsewhere, and may fail for other reasons', () => {
    expect(told405('HEAD', '/api/phams/')).toEqual([]);
    expect(told405('HEAD', '/api/genes/x/')).toEqual([]);
    expect(told405('POST', '/api/genes/')).toEqual([]);
    expect(told405('HEAD', '/api/genes/', 500)).toEqual([]);
  });
});

test('a row belongs to its first clause, and to the answers where it has none of ours', () => {
  const of = (clause: string) => clauseOf(tableRow(clause, 'x', '/', notFound));
  expect([of('M5 B1'), of('L4'), of('X9'), of('')]).toEqual(['M5', 'L4', 'answers', 'answers']);
});
