import { expect, test } from 'vitest';
import { canBeginGene, mayBeGene, mayBeNote } from '../../../../src/web/data/searchTriggers.ts';

test.each([
  ['lysin', true],
  ['lysin A', true],
  ['tape measure', true],
  ['Cas4', true],
  ['holin-like', true],
  ['Trixie', true],
  ['A2', false],
  ['1234', false],
  ['MN585964', false],
  ['Trixie_CDS_5', false],
  ['SEA_TRIXIE_6', false],
  ['o', false],
])('%s may be words of notes: %s', (text, expected) => {
  expect(mayBeNote(text)).toBe(expected);
});

test.each([
  ['Trixie_CDS_5', true, true],
  ['SEA_TRIXIE_6', true, true],
  ['Trixie_', true, true],
  ['AAS_0030', true, true],
  ['Trixie', false, true],
  ['9476', false, true],
  ['holin-like', false, true],
  ['T4', false, false],
  ['lysin A', false, false],
])('%s looks like a gene: %s, and one may begin so: %s', (text, looks, may) => {
  expect(mayBeGene(text)).toBe(looks);
  expect(canBeginGene(text)).toBe(may);
});
