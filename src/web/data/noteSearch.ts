/** Which notes a reader means by words: with these in any order, begun, or with a letter amiss, or run together. */
import MiniSearch from 'minisearch';
import type { NotedFamilies } from './noteIndex.ts';

// A fuzzy search takes time and memory quadratic in the length of the word.
const longestAmiss = 50;

/** Prepares a search in `all`, which answers with what most genes have first. */
export function createNoteSearch(
  all: readonly NotedFamilies[],
): (text: string) => readonly NotedFamilies[] {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
  index.addAll(all.map((note, id) => ({ id, text: note.text })));
  const joined = all.map(({ text }) => joinedUp(text));
  return (text) => {
    const hits = index.search(text, {
      prefix: true,
      combineWith: 'AND',
      fuzzy: (word) => (text.length > 5 && word.length <= longestAmiss ? 0.15 : false),
      // A pasted text may repeat a word a thousand times.
      tokenize: (words) => [...new Set(wordsOf(words))],
    });
    const found = new Set(hits.map(({ id }) => Number(id)));
    // Annotators write “tape measure” and “tapemeasure”. Of a few letters, any text would have some.
    const wanted = joinedUp(text);
    if (wanted.length > 5) {
      for (const [id, one] of joined.entries()) if (one.includes(wanted)) found.add(id);
    }
    const notes = [...found].flatMap((id) => all[id] ?? []);
    return notes.sort((a, b) => b.genes - a.genes);
  };
}

const wordsOf: (text: string) => string[] = MiniSearch.getDefault('tokenize');

function joinedUp(text: string): string {
  return text.toLowerCase().replace(/[\s-]+/g, '');
}
