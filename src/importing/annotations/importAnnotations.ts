/** Turns annotation files into records, genomes and features below a data folder. */
import path from 'node:path';
import { formatCount } from '../../text/quantities.ts';
import type { ImportFault, PassedOver, PlacedFault } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import { faultOf, maxFaults } from '../faultOf.ts';
import { filesByInput, recordInput, takeBackRest } from '../inputFiles.ts';
import { addLog, createImportLog, logTo } from '../importLog.ts';
import { type ImportInput, inputId } from '../listInputs.ts';
import type { Imported } from '../renderImport.ts';
import { settleGenes } from '../settleGenes.ts';
import type { Pairs } from '../table/readPairs.ts';
import { rulesToAllow } from '../rulesToAllow.ts';
import { chooseInputs, type ChosenInput } from './chooseInputs.ts';
import type { GeneChoices } from './genesOf.ts';
import { hasGenome, isCopy, rememberGenomes } from './isCopy.ts';
import { nameSequences } from './nameSequences.ts';
import { readAnnotations } from './readAnnotations.ts';
import { stageSequence } from './stageSequence.ts';
import { weighed } from './weighed.ts';
import { createSequenceNames, type Incomplete, whyPassedOver } from './withoutSequences.ts';

export interface AnnotationOptions extends GeneChoices {
  /** Names of phages, by the name, accession or file of a sequence. */
  readonly names: Pairs;
  readonly families: Pairs | null;
  /** Whether what has no faults is imported where something else has some. */
  readonly keepsGoing?: boolean | undefined;
  /** The files of `names` and `families`. */
  readonly tables: readonly string[];
  /** Name and version of this program. */
  readonly program: string;
  /** YYYY-MM-DD, or null. */
  readonly date: string | null;
}

export interface ImportReport extends Imported {
  readonly files: number;
  readonly phages: number;
  readonly genes: number;
  readonly features: number;
  readonly genomes: number;
  readonly faults: readonly PlacedFault[];
  readonly left: readonly PlacedFault[];
}

// Of a file.
const mostShown = 20;
const toChoose =
  'to take this one, name it before the others; to take both, name one otherwise with --names';

/** Features that tell of the whole sequence. */
const ofWhole = new Set(['source', 'region']);

/** Ends the import: more faults would help nobody. */
class TooManyFaults extends Error {}

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
  const totals = { files: 0, phages: 0, genes: 0, features: 0, genomes: 0 };
  const nameOf = nameSequences(staged, options.names);
  const sequenceNames = createSequenceNames();
  const incomplete: Incomplete[] = [];
  const besides = new Set<string>();
  const genomes = rememberGenomes();
  const filesOf = filesByInput(staged);
  const tables = options.tables.map((file) => inputId(staged.data, path.resolve(file)));
  const addFault = (fault: PlacedFault) => {
    faults.push(fault);
    if (faults.length >= maxFaults) throw new TooManyFaults();
  };
  const chosen = await chooseInputs(given, staged.rest, skipped, faults);
  const mayLackSequences = ({ input, kind }: ChosenInput) => kind === 'gff3' && !input.isNamed;
  const areNamesNeeded = chosen.some(mayLackSequences);
  for (const { input, kind } of chosen) {
    await staged.rest();
    const { name: file, absolutePath } = input;
    const fileLog = createImportLog();
    const lacking: ImportFault[] = [];
    const mayLack = mayLackSequences({ input, kind });
    const report = (fault: ImportFault) => {
      const { line, expected, found, hint, isRefusal = false } = fault;
      const what = `expected ${expected}`;
      if (isRefusal) logTo(fileLog.refused, `features with ${found}`, what, { file, line });
      else if (mayLack && fault.lacking !== undefined) {
        if (lacking.length < maxFaults) lacking.push(fault);
      } else addFault({ file, line, expected, found, ...(hint === undefined ? {} : { hint }) });
    };
    const passOver = ({ line, kind: what, what: said }: PassedOver) =>
      logTo(fileLog.fieldless, what, said, { file, line });
    const doubt = ({ line, kind: what, what: said }: PassedOver) =>
      logTo(fileLog.doubtful, what, said, { file, line });
    let beside: string | null = null;
    const nameOfBeside = (found: string) =>
      path.posix.join(path.posix.dirname(file), path.basename(found));
    const reportBeside = (fault: ImportFault) => {
      addFault({ ...fault, file: nameOfBeside(beside ?? '') });
    };
    const onBeside = (found: string) => void (beside = found);
    const idOf = (one: string) => inputId(staged.data, one);
    const id = idOf(absolutePath);
    const before = filesOf(id);
    const faultsBefore = faults.length;
    let [sequences, copies, taken] = [0, 0, 0];
    const isSound = () => faults.length === faultsBefore;
    try {
      const read = readAnnotations(input, kind, { report, passOver, doubt }, reportBeside, {
        spillFile,
        rest: staged.rest,
        onBeside,
      });
      const onReading = (what: string, line: number) =>
        doubt({ line, kind: 'files whose genes are read otherwise than they say', what });
      for await (const { sequence, isAlone } of weighed(read, kind === 'gff3', onReading)) {
        await staged.rest();
        sequences++;
        // Of a sequence without features, those of a GFF3 file beside it are nowhere else.
        if (areNamesNeeded && sequence.features.some(({ type }) => !ofWhole.has(type)))
          sequenceNames.add(input, [...sequence.names, sequence.accession]);
        if (sequence.isFaulty === true) continue;
        const isOnly = isAlone && isSound();
        const named = nameOf(sequence, { input, kind, isAlone: isOnly, before, log: fileLog });
        if (!('name' in named)) {
          report(named);
          continue;
        }
        const { name, twice } = named;
        const inputs = [id, ...(beside === null ? [] : [idOf(beside)]), ...tables];
        const around = { inputs, file, staged, choices: options };
        // The first may have had a fault.
        if (twice !== undefined && staged.touched.has(`phages/${twice.name}.json`)) {
          const where = `${name}, as in ${twice.file}:${twice.line}`;
          const kinds = { own: kind, taken: twice.kind };
          const isSame = !input.isNamed && (await isCopy(sequence, name, kinds, around));
          const isOther = twice.file !== file && hasGenome(sequence, twice.name, staged);
          if (isSame || isOther) {
            copies++;
            const why = isSame
              ? `a copy of ${where}`
              : `it has the genome of ${where}; ${toChoose}`;
            if (copies <= mostShown) skipped.push({ name: file, why });
          } else {
            const hint = 'Name one of them otherwise with --names, or leave its file out.';
            report({ line: sequence.line, expected: 'each phage once', found: where, hint });
          }
          continue;
        }
        const puts: Parameters<StagedData['put']>[] = [];
        const put: StagedData['put'] = (...one) => void puts.push(one);
        const trial = { ...around, staged: { ...staged, put }, log: fileLog, report };
        const faultsOfOthers = faults.length;
        const written = await stageSequence(sequence, name, trial);
        if (faults.length > faultsOfOthers) continue;
        for (const one of puts) staged.put(...one);
        const twin = genomes(sequence.bases, name);
        if (twin !== null) {
          const what = `${name}, which has the genome of ${twin}`;
          doubt({ line: sequence.line, kind: 'phages with the genome of another one', what });
        }
        for (const one of written.files) before.delete(one);
        taken++;
        totals.phages++;
        totals.genes += written.genes;
        totals.features += written.features;
        totals.genomes += sequence.bases === null ? 0 : 1;
      }
    } catch (error) {
      if (error instanceof TooManyFaults) break;
      faults.push({ file, ...faultOf(error) });
    }
    if (sequences === 0 && isSound()) {
      if (mayLack) incomplete.push({ input, faults: lacking });
      else faults.push({ file, line: 1, expected: 'a sequence with its features', found: 'none' });
      continue;
    }
    faults.push(...lacking.map(({ line, expected, found }) => ({ file, line, expected, found })));
    if (copies > mostShown) {
      const why = `${formatCount(copies - mostShown)} more of its sequences are those of others`;
      skipped.push({ name: file, why });
    }
    if (beside !== null && taken > 0) besides.add(nameOfBeside(beside));
    if (taken === 0 && (copies > 0 || !isSound())) continue;
    addLog(log, fileLog);
    // What could not be read may still have what it had.
    if (isSound()) takeBackRest(staged, before, { id, name: file, log });
    for (const one of [absolutePath, ...(beside === null ? [] : [beside])])
      await recordInput(staged, idOf(one), one, { kind: 'annotations', ...options });
    totals.files++;
  }
  for (const [at, table] of options.tables.entries())
    await recordInput(staged, tables[at] ?? '', table, { kind: 'annotations', ...options });
  for (const one of incomplete) {
    const { name } = one.input;
    const why = whyPassedOver(one, sequenceNames);
    if (why !== null) skipped.push({ name, why });
    else
      for (const { line, expected, found } of one.faults)
        faults.push({ file: name, line, expected, found });
  }
  for (const { file, line, key } of options.names.unused())
    logTo(log.refused, 'names of --names that are those of no sequence', key, { file, line });
  for (const { file, line, key } of options.families?.unused() ?? [])
    logTo(log.refused, 'names of --families that are those of no gene', key, { file, line });
  for (const { file, line, key } of options.families?.contested() ?? [])
    logTo(log.refused, 'families of genes that --families puts in several', key, { file, line });
  const isKept = options.keepsGoing === true && totals.phages > 0 && faults.length < maxFaults;
  if (faults.length === 0 || isKept) {
    const kind = 'files of earlier imports (colours of families, or what genes say of their phage)';
    for (const file of await settleGenes(staged))
      logTo(log.changed, kind, 'other families or phages', { file, line: null });
  }
  const unread = skipped.filter(({ name }) => !besides.has(name));
  const told = isKept ? { faults: [], left: faults } : { faults, left: [] };
  return { ...totals, log, allow: rulesToAllow(staged), skipped: unread, ...told };
}
