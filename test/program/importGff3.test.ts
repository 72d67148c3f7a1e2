/** GFF3 files that say odd things of their genes: what becomes of these, and what the report says. */
import { expect, test } from 'vitest';
import { recordsIn } from '../integration/importedData.ts';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';
import { runWellInProcess } from './runProgram.ts';

const [first, second, third] = ['ATGGCATGGGCATAA', 'ATGAACCTTGATTAA', 'GCACTAATAATACTA'] as const;
const bases = `C${first}CC${second}CC${third}C`;
type Row = readonly [start: number, end: number, strand: string, phase: string, about: string];
const gff3 = (...rows: Row[]) =>
  `##gff-version 3\n${rows
    .map(([start, end, strand, phase, about]) =>
      ['P1', 'x', 'CDS', start, end, '.', strand, phase, about].join('\t'),
    )
    .join('\n')}\n##FASTA\n>P1\n${bases}\n`;

/** Imports one file: its genes, as text, and the report. */
async function imported(text: string) {
  return inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'a.gff': text });
    const { stdout } = await runWellInProcess(['import', 'annotations', 'a.gff'], { cwd });
    const genes = recordsIn(cwd, 'genes/P1.ndjson').map(
      ({ Start, Stop, Length, Translation, Notes }) =>
        [Start, Stop, Length, Translation, Notes].join(' '),
    );
    return { genes, stdout };
  });
}

test('a file of RAST, whose column 8 is no phase, gives the right proteins', async () => {
  const { genes, stdout } = await imported(
    gff3([2, 16, '+', '2', 'ID=fig|1.peg.1'], [19, 33, '+', '1', 'ID=fig|1.peg.2']),
  );
  expect(genes).toEqual(['1 16 15 MAWA ', '18 33 15 MNLD ']);
  expect(stdout).toContain(`Taken, but please check:
  files whose genes are read otherwise than they say: 1
    a.gff:2: from their first base: so 2 of 2 genes are whole, by column 8 (phase) 0
`);
});

test('a protein with a stop inside is named with its file and line', async () => {
  const { genes, stdout } = await imported(
    gff3([19, 33, '+', '0', 'ID=a'], [36, 50, '+', '0', 'ID=b;locus_tag=P_2']),
  );
  expect(genes).toEqual(['18 33 15 MNLD ', '35 50 15 ALIIL ']);
  expect(stdout).toContain('  genes that begin with no start codon: 1\n    a.gff:3: P_2\n');
  const stopped = await imported(gff3([2, 33, '+', '0', 'ID=a']));
  expect(stopped.stdout).toContain(
    '  genes with a stop inside their protein: 1\n    a.gff:2: P1_CDS_1\n',
  );
});

test('genes that share an ID stay two, a row that stands twice is one, and parts under a transcript are one', async () => {
  const shared = gff3(
    [2, 16, '+', '0', 'ID=CDS;product=terminase'],
    [19, 33, '+', '0', 'ID=CDS;product=portal'],
  );
  const two = await imported(shared);
  expect(two.genes).toEqual(['1 16 15 MAWA terminase', '18 33 15 MNLD portal']);
  expect(two.stdout).toContain(
    '  rows with the ID of another feature, taken as features of their own: 1\n    a.gff:3: CDS\n',
  );
  const row: Row = [2, 16, '+', '0', 'ID=CDS;product=terminase'];
  const once = await imported(gff3(row, row));
  expect(once.genes).toEqual(['1 16 15 MAWA terminase']);
  expect(once.stdout).toContain('  rows that stand twice, taken once: 1\n    a.gff:3: CDS\n');
  const parts = await imported(
    gff3([2, 7, '+', '0', 'Parent=m1'], [8, 16, '+', '0', 'Parent=m1,']),
  );
  expect(parts.genes).toEqual(['1 16 15 MAWA ']);
});
