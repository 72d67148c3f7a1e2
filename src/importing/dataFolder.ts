/** The data folder during an import: a copy beside it, made of links, that replaces it as a whole or not at all. */
import { appendFileSync, lstatSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt, Failure } from '../base/failure.ts';
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
import { createEditedFiles, createImportedCopy, importedFolder } from './editedFiles.ts';
import type { HandEdit } from './handEdits.ts';
import { inputId } from './inputs.ts';
import {
  assertUntouched,
  createKnownHashes,
  sha256Of,
  stampData,
  type DataStamps,
} from './knownHashes.ts';
import {
  createSharing,
  hashOf,
  isSameProvenance,
  provenanceFile,
  readProvenance,
  renderProvenance,
  rulesFor,
  type ImportedFile,
} from './provenance.ts';

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
      if (lstatSync(data, { throwIfNoEntry: false })?.isDirectory() === false) {
        const hint = 'Name another one with --data.';
        throw new Failure('usage', `${data} is no folder.`, { hint });
      }
      const { staged, finish } = stageData(dir, data, { lock, signal }, stampData(data));
      const result = await use(staged);
      return { result, ...(await finish()) };
    } finally {
      if (lock.isHeld()) await sweepStaged(data).catch(() => {});
    }
  });
}

export type StagedData = ReturnType<typeof stageData>['staged'];

/** What is said of a file; without the rules that it needs, they are looked for in it. */
export interface PutFile extends Pick<ImportedFile, 'inputs' | 'fields' | 'allow'> {
  readonly genes?: PutGenes | undefined;
}

/** What the genes of a file say as it is put, so that it need not be read again to settle it. */
export interface PutGenes {
  /** The family of each. */
  readonly families: readonly number[];
  /** The families that have the colour of one with several genes. */
  readonly colored: ReadonlySet<number>;
  /** The summary of their phage, as JSON. */
  readonly phage: string;
}

/** `finish` publishes what was done with `staged`. */
function stageData(
  dir: string,
  data: string,
  control: { readonly lock: SiteLock; readonly signal: AbortSignal },
  stamped: DataStamps,
) {
  const before = readProvenance(data);
  const files = new Map(before.files);
  const inputs = new Map(before.inputs);
  const [touched, upToDate] = [new Set<string>(), new Set<string>()];
  const genesPut = new Map<string, PutGenes>();
  const genesWith = new Map<number, number>();
  const noteGenes = (file: string, genes: PutGenes | undefined) => {
    const count = (of: PutGenes | undefined, step: number) => {
      for (const id of of?.families ?? []) genesWith.set(id, (genesWith.get(id) ?? 0) + step);
    };
    count(genesPut.get(file), -1);
    count(genes, 1);
    if (genes === undefined) genesPut.delete(file);
    else genesPut.set(file, genes);
  };
  const gone = new Set<string>();
  let hasNotes = false;
  const share = createSharing();
  const hashes = createKnownHashes(data);
  const copy = createImportedCopy(dir, data, stamped, hashes);
  const edited = createEditedFiles(copy, before.files, files);
  const turn = takeTurns();
  const rest = async () => {
    await turn();
    control.signal.throwIfAborted();
  };
  const readOwn = (file: string): Buffer | null => {
    const known = files.get(file);
    if (known === undefined) return null;
    return touched.has(file) ? copy.written(file) : copy.read(file, known.sha256);
  };
  const staged = {
    /** The data folder, an absolute path; inputs are identified by their paths relative to it. */
    data,
    /** Files written by imports, by path below the data folder; `put` and `remove` keep it up to date. */
    files,
    inputs,
    /** Paths that this import has written, even if the bytes are the same. */
    touched: touched as ReadonlySet<string>,
    /** The same, and those that it would write as they are. */
    upToDate: upToDate as ReadonlySet<string>,
    /** Await it at each step of long work: lets signals be heard, and throws the signal's reason. */
    rest,
    /** As an import wrote it. Throws a Failure where that is not known: of others' files, and of edited ones not kept. */
    read(file: string): Buffer {
      const bytes = readOwn(file);
      if (bytes !== null) return bytes;
      throw notOurs(path.join(data, file), copy.isThere(file) ? files.get(file) : null);
    },
    /** Null where `read` throws. */
    readOwn,
    /** As it will be, with the edits that were made by hand; null for a file without any. Throws a Failure for no JSON. */
    readEdited: edited.read,
    isEdited: edited.isEdited,
    /** Says which files have the edits of others, of phages that have other names by now. */
    carryEdits: edited.carry,
    /** As the user had it when the import began; null if there was no such file. */
    liveBefore: copy.live,
    /** What earlier imports wrote. */
    before: before.files,
    /** Says in which colour a family of an edited file is; null for files whose colours stay. */
    colorEdited: edited.color,
    /** Whether there was such a file when the import began. */
    hasFile: (file: string) => stamped.stamps.get(file)?.isFile === true,
    /** The hash of a file outside of the data folder. Throws a Failure that names it. */
    async hashOf(file: string): Promise<string> {
      const [name, takenMs] = [inputId(data, file), Date.now()];
      const stamp = attempt(() => statSync(file));
      const known = stamp === undefined ? null : hashes.get(name, stamp);
      if (known !== null) return known;
      const sha256 = await hashOf(file);
      if (stamp !== undefined) hashes.note(name, stamp, { sha256, takenMs });
      return sha256;
    },
    /** Notes that of a file outside of the data folder that was read meanwhile: `stat` was taken before, at `takenMs`. */
    noteHash(
      file: string,
      stat: Parameters<typeof hashes.note>[1],
      about: { readonly sha256: string; readonly takenMs: number },
    ): void {
      hashes.note(inputId(data, file), stat, about);
    },
    /** Whether all files are as the last import left them. */
    async isAsImported(): Promise<boolean> {
      if (touched.size + gone.size > 0) return false;
      for (const file of files.keys()) {
        await rest();
        if (edited.isEdited(file)) return false;
      }
      return true;
    },
    put(
      file: string,
      bytes: Buffer,
      { allow = rulesFor(file, bytes), genes, ...from }: PutFile,
    ): void {
      if (!before.files.has(file) && !touched.has(file) && copy.isThere(file))
        throw before.files.size === 0 && stamped.stamps.has(importedFolder)
          ? lostProvenance(data)
          : notOurs(path.join(data, file), undefined);
      const needs = allow.length === 0 ? {} : { allow };
      files.set(file, share({ bytes: bytes.length, sha256: sha256Of(bytes), ...from, ...needs }));
      touched.add(file);
      noteGenes(file, genes);
      upToDate.add(file);
      gone.delete(file);
      copy.write(file, bytes);
    },
    /** What was said of the genes of a file that this import has put. */
    genesPut: (file: string) => genesPut.get(file),
    /** How many genes with a family this import has put so far, where that was said. */
    genesWith: (family: number) => genesWith.get(family) ?? 0,
    remove(file: string): void {
      files.delete(file);
      touched.delete(file);
      noteGenes(file, undefined);
      upToDate.delete(file);
      if (before.files.has(file)) gone.add(file);
      copy.drop(file);
    },
    /** To be called of files that stay as they are. */
    keep(kept: readonly string[]): void {
      for (const file of kept) upToDate.add(file);
    },
    /** What imports keep for themselves under a name, beside what they wrote; null if there is nothing. */
    keptNotes: copy.written,
    keepNotes(name: string, bytes: Buffer): void {
      if (copy.written(name)?.equals(bytes) === true) return;
      copy.write(name, bytes);
      hasNotes = true;
    },
  };
  const finish = async (): Promise<Omit<DataImport<unknown>, 'result'>> => {
    const used = new Set<string>();
    for (const file of files.values()) for (const name of file.inputs) used.add(name);
    for (const name of inputs.keys()) if (!used.has(name)) inputs.delete(name);
    const keepHashes = () => hashes.keep((name) => files.has(name) || inputs.has(name));
    const settled = await edited.settle({ touched, gone, rest });
    const { edits } = settled;
    const hasChanged = settled.hasChanged || !isSameProvenance({ inputs, files }, before);
    if (!hasChanged && !hasNotes) {
      keepHashes();
      return { edits, hasChanged };
    }
    copy.stage();
    // A missing folder means that nothing is known of its records; an empty one, that there are none.
    for (const folder of ['genes', 'phages']) makeFolder(path.join(dir, folder));
    const target = path.join(dir, provenanceFile);
    writing(target, () => {
      // In place of a link to the file of before.
      rmSync(target, { force: true });
      for (const part of renderProvenance({ inputs, files })) appendFileSync(target, part);
    });
    assertUntouched(data, stamped);
    const takenMs = Date.now();
    await publishSite(dir, data, control);
    await removeDiscarded(data, control.signal);
    for (const file of settled.asImported) {
      const stamp = lstatSync(path.join(data, file), { throwIfNoEntry: false });
      const { sha256, bytes } = files.get(file) ?? {};
      // Links were made and removed since, which is no change.
      if (stamp?.isFile() === true && stamp.size === bytes && sha256 !== undefined)
        hashes.note(file, stamp, { sha256, takenMs, changedMs: stamp.mtimeMs });
    }
    keepHashes();
    return { edits, hasChanged };
  };
  return { staged, finish };
}

function lostProvenance(data: string): Failure {
  const what = `${path.join(data, provenanceFile)} is gone, which says what imports wrote.`;
  return new Failure('data', what, {
    hint: 'Restore it, for example from version control: without it, imports cannot tell their files from yours.',
  });
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
