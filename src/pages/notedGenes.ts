/**
 * Derives what the indexes need of genes from the notes of their pages: of each page, only the first GeneID is read.
 */
import {
  type PageNotes,
  phageName,
  phamAt,
  phamCount,
  phamIdAt,
  productAt,
  tally,
  textAt,
  forEachRow,
} from './pageNotes.ts';
import type { Pages } from './openPages.ts';
import type { ListName } from '../contract/collectionName.ts';
import type { IndexPart } from './indexPart.ts';
import { createNoteCounts } from './noteCounts.ts';

/** The list whose pages need not be read if there are notes. */
export const notedList: ListName = 'genes';

/** Has the same result as the tasks that read the pages. Throws if a page cannot be read. */
export function notedGenes(notes: PageNotes, read: Pages['read']): IndexPart {
  const genes = new Map<string, number>();
  const firstIds: string[] = [];
  forEachRow(notes, (row) => {
    const [page = 0, from = 0, to = 0] = row;
    const phage = textAt(notes, row[phageName]);
    genes.set(phage, (genes.get(phage) ?? 0) + (row[tally] ?? 0));
    // Rows are in page order, and pages count from 1.
    if (page > firstIds.length) firstIds.push(firstId(read, page, from, to));
  });
  return {
    list: notedList,
    firstIds,
    notes: countNotes(notes),
    phageCounts: [...genes],
    phages: [],
    families: [],
  };
}

function countNotes(notes: PageNotes): IndexPart['notes'] {
  const phams = phamCount(notes) + 1;
  const pairs = new Map<number, number>();
  const all = notes.geneStarts.length;
  for (let gene = 0; gene < all; gene++) {
    const pair = productAt(notes, gene) * phams + phamAt(notes, gene);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  const counts = createNoteCounts();
  for (const [pair, count] of pairs) {
    const text = textAt(notes, Math.floor(pair / phams));
    counts.add(text, phamIdAt(notes, pair % phams) ?? -1, count);
  }
  return counts.rows();
}

// GeneID is the first field. A name that can be a file name has at most 200 bytes, each written with at most six
// characters.
const mostStart = 2048;

function firstId(read: Pages['read'], page: number, from: number, to: number): string {
  const bytes = Buffer.alloc(Math.min(mostStart, to - from));
  read('genes', page, bytes, from);
  const [, id = '""'] = /^\{"[^"]*":("(?:[^"\\]|\\.)*")/.exec(bytes.toString()) ?? [];
  return String(JSON.parse(id));
}
