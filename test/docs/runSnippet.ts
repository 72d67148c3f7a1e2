/** Runs an example with the program that its language is for, in a folder that is its home. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isInstalled } from '../contract/serverProcess.ts';
import { nodeFile, patienceMs } from '../integration/runCli.ts';
import { debianPython, pythonHas } from '../readers/python.ts';

/** How to run a language; what must be there for it, and how to get that. */
interface Program {
  readonly file: string;
  readonly command: readonly [string, ...(readonly string[])];
  readonly install: string;
  readonly isThere: () => boolean;
}

const programs = {
  bash: {
    file: 'snippet.sh',
    command: ['bash'],
    install: 'apt-get install curl jq',
    isThere: () => isInstalled('curl', '--version') && isInstalled('jq', '--version'),
  },
  python: {
    file: 'snippet.py',
    command: [debianPython, '-I'],
    install: 'apt-get install python3-requests python3-pandas python3-biopython',
    isThere: () => pythonHas('requests', 'pandas', 'Bio'),
  },
  r: {
    file: 'snippet.R',
    command: ['Rscript', '--vanilla'],
    install: 'apt-get install r-base-core r-cran-jsonlite',
    isThere: () => isInstalled('Rscript', '--version') && rHas('jsonlite'),
  },
  js: { file: 'snippet.mjs', command: [nodeFile], install: 'npm ci', isThere: () => true },
} as const satisfies Record<string, Program>;

export type Language = keyof typeof programs;
export const languages = Object.keys(programs) as Language[];

/** What a skipped test says of it. */
export const installing = (language: Language): string => programs[language].install;

/** Whether a language can be run; in CI it must be. */
export const canRun = (language: Language): boolean => programs[language].isThere();

/** What an example prints. It must end well and complain of nothing. */
export async function runSnippet(language: Language, text: string, cwd: string): Promise<string> {
  const { file, command } = programs[language];
  await mkdir(cwd, { recursive: true });
  await writeFile(path.join(cwd, file), text);
  const [program, ...args] = command;
  // As bare as can be: no proxy, and no settings of the user's.
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, LANG: 'C.UTF-8' };
  const { stdout, stderr } = await promisify(execFile)(program, [...args, file], {
    cwd,
    env,
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  });
  if (stderr !== '') throw new Error(`${file} complains: ${stderr}`);
  return stdout;
}

function rHas(name: string): boolean {
  const { status } = spawnSync('Rscript', ['--vanilla', '-e', `library(${name})`]);
  if (status !== 0 && process.env['CI'] !== undefined) throw new Error(`R has no ${name}`);
  return status === 0;
}
