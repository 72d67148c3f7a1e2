/** Finds the source files below a data folder, in reading order (S1), and the files that are not read. */
import { isUtf8 } from 'node:buffer';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt, systemCode } from '../base/failure.ts';
import { type CollectionName, collectionNames, requiredNames } from '../contract/collectionName.ts';
import type { Finding } from '../text/findings.ts';
import { compareText } from '../text/order.ts';
import { nameNotUtf8, notAFile, unreadable } from './decodeSource.ts';
import { labelsFile, readFamilyLabels } from './familyLabels.ts';
import {
  createUnreadLog,
  dataIsAFile,
  linkFinding,
  maxNoted,
  missingFolder,
  misspeltFolders,
  noCollections,
  noDataFolder,
  noSources,
  notAFolder,
} from './folderFindings.ts';
import {
  type FileStamp,
  genomesFolder,
  isSourceName,
  isIgnoredName,
  type Source,
  type SourceKind,
  sourceKinds,
  stampOf,
} from './source.ts';

interface FolderEntry {
  /** The name; if it is not UTF-8, non-ASCII bytes are shown as `\xff`. */
  readonly name: string;
  /** Whether the name is UTF-8: a file of another name cannot be opened by it. */
  readonly isNamed: boolean;
  /** `special`: a pipe, a device, a socket. Links are not followed. */
  readonly kind: 'file' | 'folder' | 'link' | 'special';
}

/** Lists a folder completely, in code-point order, including names that are not UTF-8. Throws the system's error. */
export function folderEntries(folder: string): FolderEntry[] {
  const entries = readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
  return entries
    .sort((a, b) => Buffer.compare(a.name, b.name))
    .map((entry) => {
      const isNamed = isUtf8(entry.name);
      const name = isNamed ? entry.name.toString() : withBadBytesShown(entry.name);
      const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : null;
      return { name, isNamed, kind: kind ?? (entry.isSymbolicLink() ? 'link' : 'special') };
    });
}

/** Keeps ASCII and escapes every other byte: character boundaries are unknown. */
function withBadBytesShown(name: Uint8Array): string {
  return Array.from(name, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`,
  ).join('');
}

type ListedFile = FileStamp & Pick<Source, 'file' | 'absolutePath' | 'bytes'>;

interface CollectionListing {
  readonly files: readonly ListedFile[];
  /** Names of files that are not sources, relative to the folder. */
  readonly others: readonly string[];
}

interface CollectionFolder {
  readonly kind: SourceKind;
  /** As findings name it. */
  readonly folder: string;
  readonly real: string;
  /** Real path of the data folder: links may not lead out of it. */
  readonly root: string;
  readonly unread: ReturnType<typeof createUnreadLog>;
  readonly report: (finding: Finding) => void;
}

/** Lists the sources, in no particular order, and the files that are none. Throws a Failure for a system error. */
function listCollection(collection: CollectionFolder): CollectionListing {
  const { kind, folder, real, root, unread, report } = collection;
  const files: ListedFile[] = [];
  const others: string[] = [];
  // A file that two links lead to is one source: its records must not be read twice.
  const seen = new Set<string>();

  const passOver = (file: string, absolutePath: string | null, isHidden: boolean) => {
    const reason = isHidden ? 'hidden' : 'kind';
    others.push(path.relative(folder, file));
    unread.add(folder, reason, { file, absolutePath, kind });
  };

  const addFile = (file: string, absolutePath: string) => {
    if (seen.has(absolutePath)) return;
    seen.add(absolutePath);
    if (!isSourceName(file, kind)) {
      if (!isIgnoredName(path.basename(file))) passOver(file, absolutePath, false);
      return;
    }
    const found = statSync(absolutePath);
    files.push({ file, absolutePath, bytes: found.size, ...stampOf(found) });
  };

  const addSpecial = (file: string) => {
    if (isSourceName(file, kind)) report(notAFile(file));
    else passOver(file, null, false);
  };

  const addLink = (file: string) => {
    const target = realpathSync(file);
    if (!isInside(root, target)) report(linkFinding(file));
    else if (statSync(target).isDirectory()) addFolder(file, target, false);
    else if (statSync(target).isFile()) addFile(file, target);
    else addSpecial(file);
  };

  const addEntry = (entry: FolderEntry, shown: string, absolutePath: string, below: boolean) => {
    const isHidden = below || entry.name.startsWith('.');
    if (isHidden && isIgnoredName(entry.name)) return;
    if (isHidden && entry.kind !== 'folder') return passOver(shown, null, true);
    if (!entry.isNamed) {
      if (entry.kind === 'folder' || isSourceName(entry.name, kind)) report(nameNotUtf8(shown));
      else passOver(shown, null, false);
      return;
    }
    switch (entry.kind) {
      case 'folder':
        return isIgnoredName(entry.name) ? undefined : addFolder(shown, absolutePath, isHidden);
      case 'file':
        return addFile(shown, absolutePath);
      case 'link':
        return addLink(shown);
      case 'special':
        return addSpecial(shown);
    }
  };

  const addFolder = (shown: string, absolutePath: string, isHidden: boolean) => {
    if (seen.has(absolutePath)) return;
    seen.add(absolutePath);
    for (const entry of entriesOrReport(shown, absolutePath)) {
      const file = path.join(shown, entry.name);
      // A broken link or a deleted file must not hide the entries after it.
      try {
        addEntry(entry, file, path.join(absolutePath, entry.name), isHidden);
      } catch (error) {
        report(unreadable(file, 0, error));
      }
    }
  };

  const entriesOrReport = (shown: string, absolutePath: string): FolderEntry[] => {
    try {
      return folderEntries(absolutePath);
    } catch (error) {
      report(unreadable(shown, 0, error));
      return [];
    }
  };

  addFolder(folder, real, false);
  return { files, others };
}

/** Whether a path is `root` or below it; both are real paths. */
function isInside(root: string, candidate: string): boolean {
  const relative = path.relative(root, candidate);
  const leadsUp = relative === '..' || relative.startsWith(`..${path.sep}`);
  return !leadsUp && !path.isAbsolute(relative);
}

interface Outside {
  /** The data folder, as findings name it and as a real path. */
  readonly dataDir: string;
  readonly root: string;
  readonly entries: readonly FolderEntry[];
  /** Absolute paths of the collections' folders, and of files elsewhere that their links lead to. */
  readonly taken: ReadonlySet<string>;
  /** Names of folders that a finding already names. */
  readonly passed: ReadonlySet<string>;
  readonly unread: ReturnType<typeof createUnreadLog>;
}

/** Notes each file beside genes/ and phages/. Does not follow links; ignores folders that cannot be listed. */
function listOutside({ dataDir, root, entries, taken, passed, unread }: Outside): void {
  for (const entry of entries) {
    const absolutePath = path.join(root, entry.name);
    // Written by imports; it says where the sources came from.
    if (entry.name === 'provenance.json' && entry.kind === 'file') continue;
    if (entry.name === '.imported' && entry.kind === 'folder') continue;
    if (taken.has(absolutePath) || passed.has(entry.name) || isIgnoredName(entry.name)) continue;
    const shown = path.join(dataDir, entry.name);
    if (entry.kind !== 'folder') {
      note(dataDir, shown, entry, absolutePath);
      continue;
    }
    // A bound: a whole project may be beside the records.
    let left = maxNoted;
    const visit = (folder: string, shownFolder: string) => {
      for (const inner of attempt(() => folderEntries(folder)) ?? []) {
        const file = path.join(folder, inner.name);
        if (left <= 0) return;
        if (taken.has(file) || isIgnoredName(inner.name)) continue;
        const shownFile = path.join(shownFolder, inner.name);
        if (inner.kind === 'folder') {
          visit(file, shownFile);
        } else {
          left--;
          note(shown, shownFile, inner, file);
        }
      }
    };
    visit(absolutePath, shown);
  }

  function note(folder: string, file: string, entry: FolderEntry, absolutePath: string): void {
    const isOpenable = entry.kind === 'file' && entry.isNamed;
    const isHidden = path
      .relative(dataDir, file)
      .split(path.sep)
      .some((name) => name.startsWith('.'));
    const reason = isHidden ? 'hidden' : 'outside';
    unread.add(folder, reason, {
      file,
      absolutePath: isOpenable ? absolutePath : null,
      kind: null,
    });
  }
}

export interface Discovered {
  /** The collections that a site of these sources has. */
  readonly collections: readonly CollectionName[];
  /** Whether there is a folder for genomes, even an empty one. */
  readonly hasGenomes: boolean;
  readonly sources: readonly Source[];
  /** Labels of gene families, by PhamID. */
  readonly labels: ReadonlyMap<number, string>;
  readonly findings: readonly Finding[];
}

/**
 * Lists the sources in the collections' folders below `dataDir`, by code point of their relative path. Missing folders
 * and unread files are findings. Throws a Failure for a system error.
 */
export function discoverSources(dataDir: string): Discovered {
  const findings: Finding[] = [];
  const root = realFolder(dataDir, dataIsAFile);
  if (root === null) return nothingAt(noDataFolder(dataDir));
  if (typeof root !== 'string') return nothingAt(root);

  const unread = createUnreadLog(dataDir);
  const entries = entriesOf(dataDir, root);
  const found: Numbered[] = [];
  const without: {
    readonly kind: SourceKind;
    readonly folder: string;
    readonly others: readonly string[];
  }[] = [];
  const absent: SourceKind[] = [];
  const taken = new Set(requiredNames.map((collection) => path.join(root, collection)));
  for (const collection of sourceKinds) {
    const folder = path.join(dataDir, collection);
    // A file with the name of an optional folder is simply a file that is not read, like any other beside the folders.
    const real = realFolder(folder, isRequired(collection) ? notAFolder : () => null);
    if (real !== null) taken.add(path.join(root, collection));
    if (real === null) {
      absent.push(collection);
    } else if (typeof real !== 'string') {
      findings.push(real);
    } else if (!isInside(root, real)) {
      findings.push(linkFinding(folder));
    } else {
      const before = findings.length;
      const report = (finding: Finding) => findings.push(finding);
      const { files, others } = listCollection({
        kind: collection,
        folder,
        real,
        root,
        unread,
        report,
      });
      taken.add(real);
      for (const file of files) {
        taken.add(file.absolutePath);
        found.push(describeSource(file, collection));
      }
      if (files.length === 0 && findings.length === before)
        without.push({ kind: collection, folder, others });
    }
  }
  const collections = collectionNames.filter((name) => isRequired(name) || !absent.includes(name));
  const misspelt = missingCollections(
    dataDir,
    requiredNames.filter((name) => absent.includes(name)),
    entries,
    findings,
  );
  for (const { kind, folder, others } of without) {
    // One collection may be empty if its folder is; other files in it were probably meant to be read.
    if ((found.length === 0 && isRequired(kind)) || others.length > 0)
      findings.push(noSources(kind, folder, others));
  }
  const { labels, findings: ofLabels } = readFamilyLabels(dataDir);
  findings.push(...ofLabels);
  taken.add(path.join(root, labelsFile));
  listOutside({ dataDir, root, entries, taken, passed: misspelt, unread });
  findings.push(...unread.findings());
  found.sort((a, b) => compareText(a.file, b.file));
  found.forEach((source, ordinal) => {
    source.ordinal = ordinal;
  });
  const hasGenomes = !absent.includes(genomesFolder);
  return { collections, hasGenomes, sources: found, labels, findings };
}

function nothingAt(finding: Finding): Discovered {
  return {
    collections: requiredNames,
    hasGenomes: false,
    sources: [],
    labels: new Map(),
    findings: [finding],
  };
}

function isRequired(collection: SourceKind): boolean {
  return requiredNames.some((name) => name === collection);
}

/** Reports the collections without a folder; returns the names of folders that look like misspelt ones. */
function missingCollections(
  dataDir: string,
  absent: readonly CollectionName[],
  entries: readonly FolderEntry[],
  findings: Finding[],
): ReadonlySet<string> {
  const folders = entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name);
  if (absent.length === requiredNames.length) {
    findings.push(noCollections(dataDir, folders, entries.length === 0));
    return new Set(misspeltFolders(absent, folders));
  }
  for (const collection of absent) {
    findings.push(
      missingFolder(path.join(dataDir, collection), misspeltFolders([collection], folders)),
    );
  }
  return new Set(misspeltFolders(absent, folders));
}

function entriesOf(dataDir: string, root: string): FolderEntry[] {
  try {
    return folderEntries(root);
  } catch (error) {
    unreadable(dataDir, 0, error);
    return [];
  }
}

/** The real path of a folder; null if nothing is there, and the result of `aFile` if it is not a folder. */
function realFolder(
  folder: string,
  aFile: (folder: string) => Finding | null,
): string | Finding | null {
  try {
    const real = realpathSync(folder);
    return statSync(real).isDirectory() ? real : aFile(folder);
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? null : unreadable(folder, 0, error);
  }
}

/** A source that gets its ordinal once all are found. */
type Numbered = Omit<Source, 'ordinal'> & { ordinal: number };

function describeSource(listed: ListedFile, collection: SourceKind): Numbered {
  const { file, absolutePath, bytes, mtimeMs, ctimeMs, ino } = listed;
  const name = file.toLowerCase();
  const gzipped = name.endsWith('.gz');
  const bare = gzipped ? name.slice(0, -'.gz'.length) : name;
  const isLines = collection !== genomesFolder && !bare.endsWith('.json');
  // Field by field: there may be millions, and a spread would give each object its own hidden class.
  return {
    ordinal: 0,
    collection,
    file,
    absolutePath,
    layout: isLines ? 'lines' : 'document',
    gzipped,
    bytes,
    mtimeMs,
    ctimeMs,
    ino,
  };
}
