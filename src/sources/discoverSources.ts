/** Finds the source files below a data folder, in reading order (S1), and the files that are not read. */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { collectionNames, type CollectionName, requiredNames } from '../contract/collectionName.ts';
import { systemCode } from '../failure.ts';
import type { Finding } from '../findings/finding.ts';
import { compareText } from '../text/compareText.ts';
import { labelsFile, readFamilyLabels } from './familyLabels.ts';
import { type FolderEntry, folderEntries } from './folderEntries.ts';
import {
  dataIsAFile,
  linkFinding,
  misspeltFolders,
  missingFolder,
  noCollections,
  noDataFolder,
  noSources,
  notAFolder,
} from './folderFindings.ts';
import { isInside, listCollection, type ListedFile } from './listCollection.ts';
import { listOutside } from './listOutside.ts';
import { genomesFolder, type Source, type SourceKind, sourceKinds } from './source.ts';
import { unreadable } from './sourceFindings.ts';
import { createUnreadLog } from './unreadFiles.ts';

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
