/** Notes made by hand: pages on which every record is ten bytes long, with a comma behind each. */
import {
  createNoteBook,
  geneColumns,
  packColor,
  type PageNotes,
} from '../../../src/records/notes.ts';

const head = 100;
const recordBytes = 10;

/** Where the record stands that is number `at` of its page, from 0. */
function placeAt(page: number, at: number) {
  const from = head + at * (recordBytes + 1);
  return [page, from, from + recordBytes] as const;
}

type Stretch = readonly [
  page: number,
  at: number,
  count: number,
  name: string,
  phams?: readonly (number | readonly [id: number, color: string] | null)[],
  notes?: readonly string[],
];

/** Stretches of genes: page, number of the first gene on it, how many, the phage's name, PhamIDs, notes. */
export function genesOn(...stretches: readonly Stretch[]): PageNotes {
  const book = createNoteBook(geneColumns);
  for (const [page, at, count, name, phams = [], notes = []] of stretches) {
    book.add(...placeAt(page, at), 0, book.pointTo(name));
    for (let gene = at; gene < at + count; gene++) {
      const pham = phams[gene - at] ?? null;
      const [id, color] = typeof pham === 'number' ? [pham, '#123456'] : (pham ?? [null, '']);
      const to = placeAt(page, gene)[2];
      book.addGene(
        to,
        id === null ? 0 : book.pointToPham(id, packColor(Buffer.from(color), 1)),
        gene + 1,
        book.pointTo(notes[gene - at] ?? ''),
      );
    }
  }
  return book.finish();
}
