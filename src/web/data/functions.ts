/** What a site knows of one function across all phages: the notes that a reader means, their families, and genes of these. */
import MiniSearch from 'minisearch';
import { genesOfFamily } from './families.ts';
import { isMissing, someAtOnce, Unavailable } from './fetching.ts';
import {
  type Families,
  fetchFamilies,
  fetchMoreFamilies,
  fetchNotes,
  type MoreFamilies,
  type NotedFamilies,
} from './indexes.ts';
import type { Gene } from './records.ts';
import type { Site } from './site.ts';
import { groupedBy } from '../../text/values.ts';

export type FunctionFamily = Readonly<ReturnType<typeof functionFamilies>[number]>;

/** The notes that a reader means: those with these words, or just this one, in any case. */
export function notesMatching(all: readonly NotedFamilies[], text: string, isExact: boolean) {
  if (!isExact) return createNoteSearch(all)(text);
  const wanted = text.toLowerCase();
  return all.filter((note) => note.text.toLowerCase() === wanted);
}

/** The families of the notes, those with the most such genes first; `rest` has what the index leaves out of frequent notes. */
export function functionFamilies(
  notes: readonly NotedFamilies[],
  rest: MoreFamilies,
  { genesOf, phagesOf }: Families,
) {
  const found = notes.flatMap(({ text, families }) =>
    [...families, ...(rest.get(text) ?? [])].map(({ pham, count }) => ({ pham, text, count })),
  );
  return [...groupedBy(found, ({ pham }) => pham)]
    .map(([pham, own]) => ({
      pham,
      /** How many of its genes have one of the notes, and which, the most frequent first. */
      noted: own.reduce((sum, { count }) => sum + count, 0),
      notes: own.map(({ text, count }) => ({ text, count })).sort((a, b) => b.count - a.count),
      /** All of its genes, and the phages that they are in. */
      genes: genesOf(pham),
      phages: phagesOf(pham),
    }))
    .sort((a, b) => b.noted - a.noted || a.pham - b.pham);
}

const functionSorts = ['noted', 'pham', 'genes', 'phages'] as const;
type FunctionSort = (typeof functionSorts)[number];

export type FunctionOrder = Readonly<{ sort: FunctionSort; isDescending: boolean }>;

/** What `sort` of the address says: a column, behind `-` from the greatest on; else as they come. */
export function functionOrderOf(text: string | null): FunctionOrder {
  const sort = functionSorts.find((one) => one === text?.replace(/^-/, ''));
  return sort === undefined
    ? { sort: 'noted', isDescending: true }
    : { sort, isDescending: text?.startsWith('-') === true };
}

export function inOrder(
  families: readonly FunctionFamily[],
  { sort, isDescending }: FunctionOrder,
): readonly FunctionFamily[] {
  const direction = isDescending ? -1 : 1;
  return [...families].sort((a, b) => direction * (a[sort] - b[sort]) || a.pham - b.pham);
}

export type FoundFunction = Readonly<Awaited<ReturnType<typeof findFunction>>>;

export async function findFunction(text: string, isExact: boolean) {
  const [index, families] = await Promise.all([fetchNotes(), fetchFamilies()]);
  const notes = notesMatching(index.notes, text, isExact);
  const isCut = notes.some(({ more }) => more > 0);
  const rest: MoreFamilies = isCut ? await fetchMoreFamilies().catch(asIncomplete) : new Map();
  const texts = new Set(notes.map((note) => note.text.toLowerCase()));
  return {
    notes,
    families: functionFamilies(notes, rest, families),
    /** Whether a gene with these notes is meant: of notes that differ by case only, the index has one. */
    isMeant: (own: string) => texts.has(own.toLowerCase()),
    /** How many notes the index has, and how many more the site has, if it knows. */
    known: index.notes.length,
    leftOut: index.leftOut,
  };
}

/** A file that must be there is not like an index that a site does without: numbers would be wrong without it. */
function asIncomplete(error: unknown): never {
  if (isMissing(error)) {
    throw new Unavailable('The index of notes needs this file.', error.address, false);
  }
  throw error;
}

// Loaded without asking the reader: about 1 MB, in so many files.
const mostAutoLoaded = { genes: 2000, families: 60 };

export function shouldAutoLoad(families: readonly FunctionFamily[]): boolean {
  return families.length <= mostAutoLoaded.families && genesIn(families) <= mostAutoLoaded.genes;
}

/** All genes of the families, whatever their notes: what is fetched. */
export function genesIn(families: readonly FunctionFamily[]): number {
  return families.reduce((sum, { genes }) => sum + genes, 0);
}

export interface FunctionGenesOptions {
  readonly isMeant: (notes: string) => boolean;
  /** Genes by family, from an earlier try: these are not fetched again, and new ones are added. */
  readonly found: Map<number, readonly Gene[]>;
  /** Called with the number of families whose genes are loaded. */
  readonly tell: (read: number) => void;
  /** Stops the fetching of further families. */
  readonly signal: AbortSignal;
}

/** In the order of the families. */
export async function functionGenes(
  site: Site,
  families: readonly number[],
  { isMeant, found, tell, signal }: FunctionGenesOptions,
): Promise<readonly Gene[]> {
  const wanted = families.filter((pham) => !found.has(pham));
  await someAtOnce(
    wanted,
    async (pham, _, isOn) => {
      const { genes } = await genesOfFamily(site, pham, Infinity);
      found.set(
        pham,
        genes.filter(({ notes }) => isMeant(notes)),
      );
      // After a failure, the results of the others are not used.
      if (isOn()) tell(found.size);
    },
    () => signal.aborted,
  );
  return families.flatMap((pham) => found.get(pham) ?? []);
}

// A fuzzy search takes time and memory quadratic in the length of the word.
const longestAmiss = 50;

/** Prepares a search in `all`, which answers with what most genes have first. */
export function createNoteSearch(all: readonly NotedFamilies[]) {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
  index.addAll(all.map((note, id) => ({ id, text: note.text })));
  const joined = all.map(({ text }) => joinedUp(text));
  return (text: string) => {
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
