/** Deals the genes of some pages out to files, one for each batch of families: the work of a worker thread. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeFailure } from '../publishing/siteWriter.ts';
import { forEachMember, forEachRow, type PageNotes } from '../views/pageNotes.ts';
import type { DealtPart, PhamBatches } from '../views/phamBatches.ts';
import { openPages } from './openPages.ts';

export interface DealGenesTask extends Pick<PhamBatches, 'numberOf' | 'batchOf'> {
  readonly stagingDir: string;
  /** Where the files go. */
  readonly dealtDir: string;
  readonly part: DealtPart;
}

/** Before each gene in a file stand the number of its family and how many bytes it has, 32 bits each. */
export const dealtHeadBytes = 8;

/** The file of a part that has the genes of a batch; of a batch that has none there is none. */
export function dealtFile(dealtDir: string, part: number, batch: number): string {
  return path.join(dealtDir, `${part}-${batch}`);
}

/** The genes in each file are in the order of the pages. Throws a Failure. */
export function dealGenes({ stagingDir, dealtDir, part, numberOf, batchOf }: DealGenesTask): void {
  const sizes = new Map<number, number>();
  forEachGene(part.notes, (family, from, to) => {
    const batch = batchOf[family] ?? 0;
    sizes.set(batch, (sizes.get(batch) ?? 0) + dealtHeadBytes + to - from);
  });
  // Batches lie one behind the other in one buffer; a cursor runs through each while it fills.
  const cursors = new Map<number, number>();
  let total = 0;
  for (const [batch, bytes] of sizes) {
    cursors.set(batch, total);
    total += bytes;
  }
  const dealt = Buffer.allocUnsafeSlow(total);
  const pages = openPages(stagingDir);
  let stretch = Buffer.alloc(0);
  try {
    forEachRow(part.notes, (row, _, firstMember) => {
      const start = row[1] ?? 0;
      const length = (row[2] ?? 0) - start;
      if (stretch.length < length) stretch = Buffer.allocUnsafeSlow(length * 2);
      pages.read('genes', row[0] ?? 0, stretch.subarray(0, length), start);
      forEachMember(part.notes, row, firstMember, (family, from, to) => {
        const batch = batchOf[family] ?? 0;
        const at = cursors.get(batch) ?? 0;
        dealt.writeUInt32LE(numberOf[family] ?? 0, at);
        dealt.writeUInt32LE(to - from, at + 4);
        stretch.copy(dealt, at + dealtHeadBytes, from - start, to - start);
        cursors.set(batch, at + dealtHeadBytes + to - from);
      });
    });
  } finally {
    pages.close();
  }

  let start = 0;
  for (const [batch, bytes] of sizes) {
    // Genes without a family.
    if (batch !== 0) writeDealt(dealtFile(dealtDir, part.number, batch), start, start + bytes);
    start += bytes;
  }

  function writeDealt(file: string, from: number, to: number): void {
    try {
      writeFileSync(file, dealt.subarray(from, to));
    } catch (error) {
      throw writeFailure(file, error);
    }
  }
}

function forEachGene(
  notes: PageNotes,
  visit: (family: number, from: number, to: number) => void,
): void {
  forEachRow(notes, (row, _, firstMember) => forEachMember(notes, row, firstMember, visit));
}
