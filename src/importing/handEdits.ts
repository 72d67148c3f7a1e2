/**
 * Records that were edited by hand since they were imported: a three-way merge, field by field, of what an import wrote,
 * what the file holds now, and what an import writes next. An edit always wins.
 */
import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { attempt, Failure } from '../base/failure.ts';
import { isObject } from '../contract/collectionName.ts';
import { labelsFile } from '../sources/familyLabels.ts';
import { showToken } from '../text/json.ts';
import { formatCount, formatCounted } from '../text/words.ts';

/** A difference from what was imported. */
export interface HandEdit {
  /** Below the data folder. */
  readonly file: string;
  readonly record: string;
  /** `Notes`, or `host_genus/id`; null for the whole record. */
  readonly field: string | null;
  readonly what: 'changed' | 'added' | 'removed' | 'restored';
  /** What the input says by now, where it said something else before; null where it did not change. */
  readonly inputNow: string | null;
  /** The file that it was made in, where its phage has another name by now. */
  readonly madeIn?: string;
  /** Where it is kept since nothing in the data has it any more, below the data folder. */
  readonly aside?: string;
}

type Edit = Omit<HandEdit, 'file' | 'record'>;

type Fields = Readonly<Record<string, unknown>>;

interface Entry {
  readonly record: string;
  /** What stays when genes are numbered anew or get another start: where they end. */
  readonly identity: string;
  readonly text: string;
  readonly fields: Fields;
}

/** As imported before, as it is now, and as imported next. */
type Versions = Readonly<Record<'base' | 'live' | 'next', Buffer>>;

/** Gives a gene that was moved into a family by hand the colour of that family; null to leave it as it is. */
export type ColorOf = (phamId: number) => string;

/** The text to write, and how it differs from the next one. Throws a Failure where the file is no records any more. */
export function mergeEdits(
  file: string,
  { base, live, next }: Versions,
  colorOf: ColorOf | null,
): { readonly bytes: Buffer; readonly edits: readonly HandEdit[] } {
  const [before, mine, now] = [entriesOf(file, base), entriesOf(file, live), entriesOf(file, next)];
  const earlier = matched(before, now);
  const edits: HandEdit[] = [];
  const lines: string[] = [];
  const used = new Set<string>();
  const note = (record: string, edit: Edit) => void edits.push({ file, record, ...edit });
  const [oldSummary, summary] = [summaryIn(before), summaryIn(now)];
  // What was not edited in a gene that no input has follows its phage.
  const following = (fields: Fields): Fields =>
    summary !== null && isDeepStrictEqual(fields['PhageID'], oldSummary)
      ? { ...fields, PhageID: summary }
      : fields;
  const added = [...mine].filter(([key]) => !before.has(key));
  const addedAt = new Map(added.map(([key, { identity }]) => [identity, key]));
  for (const [key, entry] of now) {
    // What was added by hand may come from the input by now.
    const known = earlier.get(key) ?? addedAt.get(entry.identity) ?? (before.has(key) ? null : key);
    const [old, own] = known === null ? [] : [before.get(known), mine.get(known)];
    if (known !== null) used.add(known);
    if (own === undefined) {
      if (old === undefined) lines.push(entry.text);
      else {
        const isSame = isDeepStrictEqual(old.fields, entry.fields);
        const inputNow = isSame ? null : shown(entry.fields);
        note(entry.record, { field: null, what: 'removed', inputNow });
      }
      continue;
    }
    const report = (edit: Edit) => note(entry.record, edit);
    const oldFields = old?.fields ?? {};
    const ownFields = old === undefined ? following(withIdOf(entry, own.fields)) : own.fields;
    const merged = mergeFields(oldFields, ownFields, entry.fields, '', report);
    const colored = colorOf === null ? merged : inColor(merged, oldFields, own.fields, colorOf);
    if (isDeepStrictEqual(colored, own.fields)) lines.push(own.text);
    else lines.push(isDeepStrictEqual(colored, entry.fields) ? entry.text : write(file, colored));
  }
  const freeId = freeIds([...now.values(), ...mine.values()]);
  for (const [key, own] of mine) {
    if (used.has(key)) continue;
    const old = before.get(key);
    if (old !== undefined && isDeepStrictEqual(old.fields, own.fields)) continue;
    const fields = following(own.fields);
    if (now.has(own.record) && typeof fields['GeneID'] === 'string') {
      const GeneID = freeId(own.record);
      lines.push(write(file, { ...fields, GeneID }));
      note(GeneID, { field: null, what: 'added', inputNow: `another gene named ${own.record}` });
      continue;
    }
    lines.push(isDeepStrictEqual(fields, own.fields) ? own.text : write(file, fields));
    const inputNow = old === undefined ? null : 'no such record';
    note(own.record, { field: null, what: 'added', inputNow });
  }
  return { bytes: linesOf(lines), edits };
}

/** What genes say of their phage; null in files of other records. */
function summaryIn(entries: ReadonlyMap<string, Entry>): Fields | null {
  const [first] = entries.values();
  const { PhageID } = first?.fields ?? {};
  return isObject(PhageID) ? PhageID : null;
}

function withIdOf({ fields: { GeneID } }: Entry, own: Fields): Fields {
  return GeneID === undefined ? own : { ...own, GeneID };
}

/** Gives, of a GeneID that another gene has, one with the next number that none has. */
function freeIds(entries: readonly Entry[]): (taken: string) => string {
  const numberForm = /\d*$/;
  let last = entries.reduce(
    (most, { record }) => Math.max(most, Number(numberForm.exec(record)?.[0] ?? 0)),
    0,
  );
  return (taken) => taken.replace(numberForm, String(++last));
}

/** The records of a file of a phage, under another name of it. Throws a Failure where the file is no records any more. */
export function renameRecords(file: string, bytes: Buffer, from: string, to: string): Buffer {
  const renamed = (fields: Fields, names: readonly string[]): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        if (name === 'GeneID' && typeof value === 'string' && value.startsWith(`${from}_`))
          return [name, to + value.slice(from.length)];
        // The summary of the phage in a gene.
        if (name === 'PhageID' && isObject(value))
          return [name, renamed(value, ['PhageID', 'Name'])];
        return [name, value === from && names.includes(name) ? to : value];
      }),
    );
  const lines = Array.from(entriesOf(file, bytes).values(), ({ fields }) =>
    write(file, renamed(fields, ['PhageID', 'phage_name'])),
  );
  return linesOf(lines);
}

/**
 * Of both versions the records that were edited, also those that only their order tells from such. Throws a Failure where
 * the file is no records any more.
 */
export function editedRecords(
  file: string,
  { base, live }: Omit<Versions, 'next'>,
): Omit<Versions, 'next'> {
  const [before, mine] = [entriesOf(file, base), entriesOf(file, live)];
  const namesOf = ({ record, identity }: Entry) => [record, identity.replace(/\++$/, '')];
  const edited = new Set<string>();
  for (const [one, other] of [
    [before, mine],
    [mine, before],
  ] as const)
    for (const [key, entry] of one)
      if (!isDeepStrictEqual(entry.fields, other.get(key)?.fields))
        for (const name of namesOf(entry)) edited.add(name);
  const some = (entries: ReadonlyMap<string, Entry>) => {
    const isAmong = (entry: Entry) => namesOf(entry).some((name) => edited.has(name));
    return linesOf([...entries.values()].filter(isAmong).map(({ text }) => text));
  };
  return { base: some(before), live: some(mine) };
}

const linesOf = (lines: readonly string[]) =>
  Buffer.from(lines.map((line) => `${line}\n`).join(''));

/** The key of the same record in what was imported before: by where it ends, or else by its locus tag. */
function matched(
  before: ReadonlyMap<string, Entry>,
  now: ReadonlyMap<string, Entry>,
): Map<string, string> {
  const earlier = new Map<string, string>();
  const left = new Map(before);
  // Without a tag nothing that another record has.
  const tagOf = ({ record, fields: { LocusTag } }: Entry) =>
    typeof LocusTag === 'string' ? LocusTag : `${record}\n`;
  for (const nameOf of [({ identity }: Entry) => identity, tagOf]) {
    const keys = new Map<string, string>();
    for (const [key, entry] of left) keys.set(nameOf(entry), key);
    for (const [key, entry] of now) {
      const found = earlier.has(key) ? undefined : keys.get(nameOf(entry));
      if (found === undefined || !left.delete(found)) continue;
      earlier.set(key, found);
    }
  }
  return earlier;
}

function mergeFields(
  old: Fields,
  own: Fields,
  next: Fields,
  at: string,
  note: (edit: Edit) => void,
): Fields {
  // Pairs, since a name may be __proto__.
  const merged: [string, unknown][] = [];
  for (const name of new Set([...Object.keys(next), ...Object.keys(own)])) {
    const [before, mine, now] = [old[name], own[name], next[name]];
    if (isObject(before) && isObject(mine) && isObject(now)) {
      merged.push([name, mergeFields(before, mine, now, `${at}${name}/`, note)]);
    } else if (isDeepStrictEqual(mine, before)) {
      if (now !== undefined) merged.push([name, now]);
    } else {
      if (mine !== undefined) merged.push([name, mine]);
      if (isDeepStrictEqual(mine, now)) continue;
      const inputNow = isDeepStrictEqual(now, before) ? null : shown(now);
      note({ field: `${at}${name}`, what: 'changed', inputNow });
    }
  }
  return Object.fromEntries(merged);
}

function inColor(merged: Fields, old: Fields, own: Fields, colorOf: ColorOf): Fields {
  const [pham, imported, mine] = [merged, old, own].map(({ PhamID }) => PhamID);
  if (!isObject(pham) || !isObject(imported) || !isObject(mine)) return merged;
  const { PhamID: id } = pham;
  const isMoved = id !== imported['PhamID'] && id === mine['PhamID'];
  // A colour that was chosen by hand stays.
  if (typeof id !== 'number' || !isMoved || mine['Color'] !== imported['Color']) return merged;
  return { ...merged, PhamID: { ...pham, Color: colorOf(id) } };
}

/** Records by what tells them apart in their file. */
function entriesOf(file: string, bytes: Buffer): Map<string, Entry> {
  if (!isUtf8(bytes))
    throw new Failure('data', `${file} is no UTF-8 text since it was edited.`, {
      hint: 'Save it as UTF-8, or restore the file, and import again. Nothing was imported.',
    });
  // Some editors begin a file with a mark of its encoding.
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const entries = new Map<string, Entry>();
  if (isOneRecord(file)) {
    const fields = parsed(file, null, text);
    const record = String(fields['phage_name']);
    entries.set('', { record, identity: '', text: text.trimEnd(), fields });
    return entries;
  }
  const identities = new Set<string>();
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const fields = parsed(file, at + 1, line);
    const { GeneID, PhamID, Type, Start, Stop, Orientation } = fields;
    // Features have no name.
    const place = JSON.stringify([Type, Start, Stop, Orientation]);
    // In a gene, PhamID is an object; a number has the label of a family.
    const other = typeof PhamID === 'number' ? `family ${PhamID}` : place;
    const record = typeof GeneID === 'string' ? GeneID : other;
    let key = record;
    while (entries.has(key)) key += '+';
    const end = Orientation === 'R' ? Start : Stop;
    const isGene = typeof GeneID === 'string' && end !== undefined;
    let identity = isGene ? JSON.stringify([Orientation, end]) : record;
    while (identities.has(identity)) identity += '+';
    identities.add(identity);
    entries.set(key, { record, identity, text: line, fields });
  }
  return entries;
}

const isOneRecord = (file: string) => file.startsWith('phages/');

const write = (file: string, fields: Fields) =>
  isOneRecord(file) ? JSON.stringify(fields, null, 2) : JSON.stringify(fields);

function parsed(file: string, line: number | null, text: string): Fields {
  const value = attempt(() => JSON.parse(text) as unknown);
  if (isObject(value)) return value;
  const where = line === null ? file : `${file}:${line}`;
  const form = line === null ? 'Correct it' : 'Correct it (each line is one record)';
  throw new Failure('data', `${where} is no record in JSON since it was edited.`, {
    hint: `${form}, or restore the file, and import again. Nothing was imported.`,
  });
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : showToken(JSON.stringify(value));
}

const shownConflicts = 50;

/** What was edited by hand since the last import, as text: an edit is listed with `verbose`; one that the input contradicts always is. */
export function renderEdits(all: readonly HandEdit[], verbose: boolean): string[] {
  const lines: string[] = [];
  const edits = all.filter(({ aside }) => aside === undefined);
  const counts = [...counted(edits)].join(', ');
  if (counts !== '') lines.push(`Edited by hand, and kept: ${counts}.`);
  const restored = edits.filter(({ what }) => what === 'restored').length;
  if (restored > 0)
    lines.push(`Deleted by hand, and written again: ${formatCounted(restored, 'file')}.`);
  const moves = edits.flatMap(({ file, madeIn, what }) =>
    madeIn === undefined || what === 'restored' ? [] : `${madeIn}, now ${file}`,
  );
  if (moves.length > 0)
    lines.push(
      'Edits that went along with a phage to its new name, in:',
      ...listed([...new Set(moves)], verbose),
    );
  if (verbose) lines.push(...edits.map((edit) => `  ${named(edit)}`));
  const conflicts = edits.filter(({ inputNow }) => inputNow !== null);
  if (conflicts.length > 0) lines.push('Edited by hand, while the input changed, too:');
  lines.push(...listed(conflicts.map((edit) => `${named(edit)}; the input has ${edit.inputNow}`)));
  const asides = all.flatMap((edit) =>
    edit.aside === undefined ? [] : `${named(edit)}, in ${edit.aside}`,
  );
  if (asides.length > 0) lines.push('Edited by hand, and kept aside from what is published:');
  lines.push(...listed(asides, verbose));
  return lines;
}

function listed(what: readonly string[], isWhole = false): string[] {
  const first = isWhole ? what : what.slice(0, shownConflicts);
  const more = what.length - first.length;
  const rest = more > 0 ? [`  … and ${formatCount(more)} more`] : [];
  return [...first.map((one) => `  ${one}`), ...rest];
}

function named({ file, record, field, what }: HandEdit): string {
  const of = record === file ? '' : `: ${record}`;
  return `${file}${of}${field === null ? '' : `: ${field}`} ${what}`;
}

/** `1 field of 1 gene`, `2 genes removed`. */
function* counted(edits: readonly HandEdit[]): Generator<string> {
  for (const [folder, noun] of nouns) {
    const some = edits.filter(({ file }) => file.startsWith(folder));
    const fields = some.filter(({ field }) => field !== null);
    const records = new Set(fields.map(({ file, record }) => `${file} ${record}`));
    if (fields.length > 0) {
      yield `${formatCounted(fields.length, 'field')} of ${formatCounted(records.size, noun)}`;
    }
    for (const what of ['changed', 'added', 'removed'] as const) {
      const whole = some.filter((edit) => edit.field === null && edit.what === what);
      const files = whole.filter(({ file, record }) => file === record).length;
      if (whole.length > files) yield `${formatCounted(whole.length - files, noun)} ${what}`;
      if (files > 0) yield `${formatCounted(files, 'file')} of ${noun}s ${what}`;
    }
  }
}

const nouns = [
  ['genes/', 'gene'],
  ['phages/', 'phage'],
  ['features/', 'feature'],
  ['genomes/', 'genome'],
  [labelsFile, 'family label'],
] as const;
