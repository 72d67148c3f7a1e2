/** Works in a folder of its own, as a command does in the folder it was started in. */
import { onTestFinished } from 'vitest';
import { tempFolder } from '../sources/tempFolder.ts';

/** Makes a folder with `files` and changes to it until the test has ended; gives its path. */
export function inFolder(files: Readonly<Record<string, string>> = {}): string {
  const before = process.cwd();
  const folder = tempFolder(files);
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  return folder;
}
