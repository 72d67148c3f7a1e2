/** Turns annotation files into records, genomes and features below a data folder. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { statSync } from 'node:fs';
import { foldName, unsafeNameReason } from '../../contract/recordName.ts';
import { reasonOf, readFailure, systemFailure } from '../../failure.ts';
import type { RuleName } from '../../findings/rules.ts';
import { gcPercent } from '../../sequences/nucleotides.ts';
import { renderFasta } from '../../sequences/renderFasta.ts';
import type { AnnotatedSequence, ImportFault, PlacedFault } from '../annotation.ts';
import type { ImportedPhage } from '../blankPhage.ts';
import type { StagedData } from '../dataFolder.ts';
import { createImportLog, type ImportLog, type InputPlace, logTo } from '../importLog.ts';
import { type ImportInput, listInputs } from '../listInputs.ts';
import type { Imported } from '../renderImport.ts';
import { settleGenes, summaryOf } from '../settleGenes.ts';
import { hasUnknown } from '../blankPhage.ts';
import { putPhage } from '../putPhage.ts';
import { TextFault } from '../textLines.ts';
import { type AnnotationKind, annotationKind } from './annotationKind.ts';
import { featuresOf } from './featuresOf.ts';
import { type GeneChoices, genesOf } from './genesOf.ts';
import { phageName } from './phageName.ts';
import { besideOf, readAnnotations } from './readAnnotations.ts';
import { sourceFields } from './sourceFields.ts';

export interface AnnotationOptions extends GeneChoices {
  /** Names of phages, by name, accession or file of a sequence. */
  readonly names: ReadonlyMap<string, string>;
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
  paths: readonly string[],
  staged: StagedData,
  options: AnnotationOptions,
  signal: AbortSignal,
): Promise<ImportReport> {
  const log = createImportLog();
  const faults: PlacedFault[] = [];
  const skipped: { name: string; why: string }[] = [];
  const allow = new Set<RuleName>();
  const totals = { files: 0, phages: 0, genes: 0, features: 0, genomes: 0 };
  const taken = new Map<string, InputPlace>();
  for (const { input, kind } of await chooseInputs(listInputs(paths), skipped, faults)) {
    signal.throwIfAborted();
    const report = (fault: ImportFault) => faults.push({ ...fault, file: input.name });
    const bytes = statSync(input.absolutePath).size;
    const sha256 = await hashOf(input.absolutePath);
    const { program, date } = options;
    const before = new Set(
      [...staged.files].flatMap(([file, { inputs }]) =>
        inputs.includes(input.name) ? [file] : [],
      ),
    );
    const sequences: AnnotatedSequence[] = [];
    try {
      for await (const sequence of readAnnotations(input, kind, report)) sequences.push(sequence);
    } catch (error) {
      faults.push({ file: input.name, ...faultOf(error) });
      continue;
    }
    for (const sequence of sequences) {
      const place = { file: input.name, line: sequence.line };
      const file = { name: input.name, sequences: sequences.length };
      const found = phageName(sequence, file, options.names);
      const name = found.name.replaceAll(/\s+/g, '_');
      if (name !== found.name) logTo(log.changed, 'blanks in names of phages, now _', name, place);
      const unsafe = unsafeNameReason(name);
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
      taken.set(foldName(name), place);
      const written = stageSequence(sequence, name, {
        input: input.name,
        staged,
        options,
        log,
        allow,
        report,
      });
      for (const path of written.files) before.delete(path);
      totals.phages++;
      totals.genes += written.genes;
      totals.features += written.features;
      totals.genomes += sequence.bases === null ? 0 : 1;
    }
    for (const file of before) staged.remove(file);
    const same = staged.inputs.get(input.name);
    if (same?.sha256 !== sha256 || same.date !== date) {
      staged.inputs.set(input.name, { kind: 'annotations', bytes, sha256, program, date });
    }
    totals.files++;
  }
  if (faults.length === 0) {
    const settled = settleGenes(staged);
    if (settled > 0) {
      const kind =
        'files of earlier imports (colours of families, or what genes say of their phage)';
      log.changed.push({ kind, count: settled, places: [] });
    }
  }
  return { ...totals, log, allow: [...allow].sort(), skipped, faults };
}

interface Surroundings {
  readonly input: string;
  readonly staged: StagedData;
  readonly options: AnnotationOptions;
  readonly log: ImportLog;
  readonly allow: Set<RuleName>;
  readonly report: (fault: ImportFault) => void;
}

function stageSequence(
  sequence: AnnotatedSequence,
  name: string,
  { input, staged, options, log, allow, report }: Surroundings,
): { readonly files: readonly string[]; readonly genes: number; readonly features: number } {
  const { bases, accession } = sequence;
  if (bases !== null) {
    for (const { line, type, parts } of sequence.features) {
      const end = Math.max(...parts.map((part) => part.end));
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
  const phage = putPhage(staged, name, { input, kind: 'annotations' }, fields);
  const context = { summary: summaryOf(phage), choices: options, log, file: input, report };
  const genes = genesOf(sequence, context);
  tallyQualifiers(sequence, input, log);
  if (hasUnknown(phage)) allow.add('null-value');
  if (genes.some(({ Start, Stop, Length }) => Length !== Stop - Start)) allow.add('gene-length');
  const files = [phageFile];
  const put = (file: string, bytes: Buffer) => {
    files.push(file);
    staged.put(file, bytes, { inputs: [input] });
  };
  if (genes.length > 0) put(`genes/${name}.ndjson`, linesOf(genes));
  if (features.length > 0) put(`features/${name}.ndjson`, linesOf(features));
  if (bases !== null) put(`genomes/${name}.fasta`, renderFasta(name, bases));
  return { files, genes: genes.length, features: features.length };
}

function linesOf(records: readonly object[]): Buffer {
  return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
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
  const kinds: { input: ImportInput; kind: AnnotationKind | null }[] = [];
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

async function kindOf(input: ImportInput): Promise<AnnotationKind | null> {
  try {
    return await annotationKind(input);
  } catch (error) {
    if (systemFailure(error) === null) return null;
    throw readFailure(input.absolutePath, error);
  }
}

function faultOf(error: unknown): ImportFault {
  if (error instanceof TextFault)
    return { line: error.line, expected: 'text', found: error.message };
  const ofSystem = systemFailure(error);
  if (ofSystem !== null) throw ofSystem;
  const isPacked = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  if (!isPacked) throw error;
  return {
    line: 1,
    expected: 'a whole gzip file',
    found: `one that cannot be unpacked (${reasonOf(error)})`,
  };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }))
    hash.update(chunk as Buffer);
  return hash.digest('hex');
}
