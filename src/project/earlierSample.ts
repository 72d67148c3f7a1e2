/** An earlier sample in a folder: its README names its files by their hashes, so that only they are replaced. */
import { hash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { Failure } from '../failure.ts';
import { compareText } from '../text/compareText.ts';
import { type HashedFile, hashLines } from '../text/hashLines.ts';
import { isLitter } from '../text/litter.ts';
import { someNames } from '../text/someNames.ts';
import type { Sample } from './sampleRecords.ts';

export const readmeFile = 'README.md';

/** The folder in which a sample is made before it is moved to its place; the name is used for nothing else. */
export const stagingFolder = '.phagepress-sample';

const title = '# Sample records made by `phagepress sample`';
const seal = 'This file, up to here: ';

/** The text does not name the folder, so that the same sample has the same README anywhere. */
export function sampleReadme(about: Sample & { phages: number }, files: HashedFile[]): string {
  return sealed(`${title}

Every record in \`genes/\` and \`phages/\` is synthetic: the names, people, places, accessions, proteins and
coordinates are made up, and none describes a real phage. They have the shape, the sizes and the variety of
real records, and that is all they are good for.

- gene records: ${about.genes}
- phage records: ${about.phages}

The same command makes the same bytes on every machine:

    phagepress sample --genes ${about.genes} --seed ${about.seed} --out DIR

It replaces this file and the files that it wrote below \`genes/\` and \`phages/\`, which it knows by these hashes
(SHA-256). Where one of them was changed, or another was added, it replaces nothing.

\`\`\`text
${hashLines(files)}\`\`\`

`);
}

/** Returns the files of the earlier sample, which may be replaced. Throws a Failure when anything else is there. */
export function claimFolder(folder: string): HashedFile[] {
  mkdirSync(folder, { recursive: true });
  const told = earlierReadme(join(folder, readmeFile));
  if (told === '' && readdirSync(folder).some((name) => name !== stagingFolder)) {
    throw new Failure('usage', `${folder} is not empty and does not hold a sample.`, {
      hint: 'Nothing was touched. Name a new folder with --out, or empty this one first. (A sample by an earlier version, or with its README.md changed, is not recognised.)',
    });
  }
  const options = { cwd: folder, dot: true, onlyFiles: false, followSymbolicLinks: false };
  const found = glob
    .sync(['@(genes|phages)', '@(genes|phages)/**'], { ...options, objectMode: true })
    .filter(({ name, dirent }) => !dirent.isDirectory() && !isLitter(name))
    .map(({ path, dirent }) => {
      // Reading a pipe would block, and a link may lead elsewhere.
      const sha256 = dirent.isFile() ? hash('sha256', readFileSync(join(folder, path))) : '';
      return { path, sha256 };
    });
  const foreign = found.filter((file) => !told.includes(`\n${hashLines([file])}`));
  if (foreign.length === 0) return found;
  const named = someNames(foreign.map(({ path }) => path).sort(compareText));
  const message = `${folder} holds what was added or changed since its sample was made: ${named}.`;
  const hint = 'Nothing was touched. Name a new folder with --out, or move these elsewhere first.';
  throw new Failure('usage', message, { hint });
}

/** Empty if there is no README exactly as `phagepress sample` wrote it. */
function earlierReadme(file: string): string {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return '';
  const readme = readFileSync(file, 'utf8');
  const text = readme.slice(0, Math.max(0, readme.lastIndexOf(seal)));
  return text.startsWith(title) && readme === sealed(text) ? text : '';
}

function sealed(text: string): string {
  return `${text}${seal}${hash('sha256', text)}\n`;
}
