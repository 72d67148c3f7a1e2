#!/usr/bin/env node
/** From arguments to an exit code: the only place that prints a failure or sets the code. */
import { CommanderError } from 'commander';
import { exitCodes, Failure, reasonOf, systemCode, systemFailure } from './failure.ts';
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

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    // A reader that has seen enough, such as `head`, is no failure; the work goes on unheard.
    if (systemCode(error) === 'EPIPE') return;
    process.exitCode = exitCodes.machine;
    // Where the other stream still works, it says so.
    if (stream === process.stdout) terminal.err(`phagepress: cannot print: ${reasonOf(error)}\n`);
  });
}

// Without a listener a limit on the size of files would end the program without a word.
process.on('SIGXFSZ', () => {});

const program = createProgram(terminal, (code) => {
  // A failure to print is not undone by success.
  if (code !== 0 || process.exitCode === undefined) process.exitCode = code;
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
  const failure = error instanceof Failure ? error : systemFailure(error);
  if (failure !== null) {
    const hint = failure.hint === undefined ? '' : `  hint: ${failure.hint}\n`;
    terminal.err(`phagepress: ${failure.message}\n${hint}`);
    return exitCodes[failure.kind];
  }
  terminal.err(
    `phagepress: something went wrong that should not: ${reasonOf(error)}\n` +
      `  hint: Please report this, with the command and its data (phagepress ${programVersion()}, Node ${process.version}).\n`,
  );
  return exitCodes.machine;
}
