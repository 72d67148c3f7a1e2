/** Runs npm, which every Node brings along. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { reasonOf } from '../failure.ts';
import type { Terminal } from './terminal.ts';

export const runNpm: Terminal['npm'] = async (args, cwd) => {
  try {
    await promisify(execFile)('npm', [...args], { cwd });
    return { fault: null };
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    const [line] =
      said.match(/^npm (?:error|ERR!) (?!(?:code|errno|syscall|path|dest) |A complete log).+$/m) ??
      [];
    return { fault: line ?? reasonOf(error) };
  }
};
