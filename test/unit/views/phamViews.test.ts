import { describe, expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { groupByPham } from '../../../src/collections/phams/phamGroups.ts';
import { planPhamPages, planSomePhams } from '../../../src/views/phamViews.ts';
import { joinNotes } from '../../../src/pages/joinNotes.ts';
import { packColor } from '../../../src/pages/phamColor.ts';
import { createNoteBook } from '../../../src/pages/noteBook.ts';
import { emptyNotes, geneColumns } from '../../../src/pages/pageNotes.ts';
import { genesOn } from './someNotes.ts';

const notes = genesOn(
  [1, 0, 2, 'A', [10, 9]],
  [1, 2, 1, 'B', [9]],
  [2, 0, 1, 'B', [10]],
  [2, 1, 2, 'A', [10, null]],
  [2, 3, 1, '', [10]],
);
const pages = {
  pageSizes: perList(() => 1),
  furtherSizes: {},
  baseUrl: 'https://example.org/v1',
  links: 'query',
  fieldNames: {},
} as const;

describe('the phams of the genes', () => {
  test('are in order of their numbers, and know how many genes and phages they have', () => {
    expect(groupByPham(notes).phams(0, 9)).toEqual([
      { PhamID: 9, Color: '#123456', gene_count: 2, phage_count: 2 },
      // A gene without a phage counts as a gene and not as a phage.
      { PhamID: 10, Color: '#123456', gene_count: 4, phage_count: 2 },
    ]);
  });

  test('have the colour of their first gene, also when genes do not agree', () => {
    const colored = createNoteBook(geneColumns);
    const pham = (color: string) => colored.pointToPham(7, packColor(Buffer.from(color), 1));
    colored.add(1, 100, 110, 0, colored.pointTo('A'));
    for (const [at, color] of ['#111111', '#222222', '#111111'].entries()) {
      colored.addGene(110 + at * 11, pham(color), at + 1, 0);
    }
    expect(groupByPham(colored.finish()).phams(0, 9)).toEqual([
      { PhamID: 7, Color: '#111111', gene_count: 3, phage_count: 1 },
    ]);
  });

  test('are the same where parts of the pages were noted apart', () => {
    const [one, two] = [genesOn([1, 0, 2, 'A', [10, 9]]), genesOn([2, 0, 2, 'B', [9, 7]])];
    const joined = joinNotes(emptyNotes(geneColumns), [one, two]);
    const whole = genesOn([1, 0, 2, 'A', [10, 9]], [2, 0, 2, 'B', [9, 7]]);
    expect(joined).toEqual(whole);
  });
});

describe('the files of phams', () => {
  test('are numbered pages with links', () => {
    const files = [...planPhamPages(groupByPham(notes), pages)];
    const link = (page: number) => `"https://example.org/v1/api/phams/?format=api&page=${page}"`;
    const entry = (id: number, genes: number) =>
      `{"PhamID":${id},"Color":"#123456","gene_count":${genes},"phage_count":2}`;
    const first = `{"count":2,"next":${link(2)},"previous":null,"results":[${entry(9, 2)}]}`;
    const second = `{"count":2,"next":null,"previous":${link(1)},"results":[${entry(10, 4)}]}`;
    expect(files).toEqual([
      { kind: 'text', path: 'api/phams/index.json', text: first },
      { kind: 'text', path: 'api/phams/page/1.json', text: first },
      { kind: 'text', path: 'api/phams/page/2.json', text: second },
    ]);
  });

  test('of a site without genes are one empty page', () => {
    const files = [...planPhamPages(groupByPham(emptyNotes(geneColumns)), pages)];
    const text = '{"count":0,"next":null,"previous":null,"results":[]}';
    expect(files).toEqual([
      { kind: 'text', path: 'api/phams/index.json', text },
      { kind: 'text', path: 'api/phams/page/1.json', text },
    ]);
  });

  test('are lists of the genes of those that are wanted', () => {
    const groups = groupByPham(notes);
    expect([...planSomePhams(notes, groups, new Set([10, 11]))]).toEqual([
      {
        kind: 'list',
        path: 'api/phams/10/index.json',
        collection: 'genes',
        count: 4,
        // Genes that stand side by side are copied at once.
        slices: Uint32Array.from([1, 100, 110, 2, 100, 121, 2, 133, 143]),
      },
    ]);
  });
});
