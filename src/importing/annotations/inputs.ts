/** Decides which input files are annotations and of which kind, and reads their sequences. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { readFailure, systemFailure } from '../../base/failure.ts';
import { readFasta } from '../../sequences/fasta.ts';
import { decodeSource, startOfSource } from '../../sources/decodeSource.ts';
import { folderEntries } from '../../sources/discoverSources.ts';
import type { AnnotatedSequence, ImportFault, PlacedFault, ReadingReports } from '../annotation.ts';
import {
  type AnnotationKind,
  beginningOf,
  decidingBytes,
  fasta,
  kindOfStart,
  type OtherKind,
} from '../fileKinds.ts';
import { type ImportInput, type TextBlock, textBlocks } from '../inputs.ts';
import { type CleanedLine, cleanGenbank, cleanGff3, watchCleaning } from '../invisible.ts';
import { readGenbank } from './genbank.ts';
import { type BesideFasta, readGff3 } from './gff3.ts';

interface Detected {
  readonly kind: AnnotationKind;
  /** Whether its first sequence is one of RefSeq, which copies records of GenBank. */
  readonly isRefSeq: boolean;
}

const table = '\nFEATURES ';
/** Most GenBank files show so early what they are: where their features begin. */
const firstBytes = 1 << 12;

/**
 * Detects what a file is by its first bytes, whatever its name; null for what is none of these. Throws the system's or
 * zlib's error.
 */
export async function annotationKind(
  file: Pick<ImportInput, 'absolutePath' | 'gzipped'>,
): Promise<Detected | OtherKind | null> {
  const startOf = async (most: number) => (await startOfSource(file, most)).toString('latin1');
  const first = file.gzipped ? '' : await startOf(firstBytes);
  const isSure = /^LOCUS +\S/.test(first) && first.includes(table);
  const start = isSure ? first : await startOf(decidingBytes);
  if (start === '') return null;
  const kind = kindOfStart(start);
  if (kind === null || typeof kind === 'object') return kind;
  const features = start.indexOf(table);
  const head = features < 0 ? start : start.slice(0, features);
  const isRefSeq = /^(?:(?:ACCESSION|VERSION) +|##sequence-region +)[A-Z]{2}_\d/m.test(head);
  return { kind, isRefSeq };
}

const fastaEndings = ['.fasta', '.fna', '.fa', '.fas', '.fsa'].flatMap((ending) =>
  [ending, ending.toUpperCase()].flatMap((one) => [one, `${one}.gz`]),
);

/**
 * The FASTA file with the sequences of a GFF3 file: the one of the same name; null if there is none. BV-BRC says in the
 * name of the annotations whose they are.
 */
export function besideOf(input: ImportInput): string | null {
  const stem = stemOf(input);
  const stems = [stem, stem.replace(/\.(?:PATRIC|RefSeq)$/i, '')];
  const files = stems.flatMap((one) => fastaEndings.map((ending) => one + ending));
  const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return files.find(isFile) ?? null;
}

/** Otherwise the only one with genomes in the folder, as the packages of NCBI Datasets have it; null if there are more. */
export function nearOf({ absolutePath }: ImportInput): string | null {
  const folder = path.dirname(absolutePath);
  const genomes = folderEntries(folder).filter(
    ({ name, kind }) =>
      kind === 'file' &&
      fastaEndings.some((ending) => name.endsWith(ending)) &&
      !/(?:^|[_.-])(?:cds|rna|genes?|proteins?|translated)(?:[_.-]|$)/i.test(name),
  );
  const [only] = genomes;
  return genomes.length === 1 && only !== undefined ? path.join(folder, only.name) : null;
}

export interface ChosenInput {
  readonly input: ImportInput;
  readonly kind: Exclude<AnnotationKind, 'fasta'>;
}

// Files with other names that hold something else are passed over: programs write logs as `.gff`, too.
const promising = /\.(?:gb|gbk|gbff|genbank|gff3)(?:\.gz)?$/i;
const ofAnnotations = /\.(?:gb|gbk|gbff|genbank|gff3?)\.gz$/i;

/**
 * Leaves out files that are not annotations; if a folder has a GenBank and a GFF3 file of the same name, the GenBank
 * file is used. Files that are named come first, as the user has them; of those in folders, GenBank files, since they
 * say more than other files of the same sequences, and of these RefSeq's last.
 */
export async function chooseInputs(
  inputs: readonly ImportInput[],
  rest: () => Promise<void>,
  skipped: { name: string; why: string }[],
  faults: PlacedFault[],
): Promise<ChosenInput[]> {
  const found: { input: ImportInput; is: Awaited<ReturnType<typeof kindOfInput>> }[] = [];
  for (const input of inputs) {
    await rest();
    found.push({ input, is: await kindOfInput(input) });
  }
  const ofKind = (kind: AnnotationKind) =>
    found.flatMap(({ input, is }) =>
      is !== 'broken' && is !== null && 'kind' in is && is.kind === kind ? [input] : [],
    );
  const genbank = new Set(ofKind('genbank').map(stemOf));
  const beside = new Set(ofKind('gff3').map(besideOf));
  const chosen = found.flatMap(({ input, is }): (ChosenInput & { rank: number })[] => {
    const { name, isNamed } = input;
    const refuse = (expected: string, instead: string, advice = '') => {
      const fault = { file: name, line: 1, expected, found: instead };
      faults.push(advice === '' ? fault : { ...fault, hint: advice });
    };
    if (is === 'broken') {
      if (isNamed || ofAnnotations.test(name))
        refuse('a whole gzip file', 'one that cannot be unpacked');
      else skipped.push({ name, why: 'a gzip file that cannot be unpacked' });
      return [];
    }
    if (is === null || !('kind' in is) || is.kind === 'fasta') {
      if (beside.has(input.absolutePath)) return [];
      const other = is === null ? neither : 'kind' in is ? fasta : is;
      const { what, hint } = other;
      if (isNamed || promising.test(name)) refuse('a GenBank or GFF3 file', what, hint);
      else {
        const isPlain = other === neither || other === fasta;
        skipped.push({ name, why: isPlain ? notRead : `${notRead}, but ${what}. ${hint}` });
      }
      return [];
    }
    const { kind, isRefSeq } = is;
    if (kind === 'gff3' && !isNamed && genbank.has(stemOf(input))) {
      skipped.push({ name, why: 'the GenBank file beside it says the same, and the proteins' });
      return [];
    }
    return [{ input, kind, rank: isNamed ? 0 : kind === 'gff3' ? 3 : isRefSeq ? 2 : 1 }];
  });
  return chosen.toSorted((a, b) => a.rank - b.rank);
}

const asTable = '`phagepress import table <file>` reads it if it is a table about phages.';
const notRead = 'no GenBank or GFF3 file';
const neither = { what: 'neither', hint: '' };

function stemOf({ absolutePath }: ImportInput): string {
  return absolutePath.replace(/\.gz$/i, '').replace(/\.[^./]+$/, '');
}

async function kindOfInput(
  input: ImportInput,
): Promise<Awaited<ReturnType<typeof annotationKind>> | 'broken'> {
  try {
    const kind = await annotationKind(input);
    if (kind !== null || !(input.isNamed || promising.test(input.name))) return kind;
    const what = beginningOf(await startOfSource(input, decidingBytes));
    return { what, hint: /\.[ct]sv(?:\.gz)?$/i.test(input.name) ? asTable : '' };
  } catch (error) {
    if (systemFailure(error) === null) return 'broken';
    throw readFailure(input.absolutePath, error);
  }
}

interface Means {
  readonly spillFile: () => string;
  /** Awaited often; may throw. */
  readonly rest: () => Promise<void>;
  /** Told of the FASTA file beside the input when that is read. */
  readonly onBeside?: (file: string) => void;
  /** Gets the bytes of the input as they are read. */
  readonly seen?: (bytes: Buffer) => void;
  readonly onCleaned?: (cleaned: CleanedLine) => void;
}

/** Yields each sequence; faults of a FASTA file beside it go to `reportBeside`. Throws a TextFault, or the system's or zlib's error. */
export function readAnnotations(
  input: ImportInput,
  kind: Exclude<AnnotationKind, 'fasta'>,
  reports: ReadingReports,
  reportBeside: (fault: ImportFault) => void,
  means: Means,
): AsyncGenerator<AnnotatedSequence> {
  const read = textBlocks(input, undefined, means.seen);
  const clean = kind === 'gff3' ? cleanGff3 : cleanGenbank;
  const blocks = resting(cleaned(read, clean, means.onCleaned), means.rest);
  if (kind === 'genbank') return readGenbank(blocks, reports);
  return readGff3(blocks, () => readBeside(input, reportBeside, means), reports, means.spillFile);
}

async function* cleaned(
  blocks: AsyncIterable<TextBlock>,
  clean: (text: string) => string,
  onCleaned: Means['onCleaned'],
): AsyncGenerator<TextBlock> {
  const watch = watchCleaning(clean);
  for await (const { text: given, line } of blocks) {
    const text = clean(given);
    for (const one of watch(given, text, line)) onCleaned?.(one);
    yield { text, line };
  }
}

function readBeside(
  input: ImportInput,
  report: (fault: ImportFault) => void,
  { rest, onBeside }: Means,
): BesideFasta | null {
  const own = besideOf(input);
  const file = own ?? nearOf(input);
  if (file === null) return null;
  onBeside?.(file);
  const chunks = decodeSource({ absolutePath: file, gzipped: file.endsWith('.gz') });
  return {
    name: path.basename(file),
    isOwn: own !== null,
    sequences: readFasta(resting(chunks, rest), report),
  };
}

async function* resting<Chunk>(
  chunks: AsyncIterable<Chunk>,
  rest: () => Promise<void>,
): AsyncGenerator<Chunk> {
  for await (const chunk of chunks) {
    await rest();
    yield chunk;
  }
}
