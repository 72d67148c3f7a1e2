#!/usr/bin/env node
/** The program as a process: its streams, signals and exit code. */
import { setFlagsFromString } from 'node:v8';
import { listenForSignals, runNpm } from './commands/terminal.ts';
import { attempt, exitCodes, reasonOf, systemCode } from './base/failure.ts';
import { printableLines } from './text/json.ts';
import { runProgram } from './runProgram.ts';

// Compiling long functions with less of what they call saves 12 % of the CPU time of an import of 1000 annotation files,
// and some of a build's: it holds for all threads.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    // A reader that closes early, such as `head`, is not a failure; the work goes on without output.
    if (systemCode(error) === 'EPIPE') return;
    process.exitCode = exitCodes.machine;
    // If stdout fails, stderr may still work.
    if (stream === process.stdout) {
      process.stderr.write(printableLines(`phagepress: cannot print: ${reasonOf(error)}\n`));
    }
  });
}

// Without a listener, exceeding the limit on file sizes would end the program without a message.
process.on('SIGXFSZ', () => {});

// Removed while a shell stood in it, every path from here on would end in an exception.
if (attempt(() => process.cwd()) === undefined) {
  process.stderr.write(
    'phagepress: The working folder is not there any more.\n  hint: Change to another one.\n',
  );
  process.exit(exitCodes.machine);
}

const code = await runProgram(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  npm: runNpm,
  listen: listenForSignals,
});
// A successful command does not hide that printing failed.
if (code !== 0 || process.exitCode === undefined) process.exitCode = code;
