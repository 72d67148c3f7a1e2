/** Splits planned files into batches of about equal work. */
import { type PlannedFile, plannedBytes } from './plannedFile.ts';

// Large enough for the overhead of a message, small enough that all threads get work.
const batchBytes = 4 << 20;
const bytesPerFile = 4096;
// To count what is around a gene takes about as long as to copy so many bytes.
const bytesPerGene = 256;

export interface Batch {
  readonly files: PlannedFile[];
}

/** Lazy: the plans of all files are never in memory at once. */
export function* inBatches(files: Iterable<PlannedFile>): Generator<Batch> {
  let batch: Batch = { files: [] };
  let weight = 0;
  for (const file of files) {
    batch.files.push(file);
    weight += weightOf(file) + bytesPerFile;
    if (weight < batchBytes) continue;
    yield batch;
    batch = { files: [] };
    weight = 0;
  }
  if (batch.files.length > 0) yield batch;
}

function weightOf(file: PlannedFile): number {
  if (file.kind === 'text') return file.text.length;
  return file.kind === 'list' ? plannedBytes(file) : file.genes * bytesPerGene;
}
