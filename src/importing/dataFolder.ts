/** The data folder during an import: a copy beside it, made of links, that replaces it as a whole or not at all. */
import {
  appendFileSync,
  chmodSync,
  chownSync,
  lstatSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { Failure } from '../base/failure.ts';
import { makeFolder, takeTurns } from '../base/files.ts';
import { type SiteLock, withSiteLock } from '../publishing/lock.ts';
import { newStagingFolder } from '../publishing/outFolder.ts';
import {
  emptyFolder,
  publishSite,
  removeDiscarded,
  sweepLeftovers,
  sweepStaged,
} from '../publishing/publishSite.ts';
import { linkOrCopy, writeFailure, writing } from '../publishing/siteWriter.ts';
import { folderEntries } from '../sources/discoverSources.ts';
import { createEditedFiles, createImportedCopy } from './editedFiles.ts';
import type { ColorOf, HandEdit } from './handEdits.ts';
import {
  createSharing,
  type ImportedFile,
  type ImportedInput,
  isSameProvenance,
  type Provenance,
  provenanceFile,
  readProvenance,
  renderProvenance,
  rulesFor,
  sha256Of,
  sharing,
} from './provenance.ts';

/** Links every file below `from` into `to`, and copies symbolic links. Throws a Failure for anything else. */
function linkTree(from: string, to: string): void {
  const folder = lstatSync(from, { throwIfNoEntry: false });
  if (folder === undefined) return;
  if (!folder.isDirectory()) {
    throw new Failure('usage', `${from} is no folder.`, { hint: 'Name another one with --data.' });
  }
  chmodSync(to, folder.mode & 0o7777);
  // Only the superuser can change a folder's owner, and only the superuser's copy has another one.
  if (process.getuid?.() === 0) chownSync(to, folder.uid, folder.gid);
  for (const { name, isNamed, kind } of folderEntries(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    if (!isNamed || kind === 'special') {
      const what = isNamed ? 'is no file' : 'has a name that is not UTF-8';
      throw new Failure('data', `${source} ${what}.`, { hint: 'Move it out of the data folder.' });
    }
    try {
      if (kind === 'folder') {
        makeFolder(target);
        linkTree(source, target);
      } else if (kind === 'link') symlinkSync(readlinkSync(source), target);
      else linkOrCopy(source, target);
    } catch (error) {
      throw writeFailure(target, error);
    }
  }
}

export interface StagedData {
  /** The data folder, an absolute path; inputs are identified by their paths relative to it. */
  readonly data: string;
  /** Files written by imports, by path below the data folder; `put` and `remove` keep it up to date. */
  readonly files: Map<string, ImportedFile>;
  readonly inputs: Map<string, ImportedInput>;
  /** As an import wrote it. Throws a Failure where that is not known: of others' files, and of edited ones not kept. */
  readonly read: (file: string) => Buffer;
  /** Null where `read` throws. */
  readonly readOwn: (file: string) => Buffer | null;
  /** As it will be, with the edits that were made by hand; null for a file without any. Throws a Failure for no JSON. */
  readonly readEdited: (file: string) => Buffer | null;
  /** Whether all files are as the last import left them. */
  readonly isAsImported: () => Promise<boolean>;
  /** Says in which colour a family of an edited file is; null for files whose colours stay. */
  readonly colorEdited: (colorOf: (file: string) => ColorOf | null) => void;
  readonly put: (
    file: string,
    bytes: Buffer,
    from: Pick<ImportedFile, 'inputs' | 'fields'>,
  ) => void;
  readonly remove: (file: string) => void;
  /** Paths that this import has written, even if the bytes are the same. */
  readonly touched: ReadonlySet<string>;
  /** The same, and those that it would write as they are. */
  readonly upToDate: ReadonlySet<string>;
  readonly keep: (files: readonly string[]) => void;
  /** What imports keep for themselves under a name, beside what they wrote; null if there is nothing. */
  readonly keptNotes: (name: string) => Buffer | null;
  readonly keepNotes: (name: string, bytes: Buffer) => void;
  /** Await it at each step of long work: lets signals be heard, and throws the signal's reason. */
  readonly rest: () => Promise<void>;
}

export interface DataImport<Result> {
  readonly result: Result;
  readonly edits: readonly HandEdit[];
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
  const [touched, upToDate] = [new Set<string>(), new Set<string>()];
  let hasNotes = false;
  const [gone, orphans] = [new Set<string>(), new Set<string>()];
  const share = createSharing();
  const copy = createImportedCopy(dir, data);
  const edited = createEditedFiles(copy, before.files, files);
  const turn = takeTurns();
  const rest = async () => {
    await turn();
    control.signal.throwIfAborted();
  };
  const readOwn = (file: string) => {
    const known = files.get(file);
    return known === undefined ? null : copy.read(file, known.sha256);
  };
  const result = await use({
    files,
    inputs,
    data,
    touched,
    upToDate,
    rest,
    readOwn,
    readEdited: edited.read,
    async isAsImported() {
      if (touched.size + gone.size + orphans.size > 0) return false;
      for (const file of files.keys()) {
        await rest();
        if (edited.isEdited(file)) return false;
      }
      return true;
    },
    colorEdited: edited.color,
    keep(kept) {
      for (const file of kept) upToDate.add(file);
    },
    keptNotes: copy.keptNotes,
    keepNotes(name, bytes) {
      if (copy.keptNotes(name)?.equals(bytes) === true) return;
      copy.write(name, bytes);
      hasNotes = true;
    },
    read(file) {
      const bytes = readOwn(file);
      if (bytes !== null) return bytes;
      throw notOurs(path.join(data, file), copy.isThere(file) ? files.get(file) : null);
    },
    put(file, bytes, from) {
      if (!before.files.has(file) && !touched.has(file) && copy.isThere(file)) {
        throw notOurs(path.join(data, file), undefined);
      }
      const allow = rulesFor(file, bytes);
      const needs = allow.length === 0 ? {} : { allow };
      const about = { bytes: bytes.length, sha256: sha256Of(bytes), ...from, ...needs };
      files.set(file, sharing(share, about));
      touched.add(file);
      upToDate.add(file);
      gone.delete(file);
      orphans.delete(file);
      copy.write(file, bytes);
    },
    remove(file) {
      if (edited.isEdited(file)) {
        orphans.add(file);
        return;
      }
      files.delete(file);
      touched.delete(file);
      upToDate.delete(file);
      if (before.files.has(file)) gone.add(file);
      copy.drop(file);
    },
  });
  const used = new Set<string>();
  for (const file of files.values()) for (const name of file.inputs) used.add(name);
  for (const name of inputs.keys()) if (!used.has(name)) inputs.delete(name);
  const { edits, hasChanged } = await edited.settle({ touched, gone, orphans, rest });
  const isSame = !hasChanged && isSameProvenance({ inputs, files }, before);
  if (isSame && !hasNotes) return { result, edits, hasChanged };
  // A missing folder means that nothing is known of its records; an empty one, that there are none.
  for (const folder of ['genes', 'phages']) makeFolder(path.join(dir, folder));
  writeProvenance(path.join(dir, provenanceFile), { inputs, files });
  assertUntouched(data, linked);
  await publishSite(dir, data, control);
  await removeDiscarded(data, control.signal);
  return { result, edits, hasChanged: !isSame };
}

/** In place of a link to the file of before. */
function writeProvenance(target: string, provenance: Provenance): void {
  writing(target, () => {
    rmSync(target, { force: true });
    for (const piece of renderProvenance(provenance)) appendFileSync(target, piece);
  });
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

/** `known` is undefined for a file that no import wrote, null for one that was deleted. */
function notOurs(file: string, known: ImportedFile | undefined | null): Failure {
  const what =
    known === undefined
      ? 'is in the way: no import wrote it'
      : `was ${known === null ? 'deleted' : 'edited'} since it was imported`;
  return new Failure('data', `${file} ${what}.`, {
    hint: 'Move it out of the data folder, or keep it and leave this input out.',
  });
}
