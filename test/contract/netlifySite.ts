/** What Netlify must answer beside the table, whatever runs its edge function. */
import { expect, test } from 'vitest';
import { send, type ServerUnderTest } from './runContract.ts';

export function testBesideNetlify(serverOf: () => ServerUnderTest, prefix: string): void {
  test('behind a proxy that takes the prefix off, redirects lead below it all the same', async () => {
    const answer = await send(serverOf().baseUrl, { target: '/api/genes?page=2' });
    expect(answer.headers.location).toBe(`${prefix}/api/genes/?page=2`);
  });
}
