import { expect, test } from 'vitest';
import { categoryOf } from '../../../../src/web/data/functionCategory.ts';

test.each([
  ['', 'unknown function'],
  ['hypothetical protein', 'unknown function'],
  ['terminase, large subunit', 'head and packaging'],
  ['minor tail protein', 'tail'],
  ['tape measure protein', 'tail'],
  ['head-to-tail adaptor', 'head and packaging'],
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
