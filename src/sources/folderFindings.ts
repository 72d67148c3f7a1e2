/** The findings about the folders in which sources are looked for. */
import { type CollectionName, collectionNames } from '../contract/collectionName.ts';
import type { Finding } from '../findings/finding.ts';
import { showToken } from '../json/showToken.ts';
import { nearestName } from '../text/nearestName.ts';

const shownNames = 3;

/** A data folder with neither of the two; `folders` are the names of those it has. */
export function noCollections(dataDir: string, folders: readonly string[]): Finding {
  const near = nearFolders(folders);
  return {
    rule: 'source',
    file: dataDir,
    line: 0,
    pointer: '',
    expected: 'a folder genes/ or phages/ in it',
    found: near.length === 0 ? 'neither' : `neither, but ${shownFolders(near)}`,
    hint:
      near.length === 0
        ? 'Put gene records below genes/ and phage records below phages/.'
        : `Did you mean ${[...new Set(near.map(({ meant }) => `${meant}/`))].join(' and ')}?`,
  };
}

/** A collection without a folder, where there is one of nearly its name; null where there is none. */
export function misspeltFolder(
  folder: string,
  collection: CollectionName,
  folders: readonly string[],
): Finding | null {
  const near = nearFolders(folders).filter(({ meant }) => meant === collection);
  if (near.length === 0) return null;
  return {
    rule: 'source-missing',
    file: folder,
    line: 0,
    pointer: '',
    expected: `a folder ${collection}/`,
    found: `only ${shownFolders(near)}`,
    hint: `Did you mean ${collection}/?`,
  };
}

function nearFolders(folders: readonly string[]): { name: string; meant: CollectionName }[] {
  return folders.flatMap((name) => {
    const nearest = nearestName(name, collectionNames);
    const meant = collectionNames.find((collection) => collection === nearest);
    return meant === undefined || meant === name ? [] : [{ name, meant }];
  });
}

function shownFolders(near: readonly { readonly name: string }[]): string {
  return near.map(({ name }) => `${showToken(name)}/`).join(' and ');
}

/** A folder without a source; `others` are the names of the files in it. */
export function noSources(folder: string, others: readonly string[]): Finding {
  const names = others.slice(0, shownNames).map(showToken);
  if (others.length > shownNames) names.push(`${others.length - shownNames} more`);
  const last = names.pop();
  return {
    rule: 'source-missing',
    file: folder,
    line: 0,
    pointer: '',
    expected: 'files named .ndjson, .jsonl or .json, or one of these and .gz',
    found:
      last === undefined
        ? 'none'
        : `only ${names.length === 0 ? last : `${names.join(', ')} and ${last}`}`,
  };
}

/** A symbolic link that leads out of the data folder. */
export function linkFinding(file: string): Finding {
  return {
    rule: 'source-link',
    file,
    line: 0,
    pointer: '',
    expected: 'files inside the data folder',
    found: 'a symbolic link that leads out of it, which was not followed',
    hint: 'Copy the files into the data folder, or name the folder they lie in with --data.',
  };
}
