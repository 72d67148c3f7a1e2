/** Finds the source files below a data folder, in the order in which they are read (S1). */
import { readdirSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import glob from 'fast-glob';
import { collectionNames, type CollectionName } from '../contract/collectionName.ts';
import { systemCode } from '../failure.ts';
import { compareText } from '../text/compareText.ts';
import type { Finding } from '../findings/finding.ts';
import { linkFinding, misspeltFolder, noCollections, noSources } from './folderFindings.ts';
import type { Source } from './source.ts';
import { notAFile, unreadable } from './sourceFindings.ts';

const sourceName = /\.(ndjson|jsonl|json)(\.gz)?$/i;

/**
 * Lists the sources of `genes/` and `phages/` below `dataDir`, by code point of their relative path.
 * A folder that is missing or cannot be read, or a link that leads out of it, is a finding.
 */
export async function discoverSources(
  dataDir: string,
): Promise<{ sources: Source[]; findings: Finding[] }> {
  const findings: Finding[] = [];
  const root = await realFolder(dataDir, findings, {
    expected: 'a folder that holds genes/ or phages/',
    hint: 'Name the folder of the sources with --data.',
  });
  if (root === null) return { sources: [], findings };

  const found: Omit<Source, 'ordinal'>[] = [];
  const without: { readonly folder: string; readonly others: readonly string[] }[] = [];
  const absent: CollectionName[] = [];
  for (const collection of collectionNames) {
    const folder = path.join(dataDir, collection);
    const kind = await kindOf(folder);
    if (kind === 'missing') {
      absent.push(collection);
      continue;
    }
    const findingsBefore = findings.length;
    const { files, others } = await listFolder(folder, root, findings);
    for (const file of files) found.push(describeSource(file, collection));
    const isExplained = findings.length > findingsBefore;
    if (files.length === 0 && !isExplained) without.push({ folder, others });
  }
  if (absent.length === collectionNames.length) {
    findings.push(noCollections(dataDir, foldersIn(root)));
  } else {
    for (const collection of absent) {
      const misspelt = misspeltFolder(path.join(dataDir, collection), collection, foldersIn(root));
      if (misspelt !== null) findings.push(misspelt);
    }
  }
  for (const { folder, others } of without) {
    // One collection may be empty, and its folder there; files in it are there to be read.
    if (found.length === 0 || others.length > 0) findings.push(noSources(folder, others));
  }
  found.sort((a, b) => compareText(a.file, b.file));
  return { sources: found.map((source, ordinal) => ({ ...source, ordinal })), findings };
}

interface ListedFile {
  readonly file: string;
  readonly absolutePath: string;
  readonly bytes: number;
  readonly mtimeMs: number;
}

interface Listing {
  readonly files: readonly ListedFile[];
  /** Names of files that are no sources. */
  readonly others: readonly string[];
}

async function listFolder(folder: string, root: string, findings: Finding[]): Promise<Listing> {
  const files: ListedFile[] = [];
  const others: string[] = [];
  const real = await realFolder(folder, findings, { expected: 'a folder' }, root);
  if (real === null) return { files, others };
  const seen = new Set<string>();

  const addFile = async (file: string, absolutePath: string) => {
    // A file that two links reach is one source, or each of its records would be there twice.
    if (seen.has(absolutePath)) return;
    seen.add(absolutePath);
    if (!sourceName.test(file)) {
      others.push(path.relative(folder, file));
      return;
    }
    const { size, mtimeMs } = await stat(absolutePath);
    files.push({ file, absolutePath, bytes: size, mtimeMs });
  };

  const addLink = async (file: string) => {
    let target: string;
    try {
      target = await realpath(file);
    } catch (error) {
      findings.push(unreadable(file, 0, error));
      return;
    }
    if (!isInside(root, target)) findings.push(linkFinding(file));
    else if ((await stat(target)).isDirectory()) await addFolder(file, target);
    else if ((await stat(target)).isFile()) await addFile(file, target);
    else if (sourceName.test(file)) findings.push(notAFile(file));
  };

  const addFolder = async (shown: string, absolutePath: string) => {
    if (seen.has(absolutePath)) return;
    seen.add(absolutePath);
    // Links are followed by hand: a link out of the data folder must not even be listed.
    const entries = await glob('**', {
      cwd: absolutePath,
      onlyFiles: false,
      objectMode: true,
      followSymbolicLinks: false,
    });
    reportUnlisted(shown, absolutePath, new Set(entries.map((entry) => entry.path)));
    for (const entry of entries.sort((a, b) => compareText(a.path, b.path))) {
      const file = path.join(shown, entry.path);
      if (entry.dirent.isSymbolicLink()) await addLink(file);
      else if (entry.dirent.isFile()) await addFile(file, path.join(absolutePath, entry.path));
    }
  };

  /** What the glob library passes over without a word must not be lost so. */
  const reportUnlisted = (shown: string, absolutePath: string, listed: ReadonlySet<string>) => {
    for (const name of namesBelow(absolutePath)) {
      if (!sourceName.test(name) || listed.has(name.split(path.sep).join('/'))) continue;
      findings.push({
        rule: 'source',
        file: path.join(shown, name),
        line: 0,
        pointer: '',
        expected: 'a path without line breaks and backslashes',
        found: 'one that has them, which was not read',
        hint: 'Rename the file or folder.',
      });
    }
  };

  try {
    await addFolder(folder, real);
  } catch (error) {
    const failed = error instanceof Error && 'path' in error ? String(error.path) : real;
    findings.push(unreadable(path.join(folder, path.relative(real, failed)), 0, error));
  }
  return { files, others };
}

/** The names of the folders in a folder; none where it cannot be read. */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory());
    return folders.map(({ name }) => name).sort(compareText);
  } catch {
    return [];
  }
}

/**
 * The relative paths of what lies in a folder, hidden names apart. Links are not followed: from
 * Node 22 on, the recursive form of readdir follows them, out of the data folder and in circles too.
 */
function* namesBelow(folder: string, below = ''): Generator<string> {
  for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const name = path.join(below, entry.name);
    if (entry.isDirectory()) yield* namesBelow(folder, name);
    else yield name;
  }
}

/** The real path of a folder; null, with a finding, when it is none, unreadable, or outside `root`. */
async function realFolder(
  folder: string,
  findings: Finding[],
  wanted: { readonly expected: string; readonly hint?: string },
  root?: string,
): Promise<string | null> {
  try {
    const real = await realpath(folder);
    if (root !== undefined && !isInside(root, real)) {
      findings.push(linkFinding(folder));
      return null;
    }
    if ((await stat(real)).isDirectory()) return real;
    findings.push({
      rule: 'source',
      file: folder,
      line: 0,
      pointer: '',
      ...wanted,
      found: 'a file',
    });
  } catch (error) {
    const missing = systemCode(error) === 'ENOENT';
    findings.push(
      missing
        ? { rule: 'source', file: folder, line: 0, pointer: '', ...wanted, found: 'nothing there' }
        : unreadable(folder, 0, error),
    );
  }
  return null;
}

async function kindOf(folder: string): Promise<'missing' | 'there'> {
  try {
    await stat(folder);
    return 'there';
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? 'missing' : 'there';
  }
}

function describeSource(listed: ListedFile, collection: CollectionName): Omit<Source, 'ordinal'> {
  const name = listed.file.toLowerCase();
  const gzipped = name.endsWith('.gz');
  const bare = gzipped ? name.slice(0, -'.gz'.length) : name;
  return { ...listed, collection, gzipped, layout: bare.endsWith('.json') ? 'document' : 'lines' };
}

function isInside(root: string, candidate: string): boolean {
  const relative = path.relative(root, candidate);
  const leadsUp = relative === '..' || relative.startsWith(`..${path.sep}`);
  return !leadsUp && !path.isAbsolute(relative);
}
