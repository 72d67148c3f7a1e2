/** Deals planned files out in batches of about the same work. */
import { type PlannedFile, plannedBytes } from './plannedFile.ts';

// Enough files for a message to be worth it, few enough that all threads have some.
const batchBytes = 4 << 20;
const bytesPerFile = 4096;

export interface Batch {
  readonly files: PlannedFile[];
}

/** Files are planned as they are asked for: the plans of all of them are never held together. */
export function* inBatches(files: Iterable<PlannedFile>): Generator<Batch> {
  let batch: Batch = { files: [] };
  let weight = 0;
  for (const file of files) {
    batch.files.push(file);
    weight += plannedBytes(file) + bytesPerFile;
    if (weight < batchBytes) continue;
    yield batch;
    batch = { files: [] };
    weight = 0;
  }
  if (batch.files.length > 0) yield batch;
}
