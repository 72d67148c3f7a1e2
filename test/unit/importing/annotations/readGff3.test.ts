import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ImportFault } from '../../../../src/importing/annotation.ts';
import { inReadingOrder, readGff3 } from '../../../../src/importing/annotations/gff3.ts';
import { readFasta } from '../../../../src/sequences/fasta.ts';
import { tempFolder } from '../../sources/tempFolder.ts';

// Only large files need it.
const noSpill = () => '/nonexistent/spill';

async function read(text: string, beside: string | null = null, isOwn = true) {
  const faults: ImportFault[] = [];
  const passedOver: string[] = [];
  const doubts: string[] = [];
  const report = (fault: ImportFault) => faults.push(fault);
  async function* blocks() {
    yield { text, line: 1 };
  }
  async function* bytes() {
    yield Buffer.from(beside ?? '');
  }
  const sequences = [];
  for await (const one of readGff3(
    blocks(),
    () =>
      beside === null ? null : { name: 'a.fna', isOwn, sequences: readFasta(bytes(), report) },
    {
      report,
      passOver: ({ line, kind }) => passedOver.push(`${line}: ${kind}`),
      doubt: ({ line, kind, what }) => doubts.push(`${line}: ${kind}: ${what}`),
    },
    noSpill,
  )) {
    const features = one.features.map(({ type, line, parts, phase, qualifiers }) => ({
      type,
      line,
      phase,
      parts: parts.map(({ start, end, strand }) => `${start}-${end}/${strand}`).join(' '),
      qualifiers: Object.fromEntries(qualifiers),
    }));
    sequences.push({ ...one, bases: one.bases?.toString(), features });
  }
  return { sequences, faults, passedOver, doubts };
}

const row = (start: number, end: number, strand: string, attributes: string, phase = '0') =>
  ['L5', 'x', 'CDS', start, end, '.', strand, phase, attributes].join('\t');
const fasta = '##FASTA\n>L5 of soil\nACGTACGTACGTACGTACGT\n';
const parts = async (...rows: string[]) =>
  (await read(`##gff-version 3\n${rows.join('\n')}\n${fasta}`)).sequences[0]?.features.map(
    (feature) => feature.parts,
  );

test('features, their attributes and the sequence', async () => {
  const attributes = 'ID=a%3Bb;product=DNA, RNA = 50% of 10%25;note=two;Dbxref=x:1,y:2;empty=';
  const { sequences, faults } = await read(
    `##gff-version 3\n# remark\n\n${row(1, 6, '+', attributes)}\ttrailing\n${fasta}`,
  );
  expect(faults).toEqual([]);
  expect(sequences).toMatchObject([
    {
      line: 4,
      names: ['L5'],
      accession: '',
      isCircular: false,
      bases: 'ACGTACGTACGTACGTACGT',
      features: [
        {
          type: 'CDS',
          line: 4,
          phase: 0,
          parts: '0-6/1',
          qualifiers: {
            ID: ['a;b'],
            product: ['DNA, RNA = 50% of 10%'],
            note: ['two'],
            Dbxref: ['x:1', 'y:2'],
          },
        },
      ],
    },
  ]);
});

test('lines with one ID are one feature, read in the order of its strand', async () => {
  expect(await parts(row(5, 9, '+', 'ID=a'), row(1, 3, '+', 'ID=a'))).toEqual(['0-3/1 4-9/1']);
  expect(await parts(row(1, 3, '-', 'ID=a'), row(5, 9, '-', 'ID=a'))).toEqual(['4-9/-1 0-3/-1']);
  expect(await parts(row(1, 3, '+', 'x=a'), row(5, 9, '+', 'x=a'))).toEqual(['0-3/1', '4-9/1']);
});

test('a feature through the origin, in two lines or in one, with an end beyond the last base or before the start', async () => {
  expect(await parts(row(1, 4, '+', 'ID=a'), row(15, 20, '+', 'ID=a'))).toEqual(['14-20/1 0-4/1']);
  const region = ['L5', 'x', 'region', 1, 20, '.', '+', '.', 'is_circular=True'].join('\t');
  for (const end of [24, 4]) {
    const onCircle = async (strand: string) =>
      (await parts(region, row(15, end, strand, 'ID=a')))?.at(-1);
    expect(await onCircle('+')).toBe('14-20/1 0-4/1');
    expect(await onCircle('-')).toBe('0-4/-1 14-20/-1');
  }
  // Where nothing says that it is a circle, the end is beyond the sequence.
  expect(await parts(row(15, 24, '+', 'ID=a'))).toEqual(['14-24/1']);
});

test('an end before the start is a fault of its sequence where nothing says that it is a circle', async () => {
  const { sequences, faults } = await read(
    `${row(5, 1, '+', 'ID=a')}\n${row(1, 3, '+', 'ID=b').replace('L5', 'D29')}\n${fasta}>D29\nACGT\n`,
  );
  expect(faults).toEqual([
    {
      line: 1,
      expected: 'an end behind the start, or Is_circular=true in the region of L5',
      found: '5, 1',
    },
  ]);
  expect(sequences.map(({ isFaulty }) => isFaulty)).toEqual([true, false]);
});

test('a short row of the reverse strand may have its end before its start', async () => {
  const { sequences, faults, doubts } = await read(
    `${row(6, 4, '-', 'ID=a')}\n${row(20, 2, '-', 'ID=b').replace('L5', 'D29')}\n${fasta}>D29\n${'ACGT'.repeat(5)}\n`,
  );
  expect(sequences[0]?.features[0]?.parts).toEqual('3-6/-1');
  expect(doubts).toEqual([expect.stringContaining('now turned: 6, 4')]);
  // Nearly the whole sequence: it may run through the origin.
  expect(faults).toMatchObject([{ line: 2, found: '20, 2' }]);
});

test('the phase is that of the part which is read first', async () => {
  const { sequences } = await read(
    `${row(1, 3, '-', 'ID=a', '2')}\n${row(5, 9, '-', 'ID=a', '1')}\n${fasta}`,
  );
  expect(sequences[0]?.features[0]?.phase).toBe(1);
});

test('the sequence may stand in a file beside it, or without ##FASTA', async () => {
  const beside = await read(row(1, 6, '+', 'ID=a'), '>L5\nACGTAC\n');
  const bare = await read(`${row(1, 6, '+', 'ID=a')}\n>L5\nACGTAC\n`);
  for (const { sequences, faults } of [beside, bare]) {
    expect(faults).toEqual([]);
    expect(sequences[0]?.bases).toBe('ACGTAC');
  }
});

test('features of a sequence that is nowhere are a fault', async () => {
  const { sequences, faults } = await read(`${row(1, 6, '+', 'ID=a')}\n##FASTA\n>D29\nAC\n`);
  expect(sequences.map(({ names }) => names)).toEqual([['D29']]);
  expect(faults).toEqual([
    expect.objectContaining({
      line: 1,
      expected: expect.stringContaining('L5'),
      found: "only 'D29'",
      hint: expect.stringContaining('the same name in both files'),
      lacking: 'L5',
    }),
  ]);
});

test.each([
  ['L5 x CDS', '1 columns'],
  ['L5  x  CDS  1  2  .  +  0  ID=a', '1 columns', 'Its tabs have become blanks'],
  [row(0, 1, '+', 'ID=a'), "no positions: '0', '1'"],
  [row(1, 2, '+', 'ID=%E9'), 'percent signs that are no UTF-8', 'ü is %C3%BC'],
  [row(1, 2, '+', 'ID=a', 'NA'), "the phase 'NA'", 'write a dot for NA'],
  [row(1, 2, '+', 'ID=a').replace('\t2\t', '\t2.5\t'), "no positions: '1', '2.5'"],
  ['\tx\tCDS\t1\t2\t.\t+\t0\tID=a', 'no name of a sequence'],
  [row(1, 2, '+', 'gene_id "a"'), 'attributes of GTF or GFF2: gene_id "a"', 'Convert it'],
])('%j is a fault: %s', async (text, found, hint = '') => {
  const { faults } = await read(`##gff-version 3\n${text}\n${fasta}`);
  expect(faults).toMatchObject([
    { line: 2, expected: expect.stringContaining('nine columns'), found },
  ]);
  expect(faults[0]?.hint ?? '').toContain(hint);
});

test('a bad letter of the sequence has its line in the whole file', async () => {
  const { faults } = await read(`${row(1, 2, '+', 'ID=a')}\n##FASTA\n>L5\nAC\nA!\n`);
  expect(faults[0]).toMatchObject({ line: 5, expected: 'nucleotides (IUPAC)', found: "'!'" });
});

test('files that were joined are named as what they may be', async () => {
  const { faults } = await read(`##FASTA\n>L5\nAC\n##gff-version 3\n`);
  expect(faults[0]).toMatchObject({
    line: 4,
    found: "'#'",
    hint: expect.stringContaining('joined into this one'),
  });
});

test('names of attributes may be those of anything in JavaScript', async () => {
  const { sequences, faults } = await read(
    `${row(1, 2, '+', 'ID=a;__proto__=b;toString=c')}\n${fasta}`,
  );
  expect(faults).toEqual([]);
  const qualifiers = Object.entries(sequences[0]?.features[0]?.qualifiers ?? {});
  expect(qualifiers).toContainEqual(['toString', ['c']]);
});

test('names of attributes that are meant are known in any case, but not in place of others', async () => {
  const about = 'id=a;Locus_Tag=x;PRODUCT=holin';
  const { sequences } = await read(
    `${row(1, 3, '+', about)}\n${row(7, 9, '+', about)}\n${row(11, 13, '+', 'ID=b;id=a')}\n${fasta}`,
  );
  expect(sequences[0]?.features.map(({ qualifiers }) => qualifiers)).toEqual([
    { ID: ['a'], locus_tag: ['x'], product: ['holin'] },
    { ID: ['b'], id: ['a'] },
  ]);
  const twice = await read(`${row(1, 3, '+', 'Locus_tag=x;LOCUS_TAG=y')}\n${fasta}`);
  expect(twice.sequences[0]?.features[0]?.qualifiers).toEqual({
    locus_tag: ['x'],
    LOCUS_TAG: ['y'],
  });
});

test.each([
  ['contig%20one', 'contig one', 'contig one'],
  ['contig%20one', 'contig%20one', 'contig one'],
  ['contig%20one', 'contig one of soil', 'contig one'],
  ['mu1%2F6', 'mu1/6 of soil', 'mu1/6'],
  ['mu1/6', 'mu1%2F6', 'mu1/6'],
  ['50%_%C3%A9', '50%_é', '50%_é'],
])('escapes in names of sequences: %s, >%s', async (column, header, name) => {
  const line = row(1, 6, '+', 'ID=a').replace('L5', column);
  const { sequences, faults } = await read(
    `##gff-version 3\n##sequence-region ${column} 1 12\n${line}\n##FASTA\n>${header}\nACGTACGTACGT\n`,
  );
  expect(faults).toEqual([]);
  expect(sequences[0]?.features).toHaveLength(1);
  expect(sequences[0]?.names[0]).toBe(name);
});

test('a gene through the origin of more lines than a call has room for arguments', () => {
  const count = 150_000;
  const all = Array.from({ length: count }, (_, at) => ({ start: 2 * at, end: 2 * at + 1 }));
  const ordered = inReadingOrder(
    all.map((one) => ({ ...one, strand: 1 as const })),
    2 * count - 1,
  );
  expect(ordered).toHaveLength(count);
});

const limits = { letters: 10_000, sequenceFeatures: 100, sequenceBytes: 100_000 };

/** A file of so many lines, with a sequence behind them. */
function reading(count: number, rowAt: (at: number) => string, spillFile: string) {
  async function* blocks() {
    for (let at = 0; at < count; at++) yield { text: rowAt(at), line: at + 1 };
    yield { text: '>L5\nACGTACGT', line: count + 1 };
  }
  return readGff3(
    blocks(),
    () => null,
    { report() {}, passOver() {}, doubt() {} },
    () => spillFile,
    limits,
  );
}

test.each([
  ['more features than a sequence has', 101, 1, 'more than 100 features of L5'],
  [
    'texts of a sequence that would fill the memory',
    99,
    700,
    'features of L5 that take more than 100000 bytes of memory',
  ],
])('%s end the reading', async (_, count, letters, message) => {
  const spillFile = path.join(tempFolder({}), 'spill');
  const rowAt = (at: number) => row(1, 3, '+', `ID=a${at};note=${'a'.repeat(letters)}`);
  await expect(reading(count, rowAt, spillFile).next()).rejects.toThrow(message);
  expect(existsSync(spillFile)).toBe(false);
});

test.each([
  ['a feature', row(1, 3, '+', 'ID=a').replace('L5', 'L'.repeat(601))],
  ['##sequence-region', `##sequence-region ${'L'.repeat(601)} 1 9`],
])('a name that is longer than any in %s ends the reading', async (_, text) => {
  await expect(read(`##gff-version 3\n${text}\n${fasta}`)).rejects.toMatchObject({
    line: 2,
    message: 'a name of a sequence that is longer than 600 bytes',
  });
});

test('a fault that ends the reading closes the file, too', async () => {
  let isClosed = false;
  async function* blocks() {
    try {
      yield { text: row(1, 3, '+', 'ID=a').replace('L5', 'L'.repeat(601)), line: 1 };
      yield { text: '>L5', line: 2 };
    } finally {
      isClosed = true;
    }
  }
  const reports = { report() {}, passOver() {}, doubt() {} };
  await expect(readGff3(blocks(), () => null, reports, noSpill).next()).rejects.toThrow('a name');
  expect(isClosed).toBe(true);
});

test('features of many sequences wait on the disk, in whatever order they come', async () => {
  const spillFile = path.join(tempFolder({}), 'spill');
  const rowAt = (at: number) =>
    row(1, 3, '+', `ID=a${at};note=${'a'.repeat(300)}`).replace('L5', `L${at % 9}`);
  const sequences = reading(90, rowAt, spillFile);
  const { value } = await sequences.next();
  expect(existsSync(spillFile)).toBe(true);
  expect(value?.features.map(({ line }: { line: number }) => line)).toEqual(
    Array.from({ length: 10 }, (_, at) => 9 * at + 6),
  );
  expect(await sequences.next()).toMatchObject({ done: true });
  expect(existsSync(spillFile)).toBe(false);
});

test('a line of more attributes than anything has is a fault', async () => {
  const attributes = Array.from({ length: 1001 }, (_, n) => `a${n}=1`).join(';');
  const { faults } = await read(`${row(1, 3, '+', attributes)}\n${fasta}`);
  expect(faults).toMatchObject([{ line: 1, found: 'more than 1000 attributes' }]);
});

test('what directives, remarks, columns and headers say beside features is told', async () => {
  const line = ['L5', 'PHANOTATE', 'CDS', 1, 3, '-5.5', '+', '0', 'ID=a;note=x', 'AUG'].join('\t');
  const more = ['L5', '.', 'CDS', 5, 9, '.', '+', '0', 'ID=a;note=y'].join('\t');
  const head =
    '##gff-version 3\n##sequence-region L5 1 20\n##description soil\n#!build 1\n# mine\n###\n';
  const { passedOver, faults } = await read(
    `${head}##sequence-region L6 1 9\n${line}\n${more}\n${fasta}`,
  );
  expect(faults).toEqual([]);
  expect(passedOver).toEqual([
    '3: ##description',
    '4: #!build',
    '5: comments',
    '8: the column source',
    '8: the column score',
    '8: columns after the ninth',
    '11: descriptions of sequences',
    '9: /note',
    '7: sequences without features and bases',
  ]);
});

test('attributes without an equals sign are told, each of them', async () => {
  const rows = [
    row(1, 3, '+', 'ID=a;odd;product=tail;;weird; '),
    row(4, 6, '+', 'lone'),
    row(7, 9, '+', '.'),
  ];
  const { passedOver, faults } = await read(`${rows.join('\n')}\n${fasta}`);
  expect(faults).toEqual([]);
  expect(passedOver.filter((one) => one.includes('attributes'))).toEqual([
    '1: attributes without an equals sign',
    '1: attributes without an equals sign',
    '2: attributes without an equals sign',
  ]);
});

test.each([
  ['product=tail; fiber protein;locus_tag=T', 'tail; fiber protein'],
  ['product=&beta;-lactamase;locus_tag=T', '&beta;-lactamase'],
  ['product=tail;pseudo', 'tail'],
  ['product=R&D;pseudo', 'R&D'],
  ['product="tail fiber"', 'tail fiber'],
  ['ID = a ; product = tail fiber ', 'tail fiber'],
  ['product=dTDP-glucose 3,5-epimerase', 'dTDP-glucose 3,5-epimerase'],
])('the product of %s is as it stands', async (attributes, product) => {
  const { sequences } = await read(`${row(1, 3, '+', attributes)}\n${fasta}`);
  expect(sequences[0]?.features[0]?.qualifiers['product']).toEqual([product]);
});

test('in other attributes than lists, a comma belongs to the text', async () => {
  const attributes = 'Name=3,5-epimerase;Note=a,b;Parent=g,h';
  const { sequences } = await read(`${row(1, 3, '+', attributes)}\n${fasta}`);
  expect(sequences[0]?.features[0]?.qualifiers).toEqual({
    Name: ['3,5-epimerase'],
    Note: ['a,b'],
    Parent: ['g', 'h'],
  });
});

test('a row with the attributes of GTF is a fault', async () => {
  const { faults } = await read(`${row(1, 3, '+', 'gene_id "a"; product "x y";')}\n${fasta}`);
  expect(faults.map(({ found }) => found)).toEqual([
    'attributes of GTF or GFF2: gene_id "a"; product "x y";',
  ]);
});

test('types are read in any case, and by the numbers of the Sequence Ontology', async () => {
  const text = row(1, 3, '+', 'ID=a');
  const rows = [text.replace('CDS', 'cds'), text.replace('CDS', 'SO:0000316')];
  const { sequences } = await read(`${rows.join('\n').replace('ID=a', 'ID=b')}\n${fasta}`);
  expect(sequences[0]?.features.map(({ type }) => type)).toEqual(['CDS', 'CDS']);
});

test('a sequence that is longer than its ##sequence-region, or of another version, is doubtful', async () => {
  const features = `##sequence-region L5.1 1 15\n${row(1, 3, '+', 'ID=a').replace('L5', 'L5.1')}\n`;
  const { doubts } = await read(features, '>L5.2\nACGTACGTACGTACGTACGT\n');
  expect(doubts).toEqual([
    '1: sequences longer than ##sequence-region states: L5.1: 20, not 15',
    '1: sequences of another version than their features say: L5.2, for L5.1',
  ]);
});

test('a sequence that is shorter than its ##sequence-region is a fault', async () => {
  const { faults } = await read(
    `##gff-version 3\n##sequence-region L5 1 21\n${row(1, 3, '+', 'ID=a')}\n${fasta}`,
  );
  expect(faults).toEqual([
    { line: 2, expected: 'the 21 bases of L5 that ##sequence-region states', found: '20' },
  ]);
});

test('a blank in a name is escaped in ##sequence-region as in features', async () => {
  const { faults, passedOver } = await read(
    '##gff-version 3\n##sequence-region my%20phage 1 9\n##sequence-region no%20gene 1 5\n' +
      `${row(1, 3, '+', 'ID=a').replace('L5', 'my%20phage')}\n` +
      '##FASTA\n>my%20phage\nACGT\n>no%20gene\nACGT\n',
  );
  expect(passedOver).toEqual(['4: the column source']);
  expect(faults).toEqual([
    { line: 2, expected: 'the 9 bases of my phage that ##sequence-region states', found: '4' },
    { line: 3, expected: 'the 5 bases of no gene that ##sequence-region states', found: '4' },
  ]);
});

test.each([
  ['+', 'partial=00', 'no end'],
  ['+', 'partial=false', 'no end'],
  ['+', 'partial=10', 'the start'],
  ['-', 'partial=10', 'the end'],
  ['+', 'partial=01', 'the end'],
  ['-', 'partial=01', 'the start'],
  ['-', 'partial=11', 'the start'],
  ['+', 'partial=true;start_range=.,1', 'the start'],
  ['-', 'partial=true;start_range=.,1', 'the end'],
  ['+', 'partial=true;end_range=6,.', 'the end'],
  ['-', 'partial=true;end_range=6,.', 'the start'],
  ['+', 'partial=true', 'the start'],
  ['-', 'partial=true', 'the start'],
])('on %s, %s leaves %s open', async (strand, said, open) => {
  const { value } = await reading(1, () => row(1, 6, strand, `ID=a;${said}`), noSpill()).next();
  expect(value?.features[0]).toMatchObject({
    isPartial: open !== 'no end',
    isStartOpen: open === 'the start',
  });
});

test('names of sequences are those of the FASTA file but for the database and the version', async () => {
  const named = async (own: string, beside: string) => {
    const rows = row(1, 6, '+', 'ID=a').replace('L5', own);
    const { sequences, faults } = await read(rows, `>${beside} of soil\nACGTAC\n`);
    return [sequences[0]?.names, sequences[0]?.features.length, faults.length];
  };
  for (const [own, beside] of [
    ['accn|NC_1', 'NC_1'],
    ['NC_1', 'NC_1.2'],
    ['NC_1.2', 'gi|9|ref|NC_1.2|'],
    ['NC_1', 'gb|NC_1.1'],
    ['lcl|a', 'a'],
  ] as const)
    expect(await named(own, beside)).toEqual([[beside, own], 1, 0]);
  expect(await named('a', 'b')).toEqual([['b'], 0, 1]);
  // Names that differ by their version alone are two.
  const two = `${row(1, 6, '+', 'ID=a').replace('L5', 'c.1')}\n${row(1, 6, '+', 'ID=a').replace('L5', 'c.2')}`;
  expect((await read(two, '>c\nACGTAC\n')).faults).toHaveLength(2);
});

test('of a FASTA file that is not its own, the sequences that it names are taken', async () => {
  const { sequences, faults } = await read(
    row(1, 6, '+', 'ID=a'),
    '>D29\nAC\n>L5\nACGTAC\n',
    false,
  );
  expect(sequences.map(({ names }) => names)).toEqual([['L5']]);
  expect(faults).toEqual([]);
  const none = await read(row(1, 6, '+', 'ID=a'), '>D29\nAC\n>Bxb1\nAC\n', false);
  expect(none.sequences).toEqual([]);
  expect(none.faults[0]?.found).toBe("only 'D29', 'Bxb1' in a.fna");
});
