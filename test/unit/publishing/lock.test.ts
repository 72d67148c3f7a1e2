import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import { besideSite } from '../../../src/publishing/outFolder.ts';
import { withSiteLock } from '../../../src/publishing/lock.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { replaceCall } from './replaceCall.ts';

const noWaiting = {
  onWait() {
    throw new Error('nobody else is at work');
  },
  signal: null,
};

/**
 * What work that fails fails with; the time that it waits for passes at once, and after each tenth of a second of it,
 * `meanwhile` happens.
 */
async function failureOf(
  begin: () => Promise<unknown>,
  meanwhile: () => void = () => {},
): Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const state = { isDone: false };
    const ended = begin()
      .then(
        () => new Error('it did not fail'),
        (error: unknown) => error,
      )
      .finally(() => {
        state.isDone = true;
      });
    while (!state.isDone) {
      await vi.advanceTimersByTimeAsync(100);
      meanwhile();
      // Files are really looked at meanwhile.
      await aMoment();
    }
    return await ended;
  } finally {
    vi.useRealTimers();
  }
}

function aMoment(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

describe('the lock of a site', () => {
  test('lies beside it while the work goes on, and is gone afterwards', async () => {
    const out = path.join(tempFolder(), 'not/there/yet/site');
    const lock = besideSite(out, 'lock');
    const answer = await withSiteLock(out, noWaiting, ({ assertHeld }) => {
      expect(existsSync(lock)).toBe(true);
      assertHeld();
      return Promise.resolve(42);
    });
    expect(answer).toBe(42);
    expect(existsSync(lock)).toBe(false);
    expect(existsSync(out)).toBe(false);
  });

  test('is gone also when the work fails, and the failure comes through', async () => {
    const out = path.join(tempFolder(), 'site');
    const failure = new Failure('data', 'no');
    await expect(withSiteLock(out, noWaiting, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(existsSync(besideSite(out, 'lock'))).toBe(false);
    await withSiteLock(out, noWaiting, () => Promise.resolve());
  });

  test('is left to a command that took it over, with what that wrote into it', async () => {
    const out = path.join(tempFolder(), 'site');
    const others = path.join(besideSite(out, 'lock'), 'of-another');
    await withSiteLock(out, noWaiting, () => Promise.resolve(writeFileSync(others, '')));
    expect(existsSync(others)).toBe(true);
  });

  test('makes a second command wait until the first has ended, and say so once', async () => {
    const out = path.join(tempFolder(), 'site');
    const told: string[] = [];
    let second: Promise<unknown> = Promise.resolve();
    await withSiteLock(out, noWaiting, async () => {
      await new Promise<void>((resolve) => {
        const waits = () => {
          told.push('second waits');
          resolve();
        };
        second = withSiteLock(out, { onWait: waits, signal: null }, () =>
          Promise.resolve(told.push('second works')),
        );
      });
      told.push('first ends');
    });
    await second;
    expect(told).toEqual(['second waits', 'first ends', 'second works']);
  });

  test('that a killed command left behind is taken over, without waiting', async () => {
    const out = path.join(tempFolder(), 'site');
    const left = besideSite(out, 'lock');
    mkdirSync(left);
    const longAgo = Date.now() / 1000 - 60;
    utimesSync(left, longAgo, longAgo);
    expect(await withSiteLock(out, noWaiting, () => Promise.resolve('done'))).toBe('done');
    expect(existsSync(left)).toBe(false);
  });

  test('that another command is taking over, too, is waited for', async () => {
    const out = path.join(tempFolder(), 'site');
    const left = besideSite(out, 'lock');
    // Stands for the name of that command, written after this one has removed that of the old owner.
    mkdirSync(path.join(left, 'other'), { recursive: true });
    const longAgo = Date.now() / 1000 - 60;
    utimesSync(left, longAgo, longAgo);
    const told: string[] = [];
    const onWait = () => {
      told.push('waits');
      rmSync(left, { recursive: true });
    };
    await withSiteLock(out, { onWait, signal: null }, () => Promise.resolve(told.push('works')));
    expect(told).toEqual(['waits', 'works']);
  });

  describe.skipIf(process.platform !== 'linux')('names its owner, so that one', () => {
    /** A lock that was renewed just now; `named` makes its owner of this process's. */
    async function leftLock(out: string, named: (own: string) => string): Promise<string> {
      const lock = besideSite(out, 'lock');
      const owner = path.join(lock, 'owner');
      const own = await withSiteLock(out, noWaiting, async () => readFileSync(owner, 'utf8'));
      mkdirSync(lock);
      writeFileSync(owner, named(own));
      return lock;
    }
    const { pid: ended } = spawnSync('true');

    test.each([
      ['whose process has ended', (own: string) => own.replace(/^\d+ /m, `${ended} `)],
      [
        'whose number another process has by now',
        (own: string) => own.replace(/^(\d+) \d+$/m, '$1 1'),
      ],
    ])('%s is taken over without waiting', async (_, named) => {
      const out = path.join(tempFolder(), 'site');
      const lock = await leftLock(out, named);
      expect(await withSiteLock(out, noWaiting, () => Promise.resolve('done'))).toBe('done');
      expect(existsSync(lock)).toBe(false);
    });

    test.each([
      ['whose process is alive', (own: string) => own],
      ['of another machine', (own: string) => `x${own.replace(/^\d+ /m, `${ended} `)}`],
      ['without words', () => ''],
    ])('%s is waited for', async (_, named) => {
      const out = path.join(tempFolder(), 'site');
      await leftLock(out, named);
      const waits = new AbortController();
      const options = { onWait: () => waits.abort(new Error('waits')), signal: waits.signal };
      await expect(withSiteLock(out, options, () => Promise.resolve())).rejects.toThrow('waits');
    });
  });

  test('that was left with a date in the future is taken over once nobody renews it', async () => {
    const out = path.join(tempFolder(), 'site');
    const left = besideSite(out, 'lock');
    mkdirSync(left);
    const tomorrow = Date.now() / 1000 + 86_400;
    utimesSync(left, tomorrow, tomorrow);
    const options = { onWait() {}, signal: null };
    const failure = await failureOf(() =>
      withSiteLock(out, options, () => Promise.reject(new Error('the work began'))),
    );
    expect(failure).toMatchObject({ message: 'the work began' });
    expect(existsSync(left)).toBe(false);
  });

  test('is waited for no longer when the command is interrupted', async () => {
    const out = path.join(tempFolder(), 'site');
    const interruption = new AbortController();
    const reason = new Error('interrupted');
    await withSiteLock(out, noWaiting, async () => {
      const onWait = () => interruption.abort(reason);
      const waiting = withSiteLock(out, { onWait, signal: interruption.signal }, async () => {});
      await expect(waiting).rejects.toBe(reason);
    });
  });

  test('that another command keeps is waited for in vain, and nothing is done', async () => {
    const out = path.join(tempFolder(), 'site');
    const kept = besideSite(out, 'lock');
    mkdirSync(kept);
    // As a command does that renews it all the time, on a machine whose clock is ahead.
    let later = Date.now() / 1000 + 600;
    const told: string[] = [];
    const options = { onWait: () => told.push('waits'), signal: null };
    const failure = await failureOf(
      () => withSiteLock(out, options, () => Promise.resolve(told.push('works'))),
      () => utimesSync(kept, ++later, later),
    );
    expect(failure).toMatchObject({
      kind: 'machine',
      message: `Another phagepress command is at work on ${out}.`,
      hint: `Nothing was changed. Try again when it has ended; its lock is ${kept}.`,
    });
    expect(told).toEqual(['waits']);
    expect(existsSync(kept)).toBe(true);
  });

  test('that is lost while the work goes on is noticed, and left to whoever has it', async () => {
    const out = path.join(tempFolder(), 'site');
    const lock = besideSite(out, 'lock');
    const failure = await failureOf(() =>
      withSiteLock(out, noWaiting, async ({ assertHeld }) => {
        assertHeld();
        rmSync(lock, { recursive: true });
        mkdirSync(lock);
        const other = Date.now() / 1000 + 30;
        utimesSync(lock, other, other);
        for (;;) {
          await aMoment();
          assertHeld();
        }
      }),
    );
    expect(failure).toMatchObject({
      kind: 'machine',
      message: `The lock of ${out}, ${lock}, was lost to another command.`,
    });
    expect(existsSync(lock)).toBe(true);
  });

  test('is held on a full disk, too, so that what fills it can be swept', async () => {
    const out = path.join(tempFolder(), 'site');
    const lock = besideSite(out, 'lock');
    replaceCall('writeFileSync', () => (file) => {
      closeSync(openSync(String(file), 'wx'));
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    const answer = await withSiteLock(out, noWaiting, ({ assertHeld }) => {
      assertHeld();
      return Promise.resolve(42);
    });
    expect(answer).toBe(42);
    expect(existsSync(lock)).toBe(false);
  });

  test('is dated at once by the clock of this machine, whatever that of the disk says', async () => {
    const out = path.join(tempFolder(), 'site');
    const lock = besideSite(out, 'lock');
    const longAgo = Date.now() / 1000 - 60;
    replaceCall('writeFileSync', (real) => (...asked) => {
      real(...asked);
      utimesSync(lock, longAgo, longAgo);
    });
    const renewedMs = await withSiteLock(out, noWaiting, () =>
      Promise.resolve(statSync(lock).mtimeMs),
    );
    expect(Date.now() - renewedMs).toBeLessThan(5000);
  });

  test('that cannot be made is a failure of the machine', async () => {
    const out = path.join(tempFolder({ file: 'x' }), 'file/site');
    await expect(withSiteLock(out, noWaiting, () => Promise.resolve())).rejects.toMatchObject({
      kind: 'machine',
      message: expect.stringContaining('Cannot write '),
    });
  });
});
