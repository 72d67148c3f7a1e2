/** Reads a source as batches of raw records with their lines; reports what is wrong with the file. */
import { createByteInput } from './byteInput.ts';
import { decodeSource } from './decodeSource.ts';
import { decisiveBytes, faultOfStart } from './fileFault.ts';
import type { RawRecord, Reading, Source } from './source.ts';
import { unreadable } from './sourceFindings.ts';
import { splitDocument } from './splitDocument.ts';
import { splitLines } from './splitLines.ts';

const batchRecords = 1000;

type Reader = (reading: Reading) => AsyncIterable<readonly RawRecord[]>;

/** How each layout is read; whatever the format, the result is the JSON text of records. */
const readers: Readonly<Record<Source['layout'], Reader>> = {
  lines: splitLines,
  document: (reading) => inBatches(splitDocument(reading)),
};

/**
 * Yields every record of `source` once, in order (S1). An empty or truncated file yields the records before the
 * fault and a finding; a file of another kind yields nothing. `seen` gets the raw bytes of the file as they are read.
 */
export async function* readRecords(
  source: Source,
  { maxRecordBytes, report }: Pick<Reading, 'maxRecordBytes' | 'report'>,
  seen?: (bytes: Buffer) => void,
): AsyncGenerator<readonly RawRecord[]> {
  const input = createByteInput(decodeSource(source, seen));
  const reading: Reading = { input, file: source.file, maxRecordBytes, report };
  try {
    await input.fill();
    const isWhole = input.bytes.length < decisiveBytes;
    const fault = faultOfStart(input.bytes.subarray(0, decisiveBytes), isWhole, source);
    if (fault !== null) {
      report(fault);
      return;
    }
    for await (const batch of readers[source.layout](reading)) {
      if (batch.length > 0) yield batch;
    }
  } catch (error) {
    const hasBegun = input.line > 1 || input.bytes.length > 0;
    report(unreadable(source.file, hasBegun ? input.line : 0, error));
  } finally {
    await input.close();
  }
}

async function* inBatches(records: AsyncGenerator<RawRecord>): AsyncGenerator<RawRecord[]> {
  let batch: RawRecord[] = [];
  try {
    for await (const record of records) {
      batch.push(record);
      if (batch.length >= batchRecords) {
        yield batch;
        batch = [];
      }
    }
  } catch (error) {
    // The records before the fault are still processed.
    yield batch;
    throw error;
  }
  yield batch;
}
