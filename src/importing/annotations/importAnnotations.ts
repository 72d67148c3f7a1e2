/** Turns annotation files into records, genomes and features below a data folder. */
import path from 'node:path';
import { foldName } from '../../contract/recordName.ts';
import { copied } from '../../text/copied.ts';
import type { AnnotatedSequence, ImportFault, PassedOver, PlacedFault } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import { faultOf, maxFaults } from '../faultOf.ts';
import { filesByInput, recordInput, takeBackRest } from '../inputFiles.ts';
import { createImportLog, type InputPlace, logTo } from '../importLog.ts';
import { type ImportInput, inputId } from '../listInputs.ts';
import type { Imported } from '../renderImport.ts';
import { settleGenes } from '../settleGenes.ts';
import type { Pairs } from '../table/readPairs.ts';
import { rulesToAllow } from '../rulesToAllow.ts';
import { chooseInputs } from './chooseInputs.ts';
import type { GeneChoices } from './genesOf.ts';
import { phageName } from './phageName.ts';
import { unfitReason } from '../unfitReason.ts';
import { besideOf, readAnnotations } from './readAnnotations.ts';
import { stageSequence } from './stageSequence.ts';

export interface AnnotationOptions extends GeneChoices {
  /** Names of phages, by the name, accession or file of a sequence. */
  readonly names: Pairs;
  readonly families: Pairs | null;
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
}

const sources = { table: '--names', file: 'their files' } as const;

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
  const taken = new Map<string, InputPlace>();
  const names = [...staged.files.keys()].flatMap(
    (file) => /^phages\/(.*)\.json$/.exec(file)?.[1] ?? [],
  );
  const filesOf = filesByInput(staged);
  const known = new Map(names.map((name) => [foldName(name), name]));
  const addFault = (fault: PlacedFault) => {
    faults.push(fault);
    if (faults.length >= maxFaults) throw new TooManyFaults();
  };
  for (const { input, kind } of await chooseInputs(given, staged.rest, skipped, faults)) {
    await staged.rest();
    const besideFile = kind === 'gff3' ? besideOf(input) : null;
    const report = (fault: ImportFault) => {
      const { line, expected, found, isRefusal = false } = fault;
      const what = `expected ${expected}`;
      if (isRefusal) logTo(log.refused, `features with ${found}`, what, { file: input.name, line });
      else addFault({ file: input.name, line, expected, found });
    };
    const passOver = ({ line, kind: what, what: said }: PassedOver) =>
      logTo(log.fieldless, what, said, { file: input.name, line });
    const reportBeside = (fault: ImportFault) => {
      const name = path.posix.join(path.posix.dirname(input.name), path.basename(besideFile ?? ''));
      addFault({ ...fault, file: name });
    };
    const read = besideFile === null ? [input.absolutePath] : [input.absolutePath, besideFile];
    const ids = read.map((file) => inputId(staged.data, file));
    const [id = ''] = ids;
    const before = filesOf(id);
    /** The name of the sequence's phage; null, and reported, if it cannot be used. */
    const nameOf = (sequence: AnnotatedSequence, isAlone: boolean): string | null => {
      const place = { file: input.name, line: sequence.line };
      const file = { name: input.name, isAlone };
      const { name: found, from } = phageName(sequence, file, options.names);
      const name = copied(found.replaceAll(/\s+/g, '_'));
      if (name !== found) logTo(log.changed, 'blanks in names of phages, now _', name, place);
      const unsafe = unfitReason(name);
      const twice = taken.get(foldName(name));
      const other = known.get(foldName(name));
      const refuse = (expected: string, what: string) => {
        report({ line: sequence.line, expected, found: what });
        return null;
      };
      if (unsafe !== null)
        return refuse('a name for the phage', `'${copied(name.slice(0, 200))}', which ${unsafe}`);
      if (twice !== undefined)
        return refuse('each phage once', `${name}, as in ${twice.file}:${twice.line}`);
      if (other !== undefined && other !== name && !before.has(`phages/${other}.json`))
        return refuse(`the name as it is in the data: ${other}`, name);
      taken.set(foldName(name), place);
      // A name of an archive is its accession, which the phage keeps.
      const [own = ''] = sequence.names;
      if ((from === 'table' || from === 'file') && own !== found && own !== '')
        logTo(log.changed, `names of sequences, now those of ${sources[from]}`, own, place);
      return name;
    };
    const faultsBefore = faults.length;
    let hasSequence = false;
    try {
      const sequences = readAnnotations(input, kind, { report, passOver }, reportBeside, {
        spillFile,
        rest: staged.rest,
      });
      for await (const { sequence, isAlone } of knowingAlone(sequences)) {
        await staged.rest();
        hasSequence = true;
        const name = nameOf(sequence, isAlone);
        if (name === null) continue;
        const written = await stageSequence(sequence, name, {
          inputs: ids,
          file: input.name,
          staged,
          choices: options,
          log,
          report,
        });
        for (const one of written.files) before.delete(one);
        totals.phages++;
        totals.genes += written.genes;
        totals.features += written.features;
        totals.genomes += sequence.bases === null ? 0 : 1;
      }
      if (!hasSequence && faults.length === faultsBefore)
        report({ line: 1, expected: 'a sequence with its features', found: 'none' });
    } catch (error) {
      if (error instanceof TooManyFaults) break;
      faults.push({ file: input.name, ...faultOf(error) });
      continue;
    }
    takeBackRest(staged, before, { id, name: input.name, log });
    for (const [at, file] of read.entries()) {
      await recordInput(staged, ids[at] ?? '', file, { kind: 'annotations', ...options });
    }
    totals.files++;
  }
  for (const { file, line, key } of options.names.unused())
    logTo(log.refused, 'names of --names that are those of no sequence', key, { file, line });
  for (const { file, line, key } of options.families?.unused() ?? [])
    logTo(log.refused, 'names of --families that are those of no gene', key, { file, line });
  if (faults.length === 0) {
    const settled = await settleGenes(staged);
    if (settled > 0) {
      const kind =
        'files of earlier imports (colours of families, or what genes say of their phage)';
      log.changed.push({ kind, count: settled, places: [] });
    }
  }
  return { ...totals, log, allow: rulesToAllow(staged), skipped, faults };
}

/** Yields each sequence with whether it is the only one of its file. Holds two at most: a file may have thousands. */
async function* knowingAlone(
  sequences: AsyncIterable<AnnotatedSequence>,
): AsyncGenerator<{ readonly sequence: AnnotatedSequence; readonly isAlone: boolean }> {
  let held: AnnotatedSequence | null = null;
  let isAlone = true;
  for await (const sequence of sequences) {
    if (held !== null) {
      isAlone = false;
      yield { sequence: held, isAlone };
    }
    held = sequence;
  }
  if (held !== null) yield { sequence: held, isAlone };
}
