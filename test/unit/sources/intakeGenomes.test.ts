import { hash } from 'node:crypto';
import { truncateSync, writeFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { StoredGenome } from '../../../src/records/genomes.ts';
import { intakeGenomes } from '../../../src/sources/intakeBundle.ts';
import { tempFolder } from './tempFolder.ts';
import { sourceOf, whole } from './takeIn.ts';

/** Reads files with these texts as sources of genomes. */
async function take(files: Readonly<Record<string, string | Buffer>>, sparseBytes = 0) {
  const folder = tempFolder();
  const pieces = Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    if (sparseBytes > 0) truncateSync(file, sparseBytes);
    return whole({ ...sourceOf(file), collection: 'genomes', layout: 'document' });
  });
  const storePath = path.join(folder, 'store');
  const rules = { maxFindings: 50, allowed: [], denied: [], willBeCached: true };
  const taken = await intakeGenomes({ ...rules, pieces, storePath });
  const store = readFileSync(storePath);
  const genomes = taken.pieces.flatMap(({ facts }) => facts['genomes'] as StoredGenome[]);
  return {
    findings: taken.pieces.flatMap(({ findings }) => findings),
    hashes: taken.pieces.map((piece) => piece.hash),
    genomes: genomes.map(({ name, line, offset, length, strong, plain }) => {
      const bases = store.toString('latin1', offset, offset + length);
      return { name, line, bases, strong, plain };
    }),
    storeBytes: taken.storeBytes,
  };
}

const found = ({ rule, line, found: what }: { rule: string; line: number; found: string }) =>
  `${line} ${rule}: ${what}`;

test('genomes of all files stand one behind the other, in upper case, with what is counted in them', async () => {
  const taken = await take({
    'a.fasta': '\ufeff>L5 a phage\r\nacgt\r\nNN\r\n\r\n>D29\nGG',
    'b.fa.gz': gzipSync('>Trixie\nAU\n'),
  });
  expect(taken).toMatchObject({
    findings: [],
    genomes: [
      { name: 'L5', line: 1, bases: 'ACGTNN', strong: 2, plain: 4 },
      { name: 'D29', line: 5, bases: 'GG', strong: 2, plain: 2 },
      { name: 'Trixie', line: 1, bases: 'AU', strong: 0, plain: 2 },
    ],
    storeBytes: 10,
  });
  expect(new Set(taken.hashes).size).toBe(2);
});

test('the hash of a file is that of its bytes, whether or not all of them are genomes', async () => {
  const packed = gzipSync('>Trixie\nAU\n');
  const files = {
    'a.fasta': '\ufeff>L5\nacgt\n',
    'b.fa.gz': packed,
    'c.fa.gz': Buffer.concat([packed, Buffer.alloc(3_000_000)]),
    'd.fasta': `>L5\n${'ACGT\n'.repeat(500_000)}`,
    'e.fasta': `PK\u0003\u0004${'x'.repeat(3_000_000)}`,
    'f.fasta': '',
  };
  const { hashes } = await take(files);
  expect(hashes).toEqual(Object.values(files).map((bytes) => hash('sha256', bytes)));
});

test.each([
  ['nothing', '', '1 source: an empty file'],
  ['blank lines', '\n\r\n \n', '1 source: an empty file'],
  ['> alone', '>', '1 fasta-syntax: a header without one'],
  ['a header alone', '>L5', '1 fasta-syntax: none'],
  ['a header that never ends', `>${'x'.repeat(70_000)}`, '1 record-size: a longer one'],
  ['UTF-16', Buffer.from('\ufeff>L5\nACGT\n', 'utf16le'), '0 unicode: UTF-16'],
  ['a spreadsheet', 'PK\u0003\u0004'.padEnd(100), '0 source: a zip archive or a spreadsheet'],
  ['JSON', '{"phage_name":"L5"}\n', "1 fasta-syntax: '{'"],
  ['a protein', '>L5\nMKVEEL\n', "2 genome-alphabet: 'E' at column 4"],
  ['a gap', '>L5\nACGT\nAC-T\n', "3 genome-alphabet: '-' at column 3"],
])('%s is a finding, and no genome', async (_, text, said) => {
  const { findings, genomes, storeBytes } = await take({ 'a.fna': text });
  expect(findings.map(found)).toEqual([said]);
  expect([genomes, storeBytes]).toEqual([[], 0]);
});

test.each([
  ['in one line', '>L5\n', 'A'],
  ['of blanks', '>L5\n', ' '],
])('bases without end %s do not fill the memory', async (_, head, base) => {
  // As a gzip bomb: a few bytes that become more than any genome has.
  const members = Array<Buffer>(34).fill(gzipSync(Buffer.alloc(1 << 20, base)));
  const bomb = Buffer.concat([gzipSync(head), ...members]);
  const { findings, genomes } = await take({ 'a.fa.gz': bomb, 'b.fa': '>D29\nACGT\n' });
  const said = base === 'A' ? '2 record-size: more' : '1 fasta-syntax: none';
  expect(findings.map(found)).toEqual([said]);
  expect(genomes.map(({ name }) => name)).toEqual(['D29']);
});

test('a large file without a line break is passed over', async () => {
  // Sparse: what follows the header is zeros.
  const { findings } = await take({ 'a.fasta': `>L5\n${'A'.repeat(70_000)}` }, 3e7);
  expect(findings.map(found)).toEqual(['2 genome-alphabet: the byte 0 at column 70001']);
});

test('very many sequences are read one by one', async () => {
  const text = Array.from({ length: 20_000 }, (_, at) => `>p${at}\nA\n`).join('');
  const { genomes, storeBytes } = await take({ 'a.fas': text });
  expect([genomes.length, storeBytes]).toEqual([20_000, 20_000]);
  expect(genomes.at(-1)).toMatchObject({ name: 'p19999', line: 39_999 });
});
