/** The data folder during an import: a copy beside it, made of links, that replaces it as a whole or not at all. */
import { appendFileSync, lstatSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure, readFailure } from '../base/failure.ts';
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
import { writing } from '../publishing/siteWriter.ts';
import { createEditedFiles, createImportedCopy } from './editedFiles.ts';
import type { ColorOf, HandEdit } from './handEdits.ts';
import { inputId } from './inputs.ts';
import {
  assertUntouched,
  createKnownHashes,
  sha256Of,
  stampData,
  type DataStamps,
  type SizedStamp,
} from './knownHashes.ts';
import {
  createSharing,
  hashOf,
  isSameProvenance,
  provenanceFile,
  readProvenance,
  renderProvenance,
  rulesFor,
  sharing,
  type ImportedFile,
  type ImportedInput,
  type Provenance,
} from './provenance.ts';

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
  /** Whether there was such a file when the import began. */
  readonly hasFile: (file: string) => boolean;
  /** The hash of a file outside of the data folder. Throws a Failure that names it. */
  readonly hashOf: (file: string) => Promise<string>;
  /** Whether all files are as the last import left them. */
  readonly isAsImported: () => Promise<boolean>;
  /** Says in which colour a family of an edited file is; null for files whose colours stay. */
  readonly colorEdited: (colorOf: (file: string) => ColorOf | null) => void;
  readonly put: (file: string, bytes: Buffer, about: PutFile) => void;
  /** The families of the genes of a file that this import has put, where that said so. */
  readonly familiesOf: (file: string) => readonly number[] | undefined;
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

/** What is said of a file; without the rules that it needs, they are looked for in it. */
export interface PutFile extends Pick<ImportedFile, 'inputs' | 'fields' | 'allow'> {
  /** Of its genes. */
  readonly families?: readonly number[] | undefined;
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
      assertFolder(data);
      return await useStaged(dir, data, { lock, signal, before: stampData(data) }, use);
    } finally {
      if (lock.isHeld()) await sweepStaged(data).catch(() => {});
    }
  });
}

async function useStaged<Result>(
  dir: string,
  data: string,
  {
    before: stamped,
    ...control
  }: {
    readonly lock: SiteLock;
    readonly signal: AbortSignal;
    readonly before: DataStamps;
  },
  use: (staged: StagedData) => Promise<Result>,
): Promise<DataImport<Result>> {
  const before = readProvenance(data);
  const files = new Map(before.files);
  const inputs = new Map(before.inputs);
  const [touched, upToDate] = [new Set<string>(), new Set<string>()];
  const familiesOf = new Map<string, readonly number[]>();
  let hasNotes = false;
  const [gone, orphans] = [new Set<string>(), new Set<string>()];
  const share = createSharing();
  const hashes = createKnownHashes(data);
  const keepHashes = () => hashes.keep((name) => files.has(name) || inputs.has(name));
  const copy = createImportedCopy(dir, data, stamped, hashes);
  const edited = createEditedFiles(copy, before.files, files);
  const turn = takeTurns();
  const rest = async () => {
    await turn();
    control.signal.throwIfAborted();
  };
  const readOwn = (file: string) => {
    const known = files.get(file);
    if (known === undefined) return null;
    return touched.has(file) ? copy.written(file) : copy.read(file, known.sha256);
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
    hasFile: (file) => stamped.stamps.get(file)?.isFile === true,
    async hashOf(file) {
      const [name, takenMs] = [inputId(data, file), Date.now()];
      const stamp = stampOfInput(file);
      const known = hashes.get(name, stamp);
      if (known !== null) return known;
      const sha256 = await hashOf(file);
      hashes.note(name, stamp, { sha256, takenMs });
      return sha256;
    },
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
    keptNotes: copy.written,
    keepNotes(name, bytes) {
      if (copy.written(name)?.equals(bytes) === true) return;
      copy.write(name, bytes);
      hasNotes = true;
    },
    read(file) {
      const bytes = readOwn(file);
      if (bytes !== null) return bytes;
      throw notOurs(path.join(data, file), copy.isThere(file) ? files.get(file) : null);
    },
    put(file, bytes, { allow = rulesFor(file, bytes), families, ...from }) {
      if (!before.files.has(file) && !touched.has(file) && copy.isThere(file)) {
        throw notOurs(path.join(data, file), undefined);
      }
      const needs = allow.length === 0 ? {} : { allow };
      const about = { bytes: bytes.length, sha256: sha256Of(bytes), ...from, ...needs };
      files.set(file, sharing(share, about));
      touched.add(file);
      if (families !== undefined) familiesOf.set(file, families);
      upToDate.add(file);
      gone.delete(file);
      orphans.delete(file);
      copy.write(file, bytes);
    },
    familiesOf: (file) => familiesOf.get(file),
    remove(file) {
      if (edited.isEdited(file)) {
        orphans.add(file);
        return;
      }
      files.delete(file);
      touched.delete(file);
      familiesOf.delete(file);
      upToDate.delete(file);
      if (before.files.has(file)) gone.add(file);
      copy.drop(file);
    },
  });
  const used = new Set<string>();
  for (const file of files.values()) for (const name of file.inputs) used.add(name);
  for (const name of inputs.keys()) if (!used.has(name)) inputs.delete(name);
  const { edits, asImported, hasChanged } = await edited.settle({ touched, gone, orphans, rest });
  const isSame = !hasChanged && isSameProvenance({ inputs, files }, before);
  if (isSame && !hasNotes) {
    keepHashes();
    return { result, edits, hasChanged };
  }
  copy.stage();
  // A missing folder means that nothing is known of its records; an empty one, that there are none.
  for (const folder of ['genes', 'phages']) makeFolder(path.join(dir, folder));
  writeProvenance(path.join(dir, provenanceFile), { inputs, files });
  assertUntouched(data, stamped);
  const takenMs = Date.now();
  await publishSite(dir, data, control);
  await removeDiscarded(data, control.signal);
  for (const file of asImported) {
    const stamp = lstatSync(path.join(data, file), { throwIfNoEntry: false });
    const sha256 = files.get(file)?.sha256;
    // Links were made and removed since, which is no change.
    if (stamp?.isFile() === true && stamp.size === files.get(file)?.bytes && sha256 !== undefined)
      hashes.note(file, stamp, { sha256, takenMs, changedMs: stamp.mtimeMs });
  }
  keepHashes();
  return { result, edits, hasChanged: !isSame };
}

/** In place of a link to the file of before. */
function writeProvenance(target: string, provenance: Provenance): void {
  writing(target, () => {
    rmSync(target, { force: true });
    for (const piece of renderProvenance(provenance)) appendFileSync(target, piece);
  });
}

function stampOfInput(file: string): SizedStamp {
  try {
    return statSync(file);
  } catch (error) {
    throw readFailure(file, error);
  }
}

function assertFolder(data: string): void {
  if (lstatSync(data, { throwIfNoEntry: false })?.isDirectory() !== false) return;
  throw new Failure('usage', `${data} is no folder.`, { hint: 'Name another one with --data.' });
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
