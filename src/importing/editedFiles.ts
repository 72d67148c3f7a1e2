/** What imports wrote is kept beside the data, so that the edits made by hand can be told from it and stay. */
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { attempt, Failure, systemCode } from '../base/failure.ts';
import { makeFolder } from '../base/files.ts';
import { linkOrCopy, writeFailure, writing } from '../publishing/siteWriter.ts';
import { folderEntries } from '../sources/discoverSources.ts';
import { type ColorOf, type HandEdit, mergeEdits } from './handEdits.ts';
import { sha256Of, type DataStamps, type KnownHashes } from './knownHashes.ts';
import { type ImportedFile } from './provenance.ts';

/** Links every file below `from` into `to`, and copies symbolic links. Throws a Failure for anything else. */
function linkTree(from: string, to: string): void {
  const folder = lstatSync(from, { throwIfNoEntry: false });
  if (folder === undefined) return;
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

/**
 * What imports wrote, kept in `.imported/` below the data folder, so that edits by hand can be told from it. During an
 * import, what it writes lies there, too, until all is known. Genomes are too large to be kept twice.
 */
const importedFolder = '.imported';

const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants;

const isGenome = (file: string) => file.startsWith('genomes/');

type ImportedCopy = ReturnType<typeof createImportedCopy>;

/**
 * `dir` becomes a copy of the data folder at `data`, made of links, when something is first written: until then, all
 * is read where it is. `stamps` are those of its files, from before. Paths of files are those below the data folder.
 */
export function createImportedCopy(
  dir: string,
  data: string,
  { stamps, takenMs }: DataStamps,
  hashes: KnownHashes,
) {
  let root = data;
  // Nobody else changes the copy, so that each folder is examined and made once.
  const [own, made] = [new Set<string>(), new Set<string>()];
  const keptNow = new Set<string>();
  const keptName = (file: string) => `${importedFolder}/${file}`;
  const pathOf = (name: string) => {
    const folder = path.dirname(name);
    if (!own.has(folder)) assertOwnFolders(root, data, name);
    own.add(folder);
    return path.join(root, name);
  };
  const bytesAt = (at: string) =>
    lstatSync(at, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(at) : null;
  const bytesOf = (name: string) => bytesAt(pathOf(name));
  const stage = () => {
    if (root === dir) return;
    linkTree(data, dir);
    root = dir;
  };
  const remove = (name: string) => {
    if (lstatSync(pathOf(name), { throwIfNoEntry: false }) === undefined) return;
    stage();
    rmSync(pathOf(name));
  };
  const withHash = (bytes: Buffer | null, sha256: string) =>
    bytes !== null && sha256Of(bytes) === sha256 ? bytes : null;
  /** `put` never writes into what is there: that would change the file which it is a link to. */
  const write = (name: string, put: (target: string) => void) => {
    stage();
    const target = pathOf(name);
    const folder = path.dirname(target);
    writing(path.join(data, name), () => {
      if (!made.has(folder)) makeFolder(folder);
      made.add(folder);
      try {
        put(target);
      } catch (error) {
        if (systemCode(error) !== 'EEXIST') throw error;
        rmSync(target);
        put(target);
      }
    });
  };
  return {
    isThere: (file: string) => lstatSync(pathOf(file), { throwIfNoEntry: false }) !== undefined,
    /** As the user sees it; null if it is no file. */
    live: bytesOf,
    /** That of the file as the user has it, at the start of the import; null if it is none. */
    liveHash(file: string): string | null {
      const stamp = stamps.get(file);
      const target = pathOf(file);
      if (stamp?.isFile !== true) return null;
      const known = hashes.get(file, stamp);
      if (known !== null) return known;
      const sha256 = sha256Of(readFileSync(target));
      hashes.note(file, stamp, { sha256, takenMs });
      return sha256;
    },
    /** With that hash: what an import wrote, or what the file holds. Null where neither has it. */
    read: (file: string, sha256: string) =>
      withHash(bytesOf(keptName(file)), sha256) ?? withHash(bytesOf(file), sha256),
    /** Null where it was not kept: of genomes, and before imports kept any. */
    kept: (file: string, sha256: string) =>
      // The copy may hold what this import writes by now.
      withHash(bytesAt(path.join(data, keptName(file))), sha256),
    /** Whether something of that size was kept. */
    isKept(file: string, bytes: number): boolean {
      const found = stamps.get(keptName(file));
      return found?.isFile === true && found.size === bytes;
    },
    /** What `write` kept last, also under a name that is no path of the data. */
    written: (name: string) => bytesOf(keptName(name)),
    /** Keeps what an import writes. */
    write(file: string, bytes: Buffer): void {
      // What this import wrote is no link.
      const flag = keptNow.has(file) ? 'w' : 'wx';
      write(keptName(file), (target) => writeFileSync(target, bytes, { flag }));
      keptNow.add(file);
    },
    drop(file: string): void {
      keptNow.delete(file);
      remove(keptName(file));
    },
    /** Makes what was kept the file. */
    publish(file: string): void {
      stage();
      const from = pathOf(keptName(file));
      if (isGenome(file)) keptNow.delete(file);
      write(file, (target) => {
        if (isGenome(file)) renameSync(from, target);
        else copyFileSync(from, target, COPYFILE_FICLONE + COPYFILE_EXCL);
      });
    },
    replace: (file: string, bytes: Buffer) =>
      write(file, (target) => writeFileSync(target, bytes, { flag: 'wx' })),
    remove,
    /** Makes the copy, if that was not needed yet. */
    stage,
  };
}

/** Writing through a link to a folder would change files outside the data folder, and immediately. */
function assertOwnFolders(dir: string, data: string, file: string): void {
  const names = path.dirname(file).split('/');
  for (const at of names.keys()) {
    const folder = path.join(...names.slice(0, at + 1));
    const found = lstatSync(path.join(dir, folder), { throwIfNoEntry: false });
    if (found === undefined || found.isDirectory()) continue;
    const what = found.isSymbolicLink() ? 'a link' : 'no folder';
    const is = `is ${what}: imports write only into folders of the data folder.`;
    const hint = 'Move it away, or put the folder itself in its place.';
    throw new Failure('data', `${path.join(data, folder)} ${is}`, { hint });
  }
}

type Files = ReadonlyMap<string, ImportedFile>;

/** What the import wrote, even if the bytes are the same; what it removed; and what stays, edited, though no input has it. */
interface Written extends Readonly<Record<'touched' | 'gone' | 'orphans', ReadonlySet<string>>> {
  readonly rest: () => Promise<void>;
}

/** `before` is what earlier imports wrote; `files` is kept up to date. */
export function createEditedFiles(copy: ImportedCopy, before: Files, files: Files) {
  let colorOfFile: (file: string) => ColorOf | null = () => null;
  const states = new Map<string, 'as imported' | 'edited' | 'gone'>();
  // Nobody changes them during an import.
  const stateOf = (file: string, known: ImportedFile) => {
    const state = states.get(file);
    if (state !== undefined) return state;
    const live = copy.liveHash(file);
    const found = live === null ? 'gone' : live === known.sha256 ? 'as imported' : 'edited';
    states.set(file, found);
    return found;
  };

  const asImported: string[] = [];
  const publish = (file: string) => {
    copy.publish(file);
    asImported.push(file);
    return true;
  };
  const liveOf = (file: string) => copy.live(file) ?? Buffer.alloc(0);

  /** Null where what was imported is not known. */
  const merge = (file: string, live: Buffer, known: ImportedFile) => {
    const base = copy.kept(file, known.sha256);
    if (base === null) return null;
    const { sha256 } = files.get(file) ?? known;
    const next = sha256 === known.sha256 ? base : copy.read(file, sha256);
    return next === null ? null : mergeEdits(file, { base, live, next }, colorOfFile(file));
  };

  /** Gives the edits of a file, and whether it changes. */
  const settle = (file: string, about: ImportedFile, isTouched: boolean) => {
    const known = before.get(file);
    const whole = (what: HandEdit['what'], inputNow?: string) => [wholeFile(file, what, inputNow)];
    if (known === undefined) return { edits: [], isNew: publish(file) };
    const state = stateOf(file, known);
    if (state === 'gone')
      return isTouched
        ? { edits: whole('restored'), isNew: publish(file) }
        : { edits: whole('removed'), isNew: false };
    const isNext = about.sha256 !== known.sha256;
    if (state === 'as imported') {
      if (isNext) return { edits: [], isNew: publish(file) };
      asImported.push(file);
      // Earlier versions of the program kept nothing.
      const isKept = isGenome(file) || copy.isKept(file, known.bytes);
      if (isGenome(file)) copy.drop(file);
      else if (!isKept) copy.write(file, liveOf(file));
      return { edits: [], isNew: !isKept };
    }
    if (isGenome(file)) {
      copy.drop(file);
      return { edits: whole('changed', isNext ? 'another sequence' : undefined), isNew: false };
    }
    const live = liveOf(file);
    // What is no JSON is in the way only where the input changed, too.
    const merging = () => merge(file, live, known);
    const merged = isNext ? merging() : (attempt(merging) ?? null);
    if (merged === null && isNext)
      throw new Failure(
        'data',
        `${file} was edited since it was imported, and .imported/ does not say how.`,
        {
          hint: 'Earlier versions kept nothing there. Move the file out of the data folder, import, and edit the new one.',
        },
      );
    if (merged === null) return { edits: whole('changed'), isNew: false };
    const isNew = !merged.bytes.equals(live);
    if (isNew) copy.replace(file, merged.bytes);
    return { edits: merged.edits, isNew };
  };

  const isEdited = (file: string) => {
    const known = before.get(file);
    return known !== undefined && stateOf(file, known) === 'edited';
  };

  return {
    isEdited,
    color: (chosen: typeof colorOfFile) => {
      colorOfFile = chosen;
    },
    read: (file: string): Buffer | null => {
      const known = before.get(file);
      if (known === undefined || !isEdited(file)) return null;
      return merge(file, liveOf(file), known)?.bytes ?? null;
    },
    /** Writes all files as they are to be, and says which are as the import has them. Throws a Failure for one whose edits cannot be told. */
    async settle({ touched, gone, orphans, rest }: Written) {
      const edits: HandEdit[] = [];
      let hasChanged = false;
      for (const [file, about] of files) {
        await rest();
        const settled = settle(file, about, touched.has(file));
        edits.push(...settled.edits);
        if (orphans.has(file)) edits.push(wholeFile(file, 'changed', 'no such file'));
        hasChanged ||= settled.isNew;
      }
      for (const file of gone) copy.remove(file);
      return { edits, asImported, hasChanged: hasChanged || gone.size > 0 };
    },
  };
}

function wholeFile(file: string, what: HandEdit['what'], inputNow: string | null = null): HandEdit {
  return { file, record: file, field: null, what, inputNow };
}
