/** Runs the compiled program as its user does: as a process, in a folder of the user's choice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, symlinkSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const nodeFile = process.execPath;
// A link of the program's name, as npm makes one, so that what it advises names it.
export const cliFile = fileURLToPath(new URL('../../lib/phagepress', import.meta.url));
if (!existsSync(cliFile)) {
  try {
    symlinkSync('cli.js', cliFile);
  } catch {
    // Another test made it meanwhile.
  }
}

export interface CliOptions {
  readonly cwd: string;
  /** Added to an environment that holds nothing of the test runner's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether permissions bind the program, also where the tests run as root. */
  readonly unprivileged?: boolean;
}

export interface CliResult {
  /** The exit code; null when a signal ended the program. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const withoutPrivileges = '--bounding-set -dac_override,-dac_read_search --inh-caps -all';

/** Less than a test may take, so that a program that hangs does not outlive its test; far more than any program takes, also on a busy machine. */
export const patienceMs = 100_000;

/** Runs the program to its end. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const child = startCli(args, options);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { status, stdout, stderr };
}

/** Runs the program to its end, which must be a good one: for what a test takes for granted. */
export async function runWell(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const result = await runCli(args, options);
  if (result.status === 0) return result;
  throw new Error(`phagepress ${args.join(' ')} ended with ${result.status}: ${result.stderr}`);
}

/** Starts the program, with nothing on its standard input. */
export function startCli(args: readonly string[], { cwd, env, unprivileged = false }: CliOptions) {
  // Root may read everything, unless it gives these capabilities up.
  const [file, before] =
    unprivileged && process.getuid?.() === 0
      ? ['setpriv', [...withoutPrivileges.split(' '), nodeFile]]
      : [nodeFile, []];
  return spawn(file, [...before, cliFile, ...args], {
    cwd,
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  });
}

/**
 * Waits until a running program has said `words`, and gives all it has said by then; also when it ends
 * without them. What it says later is let through unread, as a closed pipe would be a test of its own.
 */
export function untilSaid(stream: Readable, words: string): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes(words)) resolve(said);
    });
    stream.on('close', () => resolve(said));
  });
}

/** Gives the program's exit code once it has ended; null when a signal ended it. */
export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

export function plainEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR'].map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(
    kept.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
