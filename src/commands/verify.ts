/** `phagepress verify`: proves that a folder, or what an address answers, keeps the contract. */
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Failure, reasonOf } from '../failure.ts';
import type { RuleName } from '../findings/rules.ts';
import type { Progress } from '../progress.ts';
import { realPathOf } from '../publishing/outFolder.ts';
import { repairSwap } from '../publishing/publishSite.ts';
import { verdictsOf, type Verification } from '../verifying/verification.ts';
import {
  isGood,
  renderFailures,
  renderVerification,
  verificationToJson,
} from '../verifying/renderVerification.ts';
import { verifyFolder } from '../verifying/verifyFolder.ts';
import { withWorkers } from '../workers/pool.ts';
import type { Terminal } from './terminal.ts';

export interface VerifyOptions {
  /** A folder, or an address that begins with http:// or https://. */
  readonly target: string;
  readonly allow?: readonly RuleName[];
  readonly expectRelease?: string;
  /** Threads for a folder, connections for an address. */
  readonly jobs?: number;
  readonly format: 'text' | 'json';
  readonly quiet?: boolean;
}

/** Verifies and reports; gives the exit code, 0 or 1. Throws a Failure. */
export async function runVerify(options: VerifyOptions, terminal: Terminal): Promise<number> {
  const startedAt = terminal.now();
  const { target, quiet = false } = options;
  const progress = terminal.progress({ quiet });
  const verification = await verifyDir(options, progress);
  const elapsedMs = terminal.now() - startedAt;
  const verified = { target, kind: 'folder', verification, elapsedMs } as const;
  if (options.format === 'json') {
    terminal.out(`${JSON.stringify(verificationToJson(verified), null, 2)}\n`);
  } else if (quiet) {
    terminal.err(renderFailures(verified));
  } else {
    terminal.out(renderVerification(verified));
  }
  return isGood(verdictsOf(verification)) ? 0 : 1;
}

async function verifyDir(options: VerifyOptions, progress: Progress): Promise<Verification> {
  const root = await realPathOf(options.target);
  await repairSwap(root);
  await assertFolder(root, options.target);
  return withWorkers(options.jobs ?? availableParallelism(), (workers) =>
    verifyFolder(
      {
        root,
        allowed: new Set(options.allow),
        expectRelease: options.expectRelease ?? null,
      },
      workers,
      progress,
    ),
  );
}

async function assertFolder(root: string, target: string): Promise<void> {
  const found = await stat(root).then(
    (stats) => (stats.isDirectory() ? null : 'it is a file'),
    reasonOf,
  );
  if (found === null) return;
  throw new Failure('data', `Cannot verify ${target}: ${found}.`, {
    hint: 'Name the folder of a site that `phagepress build` made, or an address that begins with http:// or https://.',
  });
}
