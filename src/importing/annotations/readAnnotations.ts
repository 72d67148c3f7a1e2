/** Reads the annotated sequences of a file of any kind. */
import path from 'node:path';
import { decodeSource } from '../../sources/decodeSource.ts';
import { readFasta } from '../../sequences/readFasta.ts';
import type { AnnotatedSequence, ImportFault, ReadingReports } from '../annotation.ts';
import { readGenbank } from '../genbank/readGenbank.ts';
import { type BesideFasta, readGff3 } from '../gff3/readGff3.ts';
import type { ImportInput } from '../listInputs.ts';
import { textLines } from '../textLines.ts';
import type { AnnotationKind } from './annotationKind.ts';
import { besideOf, nearOf } from './besideOf.ts';

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
