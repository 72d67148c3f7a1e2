/** What imports wrote is kept beside the data, so that the edits made by hand can be told from it and stay. */
import {
  accessSync,
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
import { foldName } from '../contract/recordName.ts';
import { linkOrCopy, writeFailure, writing } from '../publishing/siteWriter.ts';
import { folderEntries } from '../sources/discoverSources.ts';
import {
  type ColorOf,
  editedRecords,
  type HandEdit,
  mergeEdits,
  renameRecords,
} from './handEdits.ts';
import { sha256Of, type DataStamps, type KnownHashes } from './knownHashes.ts';
import { type ImportedFile } from './provenance.ts';

/** Links every file below `from` into `to`, and copies symbolic links. Throws a Failure for anything else. */
function linkTree(from: string, to: string): void {
  const folder = lstatSync(from, { throwIfNoEntry: false });
  if (folder === undefined) return;
  // Its copy would not be writable either.
  writing(from, () => {
    accessSync(from, constants.W_OK);
  });
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
      // That of a folder in it.
      throw error instanceof Failure ? error : writeFailure(target, error);
    }
  }
}

/**
 * What imports wrote, kept in `.imported/` below the data folder, so that edits by hand can be told from it. During an
 * import, what it writes lies there, too, until all is known. Genomes are too large to be kept twice.
 */
export const importedFolder = '.imported';

const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants;

// What was edited in files that are gone from the data, and those records as they were imported.
const aside = (file: string) => `aside/${file}`;
const asideBase = (file: string) => `aside/imported/${file}`;

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
  let names: ReadonlySet<string> | null = null;
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
    /** Whether anything was there when the import began. */
    isThere(file: string): boolean {
      pathOf(file);
      if (stamps.has(file)) return true;
      // Where the disk takes names that differ by case for the same, it is the one to ask.
      names ??= new Set(Array.from(stamps.keys(), foldName));
      const mayBe = names.has(foldName(file));
      return mayBe && lstatSync(path.join(data, file), { throwIfNoEntry: false }) !== undefined;
    },
    /** As the user has it, at the start of the import; null if it is no file. */
    live: (file: string) => bytesAt(path.join(data, file)),
    /** That of the file as the user has it, at the start of the import; null if it is none. */
    liveHash(file: string): string | null {
      const stamp = stamps.get(file);
      pathOf(file);
      if (stamp?.isFile !== true) return null;
      const known = hashes.get(file, stamp);
      if (known !== null) return known;
      const sha256 = sha256Of(readFileSync(path.join(data, file)));
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
    /** Whether something was kept under that name when the import began. */
    wasKept: (name: string) => stamps.has(keptName(name)),
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
      if (keptNow.delete(file) || stamps.has(keptName(file))) remove(keptName(file));
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

/** What the import wrote, even if the bytes are the same, and what it removed. */
interface Written extends Readonly<Record<'touched' | 'gone', ReadonlySet<string>>> {
  readonly rest: () => Promise<void>;
}

/** `before` is what earlier imports wrote; `files` is kept up to date. */
export function createEditedFiles(copy: ImportedCopy, before: Files, files: Files) {
  let colorOfFile: (file: string) => ColorOf | null = () => null;
  let carried: ReadonlyMap<string, string> = new Map();
  let sources: ReadonlySet<string> = new Set();
  /** The file whose edits a file gets; null if it is another one than the file of its name was. */
  const sourceOf = (file: string) => carried.get(file) ?? (sources.has(file) ? null : file);
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
  const merge = (file: string, from: string, known: ImportedFile) => {
    const base = copy.kept(from, known.sha256);
    if (base === null) return null;
    const { sha256 } = files.get(file) ?? known;
    const next = sha256 === known.sha256 ? base : copy.read(file, sha256);
    if (next === null) return null;
    const named = (bytes: Buffer) =>
      from === file ? bytes : renameRecords(from, bytes, phageIn(from), phageIn(file));
    const versions = { base: named(base), live: named(liveOf(from)), next };
    return mergeEdits(file, versions, colorOfFile(file));
  };

  /** With what was kept aside when a file of this name went; null without, or where what was imported is not known. */
  const mergeAside = (file: string) => {
    if (!copy.wasKept(aside(file))) return null;
    const [base, live] = [copy.written(asideBase(file)), copy.written(aside(file))];
    const next = base === null ? null : copy.read(file, files.get(file)?.sha256 ?? '');
    if (base === null || live === null || next === null) return null;
    return mergeEdits(file, { base, live, next }, colorOfFile(file));
  };

  const settleNew = (file: string): { edits: readonly HandEdit[]; isNew: boolean } => {
    if (!copy.wasKept(aside(file))) return { edits: [], isNew: publish(file) };
    const genome = isGenome(file) ? copy.written(aside(file)) : null;
    const merged = genome === null ? mergeAside(file) : null;
    const bytes = genome ?? merged?.bytes;
    if (bytes === undefined) {
      const at = `${importedFolder}/${aside(file)}`;
      return { edits: [{ ...wholeFile(file, 'changed'), aside: at }], isNew: publish(file) };
    }
    if (genome !== null) copy.drop(file);
    copy.replace(file, bytes);
    for (const name of [aside(file), asideBase(file)]) copy.drop(name);
    return { edits: merged?.edits ?? [wholeFile(file, 'changed')], isNew: true };
  };

  /** Keeps what was edited in a file that goes. */
  const setAside = (file: string, known: ImportedFile): HandEdit[] => {
    const [live, base] = [liveOf(file), copy.kept(file, known.sha256)];
    let at = aside(file);
    // Of an earlier time.
    while (copy.written(at) !== null) at += '+';
    const kept = { aside: `${importedFolder}/${at}` };
    const some = base === null ? null : attempt(() => editedRecords(file, { base, live }));
    if (some === null || some === undefined || base === null) {
      copy.write(at, live);
      return [{ ...wholeFile(file, 'changed'), ...kept }];
    }
    const { edits } = mergeEdits(file, { base, live, next: base }, null);
    if (edits.length === 0) return [];
    copy.write(at, some.live);
    if (at === aside(file)) copy.write(asideBase(file), some.base);
    return edits.map((edit) => ({ ...edit, ...kept }));
  };

  /** Gives the edits of a file, and whether it changes. */
  const settle = (file: string, about: ImportedFile, isTouched: boolean) => {
    const from = sourceOf(file);
    const known = from === null ? undefined : before.get(from);
    const whole = (what: HandEdit['what'], inputNow?: string) => [wholeFile(file, what, inputNow)];
    if (from === null || known === undefined) return settleNew(file);
    const state = stateOf(from, known);
    if (state === 'gone')
      return isTouched
        ? { edits: whole('restored'), isNew: publish(file) }
        : { edits: whole('removed'), isNew: false };
    const isMoved = from !== file;
    const isNext = isMoved || about.sha256 !== known.sha256;
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
      if (isMoved) copy.replace(file, withHeader(liveOf(from), copy.written(file)));
      copy.drop(file);
      const isOther = isNext && !isMoved;
      return { edits: whole('changed', isOther ? 'another sequence' : undefined), isNew: isMoved };
    }
    const live = liveOf(from);
    // What is no JSON is in the way only where the input changed, too.
    const merging = () => merge(file, from, known);
    const merged = isNext ? merging() : (attempt(merging) ?? null);
    if (merged === null && isNext)
      throw new Failure(
        'data',
        `${from} was edited since it was imported, and .imported/ does not say how.`,
        {
          hint: 'Earlier versions kept nothing there. Move the file out of the data folder, import, and edit the new one.',
        },
      );
    if (merged === null) return { edits: whole('changed'), isNew: false };
    const isNew = isMoved || !merged.bytes.equals(live);
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
      const from = sourceOf(file);
      const known = from === null ? undefined : before.get(from);
      if (from === null || known === undefined) return mergeAside(file)?.bytes ?? null;
      return isEdited(from) ? (merge(file, from, known)?.bytes ?? null) : null;
    },
    /** Says which files have the edits of others, of phages that have other names by now. */
    carry: (from: ReadonlyMap<string, string>) => {
      carried = from;
      sources = new Set(from.values());
    },
    /** Writes all files as they are to be, and says which are as the import has them. Throws a Failure for one whose edits cannot be told. */
    async settle({ touched, gone, rest }: Written) {
      const edits: HandEdit[] = [];
      const settledFrom = new Set<string | null>();
      let hasChanged = false;
      for (const [file, about] of files) {
        await rest();
        const settled = settle(file, about, touched.has(file));
        const madeIn = carried.get(file);
        settledFrom.add(sourceOf(file));
        edits.push(...settled.edits.map((edit) => ({ ...edit, ...(madeIn && { madeIn }) })));
        hasChanged ||= settled.isNew;
      }
      for (const [file, known] of before) {
        if (settledFrom.has(file) || !isEdited(file)) continue;
        await rest();
        edits.push(...setAside(file, known));
      }
      for (const file of gone) copy.remove(file);
      return { edits, asImported, hasChanged: hasChanged || gone.size > 0 };
    },
  };
}

const phageIn = (file: string) => path.posix.parse(file).name;

/** A FASTA file with the header of another one. */
function withHeader(fasta: Buffer, other: Buffer | null): Buffer {
  const end = other?.indexOf('\n') ?? -1;
  if (other === null || end < 0 || fasta[0] !== other[0]) return fasta;
  return Buffer.concat([other.subarray(0, end), fasta.subarray(fasta.indexOf('\n'))]);
}

function wholeFile(file: string, what: HandEdit['what'], inputNow: string | null = null): HandEdit {
  return { file, record: file, field: null, what, inputNow };
}
