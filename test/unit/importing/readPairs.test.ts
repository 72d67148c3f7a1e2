import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFamilies, readNames } from '../../../src/importing/readPairs.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const fileOf = (text: string) => path.join(tempFolder({ 'table.csv': text }), 'table.csv');
const keys = (found: readonly { readonly key: string; readonly line: number }[]) =>
  found.map(({ key, line }) => `${key} ${line}`);

describe('a table of families', () => {
  test.each([
    ['gene first', 'gene,pham\nP_1,7\nP_2,7\nP_3,8\n'],
    ['family first', '7,P_1\n7,P_2\n8,P_3\n'],
  ])('has its genes in either column: %s', async (_, text) => {
    const families = await readFamilies(fileOf(text));
    expect(['P_1', 'P_2', 'P_3', 'P_4'].map(families.get)).toEqual(['7', '7', '8', undefined]);
    expect(families.contested()).toEqual([]);
    // Its header is that of no gene, and nobody need be told.
    expect(keys(families.unused())).toEqual([]);
  });

  test('with a gene in two families loses that gene, and no other', async () => {
    const families = await readFamilies(
      fileOf('gene,pham\nP_1,123\nP_1,124\nP_2,456\nP_2,456\nP_3,456\n'),
    );
    expect(['P_1', 'P_2', 'P_3'].map(families.get)).toEqual([undefined, '456', '456']);
    expect(keys(families.contested())).toEqual(['P_1 3']);
  });

  test('has its genes in the column that is no list of numbers', async () => {
    const families = await readFamilies(fileOf('P_1,123\nP_1,124\nP_2,456\n'));
    expect(['P_1', 'P_2', '123'].map(families.get)).toEqual([undefined, '456', undefined]);
  });

  test('by its header has genes in one column alone, even if all are numbers', async () => {
    const families = await readFamilies(fileOf('gene,family\n11,12\n21,13\n22,21\n'));
    expect(['11', '12', '21'].map(families.get)).toEqual(['12', undefined, '13']);
  });

  test('may have the names of FASTA headers', async () => {
    const families = await readFamilies(fileOf('>P_1,7\n>P_2,7\n>P_3,8\n'));
    expect(['P_1', 'P_2', 'P_3'].map(families.get)).toEqual(['7', '7', '8']);
    const labelled = 'gene,family,family_label\n>P_1,7,>90% alike\n>P_2,8,lysins\n';
    const others = await readFamilies(fileOf(labelled));
    expect(['P_1', 'P_2'].map(others.get)).toEqual(['7', '8']);
    expect([...others.labels().values()]).toEqual(['>90% alike', 'lysins']);
  });

  test('of representatives and members is one of members', async () => {
    const families = await readFamilies(fileOf('P_1,P_1\nP_1,P_2\nP_3,P_3\n'));
    expect(['P_1', 'P_2'].map(families.get)).toEqual(['P_1', 'P_1']);
    expect(keys(families.unused())).toEqual(['P_3 3']);
  });
});

test('a table with more columns has its genes and families where its header says, and tells the others', async () => {
  const text = 'phage,gene,start,phrog,annot\nA,P_1,5,7,holin\nA,P_2,9,No_PHROG,\nA,P_3,11,8,x\n';
  const families = await readFamilies(fileOf(text));
  expect(['P_1', 'P_2', 'P_3'].map(families.get)).toEqual(['7', undefined, '8']);
  expect(keys(families.leftOut)).toEqual(['phage 1', 'start 1', 'annot 1']);
  expect(keys(families.unnamed)).toEqual(['P_2 3']);
});

test.each([
  ['a,b,c\nP_1,7,x\n', 'expected two columns'],
  ['phage,cluster,gene\nA,A1,P_1\n', 'expected two columns'],
  ['gene,pham,product\nP_1,7,tail, minor\n', 'expected 3 cells, as the header has'],
  ['phage,gene,pham\nL5,1,7\nSource: NCBI\n', "a gene and its family, found 'Source: NCBI'"],
  ['gene,family\nP_1,1.00E+05\n', 'took it for a number'],
  ['gene,family\nP_1,5-Mar\nP_2,5-Mar\nP_3,7\n', "a day, found '5-Mar'"],
])('what says no families is refused with a way out: %j', async (text, said) => {
  const failure: unknown = await readFamilies(fileOf(text)).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: expect.stringContaining(said) as string,
  });
  if (!text.includes('minor'))
    expect(failure).toHaveProperty('hint', expect.stringMatching(/column/));
});

test('a label may look like a number, and columns without a name or a cell are none', async () => {
  const families = await readFamilies(fileOf('gene,family,family_label,\nP_1,1,3E+5,\n'));
  expect(families.get('P_1')).toBe('1');
  expect([...families.labels()]).toEqual([[1, '3E+5']]);
  expect(families.leftOut).toEqual([]);
});

describe('a row without a family', () => {
  test.each<readonly [what: string, text: string]>([
    ['gene first', 'gene,family\nP_1,fam1\nP_2,\nP_3,fam1\n'],
    ['family first', 'family,gene\nfam1,P_1\n,P_2\nfam1,P_3\n'],
    ['tabs', 'P_1\tfam1\nP_2\t\nP_3\tfam1\n'],
    ...[
      'None',
      'NA',
      '-',
      'nan',
      'unclustered',
      'No_PHROG',
      'singleton',
      'orpham',
      'missing: not collected',
    ].map((word) => [word, `gene,family\nP_1,fam1\nP_2,${word}\nP_3,fam1\n`] as const),
    ['labels', 'gene,family,family_label\nP_1,fam1,x\nP_2,,fam1\nP_3,fam1,x\n'],
  ])('is told: %s', async (what, text) => {
    const families = await readFamilies(fileOf(text));
    expect(['P_1', 'P_2', 'P_3'].map(families.get)).toEqual(['fam1', undefined, 'fam1']);
    expect(keys(families.unnamed)).toEqual([`P_2 ${what === 'tabs' ? 2 : 3}`]);
    expect(families.unused()).toEqual([]);
    expect([...families.labels().values()]).toEqual([what === 'labels' ? 'x' : 'fam1']);
  });

  test.each([
    ['gene,family\nP_1,1\n,2\n', "a gene in the first column, found '', '2'"],
    ['family,gene\n1,P_1\n2,\n', "a gene in the second column, found '2', ''"],
    ['P_1,1\nP_2\n', "two columns, found 1: 'P_2'"],
  ])('is no row without a gene: %j', async (text, said) => {
    await expect(readFamilies(fileOf(text))).rejects.toThrow(`expected ${said}.`);
  });
});

test('labels of families are names that are no numbers, of families that were looked up', async () => {
  const text =
    'gene,family\nP_1,fam1\nP_2,phrog_9\nP_3,123.0\nP_6,phrog:9\nP_4,phrog_9x\nP_5,other\n';
  const families = await readFamilies(fileOf(text));
  for (const gene of ['P_1', 'P_2', 'P_3', 'P_4', 'P_6']) families.get(gene);
  expect([...families.labels().values()]).toEqual(['fam1', 'phrog_9x']);
});

test('labels of families are those of a column, also of numbers', async () => {
  const text = 'family_label,pham,gene\nterL,phrog_9,P_1\n,phrog_9,P_2\nportal,phrog_9,P_3\n';
  const families = await readFamilies(fileOf(text));
  expect(['P_1', 'P_2', 'P_3'].map(families.get)).toEqual(['phrog_9', 'phrog_9', 'phrog_9']);
  expect([...families.labels()]).toEqual([[9, 'terL']]);
  expect(keys(families.relabelled())).toEqual(['phrog_9 4']);
});

describe('numbers of families that follow a former release', () => {
  async function* former(genes: Readonly<Record<string, number>>) {
    for (const [id, family] of Object.entries(genes)) {
      await Promise.resolve();
      const [phage = '', name = ''] = id.split('_');
      yield { id, locusTag: `${id}_tag`, translation: null, phage, name, family };
    }
  }
  const numbersOf = async (table: string, genes: Readonly<Record<string, number>>) => {
    const families = await readFamilies(fileOf(table), former(genes));
    const ofTable = table
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',')[0] ?? '');
    return Object.fromEntries(ofTable.map((key) => [key, families.get(key)]));
  };

  test('are those of the families that share most genes with them, each once', async () => {
    const table = 'gene,family\na,1\nb,1\nc,1\nd,2\ne,2\nf,3\ng,phrog_12\n';
    // Family 1 was 40012 but for a gene; 2 was split off it; 3 is new, and its number is another's now.
    const was = { a: 40_012, b: 40_012, c: 7, d: 40_012, e: 8, x: 3, g: 5 };
    expect(await numbersOf(table, was)).toEqual({
      a: '40012',
      b: '40012',
      c: '40012',
      d: '8',
      e: '8',
      f: '40013',
      g: 'phrog_12',
    });
  });

  test('do not depend on the order of the table, nor on its own numbers', async () => {
    const was = { a: 1, b: 1, c: 2, d: 3 };
    const one = await numbersOf('gene,family\na,9\nb,9\nc,1\nd,2\n', was);
    const other = await numbersOf('gene,family\nd,5\nc,3\nb,2\na,2\n', was);
    expect(one).toEqual({ a: '1', b: '1', c: '2', d: '3' });
    expect(other).toEqual(one);
  });

  test('are found by phages and numbers of genes', async () => {
    const genes = { L5_1: 77, L5_2: 78, D29_1: 79 };
    const text = 'phage,gene,family\nMycobacterium phage L5,gp01,1\nL5,2,2\n';
    const families = await readFamilies(fileOf(text), former(genes));
    expect(['L5 1', 'L5 2'].map(families.get)).toEqual(['77', '78']);
    const byTag = await readFamilies(fileOf(text.replace('gene', 'locus_tag')), former(genes));
    expect(byTag.get('L5 locus_tag 1')).toBe('77');
  });

  test('are not found by a number that the locus tag contradicts', async () => {
    async function* genes() {
      await Promise.resolve();
      yield {
        id: 'L5_CDS_1',
        locusTag: 'T_2',
        translation: null,
        phage: 'L5',
        name: '1',
        family: 77,
      };
    }
    const families = await readFamilies(fileOf('phage,gene,family\nL5,1,5\nL5,2,6\n'), genes());
    expect(['L5 1', 'L5 2'].map(families.get)).toEqual(['5', '6']);
  });

  test('are found by locus tags, too, and keep labels', async () => {
    const text = 'gene,family,family_label\na_tag,lysins,endolysin\nz,terminase,\n';
    const families = await readFamilies(fileOf(text), former({ a: 77 }));
    expect(families.get('a_tag')).toBe('77');
    expect(families.labels()).toEqual(new Map([[77, 'endolysin']]));
    expect(families.unused().map(({ key }) => key)).toEqual(['z']);
  });
});

test.each([
  ['sequence;phage\nc1;L5\n', []],
  ['Accession,New name\nc1,L5\n', []],
  ['sequence,L4\nc1,L5\n', ['sequence 1']],
])('a table of names may have a header: %j', async (text, unused) => {
  const names = await readNames(fileOf(text));
  expect(names.get('c1')).toBe('L5');
  expect(keys(names.unused())).toEqual(unused);
});
