/** What the genes of each family must be, from the pages: how long each is, and its CRC-32. */
import { familyAt, forEachMember, forEachRow, type PageNotes } from '../../pages/pageNotes.ts';
import type { PhamGroups } from '../../views/phamGroups.ts';
import { sortByNumber } from '../../pages/sortByNumber.ts';

/** Some families. */
export interface CheckedPhams {
  readonly ids: readonly number[];
  /** How many genes each has. */
  readonly counts: Uint32Array;
  /** Bytes and CRC-32 of each gene, those of the first family first. */
  readonly genes: Uint32Array;
}

// A family is as much work as some genes.
const workOfPham = 16;

/** `sums` are those of all genes in the order of the pages. Made as they are asked for. */
export function* checkedPhams(
  notes: PageNotes,
  groups: PhamGroups,
  sums: Uint32Array,
  // Of a task, in genes.
  maxWork = 1 << 16,
): Generator<CheckedPhams> {
  const { ids, numberOf } = groups;
  const lengths = new Uint32Array(sums.length);
  forEachRow(notes, (row, _, firstMember) =>
    forEachMember(notes, row, firstMember, (_family, from, to, gene) => {
      lengths[gene] = to - from;
    }),
  );
  const genesOf = sortByNumber(
    sums.length,
    (gene) => numberOf[familyAt(notes, gene)] ?? 0,
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
