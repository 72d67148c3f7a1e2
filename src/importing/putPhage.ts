/** Sets the fields of a phage's record that an input knows, and settles what genes of all inputs say together. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../base/failure.ts';
import { unsafeNameReason } from '../contract/recordName.ts';
import type { GeneRecord, PhageSummary } from '../generated/records.ts';
import { type FamilyLabel, labelsFile } from '../sources/familyLabels.ts';
import { blankPhage, familyColor, type ImportedPhage, loneColor } from './blankPhage.ts';
import type { PutFile, PutGenes, StagedData } from './dataFolder.ts';
import { type ImportedInput, rulesForPhage } from './provenance.ts';
import { carryEdits, phageOf } from './renamedPhages.ts';
import { type ImportLog, type InputPlace, logTo } from './report.ts';
import { addTo } from './spill.ts';

/**
 * Writes `phages/<name>.json`: `fields` come from `input`. What this input set earlier and no longer knows becomes
 * blank again; annotations do not override a field that a table set. Returns the record.
 */
export function putPhage(
  staged: StagedData,
  name: string,
  { input, kind }: { readonly input: string; readonly kind: ImportedInput['kind'] },
  fields: Partial<ImportedPhage>,
): ImportedPhage {
  const file = `phages/${name}.json`;
  const blank = blankPhage(name);
  const known = staged.files.get(file);
  const record = { ...blank, ...(known === undefined ? {} : readPhage(staged, file)) };
  const owners = new Map(Object.entries(known?.fields ?? {}));
  for (const [field, owner] of owners) {
    if (owner !== input || field in fields) continue;
    owners.delete(field);
    Object.assign(record, { [field]: blank[field as keyof ImportedPhage] });
  }
  for (const [field, value] of Object.entries(fields)) {
    const owner = owners.get(field) ?? input;
    if (owner !== input && kind !== 'table' && staged.inputs.get(owner)?.kind === 'table') continue;
    owners.set(field, input);
    Object.assign(record, { [field]: value });
  }
  staged.put(file, pretty(record), {
    inputs: [...new Set([...owners.values(), input])].sort(),
    allow: rulesForPhage(record),
    fields: Object.fromEntries([...owners].sort(([a], [b]) => (a < b ? -1 : 1))),
  });
  return record;
}

/** As imports wrote it. Throws a Failure where that is not known. */
export function readPhage(staged: StagedData, file: string): ImportedPhage {
  return JSON.parse(staged.read(file).toString('utf8')) as ImportedPhage;
}

function pretty(record: ImportedPhage): Buffer {
  return Buffer.from(`${JSON.stringify(record, null, 2)}\n`);
}

/** The record without the fields that an input set; a blank record if there is none. */
export function recordWithout(staged: StagedData, name: string, input: string): ImportedPhage {
  const file = `phages/${name}.json`;
  const blank = blankPhage(name);
  const known = staged.files.get(file);
  if (known === undefined) return blank;
  const record = readPhage(staged, file);
  for (const [field, owner] of Object.entries(known.fields ?? {})) {
    if (owner === input) Object.assign(record, { [field]: blank[field as keyof ImportedPhage] });
  }
  return record;
}

/**
 * Removes what an input contributed to a file: from a phage's record its fields, as long as other inputs have fields in
 * it; else the file. Returns whether the file is gone.
 */
export function takeBack(staged: StagedData, file: string, input: string): boolean {
  const owners = Object.entries(staged.files.get(file)?.fields ?? {});
  const left = owners.filter(([, owner]) => owner !== input);
  const name = phageOf(file);
  if (name === undefined || left.length === 0) {
    staged.remove(file);
    return true;
  }
  staged.put(file, pretty(recordWithout(staged, name, input)), {
    inputs: [...new Set(left.map(([, owner]) => owner))].sort(),
    fields: Object.fromEntries(left),
  });
  return false;
}

/** Removes what an input contributed to files in an earlier import but no longer does, and reports it. */
export function takeBackRest(
  staged: StagedData,
  rest: ReadonlySet<string>,
  { id, name, log }: { readonly id: string; readonly name: string; readonly log: ImportLog },
  source = 'their input',
): void {
  for (const file of rest) {
    const isGone = takeBack(staged, file, id);
    const what = isGone ? 'files removed' : 'records with fewer fields';
    logTo(log.changed, `${what}, since ${source} no longer has them`, file, {
      file: name,
      line: 1,
    });
  }
}

// In a JSON string their quotes would be escaped, so these never match inside a text.
const family = /"PhamID":\{"PhamID":(\d+),"Color":"#[\dA-Fa-f]{6}"\}/g;
const summary = /"PhageID":(\{.*?\}),(?="PhamID":\{)/g;

// Of millions of families, the texts would fill the memory.
const mostColors = 100_000;
const manyColors = new Map<number, string>();

/** The colour of a family with several genes. */
function colorOfMany(id: number): string {
  const color = manyColors.get(id) ?? familyColor(id, 2);
  if (manyColors.size > mostColors) manyColors.clear();
  manyColors.set(id, color);
  return color;
}

/**
 * Gives families that several genes have by now their colour, which `settleGenes` would otherwise do in files that it must
 * read and write again. Returns what is to be said of the file when it is put.
 */
export function colorGenes(genes: readonly GeneRecord[], staged: StagedData): PutGenes {
  const families = genes.map(({ PhamID }) => PhamID.PhamID);
  const [once, colored] = [new Set<number>(), new Set<number>()];
  for (const id of families) {
    if (once.has(id) || staged.genesWith(id) > 0) colored.add(id);
    once.add(id);
  }
  for (const { PhamID } of genes)
    if (colored.has(PhamID.PhamID)) PhamID.Color = colorOfMany(PhamID.PhamID);
  return { families, colored, phage: JSON.stringify(genes[0]?.PhageID) };
}

/** The same genes whatever colours their families have. */
export function withoutColors(genes: Buffer): string {
  return genes.toString('latin1').replaceAll(family, '$1');
}

/**
 * Updates gene files to match everything imported: colours of families, and the summaries of phages. Returns the files
 * of earlier imports that changed, by path below the data folder.
 */
export async function settleGenes(staged: StagedData, log: ImportLog): Promise<string[]> {
  if (await staged.isAsImported()) return [];
  await carryEdits(staged);
  const files = [...staged.files.keys()].filter((file) => file.startsWith('genes/'));
  const colored = new Set(files.filter((file) => !hasOwnColors(staged, file)));
  await staged.rest();
  const taken = new Set(staged.touched);
  const genesOf = new Map<number, number>();
  for (const file of colored) {
    await staged.rest();
    for (const id of staged.genesPut(file)?.families ?? familiesIn(staged.readOwn(file)))
      genesOf.set(id, (genesOf.get(id) ?? 0) + 1);
  }
  for (const file of genesOf.size === 0 ? [] : files) {
    if (colored.has(file)) continue;
    await staged.rest();
    const shared = new Set(familiesIn(staged.readOwn(file)).filter((id) => genesOf.has(id)));
    for (const id of shared) logTo(log.doubtful, sharedNumbers, String(id), { file, line: null });
  }
  const hasMany = (id: number) => (genesOf.get(id) ?? 0) > 1;
  const colorOf = (id: number) => (hasMany(id) ? colorOfMany(id) : loneColor);
  staged.colorEdited((file) => (colored.has(file) ? colorOf : null));
  const inOwnColor = (_: string, id: string) =>
    `"PhamID":{"PhamID":${id},"Color":"${colorOf(Number(id))}"}`;
  const settled: string[] = [];
  for (const file of files) {
    await staged.rest();
    const phageFile = file.replace(/^genes\//, 'phages/').replace(/\.ndjson$/, '.json');
    const edited = attempt(() => staged.readEdited(phageFile)) ?? null;
    // A service and a database give genes summaries of their own.
    const isAsGiven = taken.has(file) && !colored.has(file);
    const isUpToDate = edited === null && (isAsGiven || !taken.has(phageFile));
    if (isUpToDate && !colored.has(file)) continue;
    const phage = isUpToDate
      ? null
      : (JSON.parse((edited ?? staged.read(phageFile)).toString('utf8')) as ImportedPhage);
    const put = staged.genesPut(file);
    const isSettled =
      colored.has(file) &&
      put?.families.every((id) => put.colored.has(id) === hasMany(id)) === true &&
      (phage === null || put.phage === JSON.stringify(summaryOf(phage)));
    if (isSettled) continue;
    const before = staged.readOwn(file)?.toString('utf8');
    // Edited since an earlier version of the program imported it: stays as it is.
    if (before === undefined) continue;
    const inColor = colored.has(file) ? before.replaceAll(family, inOwnColor) : before;
    const after = phage === null ? inColor : withSummary(inColor, phage);
    const known = staged.files.get(file);
    if (known === undefined || after === before) continue;
    // Not where a file that no input changed was edited and is no JSON any more.
    if (!taken.has(file) && attempt(() => staged.readEdited(file)) === undefined) continue;
    if (!taken.has(file)) settled.push(file);
    const { inputs, allow = [] } = known;
    staged.put(file, Buffer.from(after), { inputs, ...(after === inColor ? { allow } : {}) });
  }
  return settled;
}

const sharedNumbers =
  'gene families of a database or service whose numbers annotations have, too (import one of them into another data folder)';

/** Whether its families and their colours come from a database or a service. */
function hasOwnColors({ files, inputs }: StagedData, file: string): boolean {
  const own = (id: string) => ['api', 'phamerator'].includes(inputs.get(id)?.kind ?? '');
  return files.get(file)?.inputs.some(own) === true;
}

/** Latin-1 takes as many letters as bytes: only digits and names matter. */
function familiesIn(genes: Buffer | null): number[] {
  return Array.from(genes?.toString('latin1').matchAll(family) ?? [], ([, id]) => Number(id));
}

/** The genes with the current summary of their phage; the name that they show stays. */
function withSummary(genes: string, phage: ImportedPhage): string {
  // The genes of a file have few different ones.
  let last = { before: '', after: '' };
  return genes.replaceAll(summary, (_, before: string) => {
    if (before !== last.before) {
      const { Name } = JSON.parse(before) as PhageSummary;
      last = { before, after: `"PhageID":${JSON.stringify({ ...summaryOf(phage), Name })},` };
    }
    return last.after;
  });
}

/** The summary of a phage in its genes. */
export function summaryOf(phage: ImportedPhage): PhageSummary {
  const name = phage.phage_name ?? '';
  return {
    PhageID: name,
    Accession: phage.archive_accession ?? '',
    Name: name,
    HostGenus: phage.host_genus?.genus_name ?? '',
    Cluster: phage.pcluster?.cluster ?? '',
    Subcluster: phage.psubcluster?.subcluster ?? null,
  };
}

/** Adds the labels that a table gives to those of earlier imports, which stay: other phages may have such families. */
export function putFamilyLabels(
  staged: StagedData,
  labels: ReadonlyMap<number, string>,
  tables: readonly string[],
  log: ImportLog,
): void {
  if (labels.size === 0) return;
  const known = staged.files.get(labelsFile);
  if (known === undefined && existsSync(path.join(staged.data, labelsFile))) {
    const kind = `labels of families left out, since ${labelsFile} is no import's`;
    for (const label of labels.values())
      logTo(log.refused, kind, label, { file: labelsFile, line: null });
    return;
  }
  const all = new Map<number, string>();
  const before = known === undefined ? '' : staged.read(labelsFile).toString('utf8');
  for (const line of before.split('\n').filter(Boolean)) {
    const { PhamID, family_label } = JSON.parse(line) as FamilyLabel;
    all.set(PhamID, family_label);
  }
  for (const [id, label] of labels) all.set(id, label);
  const sorted = [...all].sort(([a], [b]) => a - b);
  const inputs = [...new Set([...(known?.inputs ?? []), ...tables])].sort();
  const lines = linesOf(sorted.map(([PhamID, family_label]) => ({ PhamID, family_label })));
  staged.put(labelsFile, lines, { inputs });
}

/** One record per line. */
export function linesOf(records: readonly object[]): Buffer {
  let lines = '';
  for (const record of records) lines += `${JSON.stringify(record)}\n`;
  return Buffer.from(lines);
}

/** The same, of genes of one phage: their proteins, which are letters, are not searched for what JSON escapes. */
export function linesOfGenes(genes: readonly GeneRecord[]): Buffer {
  const text = JSON.stringify;
  const phage = text(genes[0]?.PhageID);
  let lines = '';
  for (const gene of genes) {
    const { PhamID, Start, Stop, Length, Translation, Orientation } = gene;
    lines +=
      `{"GeneID":${text(gene.GeneID)},"PhageID":${phage},` +
      `"PhamID":{"PhamID":${PhamID.PhamID},"Color":"${PhamID.Color}"},` +
      `"Start":${Start},"Stop":${Stop},"Length":${Length},"Name":${text(gene.Name)},` +
      `"Translation":"${Translation}","Orientation":"${Orientation}",` +
      `"Notes":${text(gene.Notes)},"LocusTag":${text(gene.LocusTag)}}\n`;
  }
  return Buffer.from(lines);
}

// The names of its genes are longer, and must also be file names.
const maxNameBytes = 180;

/** Why a name cannot be that of an imported phage; null if it can. Completes the sentence "found a name, which …". */
export function unfitReason(name: string): string | null {
  const unsafe = unsafeNameReason(name);
  if (unsafe !== null) return unsafe;
  if (name.startsWith('.')) return 'begins with a dot';
  if (/[<>:"|?*]/.test(name)) return 'has a sign that names of files may not have everywhere';
  if (/[\p{Bidi_Control}]/u.test(name)) return 'turns the direction of its letters';
  return Buffer.byteLength(name) > maxNameBytes ? `is longer than ${maxNameBytes} bytes` : null;
}

/** The kind of doubt, for the report. */
export const stopInside = 'genes with a stop inside their protein';

/** Whether there is one before its end. */
export function hasStopInside(protein: string): boolean {
  const first = protein.indexOf('*');
  return first >= 0 && first < protein.length - 1;
}

/**
 * The files to which each input contributed in its last import, of those that are still its own when it is asked for.
 * One pass over all files answers for all inputs.
 */
export function filesByInput({ files }: Pick<StagedData, 'files'>): (id: string) => Set<string> {
  const before = new Map<string, string[]>();
  for (const [file, { inputs }] of files) for (const id of inputs) addTo(before, id, file);
  return (id) => new Set(before.get(id)?.filter((file) => files.get(file)?.inputs.includes(id)));
}

interface FileOrigin extends PutFile {
  /** The input that it is made from. */
  readonly place: InputPlace;
  readonly log: ImportLog;
}

/** The kind of change, for the report. */
export const filesReplaced = 'files of other inputs replaced';

/** Writes a file that is made from inputs, the first of which identifies it; reports if it was made from others before. */
export function putFile(
  staged: StagedData,
  file: string,
  bytes: Buffer,
  { place, log, ...about }: FileOrigin,
): void {
  const owners = staged.files.get(file)?.inputs ?? about.inputs;
  if (!owners.includes(about.inputs[0] ?? '')) logTo(log.changed, filesReplaced, file, place);
  staged.put(file, bytes, about);
}

/** Records an input; an unchanged one keeps its entry, and a table about phages stays one. */
export async function recordInput(
  staged: StagedData,
  id: string,
  file: string,
  about: Pick<ImportedInput, 'kind' | 'program' | 'date'>,
): Promise<void> {
  const kind = staged.inputs.get(id)?.kind === 'table' ? 'table' : about.kind;
  const [bytes, sha256] = [statSync(file).size, await staged.hashOf(file)];
  noteInput(staged, id, { ...about, kind, bytes, sha256 });
}

/** The same for an input that is not a file. */
export function noteInput(
  { inputs }: StagedData,
  id: string,
  { kind, bytes, sha256, program, date }: ImportedInput,
): void {
  const same = inputs.get(id);
  if (same?.sha256 === sha256 && same.date === date) return;
  inputs.set(id, { kind, bytes, sha256, program, date });
}
