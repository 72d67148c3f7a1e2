/** A MariaDB server of its own, on a socket in its own folder, without a port. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

export const mariaDbHint = 'to run this: apt-get install mariadb-server';

/** In CI it must be there, so that no test is skipped. */
export function hasMariaDb(): boolean {
  const has = ['mariadbd', 'mariadb-install-db', 'mariadb-dump'].every(
    (program) => spawnSync('which', [program]).status === 0,
  );
  if (!has && process.env['CI'] !== undefined) throw new Error('there is no mariadbd');
  return has;
}

export interface MariaDb {
  /** Runs statements from a text or bytes; gives the rows, their cells as the client prints them. */
  readonly run: (statements: string | Buffer) => string[][];
  /** What mariadb-dump writes of the database. */
  readonly dump: (...options: readonly string[]) => Buffer;
  readonly stop: () => Promise<void>;
}

const maxBuffer = 1 << 28;
const database = 'phages';
const patienceMs = 60_000;

export async function startMariaDb(): Promise<MariaDb> {
  const folder = mkdtempSync(path.join(tmpdir(), 'phagepress-mariadb-'));
  const data = path.join(folder, 'data');
  const socket = path.join(folder, 'socket');
  const user = userInfo().username;
  execFileSync(
    'mariadb-install-db',
    [
      `--datadir=${data}`,
      `--user=${user}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    { stdio: 'ignore' },
  );
  const server = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--pid-file=${path.join(folder, 'pid')}`,
      `--user=${user}`,
      '--skip-networking',
      '--skip-grant-tables',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=32M',
      '--max-allowed-packet=64M',
    ],
    { stdio: 'ignore' },
  );
  const connect = ['--no-defaults', `--socket=${socket}`];
  await answering(server, () => spawnSync('mariadb', [...connect, '-e', 'SELECT 1']).status === 0);
  const run = (statements: string | Buffer, ...names: readonly string[]) =>
    execFileSync(
      'mariadb',
      [
        ...connect,
        '--batch',
        '--skip-column-names',
        '--binary-mode',
        '--default-character-set=utf8mb4',
        ...names,
      ],
      { input: statements, maxBuffer },
    )
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'));
  run(`CREATE DATABASE ${database}`);
  return {
    run: (statements) => run(statements, database),
    dump: (...options) =>
      execFileSync('mariadb-dump', [...connect, ...options, database], { maxBuffer }),
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      if (server.exitCode === null) await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function answering(server: ChildProcess, answers: () => boolean): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!answers()) {
    if (server.exitCode !== null || Date.now() > end) throw new Error('mariadbd does not answer');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
