/** The files that an import reads, their text and their names. */
import { isUtf8 } from 'node:buffer';
import { readSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt, Failure, readFailure, saysNoFile } from '../base/failure.ts';
import { closing, openRegular } from '../base/files.ts';
import { manifestFile, releaseFile } from '../contract/sitePaths.ts';
import { decodeSource } from '../sources/decodeSource.ts';
import { folderEntries } from '../sources/discoverSources.ts';
import { newline } from '../text/json.ts';
import { isLitter } from '../text/words.ts';
import { withoutInvisible } from './invisible.ts';

export interface ImportInput {
  /** Relative to the working folder, with slashes: its name in reports. */
  readonly name: string;
  readonly absolutePath: string;
  readonly gzipped: boolean;
  /** False if it was only found in a folder: then a file of another kind is no error. */
  readonly isNamed: boolean;
}

/**
 * Sorted by code points within each folder; a file that is named twice is listed once. Skips `data` and built sites
 * inside folders: they are made from such inputs. What else is no file there is in `skipped`. Throws a Failure for
 * anything that cannot be read.
 */
export function listInputs(
  paths: readonly string[],
  data: string,
): { readonly inputs: ImportInput[]; readonly skipped: Skipped } {
  const skipped: Skipped = [];
  const inputs = new Map<string, ImportInput>();
  for (const given of paths) {
    for (const [file, isNamed] of filesAt(given, data, skipped)) {
      const input = { name: shownName(file), absolutePath: file, gzipped: isGzip(file), isNamed };
      if (isNamed || !inputs.has(file)) inputs.set(file, input);
    }
  }
  return { inputs: [...inputs.values()], skipped };
}

let lastId = { data: '', file: '', id: '' };

/** Identifies a file in later imports: its path relative to the data folder, whatever the working folder is. */
export function inputId(data: string, file: string): string {
  // Of each input, it is asked for several times in a row.
  if (lastId.data !== data || lastId.file !== file)
    lastId = { data, file, id: path.relative(data, file).split(path.sep).join('/') };
  return lastId.id;
}

/** The name of a file in reports. */
export function shownName(file: string): string {
  return inputId(process.cwd(), file);
}

/** Checks the first bytes, whatever the name. */
function isGzip(file: string): boolean {
  const start = Buffer.alloc(2);
  try {
    const handle = openRegular(file);
    closing(handle, () => readSync(handle, start));
  } catch (error) {
    throw readFailure(file, error);
  }
  return start[0] === 0x1f && start[1] === 0x8b;
}

function filesAt(
  given: string,
  data: string,
  skipped: Skipped,
): [file: string, isNamed: boolean][] {
  const target = path.resolve(given);
  try {
    const stat = statSync(target);
    if (stat.isDirectory()) return filesBelow(target, data, skipped).map((file) => [file, false]);
    if (stat.isFile()) return [[target, true]];
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (!saysNoFile(error)) throw readFailure(target, error);
    throw noFile(given);
  }
  throw new Failure('usage', `${target} is neither a file nor a folder.`);
}

export function noFile(given: string): Failure {
  const isAddress = /^https?:\/\/?/.test(given);
  const hint =
    'Imports read files: download it first. `phagepress import api` reads a running service.';
  return new Failure('usage', `There is no file ${given}.`, isAddress ? { hint } : {});
}

type Skipped = { name: string; why: string }[];

function filesBelow(folder: string, data: string, skipped: Skipped): string[] {
  const entries = entriesIn(folder);
  const isSite = [manifestFile, releaseFile].every((file) =>
    entries.some(({ name }) => name === file),
  );
  const [own, ofData] = [statSync(folder), statSync(data, { throwIfNoEntry: false })];
  if (isSite || (own.ino === ofData?.ino && own.dev === ofData.dev)) return [];
  return entries.flatMap(({ name, isNamed, kind }) => {
    const target = path.join(folder, name);
    if (isLitter(name) || name.startsWith('.')) return [];
    if (isNamed && kind === 'folder') return filesBelow(target, data, skipped);
    const behind = kind === 'link' ? attempt(() => statSync(target)) : undefined;
    if (isNamed && (kind === 'file' || behind?.isFile() === true)) return [target];
    // Links to folders may form a cycle.
    const ofLink = behind?.isDirectory() === true ? linkToFolder : linkToNothing;
    const ofFile = kind === 'link' ? ofLink : 'no file';
    skipped.push({ name: shownName(target), why: isNamed ? ofFile : badName });
    return [];
  });
}

const badName = 'its name is not UTF-8: give it another one';
const linkToFolder = 'a link to a folder, which is followed only where it is named itself';
const linkToNothing = 'a link to something that is not there, or is no file';

function entriesIn(folder: string) {
  try {
    return folderEntries(folder);
  } catch (error) {
    throw readFailure(folder, error);
  }
}

/** One or more lines, with `\n` between them, whatever the file has; `line` is that of the first, from 1. */
export interface TextBlock {
  readonly text: string;
  readonly line: number;
}

/** Thrown when a file cannot be read further: the message says what was found instead of text. */
export class TextFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export const notUtf8 = 'bytes that are not UTF-8';
const carriageReturn = 13;
// Lines of annotation files are never nearly this long; without a bound, one line could fill the memory.
const maxLineBytes = 1 << 20;

/**
 * Reads a text file, plain or compressed, in bounded memory; `seen` gets its bytes as they are in the file. Throws a
 * TextFault, or the system's or zlib's error.
 */
export async function* textBlocks(
  file: Pick<ImportInput, 'absolutePath' | 'gzipped'>,
  longest = maxLineBytes,
  seen?: (bytes: Buffer) => void,
): AsyncGenerator<TextBlock> {
  const tooLong = (line: number) => new TextFault(line, `a line of more than ${longest} bytes`);
  let rest: Buffer = Buffer.alloc(0);
  let before: TextBlock | null = null;
  let end = newline;
  const nextLine = () => (before === null ? 1 : before.line + linesIn(before.text));
  const blockOf = (bytes: Buffer): TextBlock => {
    const line = nextLine();
    // One call for many lines, since a call per line would cost more than decoding it.
    if (!isUtf8(bytes)) throw new TextFault(lineOfBadText(bytes, line), notUtf8);
    const plain = bytes.toString('utf8');
    const isOld = end === carriageReturn;
    const text = plain.includes('\r')
      ? plain.replaceAll(isOld ? '\r' : /\r+(?=\n|$)/g, isOld ? '\n' : '')
      : plain;
    const at =
      text.length > longest ? text.split('\n').findIndex((one) => one.length > longest) : -1;
    if (at >= 0) throw tooLong(line + at);
    return { text, line };
  };
  let isFirst = true;
  for await (const chunk of decodeSource(file, seen)) {
    // Old programs end lines this way.
    if (isFirst && !chunk.includes(newline) && chunk.includes(carriageReturn)) end = carriageReturn;
    isFirst = false;
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const last = bytes.lastIndexOf(end);
    if (last >= 0) yield (before = blockOf(bytes.subarray(0, last)));
    rest = bytes.subarray(last + 1);
    if (rest.length > longest) throw tooLong(nextLine());
  }
  if (rest.length > 0) yield blockOf(rest);
}

/** The number of lines in a text. */
export function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** Where the line ends that has the place `from`. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** The number of the first line that is not UTF-8. */
export function lineOfBadText(bytes: Buffer, firstLine = 1): number {
  let line = firstLine;
  for (let from = 0; ;) {
    const end = bytes.indexOf(newline, from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return line;
    line++;
    from = end + 1;
  }
}

const unsafe = String.raw`\s\p{Cc}\p{Bidi_Control}<>:"|?*/\\`;
const unsafeAtEnds = new RegExp(`^[${unsafe}]+|[.${unsafe}]+$`, 'gu');
const unsafeWithin = new RegExp(`[${unsafe}]+`, 'gu');

/** `mu1/6` is `mu1_6`: blanks and signs that no path can have become `_`, and go at both ends, as do dots at the end. */
export function pathSafeName(name: string): string {
  // Nobody's name is that long; it is refused.
  if (name.length > 1000) return name;
  return withoutInvisible(name).replaceAll(unsafeAtEnds, '').replaceAll(unsafeWithin, '_');
}

/** The name of a sequence without that of its database: `gi|9626243|ref|NC_001416.1|`, `accn|NC_001416`, `gnl|X|P1`. */
export function nameWithoutDatabase(name: string): string {
  const [, archived] =
    /^(?:gi\|\d+\|)?(?:gb|ref|emb|dbj|tp[gde])\|([^|]+)(?:\||$)/.exec(name) ?? [];
  const [, local] = /^(?:lcl|accn|gnl\|[^|]*)\|(.+)$/.exec(name) ?? [];
  return archived ?? local ?? name;
}

/**
 * The last words of `Mycobacterium phage L5` or `Cyanophage S-RSM4`; null where they name no phage: `Microviridae phage
 * sp.`, and `Teseptimavirus T7`, a species of many.
 */
export function nameInOrganism(organism: string): string | null {
  const [, name] =
    /(?:phage|\bvirus)\s+(?!(?:spp?\.?|unclassified|unidentified)(?:\s|$))(\S.*)$/i.exec(
      organism,
    ) ?? [];
  return name?.trim() ?? null;
}

/**
 * What annotations may call a phage that a table names so: the last words of its organism, which a description goes on
 * behind, or the name without `_Draft`.
 */
export function shorterNames(name: string): string[] {
  const [organism = ''] = name.replaceAll('_', ' ').split(', ');
  const ofOrganism = nameInOrganism(organism) ?? '';
  return [ofOrganism, name.replace(/[ _]draft$/i, '')].map(pathSafeName);
}
