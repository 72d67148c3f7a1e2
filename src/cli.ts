#!/usr/bin/env node
/** From arguments to an exit code: the only place that prints a failure or sets the code. */
import { CommanderError } from 'commander';
import { exitCodes, Failure, reasonOf } from './failure.ts';
import type { Terminal } from './commands/terminal.ts';
import { createProgram } from './program.ts';
import { createTerminalProgress } from './reporting/terminalProgress.ts';
import { programVersion } from './version.ts';

const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  progress: (options) => createTerminalProgress(process.stderr, options),
  now: () => performance.now(),
  interrupted: () =>
    new Promise((resolve) => {
      process.once('SIGINT', resolve);
      process.once('SIGTERM', resolve);
    }),
};

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

const program = createProgram(terminal, (code) => {
  process.exitCode = code;
});
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Prints what failed, unless that has been done, and gives the exit code for it. */
function exitCodeOf(error: unknown): number {
  // Commander has printed its own message; help and version are no failures.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  if (error instanceof Failure) {
    const hint = error.hint === undefined ? '' : `  hint: ${error.hint}\n`;
    terminal.err(`phagepress: ${error.message}\n${hint}`);
    return exitCodes[error.kind];
  }
  terminal.err(
    `phagepress: something went wrong that should not: ${reasonOf(error)}\n` +
      `  hint: Please report this, with the command and its data (phagepress ${programVersion()}, Node ${process.version}).\n`,
  );
  return exitCodes.machine;
}
