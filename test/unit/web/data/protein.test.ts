import { describe, expect, test } from 'vitest';
import {
  fastaOf,
  massOf,
  reverseComplement,
  sequenceOf,
} from '../../../../src/web/data/protein.ts';

describe('a protein', () => {
  test('has the mass of its residues and one water', () => {
    // Glycine: 57.0513 + 18.0153.
    expect(massOf('G')).toBeCloseTo(0.0750666, 6);
    expect(massOf('MKT')).toBeCloseTo(0.3785, 3);
  });

  test('has none where a letter may be several', () => {
    expect(massOf('MXK')).toBeNull();
    expect(massOf('')).toBeNull();
  });
});

test('the other strand is read from its own beginning', () => {
  expect(reverseComplement('AACGTR')).toBe('YACGTT');
});

test('a FASTA file gives its first sequence, whatever its lines', () => {
  expect(sequenceOf('>Alpha x\r\nacg\r\nTT\r\n>Beta\nGG\n')).toBe('ACGTT');
  expect(sequenceOf('')).toBe('');
});

test('a header stays one line', () => {
  expect(fastaOf('A\n>B', 'M'.repeat(71))).toBe(`>A >B\n${'M'.repeat(70)}\nM\n`);
});
