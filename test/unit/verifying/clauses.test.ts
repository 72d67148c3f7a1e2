import { expect, test } from 'vitest';
import {
  createClauseLog,
  renderFailures,
  renderVerification,
} from '../../../src/verifying/clauses.ts';
import { reportNoRelease } from '../../../src/verifying/release.ts';

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
