import { describe, expect, test } from 'vitest';
import {
  createClauseLog,
  lenientLog,
  renderFailures,
  renderVerification,
} from '../../../src/verifying/clauses.ts';
import { reportNoRelease } from '../../../src/verifying/release.ts';

const at = (address: string) => ({ address, expected: 'x', found: 'y' });

describe('a log', () => {
  test('takes in those of other threads, whose first comes behind its own', () => {
    const [log, one, two] = [createClauseLog(), createClauseLog(), createClauseLog()];
    one.fail('L2', at('one'));
    one.note('S3', at('one'));
    one.remark('B1', 'of one');
    two.checked('D1');
    two.fail('L2', at('two'));
    two.note('S3', at('two'));
    two.remark('B1', 'of two');
    log.merge(one.tallies);
    log.merge(two.tallies);
    expect(log.tallies.L2).toMatchObject({ failures: 2, first: at('one') });
    expect(log.tallies.S3).toMatchObject({ notes: 2, firstNote: at('one') });
    expect(log.tallies.B1.remark).toBe('of one');
    expect(log.tallies.D1.checked).toBe(true);
    expect(log.tallies.L1.checked).toBe(false);
  });
});

describe('a lenient log', () => {
  test('only notes what is not promised, in the log behind it', () => {
    const log = createClauseLog();
    const lenient = lenientLog(log, (clause) => clause === 'L2');
    lenient.fail('L2', at('a'));
    lenient.fail('M5', at('b'));
    lenient.note('L2', at('c'));
    expect(log.tallies.L2).toMatchObject({ failures: 1, notes: 1 });
    expect(log.tallies.M5).toMatchObject({
      checked: true,
      failures: 0,
      notes: 1,
      firstNote: at('b'),
    });
  });

  test('is as lenient as the strictest promise it was made of', () => {
    const log = createClauseLog();
    const twice = lenientLog(
      lenientLog(log, (clause) => clause !== 'M5'),
      () => true,
    );
    twice.fail('M5', at('a'));
    expect(log.tallies.M5).toMatchObject({ failures: 0, notes: 1 });
  });
});

test.each([renderVerification, renderFailures])(
  '%o names commands in its hints as they can be typed',
  (render) => {
    const log = createClauseLog();
    reportNoRelease('release.json', 'nothing', log);
    const verification = { log, release: null, records: null, requests: null, sampled: false };
    const calledAs = 'node lib/cli.js';
    const report = render({
      target: 'dist',
      kind: 'folder',
      host: null,
      verification,
      calledAs,
      elapsedMs: 1,
    });
    expect(report).toContain('`node lib/cli.js build` makes one.');
    expect(report).not.toContain('`phagepress ');
  },
);
