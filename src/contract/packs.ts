/**
 * Packs: a site can keep its small files one after the other in few larger ones, and an index says where each lies
 * (docs/packs.md). Pure, for any runtime: from `firstStep` on, `nextStep` says which file to read, until it has the bytes.
 */
import { escapeLineSeparators } from '../text/escapes.ts';
import { compareText } from '../text/order.ts';
import { pageFolders } from '../text/pagePaths.ts';

/** How the files of records, and others of which there is one for each name, are published. */
export const recordForms = ['files', 'packed'] as const;

export type RecordForm = (typeof recordForms)[number];

export const packsFolder = 'packs/';
export const packsVersion = 1;

/**
 * Whether the pages of phages and clusters lie in packs with the files of records. A site built for no host may go to one
 * that runs no code: then they are files, which each host serves. What a site without these pages has at their paths is the
 * publisher's own.
 */
export function arePagesPacked(site: {
  readonly records?: RecordForm | undefined;
  readonly html?: boolean | undefined;
  readonly hosts: readonly unknown[];
}): boolean {
  return site.records === 'packed' && site.html === true && site.hosts.length > 0;
}

/** Where a file is kept if it is packed: files of a group are in order of their names, by code point. */
export interface PackedPlace {
  /** `api/phams` for `api/phams/12/index.json`. */
  readonly group: string;
  /** `12` there. */
  readonly name: string;
}

const inApi = /^(api\/[^/]+)\/(.+)\/index\.json$/;
const besideApi = /^(bulk\/phages|media\/[^/]+)\/(.+)$|^(phams\/genelist)\/(\d+\.tsv)$/;
// All of `pageFolders`: nginx runs what stands here for each request.
const ofPage = /^(clusters|phages)\/([^/]+)\/index\.html$/;

/** The place of a file that a packed site has in no file of its own; null for any other file. */
export function packedPlace(file: string): PackedPlace | null {
  // Also compiled for an engine without destructuring and default values.
  const found = inApi.exec(file) || besideApi.exec(file) || ofPage.exec(file);
  if (found === null) return null;
  return { group: found[1] || found[3] || '', name: found[2] || found[4] || '' };
}

/** The same in a site of this form, whose pages of phages and clusters may be files. */
export function placeIn(
  site: Parameters<typeof arePagesPacked>[0],
  file: string,
): PackedPlace | null {
  const place = site.records === 'packed' ? packedPlace(file) : null;
  return place !== null && holdsPages(place.group) && !arePagesPacked(site) ? null : place;
}

/** Group and name: in order of these keys, all files of a group stand together. */
export function packedKey({ group, name }: PackedPlace): string {
  return `${group}/${name}`;
}

/** Whether a group holds pages of phages or clusters, and is one folder deep; all others are two. */
export function holdsPages(group: string): boolean {
  return pageFolders.some((folder) => folder === group);
}

/** The place of a key. */
export function placeOfKey(key: string): PackedPlace {
  const top = key.indexOf('/');
  const end = holdsPages(key.slice(0, top)) ? top : key.indexOf('/', top + 1);
  return { group: key.slice(0, end), name: key.slice(end + 1) };
}

/** The file of a key. */
export function packedFile(key: string): string {
  if (key.startsWith('api/')) return `${key}/index.json`;
  return holdsPages(placeOfKey(key).group) ? `${key}/index.html` : key;
}

/** What an index leads to: packs, pages that hold the records themselves, or, of a large group, further indexes. */
const indexKinds = ['packs', 'pages', 'indexes'] as const;

export type IndexOf = (typeof indexKinds)[number];

/** The first line of an index; each other one is an `IndexLine`. */
export interface IndexHead {
  readonly version: number;
  readonly group: string;
  readonly of: IndexOf;
  /** Of pages: the field that holds the name. */
  readonly key?: string;
}

/**
 * A text, and where the names from it on are, up to that of the next line: the id of a pack or an index, or the number of a
 * page. A file that is too large for a pack lies alone: then the text is its name, and `size` its size in bytes.
 */
export type IndexLine = readonly [from: string, to: string | number, size?: number];

/** The first line of a pack; each other one before `start` is a `PackLine`, in order of name. */
export interface PackHead {
  readonly version: number;
  readonly group: string;
  /** Where the files begin, one after the other: a byte of the pack. */
  readonly start: number;
}

/** A name, and where its file begins, from `start` on: it ends where the next one does. */
export type PackLine = readonly [name: string, from: number];

export type PackEntry = readonly [name: string, bytes: number];

/** The index of a group; with an id, one of several parts of it. */
export function indexFile(group: string, id?: string): string {
  return `${packsFolder}${group}/${id || 'index'}.ndjson`;
}

/** The group of which a file is the index, as a whole or the first to read; null for any other file. */
export function groupOfIndex(file: string): string | null {
  const group = file.slice(packsFolder.length, file.lastIndexOf('/'));
  return file === indexFile(group) ? group : null;
}

export function packFile(group: string, id: string): string {
  return `${packsFolder}${group}/${id}.pack`;
}

/** A file that is too large for a pack, as it is. */
export function looseFile(group: string, id: string): string {
  return `${packsFolder}${group}/${id}.file`;
}

/** A file to read on the way to another. */
export interface PackStep {
  readonly file: string;
  readonly holds: 'index' | 'pack' | 'page' | 'itself';
  /** Of a page: the field that holds the name of a record. */
  readonly key?: string | undefined;
}

/** The first file to read. */
export function firstStep({ group }: PackedPlace): PackStep {
  return { file: indexFile(group), holds: 'index' };
}

/**
 * What the bytes of a step's file lead to, null where there is no such file: the next step, or the bytes of the file at
 * `place`, or null where the site has no such file. Throws an error where the files do not fit together, as those of two
 * releases may not.
 */
export function nextStep(
  place: PackedPlace,
  { file, holds, key }: PackStep,
  bytes: Uint8Array | null,
): PackStep | Uint8Array | null {
  // A site without any files of a group has no index of it.
  const mayLack = file === indexFile(place.group);
  if (bytes === null && !mayLack) throw new Error(`${file} is missing`);
  if (bytes === null || holds === 'itself') return bytes;
  if (holds === 'pack') return entryIn(bytes, place, file);
  const text = new TextDecoder().decode(bytes);
  if (holds === 'index') return lineFor(text, place, file);
  const record = recordIn(text, key ?? '', place.name);
  return record === null ? null : new TextEncoder().encode(record);
}

const newline = 0x0a;

function headOf(
  line: string,
  { group }: Pick<PackedPlace, 'group'>,
  file: string,
): PackHead & IndexHead {
  const head: PackHead & IndexHead = JSON.parse(line);
  if (head.version === packsVersion && head.group === group) return head;
  throw new Error(`${file} is of another version or group`);
}

/** The files of a pack of this size that begins with these bytes, and where the first begins. Throws an error for no pack. */
export function packHead(
  bytes: Uint8Array,
  place: Pick<PackedPlace, 'group'>,
  file: string,
  size: number = bytes.length,
): { readonly entries: readonly PackEntry[]; readonly start: number } {
  const { start, table } = tableOf(bytes, place, file);
  const lines = linesOf<PackLine>(table);
  const entries = lines.map(([name, from], at): PackEntry => {
    return [name, (lines[at + 1]?.[1] ?? size - start) - from];
  });
  return { entries, start };
}

/** The text of the table in front of the files of a pack. */
function tableOf(
  pack: Uint8Array,
  place: Pick<PackedPlace, 'group'>,
  file: string,
): { readonly start: number; readonly table: string } {
  const end = pack.indexOf(newline);
  if (end < 0) throw new Error(`${file} is cut short`);
  const { start } = headOf(new TextDecoder().decode(pack.subarray(0, end)), place, file);
  if (!(start > end && start <= pack.length)) throw new Error(`${file} is cut short`);
  return { start, table: new TextDecoder().decode(pack.subarray(end + 1, start)) };
}

function linesOf<Line>(text: string): Line[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): Line => JSON.parse(line));
}

function entryIn(pack: Uint8Array, place: PackedPlace, file: string): Uint8Array | null {
  const { start, table } = tableOf(pack, place, file);
  const { line, next } = lineUpTo<PackLine>(table, 0, place.name);
  if (line?.[0] !== place.name) return null;
  const [from, to] = [start + line[1], next === null ? pack.length : start + next[1]];
  if (to > pack.length) throw new Error(`${file} is cut short`);
  return pack.subarray(from, to);
}

/** The head of an index, and all of its lines. Throws an error for anything else. */
export function readIndex(
  bytes: Uint8Array,
  place: Pick<PackedPlace, 'group'>,
  file: string,
): IndexHead & { readonly lines: readonly IndexLine[] } {
  const text = new TextDecoder().decode(bytes);
  if (!text.endsWith('\n')) throw new Error(`${file} is cut short`);
  const end = text.indexOf('\n') + 1;
  const head = headOf(text.slice(0, end), place, file);
  if (!indexKinds.includes(head.of)) throw new Error(`${file} is no index`);
  return { ...head, lines: linesOf<IndexLine>(text.slice(end)) };
}

/** Binary search from `start` on for the last line whose text is not after the name, and the one behind it. */
function lineUpTo<Line extends readonly [string, ...unknown[]]>(
  text: string,
  start: number,
  name: string,
): { readonly line: Line | null; readonly next: Line | null } {
  let [line, next]: (Line | null)[] = [null, null];
  for (let from = start, to = text.length; from < to;) {
    const middle = text.lastIndexOf('\n', Math.floor((from + to) / 2) - 1) + 1;
    const at = Math.max(from, middle);
    const end = text.indexOf('\n', at);
    const found: Line = JSON.parse(text.slice(at, end));
    if (compareText(found[0], name) > 0) [to, next] = [at, found];
    else [from, line] = [end + 1, found];
  }
  return { line: line ?? null, next: next ?? null };
}

function lineFor(index: string, place: PackedPlace, file: string): PackStep | null {
  const headEnd = index.indexOf('\n') + 1;
  const head = headOf(index.slice(0, headEnd), place, file);
  const { line } = lineUpTo<IndexLine>(index, headEnd, place.name);
  const step = line && stepOf(head, line);
  // A file that lies alone has a line to itself.
  return step?.holds === 'itself' && line?.[0] !== place.name ? null : step;
}

/** The file that a line of an index leads to. */
export function stepOf(head: Pick<IndexHead, 'group' | 'of' | 'key'>, line: IndexLine): PackStep {
  const id = String(line[1]);
  const group = head.group;
  if (head.of === 'indexes') return { file: indexFile(group, id), holds: 'index' };
  if (head.of === 'pages')
    return { file: `${group}/page/${id}.json`, holds: 'page', key: head.key };
  return line.length > 2
    ? { file: looseFile(group, id), holds: 'itself' }
    : { file: packFile(group, id), holds: 'pack' };
}

/**
 * The record of that name in the text of a page; null if it has none. Records begin with the field `key`, and nothing in
 * them does.
 */
function recordIn(page: string, key: string, name: string): string | null {
  const field = `{${JSON.stringify(key)}:`;
  const start = page.indexOf(field + escapeLineSeparators(JSON.stringify(name)));
  if (start < 0) return null;
  const next = page.indexOf(`,${field}`, start);
  return page.slice(start, next < 0 ? page.lastIndexOf(']}') : next);
}
