/** The findings about the folders that should hold sources. */
import path from 'node:path';
import {
  type CollectionName,
  inAlphabet,
  recordNouns,
  requiredNames,
} from '../contract/collectionName.ts';
import type { Finding } from '../findings/finding.ts';
import { showToken } from '../json/showToken.ts';
import { nearestName } from '../text/nearestName.ts';
import { inWords } from '../text/someNames.ts';
import { type SourceKind, sourceKinds } from './source.ts';
import { placeOf } from './sourceFindings.ts';
import { sourceNames } from './sourceName.ts';

const shownNames = 3;

const trySample =
  'To begin with synthetic data: `phagepress sample --out sample-data`, then --data sample-data.';

const ownFolders = inAlphabet(requiredNames).map((name) => `${name}/`);

const dataFolder = `a folder that holds ${inWords(ownFolders, 'and')}`;

export const anyFolder = inWords(ownFolders, 'or');

const belonging = inAlphabet(requiredNames).map(
  (name) => `${recordNouns[name]} records below ${name}/`,
);

/** Where to put records that are elsewhere. */
export const putBelow = `Put ${inWords(belonging, 'and')}.`;

export function noDataFolder(dataDir: string): Finding {
  return {
    ...placeOf(dataDir),
    expected: dataFolder,
    found: 'nothing there',
    hint: `Name the folder of the sources with --data. ${trySample}`,
  };
}

export function dataIsAFile(dataDir: string): Finding {
  const hint = 'Name the folder of the sources with --data.';
  return { ...placeOf(dataDir), expected: dataFolder, found: 'a file', hint };
}

export function notAFolder(folder: string): Finding {
  return { ...placeOf(folder), expected: 'a folder', found: 'a file' };
}

/** A data folder without genes/ and phages/; `folders` are the names of those that it has. */
export function noCollections(
  dataDir: string,
  folders: readonly string[],
  isEmpty: boolean,
): Finding {
  const near = nearFolders(folders).filter(({ meant }) =>
    requiredNames.some((name) => name === meant),
  );
  const meant = [...new Set(near.map((folder) => `${folder.meant}/`))].join(' and ');
  const sample = isEmpty ? ` ${trySample}` : '';
  return {
    ...placeOf(dataDir),
    expected: `a folder ${anyFolder} in it`,
    found: near.length === 0 ? 'neither' : `neither, but ${shownFolders(near)}`,
    hint: near.length === 0 ? `${putBelow}${sample}` : `Did you mean ${meant}?`,
  };
}

/** A collection without a folder; `misspelt` are the names of folders with a similar name. */
export function missingFolder(folder: string, misspelt: readonly string[]): Finding {
  const name = path.basename(folder);
  const near = misspelt.map((other) => ({ name: other }));
  return {
    ...placeOf(folder, 0, 'source-missing'),
    expected: `a folder ${name}/`,
    found: near.length === 0 ? 'none' : `only ${shownFolders(near)}`,
    hint:
      near.length === 0
        ? `Make it, empty if there are no ${name}, or say --allow source-missing.`
        : `Did you mean ${name}/?`,
  };
}

/** The names of folders that were probably meant for collections. */
export function misspeltFolders(
  collections: readonly CollectionName[],
  folders: readonly string[],
): string[] {
  return nearFolders(folders)
    .filter(({ meant }) => collections.some((collection) => collection === meant))
    .map(({ name }) => name);
}

/** The folder of sources that a folder's name resembles; null for an exact or a dissimilar name. */
export function nearFolder(name: string): SourceKind | null {
  const nearest = nearestName(name, sourceKinds);
  return sourceKinds.find((known) => known === nearest && known !== name) ?? null;
}

function nearFolders(folders: readonly string[]): { name: string; meant: SourceKind }[] {
  return folders.flatMap((name) => {
    const meant = nearFolder(name);
    return meant === null ? [] : [{ name, meant }];
  });
}

function shownFolders(near: readonly { readonly name: string }[]): string {
  return near.map(({ name }) => `${showToken(name)}/`).join(' and ');
}

/** A folder without a source; `others` are the names of the files in it. */
export function noSources(kind: SourceKind, folder: string, others: readonly string[]): Finding {
  const names = others.slice(0, shownNames).map(showToken);
  if (others.length > shownNames) names.push(`${others.length - shownNames} more`);
  const last = names.pop();
  const listed = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
  return {
    ...placeOf(folder, 0, 'source-missing'),
    expected: sourceNames(kind),
    found: last === undefined ? 'none' : `only ${listed}`,
    ...(last === undefined ? { hint: trySample } : {}),
  };
}

export function linkFinding(file: string): Finding {
  return {
    ...placeOf(file, 0, 'source-link'),
    expected: 'files inside the data folder',
    found: 'a symbolic link that leads out of it, which was not followed',
    hint: 'Copy the files into the data folder, or name the folder they lie in with --data.',
  };
}
