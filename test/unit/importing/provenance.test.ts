import { expect, test } from 'vitest';
import {
  createSharing,
  isSameProvenance,
  type ImportedFile,
  type ImportedInput,
  renderProvenance,
} from '../../../src/importing/provenance.ts';

const input: ImportedInput = {
  kind: 'annotations',
  bytes: 1,
  sha256: 'x',
  program: 'p',
  date: null,
};
const file = (sha256: string): ImportedFile => ({
  bytes: 2,
  sha256,
  inputs: ['a "b".gb'],
  fields: { genome_length: 'a "b".gb' },
  allow: ['null-value'],
});

test.each([0, 1, 3])('is written as indented JSON, in code-point order: %i files', (count) => {
  const files = new Map(['b', '𐀀', '！'].slice(0, count).map((name) => [name, file(name)]));
  const inputs = count === 0 ? new Map<string, ImportedInput>() : new Map([['a "b".gb', input]]);
  const text = [...renderProvenance({ inputs, files })].join('');
  const sorted = ['b', '！', '𐀀'].flatMap((name) => (files.has(name) ? [[name, file(name)]] : []));
  const whole = { inputs: Object.fromEntries(inputs), files: Object.fromEntries(sorted) };
  expect(text).toBe(`${JSON.stringify(whole, null, 2)}\n`);
});

test('is written in pieces, none of which grows with the number of files', () => {
  const about = file('a'.repeat(64));
  const files = new Map(Array.from({ length: 20_000 }, (_, at) => [`genes/p${at}.ndjson`, about]));
  const sizes = [...renderProvenance({ inputs: new Map(), files })].map((piece) => piece.length);
  expect(sizes.length).toBeGreaterThan(3);
  expect(Math.max(...sizes)).toBeLessThan(2 << 20);
});

test('is the same only if all of it is', () => {
  const of = (...names: string[]) => ({
    inputs: new Map([['a', input]]),
    files: new Map(names.map((name) => [name, file(name)])),
  });
  expect(isSameProvenance(of('b', 'c'), of('c', 'b'))).toBe(true);
  expect(isSameProvenance(of('b'), of('b', 'c'))).toBe(false);
  expect(isSameProvenance(of('b', 'd'), of('b', 'c'))).toBe(false);
});

test('what most files have in common is held once', () => {
  const share = createSharing();
  const [one, other] = [share(file('one')), share(file('other'))];
  expect(other).toEqual(file('other'));
  expect(other.inputs).toBe(one.inputs);
  expect(other.fields).toBe(one.fields);
  expect(other.allow).toBe(one.allow);
});
