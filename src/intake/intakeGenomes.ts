/** Reads the genomes of some sources and writes them to a store: the work of a worker thread. */
import { createHash, hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { type StoredGenome } from '../collections/genomes/storedGenomes.ts';
import { attempt } from '../failure.ts';
import type { Finding } from '../findings/finding.ts';
import type { RuleName } from '../findings/rules.ts';
import { type GenomeWriter, writeGenomes } from '../genomes/genomeStore.ts';
import { type FastaFault, scanFasta, type ScannedSequence } from '../sequences/readFasta.ts';
import { decodeSource } from '../sources/decodeSource.ts';
import { decisiveBytes, faultOfStart } from '../sources/fileFault.ts';
import { isSameStamp } from '../sources/fileStamp.ts';
import { hashRange } from '../sources/hashRange.ts';
import type { Source } from '../sources/source.ts';
import { changedSource, emptySource, placeOf, unreadable } from '../sources/sourceFindings.ts';
import { createPieceLog } from './pieceLog.ts';
import type { GenomesResult, GenomesTask, PieceResult } from './task.ts';

/** Bad data is in the result; throws the system's error when the store cannot be written. */
export async function intakeGenomes(task: GenomesTask): Promise<GenomesResult> {
  const choices = { allowed: new Set(task.allowed), denied: new Set(task.denied) };
  const store = writeGenomes(task.storePath);
  const pieces: PieceResult[] = [];
  try {
    for (const { source } of task.pieces) {
      const log = createPieceLog(choices, task.maxFindings);
      const digest = createFileDigest(task.willBeCached);
      const genomes = await readGenomes(source, store, log.report, digest);
      const isSame = isUnchanged(source, log.report);
      const fileHash = isSame ? digest.of(source) : '';
      const { kept: findings, uncounted, ofFile } = log.contents();
      const known = { facts: { genomes }, findings, uncounted, ofFile };
      pieces.push({ lineBreaks: 0, isBlank: false, hash: fileHash, ...known });
    }
    return { pieces, storeBytes: store.finish() };
  } catch (error) {
    store.abandon();
    throw error;
  }
}

/** Hashes a file while it is read, and reads it again only if reading ended early. */
function createFileDigest(isWanted: boolean) {
  const digest = createHash('sha256');
  let bytes = 0;
  let known: string | null = null;
  return {
    add: (some: Buffer) => {
      bytes += some.length;
      if (isWanted) digest.update(some);
    },
    /** SHA-256 in hexadecimal; '' if it is not wanted, or the file cannot be read. */
    of(source: Source): string {
      if (!isWanted) return '';
      known ??=
        bytes === source.bytes
          ? digest.digest('hex')
          : hashRange({ file: source.absolutePath, start: 0, end: Infinity });
      return known;
    },
    /** The same for bases from the file. */
    ofBases: (bases: Buffer) => (isWanted ? hash('sha256', bases) : ''),
  };
}

type FileDigest = ReturnType<typeof createFileDigest>;

// More phages than are known. Some facts of each genome are held in memory.
const maxGenomes = 1_000_000;

async function readGenomes(
  source: Source,
  store: GenomeWriter,
  report: (finding: Finding) => void,
  digest: FileDigest,
): Promise<StoredGenome[]> {
  const genomes: StoredGenome[] = [];
  const { file } = source;
  let hasFault = false;
  const found = (finding: Finding) => {
    hasFault = true;
    report(finding);
  };
  const state = { isOver: false };
  try {
    const chunks = chunksOf(source, state, found, digest.add);
    const onFault = (fault: FastaFault) => {
      // A file of that size may be endless.
      if (fault.kind === 'size') state.isOver = true;
      found(toFinding(fault, file));
    };
    for await (const sequence of scanFasta(chunks, onFault)) {
      // A genome that is alone in its file is identified by the file's hash: it needs none of its own.
      const isAlone = genomes.length === 0 && sequence.isLast;
      const sha256 = isAlone ? digest.of(source) : digest.ofBases(sequence.bases);
      genomes.push(stored(sequence, sha256, store));
      if (genomes.length < maxGenomes) continue;
      const expected = `at most ${maxGenomes} genomes in a file`;
      found({ ...placeOf(file, sequence.line), expected, found: 'more' });
      break;
    }
  } catch (error) {
    found(unreadable(file, genomes.at(-1)?.line ?? 0, error));
  }
  if (genomes.length === 0 && !hasFault) report(emptySource(file, 'at least one genome'));
  return genomes;
}

/** Yields the chunks of a file that may be FASTA, until `isOver` is set. */
async function* chunksOf(
  source: Source,
  state: { readonly isOver: boolean },
  report: (finding: Finding) => void,
  seen: (bytes: Buffer) => void,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of decodeSource(source, seen)) {
    if (isFirst) {
      const start = chunk.subarray(0, decisiveBytes);
      const fault = faultOfStart(start, chunk.length < decisiveBytes, source, 'FASTA');
      if (fault !== null) return report(fault);
    }
    isFirst = false;
    yield chunk;
    if (state.isOver) return;
  }
}

function stored(
  { name, line, bases, strong, plain }: ScannedSequence,
  sha256: string,
  store: GenomeWriter,
): StoredGenome {
  return { name, line, strong, plain, sha256, ...store.add(bases) };
}

const rulesOfFaults: Readonly<Record<FastaFault['kind'], RuleName>> = {
  form: 'fasta-syntax',
  alphabet: 'genome-alphabet',
  text: 'unicode',
  size: 'record-size',
};

function toFinding({ kind, line, column, expected, found }: FastaFault, file: string): Finding {
  const at = column === 0 ? '' : ` at column ${column}`;
  return { ...placeOf(file, line, rulesOfFaults[kind]), expected, found: `${found}${at}` };
}

/** Whether the file's stamp is reliable; reports a file that was written while it was read. */
function isUnchanged(source: Source, report: (finding: Finding) => void): boolean {
  const now = attempt(() => statSync(source.absolutePath));
  if (now === undefined || (now.size === source.bytes && isSameStamp(now, source))) return true;
  if (now.size !== source.bytes || now.mtimeMs !== source.mtimeMs || now.ino !== source.ino) {
    report(changedSource(source.file));
  }
  return false;
}
