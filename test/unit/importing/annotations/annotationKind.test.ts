import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { annotationKind } from '../../../../src/importing/annotations/inputs.ts';
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
  ['rows with NA for the phase', 'a.gff', rows.replaceAll('\t0\tID', '\tNA\tID'), 'gff3'],
  ['rows with a phase that GFF3 has not', 'a.gff', rows.replaceAll('\t0\tID', '\t9\tID'), null],
  ['a table', 'a.tsv', 'LOCUS\tname\n1\t2\n', null],
  ['a table of locus tags', 'a.csv', 'LOCUS TAG,FAMILY\ngp1,2\n', null],
  ['LOCUS far down', 'a.txt', `${'\n'.repeat(30)}${genbankText}`, null],
  ['an empty file', 'a.gff', '', null],
])('%s', async (_, name, text, kind) => {
  const folder = tempFolder();
  const plain = addFile(folder, name, text);
  const found = await annotationKind({ absolutePath: plain, gzipped: false });
  expect(found !== null && 'kind' in found ? found.kind : found).toBe(kind);
  const packed = addFile(folder, `${name}.gz`, gzipSync(text));
  expect(await annotationKind({ absolutePath: packed, gzipped: true })).toEqual(found);
});

const gtfRow = rows.replace(/ID=.*/g, 'gene_id "g1"; transcript_id "t1";');

test.each<[string, string | Buffer]>([
  ['a zip archive', 'PK\u0003\u0004\u0014'],
  ['a spreadsheet', 'PK\u0003\u0004[Content_Types].xml xl/workbook.xml'],
  ['a text document', 'PK\u0003\u0004[Content_Types].xml word/document.xml'],
  ['a text document', '{\\rtf1 LOCUS'],
  ['a gzip file within a gzip file', Buffer.from('1f8b0800', 'hex')],
  ['an XML file', '<?xml version="1.0"?>\n<GBSet>'],
  ['a web page (HTML)', '<?xml version="1.0"?>\n<html>'],
  ['a tar archive', `a.gb${'\0'.repeat(253)}ustar\u000000`],
  ['a file packed by bzip2', 'BZh91AY&SY'],
  ['a file packed by xz', Buffer.from('fd377a585a000004', 'hex')],
  ['a file packed by zstd', Buffer.from('28b52ffd0458', 'hex')],
  ['text in UTF-16', Buffer.from(`\ufeff${genbankText}`, 'utf16le')],
  ['text in UTF-16', Buffer.from(genbankText, 'utf16le')],
  ['text in UTF-16', Buffer.from(genbankText, 'utf16le').swap16()],
  ['a web page (HTML)', '\n<!DOCTYPE html>\n<html><pre>LOCUS       A 1 bp'],
  ['a GenBank file with tabs in place of blanks', 'LOCUS\tL5\t12 bp\tDNA\nFEATURES\tLocation\n'],
  ['an EMBL flat file', 'ID   Z18946; SV 1; linear; genomic DNA; STD; PHG; 52297 BP.\nXX\n'],
  ['a GTF or GFF2 file', gtfRow],
  ['a GTF or GFF2 file', `##gff-version 3\n${gtfRow}`],
  ['a GTF or GFF2 file', `##gff-version 2\n${rows}`],
  ['a feature table', '>Feature lcl|L5\n1\t9\tgene\n'],
  ['the dump of a database (SQL)', '-- MySQL dump 10.13\n--\n\nDROP TABLE IF EXISTS `gene`;\n'],
  ['the dump of a database (SQL)', '/*!40101 SET NAMES utf8 */;\nCREATE TABLE `gene` (\n'],
  ['a part of a flat file, which begins with its features', 'FT   CDS             1..9\n'],
  [
    'a part of a flat file, which begins with its features',
    'FEATURES             Location/Qualifiers\n     CDS             1..9\n',
  ],
  ['a file of clusters by CD-HIT', '>Cluster 0\n0\t99aa, >P_1... *\n'],
  ['a flat file without LOCUS', 'DEFINITION  seqnum=1;seqlen=9\nFEATURES             Location\n'],
  ['a list of the places of genes', '>L5\norf00001      100      400  +1    12.3\n'],
  ['a list of the places of genes', '# GeneMark.hmm-2 LST format\n'],
  ['a list of the places of genes', '#id:\tL5\n#START\tSTOP\tFRAME\tCONTIG\tSCORE\n'],
  ['a list of the places of genes', 'CDS 100 - 400\n  /gene="1"\n'],
  ['a page of a service (JSON)', '{"count":3,"next":null,"previous":null,"results":[]}'],
  ['a JSON file', '[{"phage": "L5"}]\n'],
  ['a JSON file', '{\n  "genome": {}\n}\n'],
  ['a PDF file', '%PDF-1.4\n'],
  ['a file of SnapGene', '\t\0\0\0\u000eSnapGene\0'],
])('%s is named as such, with what to do', async (what, text) => {
  const file = addFile(tempFolder(), 'a.gb', text);
  const found = await annotationKind({ absolutePath: file, gzipped: false });
  expect(found).toEqual({ what, hint: expect.stringMatching(/\.$/) });
});

test.each([
  [genbankText, false],
  [genbankText.replaceAll('MADE01', 'NC_001416'), true],
  [gff3Text.replaceAll('MADE01', 'NC_001416.1'), true],
  [gff3Text, false],
  [genbankText.replace('\n', `\nCOMMENT     ${'long '.repeat(1000)}\n`), false],
  [
    genbankText
      .replaceAll('MADE01', 'NC_001416')
      .replace('\n', `\nCOMMENT     ${'long '.repeat(1000)}\n`),
    true,
  ],
])('whether a record is one of RefSeq is told', async (text, isRefSeq) => {
  const file = addFile(tempFolder(), 'a', text);
  const found = await annotationKind({ absolutePath: file, gzipped: false });
  expect(found).toMatchObject({ isRefSeq });
});
