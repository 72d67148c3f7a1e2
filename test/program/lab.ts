/** A test of the program in a folder of its own, which is gone afterwards: `test(title, async (lab) => …)`. */
import fs from 'node:fs';
import path from 'node:path';
import { test as base } from 'vitest';
import { recordsIn } from '../integration/importedData.ts';
import { inWorkFolder, readTree, writeFiles } from '../integration/workFolder.ts';
import { runInProcess } from './runProgram.ts';

/** What a test does in its folder; files are named from there. */
export class Lab {
  readonly cwd: string;
  constructor(cwd: string) {
    this.cwd = cwd;
  }

  /** The same in a folder of it. */
  in(folder: string): Lab {
    return new Lab(this.at(folder));
  }

  at(file: string): string {
    return path.join(this.cwd, file);
  }

  write(files: Readonly<Record<string, string | Uint8Array>>) {
    return writeFiles(this.cwd, files);
  }

  /** Changes a file by hand. */
  edit(file: string, from: string | RegExp, to: string): void {
    fs.writeFileSync(this.at(file), this.text(file).replace(from, to));
  }

  remove(file: string): void {
    fs.rmSync(this.at(file), { recursive: true });
  }

  /** Runs the program, which must end with this code. */
  async ends(code: number, ...words: readonly string[]) {
    const result = await runInProcess(words, { cwd: this.cwd });
    if (result.status === code) return result;
    const { status, stdout, stderr } = result;
    throw new Error(`${words.join(' ')} ended with ${status}, not ${code}: ${stdout}${stderr}`);
  }

  /** Runs the program, which must end well. */
  run(...words: readonly string[]) {
    return this.ends(0, ...words);
  }

  /** Runs an import, which must end well. */
  import(...words: readonly string[]) {
    return this.run('import', ...words);
  }

  /** What verify says of `dist` while a text in one of its files is another: it must be found wrong. */
  async spoilt(file: string, from: string | RegExp, to: string): Promise<string> {
    const place = `dist/${file}`;
    const whole = this.text(place);
    this.edit(place, from, to);
    if (this.text(place) === whole) throw new Error(`${place} stays as it is`);
    const { stdout } = await this.ends(1, 'verify', 'dist', '--jobs', '1');
    await this.write({ [place]: whole });
    return stdout;
  }

  /** The site that a build gives without a cache. */
  async fresh(...build: readonly string[]) {
    await this.run(...build, '--no-cache', '--out', 'fresh');
    const site = await this.tree('fresh');
    this.remove('fresh');
    return site;
  }

  tree(folder = '') {
    return readTree(this.at(folder));
  }

  text(file: string): string {
    return fs.readFileSync(this.at(file), 'utf8');
  }

  bytes(file: string): Buffer {
    return fs.readFileSync(this.at(file));
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as JSON.parse
  json(file: string): any {
    return JSON.parse(this.text(file));
  }

  /** The records in a file of the data. */
  records(file: string) {
    return recordsIn(this.cwd, file);
  }

  names(folder: string): string[] {
    return fs.readdirSync(this.at(folder)).sort();
  }

  has(file: string): boolean {
    return fs.existsSync(this.at(file));
  }
}

const testInLab = base.extend<{ cwd: string; lab: Lab }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of what a test needs there.
  cwd: ({}, use) => inWorkFolder(use),
  lab: ({ cwd }, use) => use(new Lab(cwd)),
});

export const test = Object.assign(
  (title: string, run: (lab: Lab) => unknown) => testInLab(title, ({ lab }) => run(lab)),
  { for: testInLab.for.bind(testInLab) },
);
