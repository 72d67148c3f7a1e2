/** Computes from the pages what the files of phams must contain: size and CRC-32 of each gene. */
import { phamAt, forEachGene, forEachRow, type PageNotes } from '../../pages/pageNotes.ts';
import type { PhamGroups } from '../../collections/phams/phamGroups.ts';
import { sortByNumber } from '../../pages/sortByNumber.ts';

/** A batch of phams. */
export interface CheckedPhams {
  readonly ids: readonly number[];
  /** The number of genes in each. */
  readonly counts: Uint32Array;
  /** Size and CRC-32 of each gene, grouped by pham. */
  readonly genes: Uint32Array;
}

// The overhead of a pham, in genes.
const workOfPham = 16;

/** `sums` has the CRC-32 of all genes in page order. Lazy. */
export function* checkedPhams(
  notes: PageNotes,
  groups: PhamGroups,
  sums: Uint32Array,
  // Work per task, in genes.
  maxWork = 1 << 16,
): Generator<CheckedPhams> {
  const { ids, numberOf } = groups;
  const lengths = new Uint32Array(sums.length);
  forEachRow(notes, (row, _, firstGene) =>
    forEachGene(notes, row, firstGene, (_pham, from, to, gene) => {
      lengths[gene] = to - from;
    }),
  );
  const genesOf = sortByNumber(
    sums.length,
    (gene) => numberOf[phamAt(notes, gene)] ?? 0,
    ids.length + 1,
  );
  for (let start = 0, end = 0; start < ids.length; start = end) {
    let count = 0;
    for (; end < ids.length && count + (end - start) * workOfPham < maxWork; end++) {
      count += genesOf(end + 1).length;
    }
    const genes = new Uint32Array(count * 2);
    const counts = new Uint32Array(end - start);
    let at = 0;
    for (let number = start + 1; number <= end; number++) {
      counts[number - start - 1] = genesOf(number).length;
      for (const gene of genesOf(number)) {
        genes[at++] = lengths[gene] ?? 0;
        genes[at++] = sums[gene] ?? 0;
      }
    }
    yield { ids: [...ids.subarray(start, end)], counts, genes };
  }
}
