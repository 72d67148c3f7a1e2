/** Where the system does not know when a file was made, Node says when it was changed instead. */
import type * as fileSystem from 'node:fs';
import { statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { besideSite } from '../../../src/publishing/besideSite.ts';
import { withSiteLock } from '../../../src/publishing/lock.ts';
import { tempFolder } from '../sources/tempFolder.ts';

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fileSystem>();
  return {
    ...real,
    statSync(file: string, options?: { throwIfNoEntry: boolean }) {
      const found = real.statSync(file, { throwIfNoEntry: false, ...options });
      return found === undefined ? found : Object.assign(found, { birthtimeMs: found.ctimeMs });
    },
  };
});

test('a lock that is renewed is the same lock also without a time of birth', async () => {
  const out = path.join(tempFolder(), 'site');
  const lock = besideSite(out, 'lock');
  await withSiteLock(out, { onWait() {}, signal: null }, async ({ assertHeld }) => {
    const { atime, mtime, ctimeMs } = statSync(lock);
    // As each renewal does, until the clock of the file system has moved.
    await vi.waitUntil(() => {
      utimesSync(lock, atime, mtime);
      return statSync(lock).ctimeMs !== ctimeMs;
    });
    expect(statSync(lock).birthtimeMs).not.toBe(ctimeMs);
    assertHeld();
  });
});
