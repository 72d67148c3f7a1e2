/** What Netlify must answer beside the table, whatever runs its edge function. */
import { expect, test } from 'vitest';
import { send, type ServerUnderTest } from './runContract.ts';

export function testBesideNetlify(serverOf: () => ServerUnderTest, prefix: string): void {
  test('what lies outside the API is left to Netlify', async () => {
    const { baseUrl, files } = serverOf();
    const at = (target: string) => send(baseUrl, { target: prefix + target });
    expect(await at('/')).toMatchObject({ status: 200, body: files.get('index.html') });
    expect(await at('/schemas/gene.schema.json?x=1')).toMatchObject({
      status: 200,
      body: files.get('schemas/gene.schema.json'),
    });
    expect(await at('/nothing')).toMatchObject({ status: 404, body: 'Not here.' });
  });

  test('behind a proxy that takes the prefix off, redirects lead below it all the same', async () => {
    const answer = await send(serverOf().baseUrl, { target: '/api/genes?page=2' });
    expect(answer.headers.location).toBe(`${prefix}/api/genes/?page=2`);
  });
}
