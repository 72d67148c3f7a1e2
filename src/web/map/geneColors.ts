/** What the colour of a gene says on a map, and the legend for it. */
import { allCategories, categoryOf } from '../data/functionCategory.ts';
import type { Gene } from '../data/records.ts';

export const colorings = ['family', 'function', 'sharing'] as const;
export type Coloring = (typeof colorings)[number];

export const coloringTitles: Readonly<Record<Coloring, string>> = {
  family: 'gene family',
  function: 'function',
  sharing: 'phages with the family',
};

/** A value of the address, or the first of them. */
export function coloringOf(text: string | null): Coloring {
  return colorings.find((one) => one === text) ?? 'family';
}

export interface LegendEntry {
  readonly color: string;
  readonly label: string;
}

// From few to many phages; lightness falls steadily, so that they are in order without colours, too.
const bins = [
  { least: 0, color: '#f4f1e8', label: 'this phage only' },
  { least: 2, color: '#c7e3c0', label: '2 to 4 phages' },
  { least: 5, color: '#73bfa0', label: '5 to 9' },
  { least: 10, color: '#3a8f9e', label: '10 to 49' },
  { least: 50, color: '#2b5a8a', label: '50 to 499' },
  { least: 500, color: '#2a2660', label: '500 and more' },
] as const;

const noFamily = '#ffffff';

/** `phagesOf` gives how many phages have a family; null while that is not known. */
export function colorOf(
  coloring: Coloring,
  phagesOf: ((pham: number) => number) | null,
): (gene: Gene) => string {
  switch (coloring) {
    case 'family':
      return ({ pham, color }) => (pham === null ? noFamily : color);
    case 'function':
      return ({ notes }) => categoryOf(notes).color;
    case 'sharing':
      return ({ pham }) => {
        if (pham === null || phagesOf === null) return noFamily;
        const phages = phagesOf(pham);
        return bins.findLast(({ least }) => phages >= least)?.color ?? noFamily;
      };
  }
}

/** Families have no legend but a sentence, since each has a colour of its own; what is white is told where it is seen. */
export function familyLegend(genes: readonly Gene[]): string {
  const drawn = colorOf('family', null);
  const isWhite = genes.some((gene) => drawn(gene) === noFamily);
  return `Genes of one family have one colour${isWhite ? '; those without a family, or alone in theirs, are white' : ''}.`;
}

export function legendOf(coloring: Coloring, genes: readonly Gene[]): readonly LegendEntry[] {
  switch (coloring) {
    case 'family':
      return [];
    case 'function': {
      const present = new Set(genes.map(({ notes }) => categoryOf(notes).name));
      return allCategories
        .filter(({ name }) => present.has(name))
        .map(({ name, color }) => ({ color, label: name }));
    }
    case 'sharing':
      return bins.map(({ color, label }) => ({ color, label }));
  }
}
