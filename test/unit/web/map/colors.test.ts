import { expect, test } from 'vitest';
import { categoryOf, colorOf, familyLegend, legendOf } from '../../../../src/web/map/colors.ts';
import { gene } from '../geneOf.ts';

test('genes are coloured by family, function, or the phages that share the family', () => {
  const tail = gene({ notes: 'minor tail protein' });
  expect(colorOf('family', null)(tail)).toBe('#112233');
  expect(colorOf('family', null)(gene({ pham: null }))).toBe('#ffffff');
  expect(colorOf('function', null)(tail)).toBe('#1f78b4');
  const shades = [1, 2, 5, 10, 50, 500].map((phages) => colorOf('sharing', () => phages)(tail));
  expect(new Set(shades).size).toBe(6);
});

test('a legend has what is on the map', () => {
  const entries = legendOf('function', [gene({ notes: 'lysin A' }), gene()]);
  expect(entries.map(({ label }) => label)).toEqual(['lysis', 'unknown function']);
  expect(legendOf('family', [gene()])).toEqual([]);
});

test('what has no colour is told where it is seen', () => {
  const none = 'without a family, or alone in theirs';
  expect(familyLegend([gene()])).toBe('Genes of one family have one colour.');
  expect(familyLegend([gene({ pham: null })])).toContain(none);
  expect(familyLegend([gene(), gene({ color: '#ffffff' })])).toContain(none);
});

test.each([
  ['', 'unknown function'],
  ['hypothetical protein', 'unknown function'],
  ['terminase, large subunit', 'head and packaging'],
  ['minor tail protein', 'tail'],
  ['tape measure protein', 'tail'],
  ['tapemeasure protein', 'tail'],
  ['head-to-tail adaptor', 'connector'],
  ['Xis', 'integration and excision'],
  ['DNA binding domain protein', 'transcription regulation'],
  ['HTH DNA-binding protein', 'transcription regulation'],
  ['predicted DNA-binding protein', 'transcription regulation'],
  ['ssDNA binding protein', 'DNA, RNA and nucleotide metabolism'],
  ['single-stranded DNA binding protein', 'DNA, RNA and nucleotide metabolism'],
  ['Holliday junction resolvase', 'DNA, RNA and nucleotide metabolism'],
  ['lysin A', 'lysis'],
  ['holin', 'lysis'],
  ['integrase, tyrosine', 'integration and excision'],
  ['immunity repressor', 'transcription regulation'],
  ['DNA primase', 'DNA, RNA and nucleotide metabolism'],
  ['something new', 'other'],
  // What an annotation program says wins over words.
  ['DNA primase [tail]', 'tail'],
  ['virion structural protein [head and packaging]', 'head and packaging'],
  ['lysin [no such category]', 'lysis'],
])('"%s" is %s', (notes, category) => {
  expect(categoryOf(notes).name).toBe(category);
});
