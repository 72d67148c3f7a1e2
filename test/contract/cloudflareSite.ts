/** What Cloudflare must answer beside the table, for Pages and Workers. */
import { expect, test } from 'vitest';
import { checkEach } from './checkEach.ts';
import { send, type ServerUnderTest } from './runContract.ts';

export function testBesideCloudflare(serverOf: () => ServerUnderTest, prefix: string): void {
  const at = (target: string) => send(serverOf().baseUrl, { target: prefix + target });

  test('M5: caches do not keep that there is no file', () =>
    checkEach(
      ['/bulk/nope.gz', '/bulk/phages/Nobody.faa', '/schemas/nope.json', '/nothing'],
      async (path) => {
        const answer = await at(path);
        expect(answer.status).toBe(404);
        expect(answer.lines('cache-control')).toEqual(['no-store']);
      },
    ));

  test('the welcome page has one address', async () => {
    const { baseUrl } = serverOf();
    const renamed = await at('/index.html');
    expect([307, 308]).toContain(renamed.status);
    expect(new URL(renamed.headers.location ?? '', baseUrl).href).toBe(`${baseUrl}/`);
  });
}
