/** Records whose names hosts hide, run or take for settings of theirs, on hosts that run code. */
import { expect, test } from 'vitest';
import { recordFile } from '../../src/contract/sitePaths.ts';
import { checkEach } from './checkEach.ts';
import { send, type ServerUnderTest } from './runContract.ts';
import { hiddenNames } from './servedSite.ts';
import type { SiteFiles } from './tinySite.ts';

export function withHiddenNames(files: SiteFiles): SiteFiles {
  const all = new Map(files);
  for (const name of hiddenNames) all.set(recordFile('phages', name), JSON.stringify({ name }));
  return all;
}

/** `unserved` tells the names that the host cannot have. */
export function testHiddenNames(
  serverOf: () => ServerUnderTest,
  unserved: (name: string) => boolean = () => false,
): void {
  test('D1: records of names that hosts hide, run or take for their own are there', async () => {
    const { baseUrl } = serverOf();
    const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
    await checkEach(hiddenNames, async (name) => {
      const path = `/api/phages/${encodeURIComponent(name)}/`;
      const answer = await send(baseUrl, { target: prefix + path });
      const wanted = unserved(name)
        ? { status: 404 }
        : { status: 200, body: JSON.stringify({ name }) };
      expect(answer).toMatchObject(wanted);
    });
  });
}
