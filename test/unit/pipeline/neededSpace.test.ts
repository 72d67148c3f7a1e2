import { expect, test } from 'vitest';
import { neededSpace } from '../../../src/pipeline/planSite.ts';

const sources = [
  { collection: 'genes', bytes: 10 },
  { collection: 'genomes', bytes: 1000 },
] as const;
const plain: Parameters<typeof neededSpace>[1] = {
  bulk: [],
  views: [],
  furtherSizes: {},
  caseInsensitiveNames: false,
  records: 'files',
};

test.each([
  ['runs and pages of genes, and the store of genomes', {}, 20 + 1000],
  ['the genes of phages, and families twice', { views: ['genesbyphage', 'phams'] }, 50 + 1000],
  ['files of all records', { bulk: ['tsv', 'phages'] }, 40 + 1000],
  ['each size of pages', { furtherSizes: { genes: [1000, 'all'] } }, 40 + 1000],
  ['names in lower case', { views: ['genesbyphage'], caseInsensitiveNames: true }, 50 + 1000],
  [
    'files that are packed, twice',
    { records: 'packed', views: ['genesbyphage', 'phams'], bulk: ['genomes', 'phages'] },
    140 + 5000,
  ],
  ['genomes in four files, genes in three', { bulk: ['genomes'] }, 50 + 5000],
] as const)('room is needed for %s', (_, changes, bytes) => {
  expect(neededSpace(sources, { ...plain, ...changes }, false)).toBe(bytes);
});

test('what a cache has is there already', () => {
  expect(neededSpace(sources, plain, true)).toBe(10);
});
