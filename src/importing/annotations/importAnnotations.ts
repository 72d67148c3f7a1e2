/** Turns annotation files into records, genomes and features below a data folder. */
import path from 'node:path';
import { foldName } from '../../contract/recordName.ts';
import type { AnnotatedSequence, ImportFault, PlacedFault } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import { faultOf } from '../faultOf.ts';
import { filesFrom, recordInput, takeBackRest } from '../inputFiles.ts';
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

/** Stages what the files hold. With faults, the data folder must stay as it was. Throws a Failure. */
export async function importAnnotations(
  given: readonly ImportInput[],
  staged: StagedData,
  options: AnnotationOptions,
  signal: AbortSignal,
): Promise<ImportReport> {
  const log = createImportLog();
  const faults: PlacedFault[] = [];
  const skipped: { name: string; why: string }[] = [];
  const totals = { files: 0, phages: 0, genes: 0, features: 0, genomes: 0 };
  const taken = new Map<string, InputPlace>();
  const names = [...staged.files.keys()].flatMap(
    (file) => /^phages\/(.*)\.json$/.exec(file)?.[1] ?? [],
  );
  const known = new Map(names.map((name) => [foldName(name), name]));
  for (const { input, kind } of await chooseInputs(given, skipped, faults)) {
    signal.throwIfAborted();
    const besideFile = kind === 'gff3' ? besideOf(input) : null;
    const report = (fault: ImportFault) => {
      const { line, expected, found, isRefusal = false } = fault;
      const what = `expected ${expected}`;
      if (isRefusal) logTo(log.refused, `features with ${found}`, what, { file: input.name, line });
      else faults.push({ file: input.name, line, expected, found });
    };
    const reportBeside = (fault: ImportFault) => {
      const name = path.posix.join(path.posix.dirname(input.name), path.basename(besideFile ?? ''));
      faults.push({ ...fault, file: name });
    };
    const read = besideFile === null ? [input.absolutePath] : [input.absolutePath, besideFile];
    const ids = read.map((file) => inputId(staged.data, file));
    const [id = ''] = ids;
    const before = filesFrom(staged, id);
    const sequences: AnnotatedSequence[] = [];
    const faultsBefore = faults.length;
    try {
      for await (const sequence of readAnnotations(input, kind, report, reportBeside))
        sequences.push(sequence);
    } catch (error) {
      faults.push({ file: input.name, ...faultOf(error) });
      continue;
    }
    if (sequences.length === 0 && faults.length === faultsBefore) {
      report({ line: 1, expected: 'a sequence with its features', found: 'none' });
    }
    for (const sequence of sequences) {
      const place = { file: input.name, line: sequence.line };
      const file = { name: input.name, sequences: sequences.length };
      const found = phageName(sequence, file, options.names);
      const name = found.name.replaceAll(/\s+/g, '_');
      if (name !== found.name) logTo(log.changed, 'blanks in names of phages, now _', name, place);
      const unsafe = unfitReason(name);
      const twice = taken.get(foldName(name));
      if (unsafe !== null) {
        report({
          line: sequence.line,
          expected: 'a name for the phage',
          found: `'${name}', which ${unsafe}`,
        });
        continue;
      }
      if (twice !== undefined) {
        const first = `${twice.file}:${twice.line}`;
        report({
          line: sequence.line,
          expected: 'each phage once',
          found: `${name}, as in ${first}`,
        });
        continue;
      }
      const other = known.get(foldName(name));
      if (other !== undefined && other !== name && !before.has(`phages/${other}.json`)) {
        report({
          line: sequence.line,
          expected: `the name as it is in the data: ${other}`,
          found: name,
        });
        continue;
      }
      taken.set(foldName(name), place);
      const written = stageSequence(sequence, name, {
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
    const settled = settleGenes(staged);
    if (settled > 0) {
      const kind =
        'files of earlier imports (colours of families, or what genes say of their phage)';
      log.changed.push({ kind, count: settled, places: [] });
    }
  }
  return { ...totals, log, allow: rulesToAllow(staged), skipped, faults };
}
