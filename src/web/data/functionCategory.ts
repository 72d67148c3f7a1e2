/** What a gene's notes say that it does, in the categories of PHROGs, which annotation programs use. */

export interface Category {
  readonly name: string;
  readonly color: string;
}

// Distinct in hue and in lightness, so that they can be told apart without seeing all colours.
const categories = [
  {
    name: 'head and packaging',
    color: '#d95f02',
    words: /capsid|terminase|portal|head|scaffold|prohead|packag|protease/,
  },
  {
    name: 'connector',
    color: '#b8860b',
    words: /connector|adaptor|adapter|head-to-tail|neck|stopper/,
  },
  { name: 'tail', color: '#1f78b4', words: /tail|tape measure|baseplate|fib(er|re)|spike|sheath/ },
  { name: 'lysis', color: '#c2185b', words: /lysin|holin|spanin|lysozyme|amidase|endopeptidase/ },
  {
    name: 'integration and excision',
    color: '#7b3fa0',
    words: /integrase|excisionase|recombination directionality|transposase|\bpara\b|\bparb\b/,
  },
  {
    name: 'transcription regulation',
    color: '#2e8b57',
    words:
      /repressor|\bcro\b|antirepressor|regulator|helix-turn-helix|dna.?binding|sigma factor|whib/,
  },
  {
    name: 'DNA, RNA and nucleotide metabolism',
    color: '#4a9fb5',
    words:
      /polymerase|helicase|primase|ligase|nuclease|recombinase|reca|kinase|reductase|thymidylate|methyltransferase|methylase|rna|dna|nucleotide|deaminase|topoisomerase/,
  },
  {
    name: 'moron, auxiliary metabolic gene and host takeover',
    color: '#8c6d5a',
    words: /toxin|superinfection|immunity|moron|host/,
  },
] as const;

const other: Category = { name: 'other', color: '#8d99a6' };
const unknown: Category = { name: 'unknown function', color: '#e3e6ea' };

/** All of them, in the order of legends. */
export const allCategories: readonly Category[] = [...categories, other, unknown];

/** The category that the notes name in brackets, as imports write it; else by the words of the notes. */
export function categoryOf(notes: string): Category {
  const said = notes.toLowerCase();
  const bracketed = /\[([^\][]+)\]\s*$/.exec(said)?.[1];
  const named = allCategories.find(({ name }) => name.toLowerCase() === bracketed);
  if (named !== undefined) return named;
  const product = said.replace(/\[[^\][]*\]\s*$/, '').trim();
  if (product === '' || /^(hypothetical|unknown|uncharacteri[sz]ed|orf\b)/.test(product))
    return unknown;
  return categories.find(({ words }) => words.test(product)) ?? other;
}
