/** The folder of a sample: new, empty, or with an earlier sample of which every file is as it was written. */
import { hash } from 'node:crypto';
import { type Dirent, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { compareText } from '../text/compareText.ts';
import type { HashedFile } from '../text/hashLines.ts';
import { isLitter } from '../text/litter.ts';
import { someNames } from '../text/someNames.ts';
import { filesOfReadme } from './sampleReadme.ts';

export const readmeFile = 'README.md';
export const sampleFolders = ['genes', 'phages'] as const;

/** What a sample is made in, before it is moved to its place: no name for anything else. */
export const stagingFolder = '.phagepress-sample';

/** Gives the files of the earlier sample, which may be replaced. Throws a Failure when anything else is there. */
export function claimFolder(folder: string): HashedFile[] {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder, { withFileTypes: true });
  const readme = names.find(({ name }) => name === readmeFile);
  const isSample = readme?.isFile() === true;
  const known = isSample ? filesOfReadme(readFileSync(join(folder, readmeFile), 'utf8')) : null;
  if (known === null && names.some(({ name }) => name !== stagingFolder)) {
    throw new Failure('usage', `${folder} is not empty and does not hold a sample.`, {
      hint: 'Nothing was touched. Name a new folder with --out, or empty this one first. (By an earlier version, or with its README.md changed, a sample is not known again.)',
    });
  }
  const { kept, foreign } = sortOut(folder, names, known ?? []);
  if (foreign.length > 0) {
    throw new Failure(
      'usage',
      `${folder} holds what was added or changed since its sample was made: ${someNames(foreign)}.`,
      { hint: 'Nothing was touched. Name a new folder with --out, or move these elsewhere first.' },
    );
  }
  return kept;
}

/** What lies where a sample lies: as that left it, and else. */
function sortOut(folder: string, names: readonly Dirent[], known: readonly HashedFile[]) {
  const hashes = new Set(known.map(({ path, sha256 }) => `${sha256} ${path}`));
  const kept: HashedFile[] = [];
  const foreign: string[] = [];
  const look = (entry: Dirent, path: string) => {
    const place = join(folder, path);
    if (entry.isDirectory()) {
      for (const inner of readdirSync(place, { withFileTypes: true })) {
        look(inner, `${path}/${inner.name}`);
      }
    } else if (!isLitter(entry.name)) {
      // A pipe would be waited for, and a link leads elsewhere.
      const sha256 = entry.isFile() ? hash('sha256', readFileSync(place)) : '';
      if (hashes.has(`${sha256} ${path}`)) kept.push({ path, sha256 });
      else foreign.push(path);
    }
  };
  for (const entry of names) {
    if (sampleFolders.some((name) => name === entry.name)) look(entry, entry.name);
  }
  return { kept, foreign: foreign.sort(compareText) };
}
