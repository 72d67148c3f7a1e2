/** `phagepress verify`: checks that a folder, or the service at an address, fulfils the contract. */
import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Failure, reasonOf } from '../base/failure.ts';
import { createHttpClient, politeness } from '../base/httpClient.ts';
import type { Progress, ProgressPlan } from '../base/progress.ts';
import { releaseFile } from '../contract/sitePaths.ts';
import { type HostName, keepsAll } from '../hosts/host.ts';
import { hosts } from '../hosts/hosts.ts';
import { withSiteLock } from '../publishing/lock.ts';
import { realPathOf } from '../publishing/outFolder.ts';
import { repairSwap } from '../publishing/publishSite.ts';
import { type PublicKey, readPublicKey } from '../publishing/signing.ts';
import { baseUrlOf, isAddress } from '../releases/openRelease.ts';
import type { RuleName } from '../text/rules.ts';
import {
  isGood,
  renderFailures,
  renderVerification,
  verdictsOf,
  type Verification,
  verificationToJson,
} from '../verifying/clauses.ts';
import { withWorkers } from '../verifying/folder/tasks.ts';
import { verifyFolder } from '../verifying/folder/verifyFolder.ts';
import { verifyAddress } from '../verifying/service/verifyAddress.ts';
import { resolveConfig } from './config.ts';
import type { Terminal } from './terminal.ts';

const folderStages: ProgressPlan = [['Verifying', 1]];
const addressStages: ProgressPlan = [
  ['Reading', 4],
  ['Asking', 1],
];

export interface VerifyOptions {
  /** A folder, or an address that begins with http:// or https://. */
  readonly target: string;
  readonly allow?: readonly RuleName[];
  /** The configuration file, for the rules that it allows. */
  readonly config?: string;
  readonly expectRelease?: string;
  /** Threads for a folder, concurrent connections for an address. */
  readonly jobs?: number;
  readonly maxAge?: number;
  /** How many pages of each list to request from an address. */
  readonly sample?: number;
  readonly seed: number;
  readonly rate?: number;
  /** Upper bound in seconds for verifying an address. */
  readonly timeout?: number;
  readonly format: 'text' | 'json';
  readonly quiet?: boolean;
  /** The key that must have signed the release. */
  readonly key?: string;
  /** The host that serves the address: what it cannot fulfil is noted. */
  readonly host?: HostName;
}

/** Verifies and reports; returns the exit code, 0 or 1. Throws a Failure. */
export async function runVerify(options: VerifyOptions, terminal: Terminal): Promise<number> {
  const startedAt = terminal.now();
  const { target, quiet = false } = options;
  const isServed = isAddress(target);
  const progress = terminal.progress({ quiet }, isServed ? addressStages : folderStages);
  const { allow = [], config } = options;
  const { allowed } = await resolveConfig({ allow }, config);
  const verification = await (isServed ? verifyUrl : verifyDir)(
    options,
    allowed,
    progress,
    terminal,
  );
  const elapsedMs = terminal.now() - startedAt;
  const kind = isServed ? 'address' : 'folder';
  const host = options.host === undefined ? null : hosts[options.host].title;
  const { calledAs } = terminal;
  const verified = { target, kind, host, verification, calledAs, elapsedMs } as const;
  if (options.format === 'json') {
    terminal.out(`${JSON.stringify(verificationToJson(verified), null, 2)}\n`);
  } else if (quiet) {
    terminal.err(renderFailures(verified));
  } else {
    terminal.out(renderVerification(verified));
  }
  return isGood(verdictsOf(verification)) ? 0 : 1;
}

// Enough for throughput, few enough to be no burden.
const defaultConnections = 4;

async function verifyUrl(
  options: VerifyOptions,
  allowed: ReadonlySet<RuleName>,
  progress: Progress,
): Promise<Verification> {
  const baseUrl = baseUrlOf(options.target, 'verify');
  const connections = options.jobs ?? defaultConnections;
  const rate = options.rate ?? null;
  const { origin } = new URL(baseUrl);
  const wholeMs = options.timeout === undefined ? null : options.timeout * 1000;
  const client = createHttpClient({ origin, connections, rate, wholeMs, ...politeness });
  try {
    return await verifyAddress(
      {
        baseUrl,
        connections,
        allowed,
        expectRelease: options.expectRelease ?? null,
        maxAge: options.maxAge ?? null,
        sample: options.sample ?? null,
        seed: options.seed,
        key: keyOf(options),
        keeps: options.host === undefined ? keepsAll : hosts[options.host].keeps,
      },
      client,
      progress,
    );
  } finally {
    client.close();
  }
}

function keyOf({ key }: VerifyOptions): PublicKey | null {
  return key === undefined ? null : readPublicKey(key);
}

async function verifyDir(
  options: VerifyOptions,
  allowed: ReadonlySet<RuleName>,
  progress: Progress,
  terminal: Terminal,
): Promise<Verification> {
  refuseForFolder(options);
  const root = await realPathOf(options.target);
  await repairSwap(root);
  await assertFolder(root, options.target);
  const { expectRelease = null } = options;
  const verify = () =>
    withWorkers(options.jobs ?? availableParallelism(), (workers) =>
      verifyFolder({ root, allowed, expectRelease, key: keyOf(options) }, workers, progress),
    );
  const before = stampOf(root);
  const verification = await verify();
  if (stampOf(root) === before) return verification;
  const note = (text: string) => {
    if (options.quiet !== true) terminal.err(`${text}\n`);
  };
  note(`${options.target} was replaced while it was read. Verifying it again …`);
  // With the lock, so that it cannot be replaced again.
  const onWait = () => note(`Waiting for another command that is at work on ${options.target} …`);
  return withSiteLock(root, { onWait, signal: null }, verify);
}

/** Identifies the site in a folder, to detect a swap; empty if there is none. */
function stampOf(root: string): string {
  const folder = statSync(root, { throwIfNoEntry: false });
  const release = statSync(path.join(root, releaseFile), { throwIfNoEntry: false });
  return `${folder?.ino} ${release?.ino} ${release?.mtimeMs}`;
}

function refuseForFolder(options: VerifyOptions): void {
  const { target, host, sample, rate, maxAge, timeout } = options;
  const given = Object.entries({
    '--host': host,
    '--sample': sample,
    '--rate': rate,
    '--max-age': maxAge,
    '--timeout': timeout,
  });
  const flag = given.find(([, value]) => value !== undefined)?.[0];
  if (flag === undefined) return;
  throw new Failure('usage', `${flag} is for an address, and ${target} is a folder.`, {
    hint: 'An address begins with http:// or https://.',
  });
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
