import { expect, test } from 'vitest';
import { gcPercent, reverseComplement, upperCase } from '../../../src/sequences/nucleotides.ts';
import { renderFasta } from '../../../src/sequences/fasta.ts';

test('the reverse complement pairs every IUPAC code', () => {
  expect(reverseComplement(Buffer.from('AACGTRYSWKMBDHVN')).toString()).toBe('NBDHVKMWSRYACGTT');
});

test('lower case is taken as upper case, and what is no nucleotide as nothing', () => {
  const read = [...'acgtnN-*1'].map((letter) => upperCase[letter.charCodeAt(0)]);
  expect(read).toEqual([...'ACGTNN'].map((letter) => letter.charCodeAt(0)).concat(0, 0, 0));
});

test('GC counts among the bases that are known', () => {
  expect(gcPercent(Buffer.from('GGCATNNNNN'))).toBe(60);
  expect(gcPercent(Buffer.from('NNN'))).toBe(0);
});

test('FASTA has lines of 70 bases', () => {
  const bases = Buffer.from('A'.repeat(141));
  const lines = renderFasta('L5 of soil', bases).toString().split('\n');
  expect(lines).toEqual(['>L5 of soil', 'A'.repeat(70), 'A'.repeat(70), 'A', '']);
});
