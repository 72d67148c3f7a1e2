/** Turns annotation files into records, genomes and features below a data folder. */
import path from 'node:path';
import type { ImportFault, PlacedFault } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import { type ImportInput, inputId, shorterNames, shownName } from '../inputs.ts';
import { rulesToAllow } from '../provenance.ts';
import {
  filesByInput,
  putFamilyLabels,
  recordInput,
  settleGenes,
  takeBackRest,
} from '../putPhage.ts';
import type { Families, Pairs } from '../readPairs.ts';
import { phageOf } from '../renamedPhages.ts';
import {
  addLog,
  createImportLog,
  type Imported,
  type ImportLog,
  logCleaned,
  logTo,
  maxFaults,
  type RecordCounts,
} from '../report.ts';
import type { GeneChoices } from './genesOf.ts';
import { chooseInputs, type ChosenInput } from './inputs.ts';
import { createLastImport } from './lastImport.ts';
import { nameSequences } from './nameSequences.ts';
import { createSharedTags } from './sharedTags.ts';
import { rememberGenomes, takeInput, type Taking, TooManyFaults } from './takeInput.ts';

interface AnnotationOptions extends GeneChoices {
  /** Names of phages, by the name, accession or file of a sequence. */
  readonly names: Pairs;
  readonly families: Families | null;
  /** Whether what has no faults is imported where something else has some. */
  readonly keepsGoing?: boolean | undefined;
  /** Whether files are read again that are as they were. */
  readonly rereads?: boolean | undefined;
  /** The files of `names` and `families`. */
  readonly tables: readonly string[];
  /** Name and version of this program. */
  readonly program: string;
  /** YYYY-MM-DD, or null. */
  readonly date: string | null;
}

export interface ImportReport extends Imported, RecordCounts {
  readonly files: number;
  /** How many of them were not read, since they are as they were. */
  readonly unread: number;
  /** Whether all were read since the notes of the last import are another version's, or damaged. */
  readonly isAnew: boolean;
}

/**
 * Stages what the files hold; features may wait in the file that `spillFile` names. With faults, the data folder must stay as it
 * was. Throws a Failure, or the signal's reason.
 */
export async function importAnnotations(
  given: readonly ImportInput[],
  staged: StagedData,
  options: AnnotationOptions,
  spillFile: () => string,
): Promise<ImportReport> {
  const log = createImportLog();
  const faults: PlacedFault[] = [];
  const skipped: { name: string; why: string }[] = [];
  const totals = { files: 0, unread: 0, phages: 0, genes: 0, features: 0, genomes: 0 };
  // Of the sequences that were read with features of their own, in their folder.
  const named = new Set<string>();
  const nameIn = ({ absolutePath }: ImportInput, name: string) =>
    `${path.dirname(absolutePath)}\0${name}`;
  // GFF3 files without sequences, and what is missing.
  const incomplete: { readonly input: ImportInput; readonly faults: readonly ImportFault[] }[] = [];
  const besides = new Set<string>();
  // What inputs gave before, and have not given again.
  const left: { readonly id: string; readonly name: string; readonly before: Set<string> }[] = [];
  const filesOf = filesByInput(staged);
  const tables = options.tables.map((file) => inputId(staged.data, path.resolve(file)));
  const about = { kind: 'annotations', ...options } as const;
  // First: of the inputs that files are made from, this is how the hashes are known.
  for (const [at, table] of options.tables.entries())
    await recordInput(staged, tables[at] ?? '', table, about);
  const last = createLastImport(staged, options, tables);
  const chosenInputs = await chooseInputs(given, staged.rest, skipped, faults);
  const mayLackSequences = ({ input, kind }: ChosenInput) => kind === 'gff3' && !input.isNamed;
  const areNamesNeeded = chosenInputs.some(mayLackSequences);
  const sharedTags = createSharedTags(staged, options.families, tables);
  const taking: Taking = {
    staged,
    choices: { ...options, families: last.families, onFamily: sharedTags.noteGene },
    sharedTags,
    tables,
    names: nameSequences(staged, last.names),
    genomes: rememberGenomes(),
    twinOf: last.twinsBesides(chosenInputs),
    addFault(fault) {
      faults.push(fault);
      if (faults.length >= maxFaults) throw new TooManyFaults();
    },
    faultCount: () => faults.length,
    onNames: (input, names) => {
      if (areNamesNeeded) for (const name of names) named.add(nameIn(input, name));
    },
    skip: (name, why) => void skipped.push({ name, why }),
    spillFile,
  };
  const take = async (chosen: ChosenInput): Promise<void> => {
    const { input } = chosen;
    const { name: file, absolutePath } = input;
    const id = inputId(staged.data, absolutePath);
    const before = filesOf(id);
    const faultsBefore = faults.length;
    const isSound = () => faults.length === faultsBefore;
    const again = options.rereads === true ? null : await last.repeat(chosen, before, taking);
    if (again === null) last.forget(chosen);
    const mayLack = mayLackSequences(chosen);
    const outcome = again ?? (await takeInput(chosen, before, mayLack, taking));
    const { taken, sequences, copies, lacking, beside } = outcome;
    if (sequences === 0 && isSound()) {
      if (mayLack) incomplete.push({ input, faults: lacking });
      else faults.push({ file, line: 1, expected: 'a sequence with its features', found: 'none' });
      return;
    }
    faults.push(...lacking.map((fault) => ({ ...fault, file })));
    if (beside !== null && taken.phages > 0)
      besides.add(path.posix.join(path.posix.dirname(file), path.basename(beside)));
    if (taken.phages === 0 && (copies > 0 || !isSound())) return;
    addLog(log, outcome.log);
    totals.files++;
    totals.phages += taken.phages;
    totals.genes += taken.genes;
    totals.features += taken.features;
    totals.genomes += taken.genomes;
    const date = staged.inputs.get(id)?.date;
    if (again !== null) totals.unread++;
    // What could not be read may still have what it had.
    else if (isSound() && before.size > 0) left.push({ id, name: file, before });
    if (again === null || date !== options.date)
      for (const one of [absolutePath, ...(beside === null ? [] : [beside])])
        await recordInput(staged, inputId(staged.data, one), one, about);
    if (again === null && isSound()) last.remember(chosen, outcome);
  };

  try {
    for (const chosen of chosenInputs) {
      await staged.rest();
      await take(chosen);
    }
  } catch (error) {
    if (!(error instanceof TooManyFaults)) throw error;
  }
  for (const { before, ...of } of left) {
    // Another input may give it now.
    const isOwn = (one: string) => staged.files.get(one)?.inputs.includes(of.id);
    takeBackRest(staged, new Set([...before].filter(isOwn)), { ...of, log });
  }
  for (const { input, faults: lacking } of incomplete) {
    const { name } = input;
    const isElsewhere = (fault: ImportFault) =>
      fault.lacking !== undefined && named.has(nameIn(input, fault.lacking));
    // If not, its features would be lost.
    if (lacking.every(isElsewhere))
      skipped.push({ name, why: lacking.length === 0 ? isEmpty : isWithout });
    else faults.push(...lacking.map((fault) => ({ ...fault, file: name })));
  }
  const { names, families } = options;
  for (const one of [...names.cleaned, ...(families?.cleaned ?? [])])
    logCleaned(log, one, { file: one.file, what: 'a text' });
  for (const [kinds, kind, keys] of [
    [log.refused, 'names of --names that are those of no sequence', names.unused()],
    [log.refused, 'names of --families that are those of no gene', families?.unused()],
    [log.refused, 'families of genes that --families puts in several', families?.contested()],
    [log.refused, 'genes without a family in --families', families?.unnamed],
    [log.refused, 'columns of --families without genes or families', families?.leftOut],
    [
      log.doubtful,
      'families with several labels, of which they have the first',
      families?.relabelled(),
    ],
  ] as const)
    for (const { file, line, key } of keys ?? []) logTo(kinds, kind, key, { file, line });
  doubtLongerNames(staged, log);
  putFamilyLabels(staged, families?.labels() ?? new Map(), tables, log);
  const isKept = options.keepsGoing === true && totals.phages > 0 && faults.length < maxFaults;
  if (faults.length === 0 || isKept) {
    last.forgetAll(await sharedTags.settle(log));
    const kind = 'files of earlier imports (colours of families, or what genes say of their phage)';
    for (const file of await settleGenes(staged, log))
      logTo(log.changed, kind, 'other families or phages', { file, line: null });
    last.keep();
  }
  const isTable = (name: string) =>
    staged.inputs.get(inputId(staged.data, path.resolve(name)))?.kind === 'table';
  const unread = skipped
    .filter(({ name }) => !besides.has(name))
    .map((one) => (isTable(one.name) ? { ...one, why: readAsTable } : one));
  const result = isKept ? { faults: [], left: faults } : { faults, left: [] };
  return {
    ...totals,
    isAnew: last.isOfOther,
    log,
    allow: rulesToAllow(staged),
    skipped: unread,
    ...result,
  };
}

/** A table that was imported before these annotations could not know their names. */
function doubtLongerNames({ data, files, inputs }: StagedData, log: ImportLog): void {
  for (const [file, { inputs: own }] of files) {
    const name = phageOf(file);
    if (name === undefined || own.some((id) => inputs.get(id)?.kind !== 'table')) continue;
    const shorter = shorterNames(name).find(
      (one) => one !== name && files.has(`genes/${one}.ndjson`),
    );
    const place = { file: shownName(path.resolve(data, own[0] ?? '')), line: null };
    if (shorter !== undefined)
      logTo(log.doubtful, longerNames, `${name} (is it ${shorter}?)`, place);
  }
}

const longerNames =
  'phages that only a table has, by longer names than annotations (import the table again, and they meet)';
const readAsTable = 'a table about phages, which `phagepress import table` reads';
const isEmpty = 'it has neither features nor a sequence';
const isWithout =
  'it has no sequence; that of its features is in another file of the folder, which is read';
