import { expect, test } from 'vitest';
import {
  type FastaFault,
  type FastaSequence,
  readFasta,
  scanFasta,
} from '../../../src/sequences/fasta.ts';

async function read(text: string, { chunkBytes = 1 << 20, maxBases = 1000 } = {}) {
  const faults: FastaFault[] = [];
  const sequences: (Omit<FastaSequence, 'bases'> & { bases: string })[] = [];
  const bytes = Buffer.from(text, 'latin1');
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  for await (const one of readFasta(chunks(), (fault) => faults.push(fault), 1, maxBases))
    sequences.push({ ...one, bases: one.bases.toString() });
  return { sequences, faults };
}

const two = '>L5 Mycobacterium phage L5\r\nACGT\r\nnnry\r\n\r\n>D29\nAC GT\n';

test.each([1, 2, 3, 7, 1000])('reads sequences in chunks of %i bytes', async (chunkBytes) => {
  expect(await read(two, { chunkBytes })).toEqual({
    sequences: [
      { line: 1, name: 'L5', description: 'Mycobacterium phage L5', bases: 'ACGTNNRY' },
      { line: 5, name: 'D29', description: '', bases: 'ACGT' },
    ],
    faults: [],
  });
});

test.each([
  ['>L5\nACGT\nAC-T\n>D29\nA\n', 'alphabet', 3, 3, 'nucleotides (IUPAC)', "'-'"],
  ['>L5\r\nAC\u0001T\n>D29\nA\n', 'alphabet', 2, 3, 'nucleotides (IUPAC)', 'the byte 1'],
  ['ACGT\n>D29\nA\n', 'form', 1, 0, '> and a name', 'nucleotides without a header'],
  ['!\n>D29\nA\n', 'form', 1, 0, '> and a name', "'!'"],
  ['>\nACGT\n>D29\nA\n', 'form', 1, 0, 'a name behind >', 'a header without one'],
  ['>L5\n>D29\nA\n', 'form', 1, 0, 'nucleotides behind the header', 'none'],
  ['>L5\xff\nA\n>D29\nA\n', 'text', 1, 0, 'a header in UTF-8', 'one that is not'],
  ['>L5\nAC\nACGTACGTAC\n>D29\nA\n', 'size', 3, 0, 'at most 10 nucleotides', 'more'],
])('%j: %s, line %i, column %i, expected %s, found %s', async (text, ...said) => {
  const [kind, line, column, expected, found] = said;
  for (const chunkBytes of [1000, 4, 1]) {
    const { faults: again } = await read(text, { maxBases: 10, chunkBytes });
    expect(again).toEqual([{ kind, line, column, expected, found }]);
  }
  const { sequences } = await read(text, { maxBases: 10 });
  // What is sound is still read.
  expect(sequences.map(({ name }) => name)).toEqual(['D29']);
});

test.each([
  ['a sequence', '>L5\n', 'ACGTACGTAC\n', 'at most 25 nucleotides'],
  ['a header', '>', 'x'.repeat(30_000), 'a header of at most 65536 bytes'],
])('nothing is read behind %s that is too long', async (_, start, repeated, expected) => {
  let given = 0;
  async function* endless() {
    yield Buffer.from(start);
    // The third is too long.
    while (given < 10) {
      given++;
      yield Buffer.from(repeated);
    }
  }
  const faults: FastaFault[] = [];
  for await (const one of readFasta(endless(), (fault) => faults.push(fault), 1, 25))
    expect.unreachable(one.name);
  expect(faults.map((fault) => fault.expected)).toEqual([expected]);
  expect(given).toBe(3);
});

test('a header without an end does not fill the memory', async () => {
  const { faults } = await read(`>${'x'.repeat(70_000)}`, { chunkBytes: 1000 });
  expect(faults[0]).toMatchObject({ line: 1, found: 'a longer one' });
});

test.each([1, 2, 3, 7, 1000])('counts bases as it reads chunks of %i bytes', async (chunkBytes) => {
  const bytes = Buffer.from('>a\nAC\r\n gtN\n>b\nRYSU\n>c\nGG', 'latin1');
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const found = [];
  for await (const { name, strong, plain, isLast, bases } of scanFasta(chunks(), () =>
    expect.unreachable(),
  ))
    found.push([name, bases.toString(), strong, plain, isLast]);
  expect(found).toEqual([
    ['a', 'ACGTN', 2, 4, false],
    ['b', 'RYSU', 0, 1, false],
    ['c', 'GG', 2, 2, true],
  ]);
});

test('counts more bases on a line than are counted at once', async () => {
  const text = `>a\n${'GCAT'.repeat(50_000)}\n`;
  async function* chunks() {
    yield Buffer.from(text);
  }
  for await (const { strong, plain } of scanFasta(chunks(), () => expect.unreachable()))
    expect([strong, plain]).toEqual([100_000, 200_000]);
});
