/** Runs real servers for tests: on a free port of 127.0.0.1, and gone however a test ends. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { patienceMs } from '../integration/runCli.ts';

export interface ServerProcess {
  readonly pid: number;
  /** What it has printed, for the message of a test that fails. */
  readonly said: () => string;
  /** Ends it and all that it started; resolves when it is gone. */
  readonly stop: () => Promise<void>;
}

const pollMs = 20;

/**
 * Starts a server in the foreground of its own process group; resolves when `url` answers anything.
 * Throws with what it printed when it ends first.
 */
export async function startServer(
  command: string,
  args: readonly string[],
  options: { readonly url: string; readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<ServerProcess> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  }
  const failures: Error[] = [];
  child.on('error', (error) => failures.push(error));
  const pid = child.pid ?? 0;
  const hasEnded = () =>
    failures.length > 0 || child.exitCode !== null || child.signalCode !== null;
  const killAll = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch {
      // It has ended already.
    }
  };
  // A test process that is ended must not leave servers behind.
  const onExit = () => killAll('SIGKILL');
  process.once('exit', onExit);
  const stop = async () => {
    process.off('exit', onExit);
    if (hasEnded()) return;
    const ended = once(child, 'exit');
    killAll('SIGTERM');
    const timer = setTimeout(() => killAll('SIGKILL'), 5000);
    await ended;
    clearTimeout(timer);
    killAll('SIGKILL');
  };

  const end = performance.now() + patienceMs;
  while (!(await answers(options.url))) {
    if (!hasEnded() && performance.now() < end) {
      await delay(pollMs);
      continue;
    }
    await stop();
    throw new Error(`${command} does not serve ${options.url}: ${failures.join()}${said}`);
  }
  return { pid, said: () => said, stop };
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { redirect: 'manual' });
    await answer.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** A port that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * Whether a program can be run. In CI every server must be there, so that none is skipped; elsewhere a
 * test without its server is skipped, and its title says how to get it.
 */
export function isInstalled(command: string, ...versionArgs: readonly string[]): boolean {
  const found = spawnSync(command, versionArgs, { stdio: 'ignore' }).error === undefined;
  if (!found && process.env['CI'] !== undefined) throw new Error(`${command} is not installed`);
  return found;
}
