/** Runs the program in this process, as `runCli` does in one of its own: for tests of what it prints and writes. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { Interrupted } from '../../src/base/failure.ts';
import { runProgram, type Surroundings } from '../../src/runProgram.ts';
import { programVersion } from '../../src/installed.ts';
import type { CliResult } from '../integration/runCli.ts';

export interface ProgramOptions {
  /** The working folder. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunningProgram {
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
  /** Asks it to end, as Ctrl-C does. */
  readonly interrupt: () => void;
  /** Resolves with all it has printed by the time it ends. */
  readonly ended: Promise<CliResult>;
}

/** What the program packs itself into. */
export const tarball = `phagepress-${programVersion()}.tgz`;

// The working folder, the environment and the name of the program belong to the process: one run has them at a time.
let turn: Promise<unknown> = Promise.resolve();

/** Writes what npm would, and asks no registry; all that a test needs to see is that it is there. */
const fakeNpm: Surroundings['npm'] = (args, cwd) => {
  const [command] = args;
  const isPack = command === 'pack';
  writeFileSync(
    isPack ? path.join(args.at(-1) ?? '', tarball) : path.join(cwd, 'package-lock.json'),
    '{}',
  );
  return Promise.resolve({ fault: null });
};

/** Runs the program to its end. */
export async function runInProcess(
  args: readonly string[],
  options: ProgramOptions,
): Promise<CliResult> {
  return inTurn(() => startInProcess(args).ended, options);
}

/** Runs the program to its end, which must be a good one: for what a test takes for granted. */
export async function runWellInProcess(
  args: readonly string[],
  options: ProgramOptions,
): Promise<CliResult> {
  const result = await runInProcess(args, options);
  if (result.status === 0) return result;
  throw new Error(`phagepress ${args.join(' ')} ended with ${result.status}: ${result.stderr}`);
}

/** Starts the program, and gives way to other runs once it has said `words`, or has ended. */
export async function startUntilSaid(
  args: readonly string[],
  words: string,
  options: ProgramOptions,
): Promise<RunningProgram & { readonly said: string }> {
  return inTurn(async () => {
    const running = startInProcess(args);
    const said = await new Promise<string>((resolve) => {
      let text = '';
      running.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes(words)) resolve(text);
      });
      void running.ended.then(({ stdout, stderr }) => resolve(stdout + stderr));
    });
    return { ...running, said };
  }, options);
}

function startInProcess(args: readonly string[]): RunningProgram {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const said = { stdout: '', stderr: '' };
  stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const interruption = new AbortController();
  // A stream that is no terminal has all that the program uses of one.
  const streams = { stdout, stderr } as unknown as Pick<NodeJS.Process, 'stdout' | 'stderr'>;
  const ended = runProgram(args, {
    ...streams,
    npm: fakeNpm,
    listen: () => ({ interruption: () => interruption.signal, exitCode: () => 130 }),
  }).then((status) => ({ status, ...said }));
  return {
    stdout,
    stderr,
    interrupt: () => interruption.abort(new Interrupted('Interrupted.')),
    ended,
  };
}

async function inTurn<T>(use: () => Promise<T>, { cwd, env }: ProgramOptions): Promise<T> {
  const before = turn;
  let done = () => {};
  turn = new Promise<void>((resolve) => (done = resolve));
  await before;
  const [, script = ''] = process.argv;
  const folder = process.cwd();
  const environment = { ...process.env };
  process.chdir(cwd);
  process.argv[1] = '/usr/bin/phagepress';
  Object.assign(process.env, env);
  try {
    return await use();
  } finally {
    process.chdir(folder);
    process.argv[1] = script;
    for (const name of Object.keys(env ?? {})) {
      if (environment[name] === undefined) delete process.env[name];
      else process.env[name] = environment[name];
    }
    done();
  }
}
