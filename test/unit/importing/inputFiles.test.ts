import { expect, test } from 'vitest';
import { filesByInput } from '../../../src/importing/putPhage.ts';
import type { ImportedFile } from '../../../src/importing/provenance.ts';

const of = (...inputs: string[]): ImportedFile => ({ bytes: 1, sha256: 'x', inputs });

test('the files of each input, but for those that went to another since', () => {
  const files = new Map([
    ['genes/L5.ndjson', of('a.gff', 'a.fasta')],
    ['genes/D29.ndjson', of('b.gb')],
    ['phages/L5.json', of('a.gff', 'phages.csv')],
  ]);
  const filesOf = filesByInput({ files });
  files.set('genes/D29.ndjson', of('a.gff'));
  files.delete('phages/L5.json');
  expect([...filesOf('a.gff')]).toEqual(['genes/L5.ndjson']);
  expect([...filesOf('a.fasta')]).toEqual(['genes/L5.ndjson']);
  expect([...filesOf('b.gb')]).toEqual([]);
  expect([...filesOf('unknown')]).toEqual([]);
});

test('one pass over all files is enough for all inputs', () => {
  let passes = 0;
  class Counted extends Map<string, ImportedFile> {
    override [Symbol.iterator]() {
      passes++;
      return super[Symbol.iterator]();
    }
  }
  const filesOf = filesByInput({ files: new Counted([['genes/L5.ndjson', of('a.gff')]]) });
  for (let input = 0; input < 10; input++) filesOf(`${input}.gff`);
  expect(passes).toBe(1);
});
