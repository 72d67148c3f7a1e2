/** Splits the tables of gene families into batches, using only the notes of the pages. */
import { groupByPham } from '../collections/phams/phamGroups.ts';
import { forEachGene, forEachRow, type PageNotes } from '../pages/pageNotes.ts';
import { placeLength } from './recordLines.ts';

/** A gene family: its PhamID, and where its genes lie on the pages, in the order of their list. */
export interface Family {
  readonly id: number;
  readonly places: Uint32Array;
}

// Many, since each batch reads from nearly all pages.
const batchGenes = 1 << 15;

/** `notes` are of all pages; `wanted` is null for all families. Holds a few numbers for each gene, and no text. */
export function* planFamilies(
  notes: PageNotes,
  wanted: ReadonlySet<number> | null,
): Generator<readonly Family[]> {
  const { ids, numberOf } = groupByPham(notes);
  const isWanted = Uint8Array.from(ids, (id) => Number(wanted === null || wanted.has(id)));
  const visit = (each: (family: number, page: number, from: number, to: number) => void) =>
    forEachRow(notes, (row, _, firstGene) =>
      forEachGene(notes, row, firstGene, (pham, from, to) => {
        const number = numberOf[pham] ?? 0;
        if (number > 0 && isWanted[number - 1] === 1) each(number - 1, row[0] ?? 0, from, to);
      }),
    );
  // The end of each family's genes: a counting sort.
  const ends = new Uint32Array(ids.length);
  visit((family) => {
    ends[family] = (ends[family] ?? 0) + 1;
  });
  const next = new Uint32Array(ids.length);
  for (let family = 1; family < ids.length; family++) {
    next[family] = ends[family - 1] ?? 0;
    ends[family] = (ends[family] ?? 0) + (ends[family - 1] ?? 0);
  }
  const places = new Uint32Array((ends.at(-1) ?? 0) * placeLength);
  visit((family, page, from, to) => {
    const gene = next[family] ?? 0;
    places.set([page, from, to], gene * placeLength);
    next[family] = gene + 1;
  });
  let batch: Family[] = [];
  let held = 0;
  let first = 0;
  for (const [family, id] of ids.entries()) {
    const end = ends[family] ?? 0;
    const genes = end - first;
    // slice copies, so that a thread receives only these places.
    const own = { id, places: places.slice(first * placeLength, end * placeLength) };
    first = end;
    if (genes === 0) continue;
    if (batch.length > 0 && held + genes > batchGenes) {
      yield batch;
      [batch, held] = [[], 0];
    }
    batch.push(own);
    held += genes;
  }
  if (batch.length > 0) yield batch;
}
