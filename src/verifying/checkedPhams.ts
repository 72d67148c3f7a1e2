/** What the genes of each family must be, from the pages: how long each is, and its CRC-32. */
import { familyAt, forEachMember, forEachRow, type PageNotes } from '../views/pageNotes.ts';
import type { PhamGroups } from '../views/phamGroups.ts';
import { sortByNumber } from '../views/sortByNumber.ts';

/** Some families. */
export interface CheckedPhams {
  readonly ids: readonly number[];
  /** How many genes each has. */
  readonly counts: Uint32Array;
  /** Bytes and CRC-32 of each gene, those of the first family first. */
  readonly genes: Uint32Array;
}

const maxGenes = 1 << 16;

/** `sums` are those of all genes in the order of the pages. Made as they are asked for. */
export function* checkedPhams(
  notes: PageNotes,
  groups: PhamGroups,
  sums: Uint32Array,
): Generator<CheckedPhams> {
  const { numberOf } = groups;
  const phams = groups.phams();
  const lengths = new Uint32Array(sums.length);
  forEachRow(notes, (row, _, firstMember) =>
    forEachMember(notes, row, firstMember, (_family, from, to, gene) => {
      lengths[gene] = to - from;
    }),
  );
  const genesOf = sortByNumber(
    sums.length,
    (gene) => numberOf[familyAt(notes, gene)] ?? 0,
    phams.length + 1,
  );
  for (let start = 0, end = 0; start < phams.length; start = end) {
    let count = 0;
    for (; end < phams.length && count < maxGenes; end++) count += phams[end]?.geneCount ?? 0;
    const some = phams.slice(start, end);
    const genes = new Uint32Array(count * 2);
    let at = 0;
    some.forEach((_, index) => {
      for (const gene of genesOf(start + index + 1)) {
        genes[at++] = lengths[gene] ?? 0;
        genes[at++] = sums[gene] ?? 0;
      }
    });
    yield {
      ids: some.map(({ id }) => id),
      counts: Uint32Array.from(some, ({ geneCount }) => geneCount),
      genes,
    };
  }
}
