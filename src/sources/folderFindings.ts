/** The findings about folders that should hold sources, and about files that are not read. */
import { readSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../base/failure.ts';
import { closing, openRegular } from '../base/files.ts';
import {
  type CollectionName,
  collectionNames,
  inAlphabet,
  recordNouns,
  requiredNames,
  sortFields,
} from '../contract/collectionName.ts';
import type { Finding } from '../text/findings.ts';
import { showToken } from '../text/json.ts';
import { formatCount, inWords, nearestName } from '../text/words.ts';
import { placeOf } from './decodeSource.ts';
import {
  genomesFolder,
  isLeftoverName,
  isPackedName,
  nearestSourceName,
  type SourceKind,
  sourceKinds,
  sourceNames,
} from './source.ts';

const shownNames = 3;

const trySample =
  'To begin with synthetic data: `phagepress sample --out sample-data`, then --data sample-data.';

const ownFolders = inAlphabet(requiredNames).map((name) => `${name}/`);

const dataFolder = `a folder that holds ${inWords(ownFolders, 'and')}`;

const anyFolder = inWords(ownFolders, 'or');

const belonging = inAlphabet(requiredNames).map(
  (name) => `${recordNouns[name]} records below ${name}/`,
);

/** Where to put records that are elsewhere. */
const putBelow = `Put ${inWords(belonging, 'and')}.`;

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
function nearFolder(name: string): SourceKind | null {
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

/** Why a file is not read. */
type Unread = 'kind' | 'hidden' | 'outside';

interface UnreadFile {
  /** As findings name it. */
  readonly file: string;
  /** Null if it cannot be opened. */
  readonly absolutePath: string | null;
  /** What the sources of its folder hold; null outside of all such folders. */
  readonly kind: SourceKind | null;
}

interface UnreadLog {
  /** Notes a file; `folder` is named by a finding that groups many of them. */
  readonly add: (folder: string, reason: Unread, file: UnreadFile) => void;
  readonly findings: () => Finding[];
}

const maxNamed = 10;

const expectations: Readonly<Record<Exclude<Unread, 'kind'>, string>> = {
  hidden: 'files whose names, and those of their folders, begin with no dot',
  outside: `files below ${anyFolder}`,
};

/** Groups by folder, reason and extension, so that findings stay few however many files there are. */
export function createUnreadLog(dataDir: string): UnreadLog {
  const groups = new Map<string, Group>();
  return {
    add(folder, reason, file) {
      const ending = reason === 'kind' ? path.extname(file.file).toLowerCase() : '';
      const key = JSON.stringify([folder, reason, ending]);
      const group = groups.get(key) ?? { folder, reason, ending, count: 0, first: [] };
      groups.set(key, group);
      group.count++;
      if (group.first.length < maxNamed) group.first.push(file);
    },
    findings: () =>
      [...groups.values()].flatMap((group) =>
        group.count <= maxNamed
          ? group.first.map((file) => aboutOne(file, group.reason, dataDir))
          : [aboutMany(group)],
      ),
  };
}

interface Group {
  readonly folder: string;
  readonly reason: Unread;
  readonly ending: string;
  count: number;
  readonly first: UnreadFile[];
}

/** Upper bound on the files noted in a folder outside the collections. */
export const maxNoted = 10_000;

function aboutMany({ folder, reason, ending, count, first }: Group): Finding {
  const names = first
    .slice(0, shownNames)
    .map(({ file }) => showToken(path.relative(folder, file)));
  const orMore = reason !== 'kind' && count >= maxNoted ? ' or more' : '';
  const kind = ending === '' ? '' : ` named ${showToken(ending)}`;
  return {
    ...place(folder, reason, first[0]?.kind ?? null),
    found: `${formatCount(count)} files${orMore}${kind} that were not read, such as ${names.join(', ')}`,
    hint: hintOf(reason, first[0]?.kind ?? null),
  };
}

function aboutOne(unread: UnreadFile, reason: Unread, dataDir: string): Finding {
  const base = place(unread.file, reason, unread.kind);
  const name = path.basename(unread.file);
  switch (reason) {
    case 'hidden':
      return { ...base, found: 'a hidden one, which was not read', hint: generalHints.hidden };
    case 'outside': {
      const found = 'one beside them, which was not read';
      return { ...base, found, hint: hintOutside(unread, dataDir) };
    }
    case 'kind':
      return { ...base, ...describeKind(unread, name) };
  }
}

function place(file: string, reason: Unread, kind: SourceKind | null) {
  const expected = reason === 'kind' ? sourceNames(kind) : expectations[reason];
  return { ...placeOf(file, 0, 'source-unread'), expected };
}

function hintOf(reason: Unread, kind: SourceKind | null): string {
  return reason === 'kind' && kind === genomesFolder
    ? 'If they hold genomes, save these as FASTA; if not, move them out of the data folder.'
    : generalHints[reason];
}

const generalHints: Readonly<Record<Unread, string>> = {
  kind: 'If they hold records, save these in one of the kinds that are read; if not, move them out of the data folder.',
  hidden: 'Name it without the dot if its records are to be published; delete it if not.',
  outside: putBelow,
};

function describeKind(
  { absolutePath, kind }: UnreadFile,
  name: string,
): Pick<Finding, 'found' | 'hint'> {
  if (isLeftoverName(name)) {
    return {
      found: 'a backup or an unfinished copy, which was not read',
      hint: 'Delete it when nothing in it is missing elsewhere.',
    };
  }
  if (isPackedName(name)) {
    return {
      found: 'a packed file of another kind, which was not read',
      hint: 'Unpack it: only files compressed by gzip alone (.gz) are read as they are.',
    };
  }
  const found = 'one of another kind, which was not read';
  const meant = nearestSourceName(name, kind);
  if (meant !== undefined) return { found, hint: didYouMean(meant) };
  const peek = absolutePath === null ? null : peekAtSource(absolutePath);
  if (peek === null || !peek.isJson || kind === genomesFolder)
    return { found, hint: hintOf('kind', kind) };
  const stem = path.basename(name, path.extname(name));
  return {
    found: 'one of another kind, though it begins like JSON, which was not read',
    hint: didYouMean(`${stem}.${peek.isLines ? 'ndjson' : 'json'}`),
  };
}

function hintOutside({ file, absolutePath }: UnreadFile, dataDir: string): string {
  const [top = '', ...below] = path.relative(dataDir, file).split(path.sep);
  const near = nearFolder(top);
  if (below.length > 0 && near !== null) return `Did you mean ${near}/?`;
  const peek = absolutePath === null ? null : peekAtSource(absolutePath);
  const collection = peek?.collection ?? null;
  if (collection === null) return generalHints.outside;
  return didYouMean(`${collection}/${path.basename(file)}`);
}

function didYouMean(name: string): string {
  return `Did you mean ${showToken(name)}?`;
}

const peekBytes = 1 << 14;

interface Peek {
  readonly isJson: boolean;
  /** Whether its first line is a whole object, which suggests one record per line. */
  readonly isLines: boolean;
  /** The collection whose field it names; null if none. */
  readonly collection: CollectionName | null;
}

/**
 * What the start of a file reveals about its purpose. Null if it cannot be read; that the file is not a source is
 * reported anyway.
 */
function peekAtSource(file: string): Peek | null {
  const bytes = Buffer.alloc(peekBytes);
  const read = attempt(() => closing(openRegular(file), (handle) => readSync(handle, bytes)));
  if (read === undefined) return null;
  const text = bytes.toString('utf8', 0, read);
  const [first = ''] = text.trimStart().split(/\r?\n/, 1);
  return {
    isJson: /^[[{]/.test(first),
    isLines: /^\{.*\}\s*$/.test(first),
    collection:
      collectionNames.findLast((name) =>
        sortFields[name].every((field) => text.includes(`"${field}"`)),
      ) ?? null,
  };
}
