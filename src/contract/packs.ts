/**
 * Packs: a site can keep its small files one after the other in few larger ones, and an index says where each lies
 * (docs/packs.md). Pure, for any runtime: from `firstStep` on, `nextStep` says which file to read, until it has the bytes.
 */
import { escapeLineSeparators } from '../text/escapes.ts';
import { compareText } from '../text/order.ts';

/** How the files of records, and others of which there is one for each name, are published. */
export const recordForms = ['files', 'packed'] as const;

export type RecordForm = (typeof recordForms)[number];

export const packsFolder = 'packs/';
export const packsVersion = 1;

/** Where a file is kept if it is packed: files of a group are in order of their names, by code point. */
export interface PackedPlace {
  /** `api/phams` for `api/phams/12/index.json`. */
  readonly group: string;
  /** `12` there. */
  readonly name: string;
}

const inApi = /^(api\/[^/]+)\/(.+)\/index\.json$/;
const besideApi = /^(bulk\/phages|media\/[^/]+)\/(.+)$|^(phams\/genelist)\/(\d+\.tsv)$/;

/** The place of a file that a packed site has in no file of its own; null for any other file. */
export function packedPlace(file: string): PackedPlace | null {
  const [, folder, inFolder, ofTables, table] = inApi.exec(file) ?? besideApi.exec(file) ?? [];
  const group = folder ?? ofTables;
  const name = inFolder ?? table;
  return group === undefined || name === undefined ? null : { group, name };
}

/** Group and name: in order of these keys, all files of a group stand together. */
export function packedKey({ group, name }: PackedPlace): string {
  return `${group}/${name}`;
}

/** The file of a key. */
export function packedFile(key: string): string {
  return key.startsWith('api/') ? `${key}/index.json` : key;
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

/** The first line of a pack; the entries follow one after the other. */
export interface PackHead {
  readonly version: number;
  readonly group: string;
  /** In order of name. */
  readonly entries: readonly PackEntry[];
}

export type PackEntry = readonly [name: string, bytes: number];

/** The index of a group; with an id, one of several parts of it. */
export function indexFile(group: string, id = 'index'): string {
  return `${packsFolder}${group}/${id}.ndjson`;
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

/** The head of a pack, and where the first entry begins. Throws an error for anything else. */
export function packHead(
  pack: Uint8Array,
  place: Pick<PackedPlace, 'group'>,
  file: string,
): { readonly entries: readonly PackEntry[]; readonly start: number } {
  const end = pack.indexOf(newline);
  const line = new TextDecoder().decode(pack.subarray(0, Math.max(0, end)));
  const { entries } = headOf(line, place, file);
  return { entries, start: end + 1 };
}

function entryIn(pack: Uint8Array, place: PackedPlace, file: string): Uint8Array | null {
  const { entries, start } = packHead(pack, place, file);
  let from = start;
  for (const [name, bytes] of entries) {
    const to = from + bytes;
    if (name === place.name && to > pack.length) throw new Error(`${file} is cut short`);
    if (name === place.name) return pack.subarray(from, to);
    from = to;
  }
  return null;
}

/** The head of an index, and all of its lines. Throws an error for anything else. */
export function readIndex(
  bytes: Uint8Array,
  place: Pick<PackedPlace, 'group'>,
  file: string,
): Pick<IndexHead, 'of' | 'key'> & { readonly lines: readonly IndexLine[] } {
  const [line = '', ...lines] = new TextDecoder().decode(bytes).split('\n').slice(0, -1);
  const head = headOf(line, place, file);
  if (!indexKinds.includes(head.of)) throw new Error(`${file} is no index`);
  return {
    ...head,
    lines: lines.map((text): IndexLine => JSON.parse(text)),
  };
}

/** Binary search for the last line whose text is not after the name. */
function lineFor(index: string, place: PackedPlace, file: string): PackStep | null {
  const headEnd = index.indexOf('\n');
  const { of, key } = headOf(index.slice(0, Math.max(0, headEnd)), place, file);
  let found: IndexLine | null = null;
  for (let from = headEnd + 1, to = index.length; from < to;) {
    const start = Math.max(from, index.lastIndexOf('\n', Math.floor((from + to) / 2) - 1) + 1);
    const end = index.indexOf('\n', start);
    const line: IndexLine = JSON.parse(index.slice(start, end));
    if (compareText(line[0], place.name) > 0) {
      to = start;
    } else {
      found = line;
      from = end + 1;
    }
  }
  return found === null ? null : stepOf(place, of, found, key);
}

function stepOf(
  place: PackedPlace,
  of: IndexOf,
  [from, to, size]: IndexLine,
  key: string | undefined,
): PackStep | null {
  const { group, name } = place;
  if (of === 'indexes') return { file: indexFile(group, String(to)), holds: 'index' };
  if (of === 'pages') return { file: `${group}/page/${to}.json`, holds: 'page', key };
  if (size === undefined) return { file: packFile(group, String(to)), holds: 'pack' };
  return from === name ? { file: looseFile(group, String(to)), holds: 'itself' } : null;
}

/** The record of that name in the text of a page, whose records begin with the field `key`; null if it has none. */
function recordIn(page: string, key: string, name: string): string | null {
  const named = `{${JSON.stringify(key)}:${escapeLineSeparators(JSON.stringify(name))}`;
  const start = page.indexOf(named);
  return start < 0 ? null : page.slice(start, objectEnd(page, start));
}

/** The end of the JSON object that starts there. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    // To the end of a string.
    if (sign === '"')
      for (at++; text[at] !== '"' && at < text.length; at++) if (text[at] === '\\') at++;
    if (sign === '{') depth++;
    if (sign === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}
