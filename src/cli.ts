#!/usr/bin/env node
/** From arguments to an exit code: the only place that prints a failure or sets the code. */
import { CommanderError } from 'commander';
import { exitCodes, Failure, Interrupted, reasonOf, systemCode } from './failure.ts';
import { calledAs } from './commands/calledAs.ts';
import { failureOf } from './failureOf.ts';
import { listenForSignals } from './commands/interruption.ts';
import type { Progress } from './progress.ts';
import type { Terminal } from './commands/terminal.ts';
import { printable, printableLines } from './json/showToken.ts';
import { asksForJson, createProgram } from './program.ts';
import { failureToJson, renderFailure } from './reporting/renderFailure.ts';
import { createTerminalProgress } from './reporting/terminalProgress.ts';

let progress: Progress | null = null;
const signals = listenForSignals(() => {
  progress?.end();
  terminal.err('Interrupted.\n');
});

const terminal: Terminal = {
  // The one place where text is printed: names and paths in it may contain control characters.
  out: (text) => void process.stdout.write(printableLines(text)),
  file: (text) => void process.stdout.write(process.stdout.isTTY ? printableLines(text) : text),
  err: (text) => void process.stderr.write(printableLines(text)),
  calledAs: calledAs(process.argv[1], process.cwd()),
  progress({ quiet }, plan) {
    const isDumb = process.env['TERM'] === 'dumb';
    progress = createTerminalProgress(process.stderr, { quiet, plan, isDumb });
    return progress;
  },
  now: () => performance.now(),
  interruption: signals.interruption,
};

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    // A reader that closes early, such as `head`, is not a failure; the work goes on without output.
    if (systemCode(error) === 'EPIPE') return;
    process.exitCode = exitCodes.machine;
    // If stdout fails, stderr may still work.
    if (stream === process.stdout) terminal.err(`phagepress: cannot print: ${reasonOf(error)}\n`);
  });
}

// Without a listener, exceeding the limit on file sizes would end the program without a message.
process.on('SIGXFSZ', () => {});

// Also for a command line that is rejected before its options are parsed.
let isJson = asksForJson(process.argv.slice(2));
const program = createProgram(terminal, {
  exit: (code) => {
    // A successful command does not hide that printing failed.
    if (code !== 0 || process.exitCode === undefined) process.exitCode = code;
  },
  complain: (text) => {
    if (!isJson) terminal.err(inOneLine(text));
  },
  formatted: (format) => {
    isJson = format === 'json';
  },
});
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}

/** A message about arguments: escapes the line breaks in them, but not its own. */
function inOneLine(text: string): string {
  const broken = process.argv.slice(2).filter((arg) => arg.includes('\n'));
  return broken.reduce((said, arg) => said.replaceAll(arg, () => printable(arg)), text);
}

/** Prints what failed, unless commander has, and returns the exit code. */
function reportFailure(error: unknown): number {
  // A progress bar that is still drawn would keep the process alive.
  progress?.end();
  // Help and version are not failures, and are printed.
  if (error instanceof CommanderError && (error.exitCode === 0 || !isJson))
    return error.exitCode === 0 ? 0 : exitCodes.usage;
  if (error instanceof Interrupted) {
    terminal.err(`${printable(error.message)}\n`);
    return signals.exitCode();
  }
  const failure =
    error instanceof CommanderError
      ? new Failure('usage', error.message.replace(/^error: /, ''))
      : failureOf(error);
  if (isJson) terminal.out(`${JSON.stringify(failureToJson(failure), null, 2)}\n`);
  else terminal.err(renderFailure(failure, terminal.calledAs));
  return exitCodes[failure.kind];
}
