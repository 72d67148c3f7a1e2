/** Reads a whole source, from a file or from chunks, into what a test can compare. */
import path from 'node:path';
import type { Finding } from '../../../src/text/findings.ts';
import { createByteInput, type RawRecord, type Source } from '../../../src/sources/source.ts';
import { readRecords, splitDocument, splitLines } from '../../../src/sources/readRecords.ts';

export interface Outcome {
  readonly records: { readonly text: string; readonly line: number }[];
  readonly findings: Finding[];
}

const sixteenMegabytes = 16 << 20;

/** Reads the file as the source that its name says it is. */
export async function readFileRecords(
  file: string,
  options: { readonly maxRecordBytes?: number } = {},
): Promise<Outcome & { readonly batchSizes: number[] }> {
  const findings: Finding[] = [];
  const raw: RawRecord[] = [];
  const batchSizes: number[] = [];
  const batches = readRecords(sourceAt(file), {
    maxRecordBytes: options.maxRecordBytes ?? sixteenMegabytes,
    report: (finding) => void findings.push(finding),
  });
  for await (const batch of batches) {
    batchSizes.push(batch.length);
    raw.push(...batch);
  }
  return { records: raw.map(asText), findings, batchSizes };
}

function sourceAt(file: string): Source {
  const name = path.basename(file);
  return {
    ordinal: 0,
    collection: 'genes',
    file: name,
    absolutePath: file,
    layout: /\.json(\.gz)?$/.test(name) ? 'document' : 'lines',
    gzipped: name.endsWith('.gz'),
    bytes: 0,
    mtimeMs: 0,
    ctimeMs: 0,
    ino: 0,
  };
}

/** Reads bytes that arrive in the given chunks. */
export async function readChunks(
  layout: Source['layout'],
  chunks: readonly Uint8Array[],
  maxRecordBytes = sixteenMegabytes,
): Promise<Outcome> {
  const findings: Finding[] = [];
  const raw: RawRecord[] = [];
  const input = createByteInput(arriving(chunks));
  const report = (finding: Finding) => void findings.push(finding);
  const reading = { input, file: 'source', maxRecordBytes, report };
  if (layout === 'lines') {
    for await (const batch of splitLines(reading)) raw.push(...batch);
  } else {
    for await (const record of splitDocument(reading)) raw.push(record);
  }
  return { records: raw.map(asText), findings };
}

async function* arriving(chunks: readonly Uint8Array[]): AsyncGenerator<Buffer> {
  // A copy each: the splitters must not rely on chunks that lie side by side in memory.
  for (const chunk of chunks) yield Buffer.from(chunk);
}

/** Cuts bytes into chunks of the given sizes, again and again; a size of 0 makes an empty chunk. */
export function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

// Latin-1 keeps every byte apart, also those of broken UTF-8.
function asText({ bytes, line }: RawRecord) {
  return { text: bytes.toString('latin1'), line };
}
