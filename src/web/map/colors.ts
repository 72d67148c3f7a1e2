/** What the colour of a gene says on a map: its family, what its notes say that it does, or how many phages share it. */
import type { FigureText, LegendEntry } from './captioned.ts';
import type { PhagesOf } from '../data/indexes.ts';
import type { Gene } from '../data/records.ts';
import type { PhrogCategory } from '../../text/phrogCategories.ts';

export const coloringTitles = {
  family: 'gene family',
  function: 'function',
  sharing: 'phages with the family',
} as const;
export type Coloring = keyof typeof coloringTitles;

/** Of what has no colour: it is left as the paper, be that white or dark. Records have it for families of one gene. */
export const blank = '#ffffff';

// From few to many phages; lightness falls steadily, so that they are in order without colours, too.
const bins = [
  { least: 0, color: blank, label: 'this phage only' },
  { least: 2, color: '#c7e3c0', label: '2 to 4 phages' },
  { least: 5, color: '#73bfa0', label: '5 to 9' },
  { least: 10, color: '#3a8f9e', label: '10 to 49' },
  { least: 50, color: '#2b5a8a', label: '50 to 499' },
  { least: 500, color: '#2a2660', label: '500 and more' },
] as const;

/** `phagesOf` gives how many phages have a family; null while that is not known. */
export function colorOf(coloring: Coloring, phagesOf: PhagesOf): (gene: Gene) => string {
  switch (coloring) {
    case 'family':
      return ({ pham, color }) => (pham === null ? blank : color);
    case 'function':
      return ({ notes }) => categoryOf(notes).color;
    case 'sharing':
      return ({ pham }) => {
        if (pham === null || phagesOf === null) return blank;
        const phages = phagesOf(pham);
        return bins.findLast(({ least }) => phages >= least)?.color ?? blank;
      };
  }
}

/** Families have no legend but a sentence, since each has a colour of its own; what has none is told where it is seen. */
export function familyLegend(genes: readonly Gene[]): string {
  const drawn = colorOf('family', null);
  const isBlank = genes.some((gene) => drawn(gene) === blank);
  return `Genes of one family have one colour${isBlank ? '; those without a family, or alone in theirs, have none' : ''}.`;
}

export function legendOf(coloring: Coloring, genes: readonly Gene[]): readonly LegendEntry[] {
  if (coloring === 'family') return [];
  if (coloring === 'sharing') return bins;
  const present = new Set(genes.map(({ notes }) => categoryOf(notes)));
  const shown = allCategories.filter((category) => present.has(category));
  return shown.map(({ name, color }) => ({ color, label: name }));
}

const strandsOf = {
  line: 'Genes above a line are on the forward strand, those below it on the reverse strand.',
  circle: 'Genes outside the circle are on the forward strand, those inside on the reverse strand.',
} as const;

export type MapShape = keyof typeof strandsOf;

/** The same for a map as a figure: what is drawn, what its colours mean, and `more` that has one. */
export function geneFigure(
  caption: string,
  coloring: Coloring,
  genes: readonly Gene[],
  more: readonly LegendEntry[] = [],
  shape: MapShape = 'line',
): FigureText {
  const colors =
    coloring === 'family'
      ? familyLegend(genes)
      : `Genes are coloured by ${coloringTitles[coloring]}.`;
  return {
    caption: `${caption} ${strandsOf[shape]} ${colors}`,
    legend: [...legendOf(coloring, genes), ...more],
  };
}

export type Category = Readonly<{ name: PhrogCategory; color: string }>;

// Distinct in hue and in lightness, so that they can be told apart without seeing all colours. Of those with words of a
// note, the first is meant.
const categories = [
  {
    name: 'connector',
    color: '#b8860b',
    words: /connector|adaptor|adapter|head-(to-)?tail|neck|stopper/,
  },
  {
    name: 'head and packaging',
    color: '#d95f02',
    words: /capsid|terminase|portal|head|scaffold|prohead|packag|protease/,
  },
  { name: 'tail', color: '#1f78b4', words: /tail|tape ?measure|baseplate|fib(er|re)|spike|sheath/ },
  { name: 'lysis', color: '#c2185b', words: /lysin|holin|spanin|lysozyme|amidase|endopeptidase/ },
  {
    name: 'integration and excision',
    color: '#7b3fa0',
    words: /integrase|excis|\bxis\b|recombination directionality|transposase|\bpara\b|\bparb\b/,
  },
  {
    name: 'transcription regulation',
    color: '#2e8b57',
    // What binds DNA of a single strand regulates nothing.
    words:
      /repressor|\bcro\b|regulator|transcription|antiterminator|helix-turn-helix|^(?!.*(?:\b[ds]s|strand|stranded).?dna).*dna.?binding|sigma factor|whib/,
  },
  {
    name: 'DNA, RNA and nucleotide metabolism',
    color: '#4a9fb5',
    words:
      /polymerase|helicase|primase|ligase|nuclease|recombin|resolvase|\breca|kinase|reductase|thymidylate|methyltransferase|methylase|rna|dna|nucleotide|deaminase|topoisomerase/,
  },
  {
    name: 'moron, auxiliary metabolic gene and host takeover',
    color: '#8c6d5a',
    words: /toxin|superinfection|immunity|moron|host/,
  },
] as const satisfies readonly (Category & { readonly words: RegExp })[];

const other: Category = { name: 'other', color: '#8d99a6' };
const unknown: Category = { name: 'unknown function', color: blank };

/** All of them, in the order of legends. */
const allCategories: readonly Category[] = [...categories, other, unknown];

/** The category that the notes name in brackets, as imports write it; else by the words of the notes. */
export function categoryOf(notes: string): Category {
  const text = notes.toLowerCase();
  const bracketed = /\[([^\][]+)\]\s*$/.exec(text)?.[1];
  const named = allCategories.find(({ name }) => name.toLowerCase() === bracketed);
  if (named !== undefined) return named;
  const product = text.replace(/\[[^\][]*\]\s*$/, '').trim();
  if (product === '' || /^(hypothetical|unknown|uncharacteri[sz]ed|orf\b)/.test(product))
    return unknown;
  return categories.find(({ words }) => words.test(product)) ?? other;
}
