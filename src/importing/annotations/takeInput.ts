/** Stages what one annotation file holds. */
import { createHash, hash } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import type { GeneRecord } from '../../generated/records.ts';
import { renderFasta } from '../../sequences/fasta.ts';
import { gcPercent } from '../../sequences/nucleotides.ts';
import { type FileStamp, stampOf } from '../../sources/source.ts';
import { formatCount } from '../../text/words.ts';
import type { AnnotatedSequence, ImportFault, PassedOver, PlacedFault } from '../annotation.ts';
import type { ImportedPhage } from '../blankPhage.ts';
import type { PutFile, StagedData } from '../dataFolder.ts';
import type { AnnotationKind } from '../fileKinds.ts';
import { type ImportInput, inputId } from '../inputs.ts';
import { rulesForGenes } from '../provenance.ts';
import {
  colorGenes,
  linesOf,
  linesOfGenes,
  putFile,
  putPhage,
  summaryOf,
  withoutColors,
} from '../putPhage.ts';
import {
  createImportLog,
  faultOf,
  type ImportLog,
  logCleaned,
  logTo,
  maxFaults,
  type RecordCounts,
} from '../report.ts';
import { featuresOf, type GeneChoices, genesOf, lineFinder } from './genesOf.ts';
import { type ChosenInput, readAnnotations } from './inputs.ts';
import { accessionOf, type NamesOfPhages } from './nameSequences.ts';
import { weighed } from './proteinOf.ts';
import type { createSharedTags } from './sharedTags.ts';
import { sourceFields } from './sourceFields.ts';

/** Ends an import: more faults would help nobody. */
export class TooManyFaults extends Error {}

/** What the files of an import have in common. */
export interface Taking {
  readonly staged: StagedData;
  readonly choices: GeneChoices;
  /** The ids of the tables of names and families. */
  readonly tables: readonly string[];
  readonly names: NamesOfPhages;
  readonly genomes: ReturnType<typeof rememberGenomes>;
  /** The phage of another import with that genome; null without one. */
  readonly twinOf: (genome: string | null) => string | null;
  readonly sharedTags: ReturnType<typeof createSharedTags>;
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
  readonly taken: RecordCounts;
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
  const { staged, choices, tables, names, genomes, twinOf } = taking;
  const { addFault, faultCount, onNames, skip } = taking;
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
  const telling =
    (list: 'fieldless' | 'doubtful') =>
    ({ line, kind: of, what }: PassedOver) =>
      logTo(log[list], of, what, { file, line });
  const [passOver, doubt] = [telling('fieldless'), telling('doubtful')];
  let beside: string | null = null;
  const reportBeside = (fault: ImportFault) => {
    const name = path.posix.join(path.posix.dirname(file), path.basename(beside ?? ''));
    addFault({ ...fault, file: name });
  };
  const stamps = new Map<string, FileStamp>();
  const stamp = (one: string) => {
    const stat = statSync(one);
    stamps.set(one, stampOf(stat));
    return stat;
  };
  const onBeside = (found: string) => {
    beside = found;
    stamp(found);
  };
  const onReading = (what: string, line: number) =>
    doubt({ line, kind: 'files whose genes are read otherwise than they say', what });
  const id = inputId(staged.data, absolutePath);
  const digest = createHash('sha256');
  let bytesSeen = 0;
  const seen = (bytes: Buffer) => {
    digest.update(bytes);
    bytesSeen += bytes.length;
  };
  const faultsBefore = faultCount();
  const isSound = () => faultCount() === faultsBefore;
  let [sequences, copies, hasTwin] = [0, 0, false];
  const read = readAnnotations(input, kind, { report, passOver, doubt }, reportBeside, {
    spillFile: taking.spillFile,
    rest: staged.rest,
    onBeside,
    seen,
    onCleaned: (one) => logCleaned(log, one, { file, what: 'a line' }),
  });
  const takenMs = Date.now();
  try {
    const stat = stamp(absolutePath);
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
      const { bases } = sequence;
      const genome = bases && hash('sha256', bases, 'base64');
      const earlier = twinOf(genome);
      const twin = genomes.add(genome, name) ?? (earlier === name ? null : earlier);
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
    if (bytesSeen === stat.size)
      staged.noteHash(absolutePath, stat, { sha256: digest.digest('hex'), takenMs });
  } catch (error) {
    if (error instanceof TooManyFaults) throw error;
    addFault({ file, ...faultOf(error) });
  }
  if (copies > mostShown)
    skip(file, `${formatCount(copies - mostShown)} more of its sequences are those of others`);
  const isLikeOthers = copies > 0 || hasTwin;
  return { log, taken, phages, sequences, copies, isLikeOthers, beside, lacking, stamps };
}

const ifCircular =
  'If the molecule is circular, the file must say so: by join(…) in GenBank, by Is_circular=true in a row of the type region in GFF3.';

interface Surroundings {
  /** The first is the annotation file, which identifies the sequence in later imports. */
  readonly inputs: readonly string[];
  /** The name of the annotation file in reports. */
  readonly file: string;
  readonly staged: StagedData;
  readonly choices: GeneChoices;
  readonly log: ImportLog;
  readonly report: (fault: ImportFault) => void;
}

/** Stages the record, genes, features and genome of a sequence; returns the paths of the files that it wrote, too. */
async function stageSequence(
  sequence: AnnotatedSequence,
  name: string,
  { inputs, file: input, staged, choices, log, report }: Surroundings,
) {
  const { bases, accession, statedLength } = sequence;
  const length = bases?.length ?? statedLength;
  if (length !== undefined)
    for (const { line, type, end } of featuresBeyond(sequence, length)) {
      const expected = `a feature within the ${length} bases of ${name}`;
      const fault = { line, expected, found: `a ${type} that ends at ${end}` };
      report(sequence.isCircular ? fault : { ...fault, hint: ifCircular });
    }
  const lineOf = lineFinder(sequence.features);
  const features = featuresOf(sequence, { phage: name, log, file: input }, lineOf);
  const { isExcerpt = false } = sequence;
  const names = isExcerpt ? [] : [accession, ...sequence.names];
  const [archived] = names.flatMap((one) => accessionOf(one) ?? []);
  if (isExcerpt) {
    const kind = 'phages cut out of a longer sequence, whose accession is not theirs';
    logTo(log.doubtful, kind, `${name}, of ${accession}`, { file: input, line: sequence.line });
  }
  const coding = sequence.features.filter(({ type }) => type === 'CDS').length;
  if (coding === 0) {
    const why = features.length > 0 ? 'none of their features is a CDS' : 'they have no features';
    const kind = `phages without genes, since ${why}`;
    logTo(log.doubtful, kind, name, { file: input, line: sequence.line });
  }
  const count = (type: string) => features.filter(({ Type }) => Type === type).length;
  const fields: Partial<ImportedPhage> = {
    ...sourceFields(sequence, { phage: name, log, file: input }),
    ...(statedLength === undefined ? {} : { genome_length: statedLength }),
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
    in_archive: archived !== undefined,
    archive_accession: archived ?? '',
  };
  if (accession !== '' && accession !== archived && accession !== name)
    logTo(log.fieldless, 'ACCESSION', accession, { file: input, line: sequence.line });
  const phage = putPhage(staged, name, { input: inputs[0] ?? '', kind: 'annotations' }, fields);
  const context = { summary: summaryOf(phage), choices, log, file: input, report };
  await staged.rest();
  const genes = genesOf(sequence, context, lineOf);
  const files = [`phages/${name}.json`];
  const put = (file: string, bytes: Buffer, about?: Partial<PutFile>) => {
    files.push(file);
    const place = { file: input, line: sequence.line };
    putFile(staged, file, bytes, { inputs, ...about, place, log });
  };
  if (genes.length > 0) {
    const colored = colorGenes(genes, staged);
    put(`genes/${name}.ndjson`, linesOfGenes(genes), {
      allow: rulesForGenes(genes),
      genes: colored,
    });
  }
  if (features.length > 0) put(`features/${name}.ndjson`, linesOf(features));
  if (bases !== null) put(`genomes/${name}.fasta`, renderFasta(name, bases));
  const own = Object.keys(fields);
  return { files, fields: own, genes: genes.length, features: features.length };
}

/** Those that end behind a sequence of that length. */
function featuresBeyond({ features }: AnnotatedSequence, length: number) {
  return features.flatMap(({ line, type, parts }) => {
    const end = parts.reduce((most, part) => Math.max(most, part.end), 0);
    return end <= length ? [] : [{ line, type, end }];
  });
}

/**
 * Whether what this import has taken says all that this sequence says: it is the same in every file made from it, or is
 * the GFF3 form of a GenBank record, with no gene or feature elsewhere. Programs that split their output write both
 * beside the whole.
 */
async function isCopy(
  sequence: AnnotatedSequence,
  name: string,
  kinds: { readonly own: AnnotationKind; readonly taken: AnnotationKind },
  surroundings: Omit<Surroundings, 'log' | 'report'>,
): Promise<boolean> {
  const { staged } = surroundings;
  const taken = (file: string) => (staged.upToDate.has(file) ? staged.read(file) : nothing);
  const made = new Map<string, Buffer>();
  let isSound = true;
  const compared: StagedData = { ...staged, put: (file, bytes) => void made.set(file, bytes) };
  const report = () => void (isSound = false);
  const log = createImportLog();
  await stageSequence(sequence, name, { ...surroundings, staged: compared, log, report });
  if (!isSound) return false;
  // What was taken first has families of one gene which have more by now.
  const isSame = (file: string) => {
    const [own, other] = [made.get(file) ?? nothing, taken(file)];
    return own.equals(other) || withoutColors(own) === withoutColors(other);
  };
  const lists = [`genes/${name}.ndjson`, `features/${name}.ndjson`];
  const genome = `genomes/${name}.fasta`;
  if (kinds.own === 'gff3' && kinds.taken === 'genbank') {
    const isWithin = (file: string) => {
      const known = new Set(placesIn(taken(file)));
      return placesIn(made.get(file) ?? nothing).every((place) => known.has(place));
    };
    return isSame(genome) && lists.every(isWithin);
  }
  return [...made.keys(), ...lists].every(isSame);
}

/** Whether the phage of that name, which this import has taken, has the genome of the sequence. */
function hasGenome({ bases }: AnnotatedSequence, name: string, staged: StagedData): boolean {
  const file = `genomes/${name}.fasta`;
  const isTaken = bases !== null && staged.upToDate.has(file);
  return isTaken && renderFasta(name, bases).equals(staged.read(file));
}

/** Genomes by their hashes, which are null without one. */
export function rememberGenomes() {
  const names = new Map<string, string>();
  return {
    has: (genome: string | null) => genome !== null && names.has(genome),
    /** Gives the name of the first phage with that genome; null if it is this one. */
    add(genome: string | null, name: string): string | null {
      if (genome === null) return null;
      const twin = names.get(genome) ?? null;
      if (twin === null) names.set(genome, name);
      return twin;
    },
  };
}

const nothing = Buffer.alloc(0);

/** The places of the genes or features of a file; strands are left out, since not all programs write them for each kind. */
function placesIn(lines: Buffer): string[] {
  return lines
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { Start, Stop } = JSON.parse(line) as Pick<GeneRecord, 'Start' | 'Stop'>;
      return `${Start} ${Stop}`;
    });
}
