import { closeSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attempt, naming, readFailure, saysNoFile, systemFailure } from '../../src/base/failure.ts';

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not throw');
}

test('an attempt gives what work returns, and undefined where it throws', () => {
  expect(attempt(() => null)).toBeNull();
  expect(attempt((): unknown => JSON.parse('{'))).toBeUndefined();
});

test('what fails on an open file can be told with the name of that', () => {
  const close = () => closeSync(2 ** 30);
  expect(systemFailure(thrownBy(close))?.message).toMatch(/^Cannot close: /);
  const named = () => naming('/srv/a.run', close);
  expect(systemFailure(thrownBy(named))?.message).toMatch(/^Cannot close \/srv\/a\.run: /);
  const outer = thrownBy(() => naming('/srv/another', named));
  expect(systemFailure(outer)?.message).toContain('/srv/a.run');
  const bug = new Error('a bug');
  const failing = () => {
    throw bug;
  };
  expect(thrownBy(() => naming('/srv/a.run', failing))).toBe(bug);
  expect(bug).not.toHaveProperty('path');
});

test('a file that cannot be read is named with the reason and what can be done', () => {
  const error = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  expect(readFailure('dist/release.json', error)).toMatchObject({
    kind: 'machine',
    message: 'Cannot read dist/release.json: the disk failed (EIO).',
    hint: 'Nothing was changed. The disk may be failing: look at the log of the system.',
    cause: error,
  });
});

test('only where there is no such file, the system says so', () => {
  const says = (code: string) => saysNoFile(Object.assign(new Error(code), { code }));
  expect(['ENOENT', 'ENOTDIR', 'EISDIR'].map(says)).toEqual([true, true, true]);
  expect(['EIO', 'EACCES', 'EMFILE', 'ELOOP'].map(says)).toEqual([false, false, false, false]);
});
