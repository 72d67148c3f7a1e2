import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFamilies } from '../../../src/importing/readPairs.ts';
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

  test('of representatives and members is one of members', async () => {
    const families = await readFamilies(fileOf('P_1,P_1\nP_1,P_2\nP_3,P_3\n'));
    expect(['P_1', 'P_2'].map(families.get)).toEqual(['P_1', 'P_1']);
    expect(keys(families.unused())).toEqual(['P_3 3']);
  });
});

describe('labels of families', () => {
  test('are names that are no numbers, of families that were looked up', async () => {
    const text = 'gene,family\nP_1,fam1\nP_2,phrog_9\nP_3,123.0\nP_4,phrog_9x\nP_5,other\n';
    const families = await readFamilies(fileOf(text));
    for (const gene of ['P_1', 'P_2', 'P_3', 'P_4']) families.get(gene);
    expect([...families.labels().values()]).toEqual(['fam1', 'phrog_9x']);
  });

  test('are those of a column, also of numbers', async () => {
    const text = 'family_label,pham,gene\nterL,phrog_9,P_1\n,phrog_9,P_2\nportal,phrog_9,P_3\n';
    const families = await readFamilies(fileOf(text));
    expect(['P_1', 'P_2', 'P_3'].map(families.get)).toEqual(['phrog_9', 'phrog_9', 'phrog_9']);
    expect([...families.labels()]).toEqual([[9, 'terL']]);
    expect(keys(families.relabelled())).toEqual(['phrog_9 4']);
  });
});
