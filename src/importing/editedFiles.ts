/** The files of a data folder that were edited by hand since an import wrote them, at the end of the next import. */
import {
  constants,
  copyFileSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { attempt, Failure, systemCode } from '../base/failure.ts';
import { makeFolder } from '../base/files.ts';
import { writing } from '../publishing/siteWriter.ts';
import { type ColorOf, type HandEdit, mergeEdits } from './handEdits.ts';
import { type ImportedFile, sha256Of } from './provenance.ts';

/**
 * What imports wrote, kept in `.imported/` below the data folder, so that edits by hand can be told from it. During an
 * import, what it writes lies there, too, until all is known. Genomes are too large to be kept twice.
 */
const importedFolder = '.imported';

const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants;

const isGenome = (file: string) => file.startsWith('genomes/');

/** Paths of files are those below the data folder. */
interface ImportedCopy {
  readonly isThere: (file: string) => boolean;
  /** As the user sees it; null if it is no file. */
  readonly live: (file: string) => Buffer | null;
  /** With that hash: what an import wrote, or what the file holds. Null where neither has it. */
  readonly read: (file: string, sha256: string) => Buffer | null;
  /** Null where it was not kept: of genomes, and before imports kept any. */
  readonly kept: (file: string, sha256: string) => Buffer | null;
  /** Whether something of that size was kept. */
  readonly isKept: (file: string, bytes: number) => boolean;
  /** What `write` kept under a name that is no path of the data. */
  readonly keptNotes: (name: string) => Buffer | null;
  /** Keeps what an import writes. */
  readonly write: (file: string, bytes: Buffer) => void;
  readonly drop: (file: string) => void;
  /** Makes what was kept the file. */
  readonly publish: (file: string) => void;
  readonly replace: (file: string, bytes: Buffer) => void;
  readonly remove: (file: string) => void;
}

/** `dir` is a copy of the data folder at `data`, made of links. */
export function createImportedCopy(dir: string, data: string): ImportedCopy {
  // Nobody else changes the copy, so that each folder is examined and made once.
  const [own, made] = [new Set<string>(), new Set<string>()];
  const keptName = (file: string) => path.join(importedFolder, file);
  const pathOf = (name: string) => {
    const folder = path.dirname(name);
    if (!own.has(folder)) assertOwnFolders(dir, data, name);
    own.add(folder);
    return path.join(dir, name);
  };
  const bytesOf = (name: string) => {
    const at = pathOf(name);
    return lstatSync(at, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(at) : null;
  };
  const withHash = (bytes: Buffer | null, sha256: string) =>
    bytes !== null && sha256Of(bytes) === sha256 ? bytes : null;
  /** `put` never writes into what is there: that would change the file which it is a link to. */
  const write = (name: string, put: (target: string) => void) => {
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
    isThere: (file) => lstatSync(pathOf(file), { throwIfNoEntry: false }) !== undefined,
    live: bytesOf,
    read: (file, sha256) =>
      withHash(bytesOf(keptName(file)), sha256) ?? withHash(bytesOf(file), sha256),
    kept: (file, sha256) => {
      // The copy may hold what this import writes by now.
      const at = path.join(data, keptName(file));
      const isFile = lstatSync(at, { throwIfNoEntry: false })?.isFile() === true;
      return isFile ? withHash(readFileSync(at), sha256) : null;
    },
    isKept(file, bytes) {
      const found = lstatSync(path.join(data, keptName(file)), { throwIfNoEntry: false });
      return found?.isFile() === true && found.size === bytes;
    },
    keptNotes: (name) => bytesOf(keptName(name)),
    write: (file, bytes) =>
      write(keptName(file), (target) => writeFileSync(target, bytes, { flag: 'wx' })),
    drop: (file) => rmSync(pathOf(keptName(file)), { force: true }),
    publish(file) {
      const from = pathOf(keptName(file));
      write(file, (target) => {
        if (isGenome(file)) renameSync(from, target);
        else copyFileSync(from, target, COPYFILE_FICLONE + COPYFILE_EXCL);
      });
    },
    replace: (file, bytes) => write(file, (target) => writeFileSync(target, bytes, { flag: 'wx' })),
    remove: (file) => rmSync(pathOf(file), { force: true }),
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
    throw new Failure(
      'data',
      `${path.join(data, folder)} is ${what}: imports write only into folders of the data folder.`,
      {
        hint: 'Move it away, or put the folder itself in its place.',
      },
    );
  }
}

type Files = ReadonlyMap<string, ImportedFile>;

interface Written {
  /** What the import wrote, even if the bytes are the same, and what it removed. */
  readonly touched: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  /** What stays, since it was edited by hand, though no input has it. */
  readonly orphans: ReadonlySet<string>;
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
    const live = copy.live(file);
    const isSame = live !== null && sha256Of(live) === known.sha256;
    const found = live === null ? 'gone' : isSame ? 'as imported' : 'edited';
    states.set(file, found);
    return found;
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
    const whole = (what: HandEdit['what'], inputNow: string | null = null) => [
      wholeFile(file, what, inputNow),
    ];
    if (known === undefined) {
      copy.publish(file);
      return { edits: [], isNew: true };
    }
    const state = stateOf(file, known);
    if (state === 'gone' && isTouched) {
      copy.publish(file);
      return { edits: whole('restored'), isNew: true };
    }
    if (state === 'gone') return { edits: whole('removed'), isNew: false };
    const isNext = about.sha256 !== known.sha256;
    if (state === 'as imported') {
      // Earlier versions of the program kept nothing.
      const isKept = isGenome(file) || isNext || copy.isKept(file, known.bytes);
      if (isNext) copy.publish(file);
      else if (isGenome(file)) copy.drop(file);
      else if (!isKept) copy.write(file, liveOf(file));
      return { edits: [], isNew: isNext || !isKept };
    }
    if (isGenome(file)) {
      copy.drop(file);
      return { edits: whole('changed', isNext ? 'another sequence' : null), isNew: false };
    }
    const live = liveOf(file);
    // What is no JSON is in the way only where the input changed, too.
    const merging = () => merge(file, live, known);
    const merged = isNext ? merging() : (attempt(merging) ?? null);
    if (merged === null && isNext) throw unknownEdit(file);
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
    /** Writes all files as they are to be. Throws a Failure for one whose edits cannot be told. */
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
      return { edits, hasChanged: hasChanged || gone.size > 0 };
    },
  };
}

function wholeFile(file: string, what: HandEdit['what'], inputNow: string | null): HandEdit {
  return { file, record: file, field: null, what, inputNow };
}

function unknownEdit(file: string): Failure {
  const what = `${file} was edited since it was imported, and .imported/ does not say how.`;
  return new Failure('data', what, {
    hint: 'Earlier versions kept nothing there. Move the file out of the data folder, import, and edit the new one.',
  });
}
