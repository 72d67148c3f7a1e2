/** Stages what one annotation file holds. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { type FileStamp, stampOf } from '../../sources/fileStamp.ts';
import { formatCount } from '../../text/quantities.ts';
import type { ImportFault, PassedOver, PlacedFault } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import { faultOf, maxFaults } from '../faultOf.ts';
import { createImportLog, type ImportLog, logTo } from '../importLog.ts';
import { type ImportInput, inputId } from '../listInputs.ts';
import type { ChosenInput } from './chooseInputs.ts';
import type { GeneChoices } from './genesOf.ts';
import { hashOfGenome, hasGenome, isCopy, type RememberedGenomes } from './isCopy.ts';
import type { NamesOfPhages } from './nameSequences.ts';
import { readAnnotations } from './readAnnotations.ts';
import { stageSequence } from './stageSequence.ts';
import { weighed } from './weighed.ts';

/** Ends an import: more faults would help nobody. */
export class TooManyFaults extends Error {}

/** What the files of an import have in common. */
export interface Taking {
  readonly staged: StagedData;
  readonly choices: GeneChoices;
  /** The ids of the tables of names and families. */
  readonly tables: readonly string[];
  readonly names: NamesOfPhages;
  readonly genomes: RememberedGenomes;
  readonly addFault: (fault: PlacedFault) => void;
  readonly faultCount: () => number;
  /** Told the names of each sequence that has features. */
  readonly onNames: (input: ImportInput, names: readonly string[]) => void;
  /** Told of each file that is not taken, and why. */
  readonly skip: (name: string, why: string) => void;
  readonly spillFile: () => string;
}

export interface TakenPhage {
  readonly name: string;
  readonly line: number;
  /** Those of its sequence, if it has features. */
  readonly names: readonly string[];
  /** The hash of its genome; null without one. */
  readonly genome: string | null;
  /** The fields of the phage's record that it gives. */
  readonly fields: readonly string[];
  readonly genes: number;
  readonly features: number;
}

export interface InputOutcome {
  readonly log: ImportLog;
  readonly taken: {
    readonly phages: number;
    readonly genes: number;
    readonly features: number;
    readonly genomes: number;
  };
  /** The phages that were taken; of very many only the first. */
  readonly phages: readonly TakenPhage[];
  /** How many sequences it has, and how many of them other files have, too. */
  readonly sequences: number;
  readonly copies: number;
  /** Whether what it gave depends on other files. */
  readonly isLikeOthers: boolean;
  /** The FASTA file that was read with it. */
  readonly beside: string | null;
  /** What is missing in a GFF3 file that may be without its sequences. */
  readonly lacking: readonly ImportFault[];
  /** Of the files that were read, from before. */
  readonly stamps: ReadonlyMap<string, FileStamp>;
}

// Of a file.
const mostShown = 20;
const mostPhages = 10_000;
const toChoose =
  'to take this one, name it before the others; to take both, name one otherwise with --names';

/** Features that tell of the whole sequence. */
const ofWhole = new Set(['source', 'region']);

/** Throws what `addFault` throws, a Failure, or the signal's reason. */
export async function takeInput(
  { input, kind }: ChosenInput,
  before: Set<string>,
  mayLack: boolean,
  taking: Taking,
): Promise<InputOutcome> {
  const {
    staged,
    choices,
    tables,
    names,
    genomes,
    addFault,
    faultCount,
    onNames,
    skip,
    spillFile,
  } = taking;
  const { name: file, absolutePath } = input;
  const log = createImportLog();
  const phages: TakenPhage[] = [];
  const taken = { phages: 0, genes: 0, features: 0, genomes: 0 };
  const lacking: ImportFault[] = [];
  const report = (fault: ImportFault) => {
    const { line, expected, found, hint, isRefusal = false } = fault;
    const what = `expected ${expected}`;
    if (isRefusal) logTo(log.refused, `features with ${found}`, what, { file, line });
    else if (mayLack && fault.lacking !== undefined) {
      if (lacking.length < maxFaults) lacking.push(fault);
    } else addFault({ file, line, expected, found, ...(hint === undefined ? {} : { hint }) });
  };
  const passOver = ({ line, kind: what, what: said }: PassedOver) =>
    logTo(log.fieldless, what, said, { file, line });
  const doubt = ({ line, kind: what, what: said }: PassedOver) =>
    logTo(log.doubtful, what, said, { file, line });
  let beside: string | null = null;
  const reportBeside = (fault: ImportFault) => {
    const name = path.posix.join(path.posix.dirname(file), path.basename(beside ?? ''));
    addFault({ ...fault, file: name });
  };
  const stamps = new Map<string, FileStamp>();
  const stamp = (one: string) => void stamps.set(one, stampOf(statSync(one)));
  const onBeside = (found: string) => {
    beside = found;
    stamp(found);
  };
  const onReading = (what: string, line: number) =>
    doubt({ line, kind: 'files whose genes are read otherwise than they say', what });
  const id = inputId(staged.data, absolutePath);
  const faultsBefore = faultCount();
  const isSound = () => faultCount() === faultsBefore;
  let [sequences, copies, hasTwin] = [0, 0, false];
  const read = readAnnotations(input, kind, { report, passOver, doubt }, reportBeside, {
    spillFile,
    rest: staged.rest,
    onBeside,
  });
  try {
    stamp(absolutePath);
    for await (const { sequence, isAlone } of weighed(read, kind === 'gff3', onReading)) {
      await staged.rest();
      sequences++;
      // Of a sequence without features, those of a GFF3 file beside it are nowhere else.
      const hasFeatures = sequence.features.some(({ type }) => !ofWhole.has(type));
      const ownNames = hasFeatures ? [...sequence.names, sequence.accession] : [];
      if (hasFeatures) onNames(input, ownNames);
      if (sequence.isFaulty === true) continue;
      const isOnly = isAlone && isSound();
      const named = names.nameOf(sequence, { input, kind, isAlone: isOnly, before, log });
      if (!('name' in named)) {
        report(named);
        continue;
      }
      const { name, twice } = named;
      const inputs = [id, ...(beside === null ? [] : [inputId(staged.data, beside)]), ...tables];
      const around = { inputs, file, staged, choices };
      // The first may have had a fault.
      if (twice !== undefined && staged.upToDate.has(`phages/${twice.name}.json`)) {
        const where = `${name}, as in ${twice.file}:${twice.line}`;
        const kinds = { own: kind, taken: twice.kind };
        const isSame = !input.isNamed && (await isCopy(sequence, name, kinds, around));
        const isOther = twice.file !== file && hasGenome(sequence, twice.name, staged);
        if (isSame || isOther) {
          copies++;
          const why = isSame ? `a copy of ${where}` : `it has the genome of ${where}; ${toChoose}`;
          if (copies <= mostShown) skip(file, why);
        } else {
          const hint = 'Name one of them otherwise with --names, or leave its file out.';
          report({ line: sequence.line, expected: 'each phage once', found: where, hint });
        }
        continue;
      }
      const puts: Parameters<StagedData['put']>[] = [];
      const put: StagedData['put'] = (...one) => void puts.push(one);
      const trial = { ...around, staged: { ...staged, put }, log, report };
      const faultsOfOthers = faultCount();
      const written = await stageSequence(sequence, name, trial);
      if (faultCount() > faultsOfOthers) continue;
      for (const one of puts) staged.put(...one);
      for (const one of written.files) before.delete(one);
      const genome = hashOfGenome(sequence);
      const twin = genomes.add(genome, name);
      if (twin !== null) {
        hasTwin = true;
        const what = `${name}, which has the genome of ${twin}`;
        doubt({ line: sequence.line, kind: 'phages with the genome of another one', what });
      }
      taken.phages++;
      taken.genes += written.genes;
      taken.features += written.features;
      taken.genomes += genome === null ? 0 : 1;
      const { files: _, ...about } = written;
      if (phages.length < mostPhages)
        phages.push({ name, line: sequence.line, names: ownNames, genome, ...about });
    }
  } catch (error) {
    if (error instanceof TooManyFaults) throw error;
    addFault({ file, ...faultOf(error) });
  }
  if (copies > mostShown)
    skip(file, `${formatCount(copies - mostShown)} more of its sequences are those of others`);
  const isLikeOthers = copies > 0 || hasTwin;
  return { log, taken, phages, sequences, copies, isLikeOthers, beside, lacking, stamps };
}
