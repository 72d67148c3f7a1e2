/** Counts the distinct notes of genes, and the families of the genes with each, in bounded memory. */
import { hash } from 'node:crypto';
import { compareText } from '../text/compareText.ts';

/**
 * Rows of [text, counts], where counts alternate PhamID and number of genes. A gene without a family counts under
 * PhamID -1.
 */
export type NoteRows = readonly (readonly [text: string, counts: readonly number[]])[];

export interface NoteCounts {
  readonly add: (text: string, pham: number, genes?: number) => void;
  /** Null if there were too many pairs of text and family. */
  readonly rows: () => NoteRows | null;
}

/**
 * The most pairs of text and family that are counted. With more, notes are not a vocabulary, and an index would not
 * help.
 */
const mostPairs = 1_000_000;
// In characters. Longer texts are remarks that nobody searches for by their words: they are only counted.
// The pages know of it: `longestNote` in `web/data/noteIndex.ts`.
const longestNote = 200;

/** A stand-in for a long text: unique, and longer than any text that is kept whole. */
function standIn(text: string): string {
  return hash('sha256', text).padEnd(longestNote + 1);
}

/**
 * Whether the limit is exceeded does not depend on how the genes are split: a part has no more pairs than the whole.
 */
export function createNoteCounts(most = mostPairs): NoteCounts {
  const counts = new Map<string, Map<number, number>>();
  let pairs = 0;
  return {
    add(text, pham, genes = 1) {
      if (pairs > most || text === '') return;
      const key = text.length > longestNote ? standIn(text) : text;
      const families = counts.get(key) ?? new Map<number, number>();
      counts.set(key, families);
      const before = families.get(pham);
      if (before === undefined) pairs++;
      families.set(pham, (before ?? 0) + genes);
      if (pairs > most) counts.clear();
    },
    rows() {
      if (pairs > most) return null;
      return [...counts].map(([text, families]) => [text, [...families].flat()] as const);
    },
  };
}

/** Merges the counts of several parts. */
export function mergeNotes(
  parts: Iterable<NoteRows | null>,
  counts: NoteCounts = createNoteCounts(),
): NoteRows | null {
  let isWhole = true;
  for (const part of parts) {
    isWhole &&= part !== null;
    for (const [text, pairs] of part ?? []) {
      for (let at = 0; at < pairs.length; at += 2) {
        counts.add(text, pairs[at] ?? -1, pairs[at + 1] ?? 0);
      }
    }
  }
  return isWhole ? counts.rows() : null;
}

const mostNotes = 2000;
const mostFamilies = 50;

export interface NoteIndexes {
  /** `web/notes.json`: the most frequent notes, each with its most frequent families. */
  readonly index: object;
  /** `web/morefamilies.json`: all other families of these notes; null if there are none. */
  readonly rest: object | null;
}

export function noteIndexes(rows: NoteRows | null): NoteIndexes {
  const all = (rows ?? [])
    .map(([text, pairs]) => noteOf(text, pairs))
    .sort((a, b) => b.genes - a.genes || compareText(a.text, b.text));
  const notes = all.filter(({ text }) => text.length <= longestNote).slice(0, mostNotes);
  const wide = notes.filter(({ families }) => families.length > mostFamilies);
  const index = {
    notes: notes.map(({ text }) => text),
    genes: notes.map(({ genes }) => genes),
    families: notes.map(({ families }) => families.slice(0, mostFamilies).flat()),
    more: notes.map(({ families }) => Math.max(0, families.length - mostFamilies)),
    // How many distinct notes are not listed; null if there were too many to count.
    left_out: rows === null ? null : all.length - notes.length,
  };
  const rest = {
    notes: wide.map(({ text }) => text),
    families: wide.map(({ families }) => families.slice(mostFamilies).flat()),
  };
  return { index, rest: wide.length === 0 ? null : rest };
}

function noteOf(text: string, pairs: readonly number[]) {
  const families: (readonly [pham: number, genes: number])[] = [];
  let genes = 0;
  for (let at = 0; at < pairs.length; at += 2) {
    const [pham = -1, count = 0] = pairs.slice(at, at + 2);
    genes += count;
    if (pham >= 0) families.push([pham, count]);
  }
  families.sort(([a, m], [b, n]) => n - m || a - b);
  return { text, genes, families };
}
