/**
 * Records that were edited by hand since they were imported: a three-way merge, field by field, of what an import wrote,
 * what the file holds now, and what an import writes next. An edit always wins.
 */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../contract/jsonObject.ts';
import { Failure } from '../failure.ts';
import { showToken } from '../json/showToken.ts';

/** A difference from what was imported. */
export interface HandEdit {
  /** Below the data folder. */
  readonly file: string;
  readonly record: string;
  /** `Notes`, or `host_genus/id`; null for the whole record. */
  readonly field: string | null;
  readonly what: 'changed' | 'added' | 'removed';
  /** What the input says by now, where it said something else before; null where it did not change. */
  readonly inputNow: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

interface Entry {
  readonly record: string;
  readonly text: string;
  readonly fields: Fields;
}

export interface Versions {
  /** As imported before, as it is now, and as imported next. */
  readonly base: Buffer;
  readonly live: Buffer;
  readonly next: Buffer;
}

/** Gives a gene that was moved into a family by hand the colour of that family; null to leave it as it is. */
export type ColorOf = (phamId: number) => string;

/** The text to write, and how it differs from the next one. Throws a Failure where the file is no records any more. */
export function mergeEdits(
  file: string,
  { base, live, next }: Versions,
  colorOf: ColorOf | null,
): { readonly bytes: Buffer; readonly edits: readonly HandEdit[] } {
  const [before, mine, now] = [base, live, next].map((bytes) => entriesOf(file, bytes)) as [
    Map<string, Entry>,
    Map<string, Entry>,
    Map<string, Entry>,
  ];
  const edits: HandEdit[] = [];
  const lines: string[] = [];
  const note = (record: string, edit: Omit<HandEdit, 'file' | 'record'>) =>
    void edits.push({ file, record, ...edit });
  for (const [key, entry] of now) {
    const [old, own] = [before.get(key), mine.get(key)];
    if (own === undefined) {
      if (old === undefined) lines.push(entry.text);
      else {
        const isSame = isDeepStrictEqual(old.fields, entry.fields);
        const inputNow = isSame ? null : shown(entry.fields);
        note(entry.record, { field: null, what: 'removed', inputNow });
      }
      continue;
    }
    const report = (edit: Omit<HandEdit, 'file' | 'record'>) => note(entry.record, edit);
    const merged = mergeFields(old?.fields ?? {}, own.fields, entry.fields, '', report);
    const colored = colorOf === null ? merged : inColor(merged, entry.fields, own.fields, colorOf);
    if (isDeepStrictEqual(colored, own.fields)) lines.push(own.text);
    else lines.push(isDeepStrictEqual(colored, entry.fields) ? entry.text : write(file, colored));
  }
  for (const [key, own] of mine) {
    if (now.has(key)) continue;
    const old = before.get(key);
    if (old !== undefined && isDeepStrictEqual(old.fields, own.fields)) continue;
    lines.push(own.text);
    const inputNow = old === undefined ? null : 'no such record';
    note(own.record, { field: null, what: 'added', inputNow });
  }
  const text = lines.map((line) => `${line}\n`).join('');
  return { bytes: Buffer.from(text), edits };
}

function mergeFields(
  old: Fields,
  own: Fields,
  next: Fields,
  at: string,
  note: (edit: Omit<HandEdit, 'file' | 'record'>) => void,
): Fields {
  const merged: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(next), ...Object.keys(own)])) {
    const [before, mine, now] = [old[name], own[name], next[name]];
    if (isObject(before) && isObject(mine) && isObject(now)) {
      merged[name] = mergeFields(before, mine, now, `${at}${name}/`, note);
    } else if (isDeepStrictEqual(mine, before)) {
      if (now !== undefined) merged[name] = now;
    } else {
      if (mine !== undefined) merged[name] = mine;
      if (isDeepStrictEqual(mine, now)) continue;
      const inputNow = isDeepStrictEqual(now, before) ? null : shown(now);
      note({ field: `${at}${name}`, what: 'changed', inputNow });
    }
  }
  return merged;
}

function inColor(merged: Fields, next: Fields, own: Fields, colorOf: ColorOf): Fields {
  const [pham, imported, mine] = [merged, next, own].map(({ PhamID }) => PhamID);
  if (!isObject(pham) || !isObject(imported) || !isObject(mine)) return merged;
  const { PhamID: id } = pham;
  if (typeof id !== 'number' || id === imported['PhamID']) return merged;
  return { ...merged, PhamID: { ...pham, Color: colorOf(id) } };
}

/** Records by what tells them apart in their file. */
function entriesOf(file: string, bytes: Buffer): Map<string, Entry> {
  const text = bytes.toString('utf8');
  const entries = new Map<string, Entry>();
  if (isOneRecord(file)) {
    const fields = parsed(file, null, text);
    entries.set('', { record: String(fields['phage_name']), text: text.trimEnd(), fields });
    return entries;
  }
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const fields = parsed(file, at + 1, line);
    const { GeneID, Type, Start, Stop, Orientation } = fields;
    // Features have no name.
    const place = JSON.stringify([Type, Start, Stop, Orientation]);
    const record = typeof GeneID === 'string' ? GeneID : place;
    let key = record;
    while (entries.has(key)) key += '+';
    entries.set(key, { record, text: line, fields });
  }
  return entries;
}

const isOneRecord = (file: string) => file.startsWith('phages/');

const write = (file: string, fields: Fields) =>
  isOneRecord(file) ? JSON.stringify(fields, null, 2) : JSON.stringify(fields);

function parsed(file: string, line: number | null, text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // As below.
  }
  const where = line === null ? file : `${file}:${line}`;
  throw new Failure('data', `${where} is no record in JSON since it was edited.`, {
    hint: 'Correct it, or restore the file, and import again. Nothing was imported.',
  });
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : showToken(JSON.stringify(value));
}
