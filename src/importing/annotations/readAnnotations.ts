/** Reads the annotated sequences of a file of any kind. */
import { statSync } from 'node:fs';
import { decodeSource } from '../../sources/decodeSource.ts';
import { type FastaSequence, readFasta } from '../../sequences/readFasta.ts';
import type { AnnotatedSequence, ImportFault, ReadingReports } from '../annotation.ts';
import { readGenbank } from '../genbank/readGenbank.ts';
import { readGff3 } from '../gff3/readGff3.ts';
import type { ImportInput } from '../listInputs.ts';
import { textLines } from '../textLines.ts';
import type { AnnotationKind } from './annotationKind.ts';

const fastaEndings = ['.fasta', '.fna', '.fa'].flatMap((ending) => [ending, `${ending}.gz`]);

interface Means {
  readonly spillFile: () => string;
  /** Awaited often; may throw. */
  readonly rest: () => Promise<void>;
  /** Told of the FASTA file beside the input when that is read. */
  readonly onBeside?: (file: string) => void;
}

/** Yields each sequence; faults of a FASTA file beside it go to `reportBeside`. Throws a TextFault, or the system's or zlib's error. */
export function readAnnotations(
  input: ImportInput,
  kind: Exclude<AnnotationKind, 'fasta'>,
  reports: ReadingReports,
  reportBeside: (fault: ImportFault) => void,
  means: Means,
): AsyncGenerator<AnnotatedSequence> {
  const lines = resting(textLines(input), means.rest);
  if (kind === 'genbank') return readGenbank(lines, reports);
  return readGff3(lines, () => readBeside(input, reportBeside, means), reports, means.spillFile);
}

function readBeside(
  input: ImportInput,
  report: (fault: ImportFault) => void,
  { rest, onBeside }: Means,
): AsyncIterable<FastaSequence> | null {
  const file = besideOf(input);
  if (file === null) return null;
  onBeside?.(file);
  const chunks = decodeSource({ absolutePath: file, gzipped: file.endsWith('.gz') });
  return readFasta(resting(chunks, rest), report);
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

/** The FASTA file of the same name beside an annotation file; null if there is none. */
export function besideOf({ absolutePath }: Pick<ImportInput, 'absolutePath'>): string | null {
  const stem = absolutePath.replace(/\.gz$/i, '').replace(/\.[^./]+$/, '');
  return fastaEndings.map((ending) => stem + ending).find((file) => isFile(file)) ?? null;
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
