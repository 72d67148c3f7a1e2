/** Splits planned files into batches of about equal work. */
import { type Planned, plannedBytes, plannedFiles } from './plannedFile.ts';

// Large enough for the overhead of a message, small enough that all threads get work.
const batchBytes = 4 << 20;
const bytesPerFile = 4096;
// Counting the neighbours of a gene takes about as long as copying this many bytes.
const bytesPerGene = 256;

export interface Batch {
  readonly planned: Planned[];
  readonly files: number;
}

/** Lazy: the plans of all files are never in memory at once. */
export function* inBatches(all: Iterable<Planned>): Generator<Batch> {
  let planned: Planned[] = [];
  let files = 0;
  let weight = 0;
  for (const one of all) {
    const own = plannedFiles(one);
    planned.push(one);
    files += own;
    weight += weightOf(one) + own * bytesPerFile;
    if (weight < batchBytes) continue;
    yield { planned, files };
    planned = [];
    files = 0;
    weight = 0;
  }
  if (planned.length > 0) yield { planned, files };
}

function weightOf(planned: Planned): number {
  if (planned.kind === 'text') return planned.text.length;
  return planned.kind === 'list' ? plannedBytes(planned) : planned.genes * bytesPerGene;
}
