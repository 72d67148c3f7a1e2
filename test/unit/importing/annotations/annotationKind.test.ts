import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { annotationKind } from '../../../../src/importing/annotations/annotationKind.ts';
import { genbankText, gff3Text, phanotateText } from '../../../readers/annotatedFiles.ts';
import { addFile, tempFolder } from '../../sources/tempFolder.ts';

const rows = gff3Text.slice(gff3Text.indexOf('MADE01\t'));
const about = 'PHG.SEQ    Genetic Sequence Data Bank\n\n  1 loci\n';

test.each([
  ['a GenBank file of any name', 'phage.txt', genbankText, 'genbank'],
  ['one without an ending', 'phage', phanotateText, 'genbank'],
  ['one that is called a GFF3 file', 'phage.gff3', genbankText, 'genbank'],
  ['one with a description of its database before LOCUS', 'a.seq', about + genbankText, 'genbank'],
  ['one with Windows line ends', 'a.gbk', genbankText.replaceAll('\n', '\r\n'), 'genbank'],
  ['a GFF3 file of any name', 'phage.gbk', gff3Text, 'gff3'],
  ['one without ##gff-version', 'a.gff', rows, 'gff3'],
  ['one with remarks alone before its rows', 'a.gff', `# made\n\n#!x\n${rows}`, 'gff3'],
  ['one with blank lines before its version', 'a.gff', `\n\n${gff3Text}`, 'gff3'],
  ['a FASTA file', 'a.gbk', '>LOCUS\nACGT\n', 'fasta'],
  ['rows with a phase that GFF3 has not', 'a.gff', rows.replaceAll('\t0\tID', '\t9\tID'), null],
  ['a table', 'a.tsv', 'LOCUS\tname\n1\t2\n', null],
  ['LOCUS far down', 'a.txt', `${'\n'.repeat(30)}${genbankText}`, null],
  ['an empty file', 'a.gff', '', null],
])('%s', async (_, name, text, kind) => {
  const folder = tempFolder();
  const plain = addFile(folder, name, text);
  expect(await annotationKind({ absolutePath: plain, gzipped: false })).toBe(kind);
  const packed = addFile(folder, `${name}.gz`, gzipSync(text));
  expect(await annotationKind({ absolutePath: packed, gzipped: true })).toBe(kind);
});
