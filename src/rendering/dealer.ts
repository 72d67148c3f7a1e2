/**
 * Deals genes out to files, one for each batch of families, while their pages are rendered: the genes of a family
 * lie all over the pages, and are found together again in a few files. Each byte is written once more and read once
 * more however many genes there are; to copy gene after gene from the pages would cost an open file for each.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { writeFailure } from '../publishing/siteWriter.ts';

/** Where genes are dealt to. The folders of the batches, which number from 0, are there already. */
export interface DealtGenes {
  readonly dir: string;
  readonly batches: number;
}

export interface Dealer {
  /** Deals the gene whose canonical JSON is bytes [from, to) to the batch of its family. Throws a Failure. */
  readonly deal: (phamId: number, bytes: Buffer, from: number, to: number) => void;
  /** Writes what is still held. Throws a Failure. */
  readonly finish: () => void;
}

/**
 * Before each gene in a file stand its PhamID, as a double, and, in 32 bits, how many bytes follow: the gene and
 * the comma that stands behind it in a list.
 */
export const dealtHeadBytes = 12;

const comma = 0x2c;

// What a thread holds of the genes that it deals.
const heldBytes = 8 << 20;

// A thread holds a batch, and one file of it, when it writes families. Of much more data a batch is more: with each
// there are files.
const leastBatchBytes = 16 << 20;
const bytesPerFile = 1 << 17;

/** How many batches genes of so many bytes are dealt to. */
export function dealtBatches(bytes: number): number {
  return Math.ceil(bytes / Math.max(leastBatchBytes, Math.sqrt(bytes * bytesPerFile))) || 1;
}

/** The folder of a batch: in it, a file of each part of all genes that has some for it, named by the part's first rank. */
export function batchFolder({ dir }: DealtGenes, batch: number): string {
  return path.join(dir, String(batch));
}

/** A dealer of the genes of the part of all genes that begins at `firstRank`. */
export function createDealer(dealt: DealtGenes, firstRank: number): Dealer {
  // Each batch has a stretch of one buffer, in which its genes lie one behind the other.
  const stretch = Math.floor(heldBytes / dealt.batches);
  const held = Buffer.allocUnsafeSlow(stretch * dealt.batches);
  const used = new Uint32Array(dealt.batches);
  const files = Array.from({ length: dealt.batches }, (_, batch) =>
    path.join(batchFolder(dealt, batch), String(firstRank)),
  );

  const flush = (batch: number) => {
    const start = batch * stretch;
    append(files[batch] ?? '', held.subarray(start, start + (used[batch] ?? 0)));
    used[batch] = 0;
  };

  return {
    deal(phamId, bytes, from, to) {
      const batch = batchOf(phamId, dealt.batches);
      const needed = dealtHeadBytes + to - from + 1;
      if ((used[batch] ?? 0) + needed > stretch) flush(batch);
      if (needed > stretch) {
        const alone = Buffer.allocUnsafe(needed);
        writeDealt(alone, 0, phamId, bytes, from, to);
        append(files[batch] ?? '', alone);
      } else {
        writeDealt(held, batch * stretch + (used[batch] ?? 0), phamId, bytes, from, to);
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

/** Which batch a family belongs to: mixed, since PhamIDs may all be multiples of some number. */
export function batchOf(phamId: number, batches: number): number {
  const mixed = Math.imul((phamId % 2 ** 32) ^ Math.floor(phamId / 2 ** 32), 0x9e3779b1) >>> 0;
  // By the upper bits: the lower ones of a product are less mixed.
  return Math.floor((mixed / 2 ** 32) * batches);
}

function writeDealt(
  into: Buffer,
  at: number,
  phamId: number,
  bytes: Buffer,
  from: number,
  to: number,
): void {
  into.writeDoubleLE(phamId, at);
  into.writeUInt32LE(to - from + 1, at + 8);
  bytes.copy(into, at + dealtHeadBytes, from, to);
  into[at + dealtHeadBytes + to - from] = comma;
}

function append(file: string, bytes: Buffer): void {
  try {
    appendFileSync(file, bytes);
  } catch (error) {
    throw writeFailure(file, error);
  }
}
