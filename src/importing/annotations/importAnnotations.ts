/** Turns annotation files into records, genomes and features below a data folder. */
import path from 'node:path';
import { foldName } from '../../contract/recordName.ts';
import { readFailure, systemFailure } from '../../failure.ts';
import { gcPercent } from '../../sequences/nucleotides.ts';
import { renderFasta } from '../../sequences/renderFasta.ts';
import type { AnnotatedSequence, ImportFault, PlacedFault } from '../annotation.ts';
import type { ImportedPhage } from '../blankPhage.ts';
import type { StagedData } from '../dataFolder.ts';
import { faultOf } from '../faultOf.ts';
import { filesFrom, linesOf, putFile, recordInput, takeBackRest } from '../inputFiles.ts';
import { createImportLog, type ImportLog, type InputPlace, logTo } from '../importLog.ts';
import { type ImportInput, inputId } from '../listInputs.ts';
import type { Imported } from '../renderImport.ts';
import { settleGenes, summaryOf } from '../settleGenes.ts';
import { putPhage } from '../putPhage.ts';
import type { Pairs } from '../table/readPairs.ts';
import { rulesToAllow } from '../rulesToAllow.ts';
import { type AnnotationKind, annotationKind } from './annotationKind.ts';
import { featuresOf } from './featuresOf.ts';
import { type GeneChoices, genesOf } from './genesOf.ts';
import { phageName } from './phageName.ts';
import { unfitReason } from '../unfitReason.ts';
import { besideOf, readAnnotations } from './readAnnotations.ts';
import { sourceFields } from './sourceFields.ts';

export interface AnnotationOptions extends GeneChoices {
  /** Names of phages, by name, accession or file of a sequence. */
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
        options,
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

interface Surroundings {
  /** The first is the annotation file, by which it is known again. */
  readonly inputs: readonly string[];
  /** How the annotation file is called in reports. */
  readonly file: string;
  readonly staged: StagedData;
  readonly options: AnnotationOptions;
  readonly log: ImportLog;
  readonly report: (fault: ImportFault) => void;
}

function stageSequence(
  sequence: AnnotatedSequence,
  name: string,
  { inputs, file: input, staged, options, log, report }: Surroundings,
): { readonly files: readonly string[]; readonly genes: number; readonly features: number } {
  const { bases, accession } = sequence;
  if (bases !== null) {
    for (const { line, type, parts } of sequence.features) {
      const end = parts.reduce((most, part) => Math.max(most, part.end), 0);
      if (end <= bases.length) continue;
      const expected = `a feature within the ${bases.length} bases of ${name}`;
      report({ line, expected, found: `a ${type} that ends at ${end}` });
    }
  }
  const features = featuresOf(sequence, { phage: name, log, file: input });
  const isAccession = /^[A-Z]{1,6}_?\d{5,10}$/.test(accession);
  const coding = sequence.features.filter(({ type }) => type === 'CDS').length;
  const count = (type: string) => features.filter(({ Type }) => Type === type).length;
  const fields: Partial<ImportedPhage> = {
    ...sourceFields(sequence),
    ...(bases === null
      ? {}
      : {
          genome_length: bases.length,
          gcpercent: gcPercent(bases).toFixed(1),
          seq_finished: true,
        }),
    is_annotated: coding > 0,
    is_grouped: coding > 0,
    num_ORFs: coding,
    num_tRNAs: count('tRNA'),
    num_tmRNAs: count('tmRNA'),
    in_archive: isAccession,
    archive_accession: isAccession ? accession : '',
  };
  const phageFile = `phages/${name}.json`;
  const phage = putPhage(staged, name, { input: inputs[0] ?? '', kind: 'annotations' }, fields);
  const context = { summary: summaryOf(phage), choices: options, log, file: input, report };
  const genes = genesOf(sequence, context);
  tallyQualifiers(sequence, input, log);
  const files = [phageFile];
  const put = (file: string, bytes: Buffer) => {
    files.push(file);
    const place = { file: input, line: sequence.line };
    putFile(staged, file, bytes, { inputs, place, log });
  };
  if (genes.length > 0) put(`genes/${name}.ndjson`, linesOf(genes));
  if (features.length > 0) put(`features/${name}.ndjson`, linesOf(features));
  if (bases !== null) put(`genomes/${name}.fasta`, renderFasta(name, bases));
  return { files, genes: genes.length, features: features.length };
}

/** Qualifiers of CDS and of features that records have a field for. */
const takenQualifiers = new Set(
  'translation product function gene locus_tag codon_start transl_table phrog pseudo pseudogene note ID'.split(
    ' ',
  ),
);

function tallyQualifiers(sequence: AnnotatedSequence, file: string, log: ImportLog): void {
  for (const { type, line, qualifiers } of sequence.features) {
    if (type === 'source' || type === 'gene') continue;
    for (const name of qualifiers.keys()) {
      const isTaken = takenQualifiers.has(name) && !(type === 'CDS' && name === 'note');
      if (!isTaken)
        logTo(log.fieldless, `/${name}`, type, {
          file,
          line,
        });
    }
  }
}

/** Sorts out what is no annotation; of a GenBank and a GFF3 file of the same name in a folder, the former is taken. */
async function chooseInputs(
  inputs: readonly ImportInput[],
  skipped: { name: string; why: string }[],
  faults: PlacedFault[],
): Promise<{ input: ImportInput; kind: Exclude<AnnotationKind, 'fasta'> }[]> {
  const kinds: { input: ImportInput; kind: Awaited<ReturnType<typeof kindOf>> }[] = [];
  for (const input of inputs) kinds.push({ input, kind: await kindOf(input) });
  const genbank = new Set(
    kinds.flatMap(({ input, kind }) => (kind === 'genbank' ? [stemOf(input)] : [])),
  );
  const beside = new Set(
    kinds.map(({ input, kind }) => (kind === 'gff3' ? besideOf(input) : null)),
  );
  return kinds.flatMap(({ input, kind }) => {
    const { name, isNamed } = input;
    if (kind === 'fasta' && beside.has(input.absolutePath)) return [];
    if (kind === 'broken') {
      faults.push({
        file: name,
        line: 1,
        expected: 'a whole gzip file',
        found: 'one that cannot be unpacked',
      });
      return [];
    }
    if (kind === null || kind === 'fasta') {
      const found = kind === null ? 'neither' : 'a FASTA file';
      if (isNamed) faults.push({ file: name, line: 1, expected: 'a GenBank or GFF3 file', found });
      else skipped.push({ name, why: 'no GenBank or GFF3 file' });
      return [];
    }
    if (kind === 'gff3' && !isNamed && genbank.has(stemOf(input))) {
      skipped.push({ name, why: 'the GenBank file beside it says the same, and the proteins' });
      return [];
    }
    return [{ input, kind }];
  });
}

function stemOf({ absolutePath }: ImportInput): string {
  return absolutePath.replace(/\.gz$/i, '').replace(/\.[^./]+$/, '');
}

async function kindOf(input: ImportInput): Promise<AnnotationKind | 'broken' | null> {
  try {
    return await annotationKind(input);
  } catch (error) {
    if (systemFailure(error) === null) return 'broken';
    throw readFailure(input.absolutePath, error);
  }
}
