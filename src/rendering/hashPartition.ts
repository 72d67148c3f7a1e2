/**
 * Hash partitioning of genes by pham while their pages are rendered. The genes of a pham are spread over all
 * pages; each partition ("batch") is small enough to group its phams in memory. Every byte is written and read
 * once more, however many genes there are; copying them from the pages would need a random read for each.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { writing } from '../publishing/siteWriter.ts';

/** The folder of the partitions, which are numbered from 0; their folders exist. */
export interface PartitionedGenes {
  readonly dir: string;
  readonly batches: number;
}

export interface HashPartition {
  /** Appends the gene whose canonical JSON is bytes [from, to) to the partition of its pham. Throws a Failure. */
  readonly add: (phamId: number, bytes: Buffer, from: number, to: number) => void;
  /** Flushes the buffers. Throws a Failure. */
  readonly finish: () => void;
}

/**
 * The header of each gene in a file: its PhamID (float64), and the length of what follows (uint32), which is the gene
 * and the comma after it in a list.
 */
export const entryHeadBytes = 12;

const comma = 0x2c;

// The write buffer of a thread.
const usualHeldBytes = 8 << 20;

// A thread holds one batch, and one pham's file, when it writes phams. For large data, batches grow to limit the
// number of files.
const leastBatchBytes = 16 << 20;
const bytesPerFile = 1 << 17;

/** The number of batches for genes of a total size. */
export function batchCount(bytes: number): number {
  return Math.ceil(bytes / Math.max(leastBatchBytes, Math.sqrt(bytes * bytesPerFile))) || 1;
}

/**
 * The folder of a batch. It has one file for each part of the genes that has some in the batch, named by the part's
 * first rank.
 */
export function batchFolder({ dir }: PartitionedGenes, batch: number): string {
  return path.join(dir, String(batch));
}

/** A partitioner for the part of the genes that starts at `firstRank`; holds about `heldBytes` in memory. */
export function createHashPartition(
  partitioned: PartitionedGenes,
  firstRank: number,
  heldBytes = usualHeldBytes,
): HashPartition {
  // Each batch has a fixed region of one buffer, in which its genes are appended.
  const stretch = Math.floor(heldBytes / partitioned.batches);
  const held = Buffer.allocUnsafeSlow(stretch * partitioned.batches);
  const used = new Uint32Array(partitioned.batches);
  const files = Array.from({ length: partitioned.batches }, (_, batch) =>
    path.join(batchFolder(partitioned, batch), String(firstRank)),
  );

  const flush = (batch: number) => {
    const start = batch * stretch;
    append(files[batch] ?? '', held.subarray(start, start + (used[batch] ?? 0)));
    used[batch] = 0;
  };

  return {
    add(phamId, bytes, from, to) {
      const batch = batchOf(phamId, partitioned.batches);
      const needed = entryHeadBytes + to - from + 1;
      if ((used[batch] ?? 0) + needed > stretch) flush(batch);
      if (needed > stretch) {
        const alone = Buffer.allocUnsafe(needed);
        writeEntry(alone, 0, phamId, bytes, from, to);
        append(files[batch] ?? '', alone);
      } else {
        writeEntry(held, batch * stretch + (used[batch] ?? 0), phamId, bytes, from, to);
        used[batch] = (used[batch] ?? 0) + needed;
      }
    },
    finish() {
      used.forEach((bytes, batch) => {
        if (bytes > 0) flush(batch);
      });
    },
  };
}

/** The hash partition of a pham. A multiplicative hash, since PhamIDs may all be multiples of some number. */
export function batchOf(phamId: number, batches: number): number {
  const mixed = Math.imul((phamId % 2 ** 32) ^ Math.floor(phamId / 2 ** 32), 0x9e3779b1) >>> 0;
  // Uses the high bits, which a multiplication mixes best.
  return Math.floor((mixed / 2 ** 32) * batches);
}

function writeEntry(
  into: Buffer,
  at: number,
  phamId: number,
  bytes: Buffer,
  from: number,
  to: number,
): void {
  into.writeDoubleLE(phamId, at);
  into.writeUInt32LE(to - from + 1, at + 8);
  bytes.copy(into, at + entryHeadBytes, from, to);
  into[at + entryHeadBytes + to - from] = comma;
}

function append(file: string, bytes: Buffer): void {
  writing(file, () => appendFileSync(file, bytes));
}
