/** From arguments to an exit code: the only place that prints a failure. */
import { CommanderError } from 'commander';
import { calledAs } from './commands/importCommands.ts';
import type { Signals, Terminal } from './commands/terminal.ts';
import { exitCodes, Failure, failureOf, Interrupted } from './base/failure.ts';
import { printable, printableLines } from './text/json.ts';
import { asksForJson, createProgram } from './program.ts';
import type { Progress } from './base/progress.ts';
import {
  createTerminalProgress,
  failureToJson,
  renderFailure,
} from './commands/terminalProgress.ts';

export interface Surroundings {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Begins to listen for signals; `tell` is to be called when one ends the program at once. */
  readonly npm: Terminal['npm'];
  readonly listen: (tell: () => void) => Signals;
}

/** Runs the command line `args` in the working folder; returns the exit code. */
export async function runProgram(
  args: readonly string[],
  { stdout, stderr, npm, listen }: Surroundings,
): Promise<number> {
  let progress = null as Progress | null;
  // Here alone text is printed: names and paths in it may contain control characters.
  const out = (text: string) => void stdout.write(printableLines(text));
  const err = (text: string) => void stderr.write(printableLines(text));
  const signals = listen(() => {
    progress?.end();
    err('Interrupted.\n');
  });
  const terminal: Terminal = {
    out,
    file: (text) => void stdout.write(stdout.isTTY ? printableLines(text) : text),
    err,
    npm,
    calledAs: calledAs(process.argv[1], process.cwd()),
    progress({ quiet }, plan) {
      const isDumb = process.env['TERM'] === 'dumb';
      progress = createTerminalProgress(stderr, { quiet, plan, isDumb });
      return progress;
    },
    now: () => performance.now(),
    interruption: signals.interruption,
  };

  // Also for a command line that is rejected before its options are parsed.
  let isJson = asksForJson(args);
  let code = 0;
  const program = createProgram(terminal, {
    exit: (given) => {
      code = given;
    },
    complain: (text) => {
      if (!isJson) err(inOneLine(text, args));
    },
    formatted: (format) => {
      isJson = format === 'json';
    },
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    // A progress bar that is still drawn would keep the process alive.
    progress?.end();
    // Help and version are not failures, and are printed.
    if (error instanceof CommanderError && (error.exitCode === 0 || !isJson))
      return error.exitCode === 0 ? 0 : exitCodes.usage;
    if (error instanceof Interrupted) {
      err(`${printable(error.message)}\n`);
      return signals.exitCode();
    }
    const failure =
      error instanceof CommanderError
        ? new Failure('usage', error.message.replace(/^error: /, ''))
        : failureOf(error);
    if (isJson) out(`${JSON.stringify(failureToJson(failure), null, 2)}\n`);
    else err(renderFailure(failure, terminal.calledAs));
    return exitCodes[failure.kind];
  }
}

/** A message about arguments: escapes the line breaks in them, but not its own. */
function inOneLine(text: string, args: readonly string[]): string {
  const broken = args.filter((arg) => arg.includes('\n'));
  return broken.reduce((shown, arg) => shown.replaceAll(arg, () => printable(arg)), text);
}
