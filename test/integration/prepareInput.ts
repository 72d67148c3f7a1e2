/** Copies the input of a case to where the program runs, and does to it what a repository cannot hold. */
import { chmod, cp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** What `command.json` of a case says. */
interface Command {
  readonly args: readonly string[];
  readonly prepare?: readonly Preparation[];
}

type Preparation =
  | readonly ['gzip' | 'latin1', file: string]
  | readonly ['cut', file: string, bytes: number]
  | readonly ['link', file: string, target: string]
  | readonly ['chmod', file: string, mode: string];

/** Makes `folder` ready for the case in `caseDir`; gives the arguments to run the program with. */
export async function prepareInput(caseDir: string, folder: string): Promise<readonly string[]> {
  const command: Command = JSON.parse(await readFile(path.join(caseDir, 'command.json'), 'utf8'));
  await cp(path.join(caseDir, 'input'), folder, { recursive: true });
  for (const step of command.prepare ?? []) await carryOut(step, folder);
  return command.args;
}

async function carryOut(step: Preparation, folder: string): Promise<void> {
  const file = path.join(folder, step[1]);
  switch (step[0]) {
    case 'gzip':
      // Stored, not squeezed: its size must not depend on the zlib that the machine has.
      await writeFile(`${file}.gz`, gzipSync(await readFile(file), { level: 0 }));
      await rm(file);
      break;
    case 'latin1':
      await writeFile(file, await readFile(file, 'utf8'), 'latin1');
      break;
    case 'cut':
      await truncate(file, step[2]);
      break;
    case 'link':
      await symlink(step[2], file);
      break;
    case 'chmod':
      await chmod(file, Number.parseInt(step[2], 8));
      break;
  }
}
