/** What every server of the tiny site's bulk files must answer besides the table. */
import { describe, expect, test } from 'vitest';
import { bulkTypeAt } from '../../src/contract/bulkFiles.ts';
import { checkEach } from './checkEach.ts';
import { elsewhere, type RawAnswer, send, type ServerUnderTest } from './runContract.ts';
import { tinyBulk } from './tinyBulk.ts';

/** What the table does not ask: every file by its odd name, and, unless the host has none, parts of files. */
export function testBulkFiles(
  serverOf: () => Pick<ServerUnderTest, 'baseUrl'>,
  { ranges = true } = {},
): void {
  const ask = (file: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) => {
    const { baseUrl } = serverOf();
    const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
    const path = file.split('/').map(encodeURIComponent).join('/');
    const origin = { Origin: elsewhere };
    return send(baseUrl, {
      method,
      target: `${prefix}/${path}`,
      headers: { ...origin, ...headers },
    });
  };
  const expectBulkHeaders = (answer: RawAnswer, file: string) => {
    expect(answer.lines('content-type')).toEqual([bulkTypeAt(`/${file}`)]);
    expect(answer.lines('access-control-allow-origin')).toEqual(['*']);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.lines('cache-control')).toEqual(['public, max-age=300']);
  };

  describe('bulk files', () => {
    test('are answered to GET and HEAD, as they are', async () => {
      await checkEach(
        Object.entries(tinyBulk),
        async ([file, text]) => {
          // A client that takes compressed answers gets a compressed file as a file all the same.
          const isPacked = /\.(?:gz|tbi)$/.test(file);
          const headers: Record<string, string> = isPacked ? { 'Accept-Encoding': 'gzip, br' } : {};
          const got = await ask(file, 'GET', headers);
          expect(got).toMatchObject({ status: 200, body: text });
          expectBulkHeaders(got, file);
          const head = await ask(file, 'HEAD', headers);
          expect(head).toMatchObject({ status: 200, body: '' });
          expectBulkHeaders(head, file);
          const length = head.headers['content-length'];
          if (length !== undefined) expect(length).toBe(String(Buffer.byteLength(text)));
        },
        ([file]) => file,
      );
    });

    test('what the site says of itself can be read by pages from elsewhere', async () => {
      const answer = await ask('release.json');
      expect(answer.status).toBe(200);
      expect(answer.lines('access-control-allow-origin')).toEqual(['*']);
    });

    test.runIf(ranges)('a part of a file is answered alone', async () => {
      for (const file of ['bulk/genes.parquet', 'bulk/genes.ndjson.gz', 'bulk/phages/Trixie.faa']) {
        const text = tinyBulk[file] ?? '';
        const part = await ask(file, 'GET', { Range: 'bytes=5-11' });
        expect(part).toMatchObject({ status: 206, body: text.slice(5, 12) });
        expect(part.headers['content-range']).toBe(`bytes 5-11/${text.length}`);
        expectBulkHeaders(part, file);
        const rest = await ask(file, 'GET', { Range: 'bytes=10-' });
        expect(rest).toMatchObject({ status: 206, body: text.slice(10) });
        const tail = await ask(file, 'GET', { Range: 'bytes=-8' });
        expect(tail).toMatchObject({ status: 206, body: text.slice(-8) });
        const other = { Range: 'bytes=5-11', 'If-Range': '"nonsense"' };
        expect(await ask(file, 'GET', other)).toMatchObject({ status: 200, body: text });
        const beyond = await ask(file, 'GET', { Range: 'bytes=99999-' });
        expect(beyond.status).toBe(416);
        expect((await ask(file, 'HEAD')).headers['accept-ranges']).toBe('bytes');
      }
    });
  });
}
