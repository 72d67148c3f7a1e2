import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bulkHeaders } from '../../../../src/contract/headers.ts';
import { packWhole } from '../../../../src/publishing/bgzf.ts';
import {
  bulkToAsk,
  checkBulkHeaders,
  checkServedBulk,
  endsRight,
  partRanges,
} from '../../../../src/verifying/service/checkServedBulk.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf, manifestOfPaths, releaseWith } from '../manifestOf.ts';
import { clientOf, replyOf, serviceWith } from './someReplies.ts';

const headersFor = (type: string, changes: Record<string, string> = {}) => ({
  ...bulkHeaders(300),
  'Content-Type': type,
  ...changes,
});

describe('the bulk files that are asked for', () => {
  const ofPhages = Array.from({ length: 100 }, (_, n) => `bulk/phages/P${n}.faa`);
  const manifest = manifestOfPaths(['bulk/index.json', 'bulk/genes.tsv.gz', 'api/x', ...ofPhages]);
  const ask = (sample: number | null, bulk: readonly 'tsv'[] = ['tsv']) => {
    const { log } = createKeptLog();
    const service = serviceWith({ manifest, release: releaseWith({ bulk }), log });
    const asked = bulkToAsk(service, { sample, seed: 1 });
    return { paths: asked.map(({ file }) => file.path), remark: log.tallies.B1.remark };
  };

  test('are all that hold all records, and some of those of single phages', () => {
    const { paths, remark } = ask(null);
    expect(paths.slice(0, 2)).toEqual(['bulk/genes.tsv.gz', 'bulk/index.json']);
    expect(paths).toHaveLength(2 + 43);
    expect(remark).toBe('45 of 102 asked');
    expect(ask(3).paths).toHaveLength(2 + 6);
    expect(ask(3).remark).toBe('8 of 102 asked, large ones for their ends');
  });
});

describe('a bulk file', () => {
  const partBytes = 64 * 1024;
  // It does not get smaller: digits of hashes.
  const noise = Buffer.concat(
    Array.from({ length: 20_000 }, (_, n) => hash('sha256', String(n), 'buffer')),
  );
  const large = packWhole(noise);
  const path = 'bulk/genes.tsv.gz';

  interface Server {
    readonly sample?: number | null;
    readonly served?: Buffer;
    readonly ranges?: boolean;
    readonly range?: (start: number, end: number) => string;
    readonly headers?: Record<string, string>;
  }

  /** Verifies the file at a server that answers ranges as `partOf` says. */
  async function check(
    content: Buffer,
    {
      sample = null,
      served = content,
      ranges = true,
      range = (start, end) => `bytes ${start}-${end - 1}/${served.length}`,
      headers = {},
    }: Server = {},
  ) {
    const { client, asked } = clientOf(({ headers: sent, take }) => {
      const [, start, last] = /bytes=(\d+)-(\d+)/.exec(sent?.['Range'] ?? '') ?? [];
      const fields = headersFor('application/gzip', headers);
      if (start === undefined || !ranges) {
        const hashed = { bytes: served.length, sha256: hash('sha256', served) };
        return { ...replyOf(200, fields), hashed: take === 'hashed' ? hashed : null };
      }
      const [from, to] = [Number(start), Number(last) + 1];
      return replyOf(
        206,
        { ...fields, 'Content-Range': range(from, to) },
        served.subarray(from, to),
      );
    });
    const kept = createKeptLog();
    const service = serviceWith({
      client,
      manifest: manifestOf({ [path]: content }),
      release: releaseWith({ bulk: ['tsv'] }),
      log: kept.log,
      freshLog: () => kept.log,
    });
    const sampling = { sample, seed: 1 };
    const files = bulkToAsk(service, sampling);
    expect(files).toHaveLength(1);
    for (const file of files) await checkServedBulk(service, file, sampling, kept.log);
    const found = kept.failures.map(({ found: what }) => what);
    return { found, ranges: asked.map(({ headers: sent }) => sent?.['Range']) };
  }

  test('is read whole, or, in a sample and where it is large, at its ends only', async () => {
    expect(await check(large)).toEqual({ found: [], ranges: [undefined] });
    expect(await check(large, { sample: 5 })).toEqual({
      found: [],
      ranges: [`bytes=0-${partBytes - 1}`, `bytes=${large.length - partBytes}-${large.length - 1}`],
    });
    expect((await check(packWhole(Buffer.from('small')), { sample: 5 })).ranges).toEqual([
      undefined,
    ]);
  });

  test('is read whole where the host knows no ranges', async () => {
    const { found, ranges } = await check(large, { sample: 5, ranges: false });
    expect(found).toEqual([]);
    expect(ranges.at(-1)).toBeUndefined();
  });

  test('with other bytes, or of another length, is reported', async () => {
    const other = Buffer.from(large);
    other.fill(0, 100, 60_000);
    expect((await check(large, { served: other })).found).toEqual(['other bytes']);
    expect((await check(large, { served: other, sample: 5 })).found).toEqual(['other bytes']);
    const longer = Buffer.concat([large, large]);
    expect((await check(large, { served: longer, sample: 5 })).found).toEqual([
      `the part bytes 0-${partBytes - 1}/${longer.length}`,
    ]);
  });

  test('whose part lies elsewhere is reported', async () => {
    const { found } = await check(large, { sample: 5, range: () => 'bytes 5-9/10' });
    expect(found).toEqual(['the part bytes 5-9/10']);
  });
});

test.each([
  ['bulk/genes.tsv.gz', 'application/gzip', true],
  ['bulk/genes.tsv.gz', 'application/x-gzip', true],
  ['bulk/genes.tsv.gz', 'text/tab-separated-values; charset=utf-8', true],
  ['bulk/genes.tsv.gz', 'Application/GZIP', true],
  ['bulk/genes.tsv.gz', 'text/plain', false],
  ['bulk/genes.parquet', 'application/gzip', false],
  ['bulk/genes.parquet', 'application/vnd.apache.parquet', true],
  ['bulk/genes.parquet', '', false],
])('%s may be typed %j: %s', (path, type, isRight) => {
  const { log, where } = createKeptLog();
  checkBulkHeaders(path, { reply: replyOf(200, headersFor(type)), address: 'here', log });
  expect(where()).toEqual(isRight ? [] : ['M2 here']);
});

test('the ends of a file are as long as they are asked for, and within it', () => {
  expect(partRanges(1000, 10)).toEqual([
    { start: 0, end: 10 },
    { start: 990, end: 1000 },
  ]);
  expect(partRanges(5, 10)).toEqual([
    { start: 0, end: 5 },
    { start: 0, end: 5 },
  ]);
});

test('Parquet bears its mark at both ends', () => {
  const file = Buffer.from('PAR1 a table PAR1');
  expect(endsRight('bulk/genes.parquet', file.subarray(0, 8), true)).toBe(true);
  expect(endsRight('bulk/genes.parquet', file.subarray(-8), false)).toBe(true);
  expect(endsRight('bulk/genes.parquet', file.subarray(1, 9), true)).toBe(false);
  expect(endsRight('bulk/genes.parquet', file.subarray(-8, -1), false)).toBe(false);
});

test.each(['bulk/genes.tsv.gz', 'bulk/genes.gff3.gz.tbi'])(
  '%s is BGZF, and its end says so',
  (file) => {
    const packed = packWhole(Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 251)));
    expect(endsRight(file, packed.subarray(0, packed.length - 40), true)).toBe(true);
    expect(endsRight(file, Buffer.from('<html>'), true)).toBe(false);
    expect(endsRight(file, gzipSync('gzip, but in no blocks'), true)).toBe(false);
    expect(endsRight(file, packed.subarray(-40), false)).toBe(true);
    expect(endsRight(file, packed.subarray(-40, -1), false)).toBe(false);
  },
);
