/**
 * The index of the other names of phages, for hosts that run code (D3): files that map folded names to the phages' own.
 * Names are partitioned by a hash of the folded name into so many files that each is small; an empty file does not
 * exist.
 */
import {
  type GenomeForm,
  genomeFile,
  genomeFormNames,
  genomeForms,
  mediaFolder,
} from './genomePaths.ts';
import { decodeSegment } from './apiPath.ts';
import { foldName, unsafeNameReason } from './recordName.ts';
import { viewFile } from './views.ts';
import type { PhageAlias, FileAnswer } from './route.ts';

export const aliasFolder = 'aliases/';

const hexDigits = 2;

/** The file that holds a name, if any does; relative to the site's root. */
export function aliasFile(foldedName: string): string {
  // FNV-1a; its high bits depend on all input so far.
  let hash = 0x811c9dc5;
  for (let at = 0; at < foldedName.length; at++) {
    hash = Math.imul(hash ^ foldedName.charCodeAt(at), 0x01000193);
  }
  const digits = (hash >>> (32 - 4 * hexDigits)).toString(16).padStart(hexDigits, '0');
  return `${aliasFolder}${digits}.json`;
}

/** The files of the index; `phages` maps folded other names to the phages' own names. */
export function aliasFiles(phages: ReadonlyMap<string, string>): Map<string, string> {
  const lines = new Map<string, string[]>();
  for (const folded of [...phages.keys()].sort()) {
    const file = aliasFile(folded);
    const line = `${JSON.stringify(folded)}:${JSON.stringify(phages.get(folded))}`;
    const some = lines.get(file);
    if (some === undefined) lines.set(file, [line]);
    else some.push(line);
  }
  return new Map(Array.from(lines, ([file, some]) => [file, `{${some.join(',')}}`]));
}

interface PhageFile {
  /** The list or view: the first part of its address. */
  readonly top: string;
  readonly name: string;
  /** `index.json`, or a compressed sibling of it. */
  readonly file: string;
}

const ofPhages = /^api\/(phages|[a-z]+byphage)\/([^/]+)\/(index\.json(?:\.(?:gz|br))?)$/;

/** The parts of the path of a file that belongs to a phage's name; null for any other file. */
export function fileOfPhage(path: string): PhageFile | null {
  const [, top, name, file] = ofPhages.exec(path) ?? [];
  return top === undefined || name === undefined || file === undefined ? null : { top, name, file };
}

export function phageFile({ top, name, file }: PhageFile): string {
  return `api/${top}/${name}/${file}`;
}

/** The file of the index to look a request up in. */
export function aliasFileFor({ name }: Pick<PhageAlias, 'name'>): string {
  return aliasFile(foldName(name));
}

/** The answer for the phage's own name; null if the text of that file does not have the alias. */
export function answerByAlias(answer: FileAnswer, index: string): FileAnswer | null {
  const { alias, file, holds } = answer;
  const own = alias === undefined ? null : nameIn(index, alias.name);
  if (alias === undefined || own === null) return null;
  const dependsOn = viewFile([alias.top, own]);
  const found = holds === 'description' ? file : dependsOn;
  return { ...answer, file: found, dependsOn, alias: undefined };
}

/** The phage's own name, by another name and the text of the index file for it; null if there is none. */
function nameIn(index: string, name: string): string | null {
  const names: Readonly<Record<string, unknown>> = JSON.parse(index);
  const folded = foldName(name);
  const own = Object.hasOwn(names, folded) ? names[folded] : undefined;
  return typeof own === 'string' ? own : null;
}

/** A file of a single genome, perhaps requested by another name of the phage. */
export interface GenomeAlias {
  readonly form: GenomeForm;
  /** As it was asked for. */
  readonly name: string;
}

/** Parses the path of a request, percent-encoded and without the site's prefix; null if it is not such a file. */
export function genomeAliasAt(path: string): GenomeAlias | null {
  for (const form of genomeFormNames) {
    const start = `/${mediaFolder}${form}/`;
    const end = `.${genomeForms[form].extension}`;
    if (!path.startsWith(start) || !path.endsWith(end)) continue;
    const name = decodeSegment(path.slice(start.length, -end.length));
    return name === null || unsafeNameReason(name) !== null ? null : { form, name };
  }
  return null;
}

/** The file under the phage's own name, relative to the site's root; null if that is the requested name. */
export function genomeByAlias({ form, name }: GenomeAlias, index: string): string | null {
  const own = nameIn(index, name);
  return own === null || own === name ? null : genomeFile(own, form);
}
