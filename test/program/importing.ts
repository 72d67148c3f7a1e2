/** A test of imports in a folder of its own, which is gone afterwards. */
import fs from 'node:fs';
import path from 'node:path';
import { test as base } from 'vitest';
import { recordsIn } from '../integration/importedData.ts';
import { inWorkFolder, readTree, writeFiles } from '../integration/workFolder.ts';
import { runInProcess, runWellInProcess } from './runProgram.ts';

export type Lab = ReturnType<typeof labIn>;

/** What a test does in its folder; files are named from there. */
function labIn(cwd: string) {
  const text = (file: string) => fs.readFileSync(path.join(cwd, file), 'utf8');
  return {
    write: (files: Readonly<Record<string, string | Uint8Array>>) => writeFiles(cwd, files),
    /** Runs the program, which must end well. */
    run: (...words: readonly string[]) => runWellInProcess(words, { cwd }),
    /** Runs the program, however it ends. */
    ended: (...words: readonly string[]) => runInProcess(words, { cwd }),
    /** Runs an import, which must end well. */
    import: (...words: readonly string[]) => runWellInProcess(['import', ...words], { cwd }),
    /** Runs an import, however it ends. */
    try: (...words: readonly string[]) => runInProcess(['import', ...words], { cwd }),
    tree: (folder = '') => readTree(path.join(cwd, folder)),
    text,
    // oxlint-disable-next-line typescript/no-explicit-any -- as JSON.parse
    json: (file: string): any => JSON.parse(text(file)),
    records: (file: string) => recordsIn(cwd, file),
    names: (folder: string) => fs.readdirSync(path.join(cwd, folder)).sort(),
    has: (file: string) => fs.existsSync(path.join(cwd, file)),
  };
}

export const test = base.extend<{ cwd: string; lab: Lab }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of what a test needs there.
  cwd: ({}, use) => inWorkFolder(use),
  lab: ({ cwd }, use) => use(labIn(cwd)),
});
