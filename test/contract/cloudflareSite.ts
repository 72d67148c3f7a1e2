/** What Cloudflare must answer beside the table, for Pages and Workers. */
import { expect, test } from 'vitest';
import { checkEach } from './checkEach.ts';
import type { ContractRow } from './requests.ts';
import { insteadOfRawPath } from './resolvedPath.ts';
import { type Instead, send, type ServerUnderTest } from './runContract.ts';
import type { SiteFiles } from './tinySite.ts';

/** What it answers to rows that it cannot keep, where its server has this status for odd methods. */
export const insteadOfCloudflare =
  (oddMethod: number) =>
  (row: ContractRow, files: SiteFiles): Instead | null => {
    if (row.needs.includes('beside-options')) return {};
    return row.needs.includes('any-method') ? { status: oddMethod } : insteadOfRawPath(row, files);
  };

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
