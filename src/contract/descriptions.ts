/** What is said of every kind of address, and the bodies that OPTIONS returns (M3). */
import type { AddressWords } from './addressWords.ts';
import type { Description } from './sitePaths.ts';
import { viewTable } from './views.ts';

export const descriptions: Readonly<Record<Description, AddressWords>> = {
  root: {
    name: 'Api Root',
    description: 'The lists of this service.',
    schema: 'ApiRoot',
    tag: 'Service',
  },
  genes: {
    name: 'Gene List',
    description: 'Gene records in numbered pages, ordered by GeneID.',
    schema: 'PageOfGenes',
    tag: 'Genes',
  },
  phages: {
    name: 'Phage List',
    description: 'Phage records in numbered pages, ordered by phage_name.',
    schema: 'PageOfPhages',
    tag: 'Phages',
  },
  phams: {
    name: 'Pham List',
    description: 'Gene families in numbered pages, ordered by PhamID.',
    schema: 'PageOfPhams',
    tag: 'Genes',
  },
  gene: {
    name: 'Gene Instance',
    description: 'One gene record.',
    schema: 'GeneRecord',
    tag: 'Genes',
  },
  phage: {
    name: 'Phage Instance',
    description: 'One phage record.',
    schema: 'PhageRecord',
    tag: 'Phages',
  },
  ...viewTable,
};

/** The body of an OPTIONS response, in the style of Django REST framework (M3). */
export function optionsBody(of: Description): string {
  const { name, description } = descriptions[of];
  return JSON.stringify({ name, description, renders: ['application/json'], parses: [] });
}
