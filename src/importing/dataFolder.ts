/** The data folder during an import: a copy beside it, made of links, that replaces it as a whole or not at all. */
import { createHash } from 'node:crypto';
import { appendFileSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { takeTurns } from '../files/takeTurns.ts';
import { newStagingFolder } from '../publishing/besideSite.ts';
import { type SiteLock, withSiteLock } from '../publishing/lock.ts';
import { makeFolder } from '../publishing/makeFolder.ts';
import {
  emptyFolder,
  publishSite,
  removeDiscarded,
  sweepLeftovers,
  sweepStaged,
} from '../publishing/publishSite.ts';
import { linkOrCopy, writing } from '../publishing/siteWriter.ts';
import { folderEntries } from '../sources/folderEntries.ts';
import { linkTree } from './linkTree.ts';
import {
  createSharing,
  type ImportedFile,
  type ImportedInput,
  isSameProvenance,
  type Provenance,
  provenanceFile,
  readProvenance,
  renderProvenance,
  sharing,
} from './provenance.ts';
import { rulesFor } from './rulesToAllow.ts';

export interface StagedData {
  /** The data folder, an absolute path; inputs are identified by their paths relative to it. */
  readonly data: string;
  /** Files written by imports, by path below the data folder; `put` and `remove` keep it up to date. */
  readonly files: Map<string, ImportedFile>;
  readonly inputs: Map<string, ImportedInput>;
  /** Throws a Failure for a file that no import wrote, or that was edited or deleted since. */
  readonly read: (file: string) => Buffer;
  /** Null for a file that was edited or deleted since an import wrote it. */
  readonly readOwn: (file: string) => Buffer | null;
  readonly put: (
    file: string,
    bytes: Buffer,
    from: Pick<ImportedFile, 'inputs' | 'fields'>,
  ) => void;
  readonly remove: (file: string) => void;
  /** Paths that this import has written, even if the bytes are the same. */
  readonly touched: ReadonlySet<string>;
  /** Await it at each step of long work: lets signals be heard, and throws the signal's reason. */
  readonly rest: () => Promise<void>;
}

export interface DataImport<Result> {
  readonly result: Result;
  /** Whether the data folder differs from before. */
  readonly hasChanged: boolean;
}

/**
 * Runs `use` on a copy of the data folder at `data`, an absolute path; the copy then replaces it. If nothing changed or
 * `use` throws, the folder stays as it is. Returns what `use` returns.
 */
export async function withDataFolder<Result>(
  data: string,
  { note, signal }: { readonly note: (text: string) => void; readonly signal: AbortSignal },
  use: (staged: StagedData) => Promise<Result>,
): Promise<DataImport<Result>> {
  const onWait = () => note('Waiting for another import into the same folder …');
  return withSiteLock(data, { onWait, signal }, async (lock) => {
    await sweepLeftovers(data, () => {}, signal);
    const dir = newStagingFolder(data);
    try {
      await emptyFolder(dir);
      const linked = stampsOf(data);
      linkTree(data, dir);
      return await useStaged(dir, data, { lock, signal, linked }, use);
    } finally {
      if (lock.isHeld()) await sweepStaged(data).catch(() => {});
    }
  });
}

async function useStaged<Result>(
  dir: string,
  data: string,
  {
    linked,
    ...control
  }: {
    readonly lock: SiteLock;
    readonly signal: AbortSignal;
    readonly linked: ReadonlyMap<string, string>;
  },
  use: (staged: StagedData) => Promise<Result>,
): Promise<DataImport<Result>> {
  const before = readProvenance(data);
  const files = new Map(before.files);
  const inputs = new Map(before.inputs);
  const touched = new Set<string>();
  const share = createSharing();
  // Nobody else changes the copy, so that each folder is examined and made once.
  const [own, made] = [new Set<string>(), new Set<string>()];
  const statOf = (file: string) => {
    const folder = path.dirname(file);
    if (!own.has(folder)) assertOwnFolders(dir, data, file);
    own.add(folder);
    return lstatSync(path.join(dir, file), { throwIfNoEntry: false });
  };
  const turn = takeTurns();
  const rest = async () => {
    await turn();
    control.signal.throwIfAborted();
  };
  const write = (file: string, bytes: Buffer, isThere: boolean) => {
    const target = path.join(dir, file);
    const folder = path.dirname(target);
    writing(target, () => {
      if (!made.has(folder)) makeFolder(folder);
      made.add(folder);
      // Never writes through the link, which would change the live file, too.
      if (isThere) rmSync(target);
      writeFileSync(target, bytes);
    });
  };
  const readOwn = (file: string) => {
    const bytes = statOf(file)?.isFile() === true ? readFileSync(path.join(dir, file)) : null;
    return bytes !== null && files.get(file)?.sha256 === sha256Of(bytes) ? bytes : null;
  };
  const read = (file: string) => {
    const bytes = readOwn(file);
    if (bytes !== null) return bytes;
    const known = statOf(file) === undefined ? null : files.get(file);
    throw new Failure('data', whyNotOurs(path.join(data, file), known), { hint: ownHint });
  };
  const result = await use({
    files,
    inputs,
    data,
    touched,
    rest,
    read,
    readOwn,
    put(file, bytes, from) {
      const isThere = statOf(file) !== undefined;
      const isSame = isThere && read(file).equals(bytes);
      const allow = rulesFor(file, bytes);
      const needs = allow.length === 0 ? {} : { allow };
      const about = { bytes: bytes.length, sha256: sha256Of(bytes), ...from, ...needs };
      files.set(file, sharing(share, about));
      touched.add(file);
      if (!isSame) write(file, bytes, isThere);
    },
    remove(file) {
      if (statOf(file) !== undefined) {
        read(file);
        rmSync(path.join(dir, file));
      }
      files.delete(file);
    },
  });
  const used = new Set<string>();
  for (const file of files.values()) for (const name of file.inputs) used.add(name);
  for (const name of inputs.keys()) if (!used.has(name)) inputs.delete(name);
  // A missing folder means that nothing is known of its records; an empty one, that there are none.
  for (const folder of ['genes', 'phages']) makeFolder(path.join(dir, folder));
  if (isSameProvenance({ inputs, files }, before)) return { result, hasChanged: false };
  writeProvenance(path.join(dir, provenanceFile), { inputs, files });
  for (const file of touched) {
    await rest();
    if (before.files.get(file)?.sha256 === files.get(file)?.sha256) relink(data, dir, file);
  }
  assertUntouched(data, linked);
  await publishSite(dir, data, control);
  await removeDiscarded(data, control.signal);
  return { result, hasChanged: true };
}

/** In place of a link to the file of before. */
function writeProvenance(target: string, provenance: Provenance): void {
  writing(target, () => {
    rmSync(target, { force: true });
    for (const piece of renderProvenance(provenance)) appendFileSync(target, piece);
  });
}

/** Links the old file again if its content did not change: it keeps its time, and a build need not read it. */
function relink(data: string, dir: string, file: string): void {
  rmSync(path.join(dir, file));
  linkOrCopy(path.join(data, file), path.join(dir, file));
}

/** Files that were edited or added during the import would be lost by the swap. */
function assertUntouched(data: string, linked: ReadonlyMap<string, string>): void {
  const now = stampsOf(data);
  const differs = [...new Set([...linked.keys(), ...now.keys()])].find(
    (file) => linked.get(file) !== now.get(file),
  );
  if (differs === undefined) return;
  throw new Failure('data', `${path.join(data, differs)} was changed during the import.`, {
    hint: 'Nothing was imported. Run it again.',
  });
}

/** For each file below a folder, by path: a stamp that changes when the file does. */
function stampsOf(folder: string, below = ''): Map<string, string> {
  const stamps = new Map<string, string>();
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return stamps;
  for (const { name, kind } of folderEntries(path.join(folder, below))) {
    const file = path.join(below, name);
    if (kind === 'folder') {
      for (const [inner, stamp] of stampsOf(folder, file)) stamps.set(inner, stamp);
    } else {
      const { ino, size, mtimeMs } = lstatSync(path.join(folder, file));
      stamps.set(file, `${ino} ${size} ${mtimeMs}`);
    }
  }
  return stamps;
}

const ownHint =
  'Move it out of the data folder, or keep it and leave this input out. Imports change only what imports wrote.';

/** `known` is undefined for a file that no import wrote, null for one that was deleted. */
function whyNotOurs(file: string, known: ImportedFile | undefined | null): string {
  if (known === undefined) return `${file} is in the way: no import wrote it.`;
  return `${file} was ${known === null ? 'deleted' : 'edited'} since it was imported.`;
}

/** Writing through a link to a folder would change files outside the data folder, and immediately. */
function assertOwnFolders(dir: string, data: string, file: string): void {
  const names = path.dirname(file).split('/');
  for (const at of names.keys()) {
    const folder = path.join(...names.slice(0, at + 1));
    const found = lstatSync(path.join(dir, folder), { throwIfNoEntry: false });
    if (found === undefined || found.isDirectory()) continue;
    const what = found.isSymbolicLink() ? 'a link' : 'no folder';
    throw new Failure(
      'data',
      `${path.join(data, folder)} is ${what}: imports write only into folders of the data folder.`,
      {
        hint: 'Move it away, or put the folder itself in its place.',
      },
    );
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
