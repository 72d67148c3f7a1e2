/** The steps of a build at which tests catch it, and what a failure there must be like. */
import { expect } from 'vitest';
import type { Step } from './steppedRun.ts';

export const steps = {
  spillRun: { call: 'openSync', path: '\\.run$' },
  keepFacts: { call: 'writeFileSync', path: '\\.facts$' },
  stagePage: { call: 'writeFileSync', path: 'staging[^/]*/api/genes/page/3' },
  partitionGenes: { call: 'appendFileSync', path: 'staging[^/]*-batches/' },
  stageManifest: { call: 'openSync', path: 'staging[^/]*/manifest\\.json$' },
  stageRelease: { call: 'writeFileSync', path: 'staging[^/]*/release\\.json$' },
  swap: { call: 'renameSync', path: 'phagepress-staging[^/]*$' },
  discard: { call: 'promises.rename', path: 'phagepress-old$' },
  keepIndex: { call: 'writeFileSync', path: 'index\\.json\\.new$' },
} as const satisfies Record<string, Step>;

/** No stack trace, and nothing that the program itself takes for impossible. */
export function expectClear(said: string): void {
  expect(said).not.toMatch(/^\s+at .*:\d+:\d+\)?$|node:internal|should not|FATAL ERROR/m);
}

/** A run that failed: by its exit code, with a message that a person can use. */
export function expectFailure(
  result: { readonly status: number | null; readonly stderr: string },
  status: number,
  ...says: readonly RegExp[]
): void {
  expectClear(result.stderr);
  for (const words of says) expect(result.stderr).toMatch(words);
  expect(result.status, result.stderr).toBe(status);
}
