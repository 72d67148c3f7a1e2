import { expect, test } from 'vitest';
import { foldName, unsafeNameReason } from '../../../src/contract/recordName.ts';
import { nameCapacity, phageNamer } from '../../../src/project/planPhages.ts';

const lastNames = 1000;
const someNumbers = [
  ...Array.from({ length: 30_000 }, (_, index) => index),
  ...Array.from({ length: lastNames }, (_, index) => nameCapacity - lastNames + index),
];

test('no two phages have names that are equal when case is folded', () => {
  const nameOf = phageNamer(5);
  const folded = new Set(someNumbers.map((number) => foldName(nameOf(number))));
  expect(folded.size).toBe(someNumbers.length);
});

test('every name is a safe file name of plain letters and digits', () => {
  const nameOf = phageNamer(Number.MAX_SAFE_INTEGER);
  const names = someNumbers.map((number) => nameOf(number));
  expect(names.filter((name) => unsafeNameReason(name) !== null)).toEqual([]);
  expect(names.filter((name) => !/^[A-Z][a-z]{5,}[0-9]*$/.test(name))).toEqual([]);
});

test('another seed names the phages otherwise', () => {
  expect(phageNamer(1)(0)).not.toBe(phageNamer(2)(0));
});
