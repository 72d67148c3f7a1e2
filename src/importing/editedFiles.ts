/** The files of a data folder that were edited by hand since an import wrote them, at the end of the next import. */
import { attempt, Failure } from '../failure.ts';
import { type ColorOf, type HandEdit, mergeEdits } from './handEdits.ts';
import { type ImportedCopy, isGenome } from './importedCopy.ts';
import type { ImportedFile } from './provenance.ts';
import { sha256Of } from './sha256Of.ts';

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
