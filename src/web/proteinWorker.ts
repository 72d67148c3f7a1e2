/** The thread that looks for pasted sequences, so that pages go on meanwhile. */
import { addresses, fetchJson, messageOf, someAtOnce, Unavailable } from './data/fetching.ts';
import { NotPasted, type Pasted, readPasted } from './data/pasted.ts';
import {
  ofMany,
  ofOneProtein,
  type ProteinHit,
  type ProteinIndex,
  proteinIndexOf,
  searchProtein,
} from './data/proteinSearch.ts';

export interface SearchTask {
  /** The address of the site. */
  readonly base: string;
  readonly text: string;
}

export type SearchNews =
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | {
      readonly kind: 'found';
      readonly pasted: Pasted;
      /** Of each protein, in order. */
      readonly hits: readonly (readonly ProteinHit[])[];
      /** How many of the likeliest are aligned with each, at most. */
      readonly aligned: number;
      readonly index: Pick<ProteinIndex, 'families' | 'genes' | 'leftOut'>;
    }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly message: string };

const tell = (news: SearchNews) => postMessage(news);

addEventListener('message', ({ data }: MessageEvent<SearchTask>) => void search(data));

async function search({ base, text }: SearchTask): Promise<void> {
  const read = (address: string) => fetchJson(new URL(address, base).href);
  try {
    const pasted = readPasted(text);
    const of = pasted.proteins.length;
    tell({ kind: 'progress', done: 0, of });
    const index = proteinIndexOf(await read(addresses.proteinIndex));
    const limits = of > 1 ? ofMany : ofOneProtein;
    const hits: ProteinHit[][] = [];
    let done = 0;
    // While the files of one are on their way, others are aligned.
    await someAtOnce(pasted.proteins, async ({ protein }, at) => {
      hits[at] = await searchProtein(index, read, protein, limits);
      tell({ kind: 'progress', done: ++done, of });
    });
    const { families, genes, leftOut } = index;
    const { aligned } = limits;
    tell({ kind: 'found', pasted, hits, aligned, index: { families, genes, leftOut } });
  } catch (error) {
    if (error instanceof NotPasted) tell({ kind: 'unreadable', message: error.message });
    else if (error instanceof Unavailable && error.isMissing) tell({ kind: 'missing' });
    else tell({ kind: 'failed', message: messageOf(error) });
  }
}
