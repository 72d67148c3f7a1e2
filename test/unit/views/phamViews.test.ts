import { describe, expect, test } from 'vitest';
import { phamsOf } from '../../../src/views/phamGroups.ts';
import { planPhams } from '../../../src/views/phamViews.ts';
import { emptyNotes, geneColumns, joinNotes } from '../../../src/views/pageNotes.ts';
import { genesOn } from './someNotes.ts';

const notes = genesOn(
  [1, 0, 2, 'A', [10, 9]],
  [1, 2, 1, 'B', [9]],
  [2, 0, 1, 'B', [10]],
  [2, 1, 2, 'A', [10, null]],
  [2, 3, 1, '', [10]],
);
const pages = { pageSize: 1, baseUrl: 'https://example.org/v1', links: 'query' } as const;

describe('the families of the genes', () => {
  test('are in order of their numbers, with their genes in the order of the list', () => {
    const found = [...phamsOf(notes)].map(({ id, geneCount, phageCount, genes }) => {
      const places = [...genes()].map(({ row, from }) => [row[0], from]);
      return { id, geneCount, phageCount, places };
    });
    expect(found).toEqual([
      {
        id: 9,
        geneCount: 2,
        phageCount: 2,
        places: [
          [1, 111],
          [1, 122],
        ],
      },
      {
        id: 10,
        geneCount: 4,
        // A gene without a phage counts as a gene and not as a phage.
        phageCount: 2,
        places: [
          [1, 100],
          [2, 100],
          [2, 111],
          [2, 133],
        ],
      },
    ]);
  });

  test('are the same where parts of the pages were noted apart', () => {
    const [one, two] = [genesOn([1, 0, 2, 'A', [10, 9]]), genesOn([2, 0, 2, 'B', [9, 7]])];
    const joined = joinNotes(emptyNotes(geneColumns), [one, two]);
    const whole = genesOn([1, 0, 2, 'A', [10, 9]], [2, 0, 2, 'B', [9, 7]]);
    expect(joined).toEqual(whole);
  });
});

describe('the files of families', () => {
  test('are a list of the genes of each, and numbered pages with links', () => {
    const files = [...planPhams(notes, null, pages)];
    expect(files.map(({ path }) => path)).toEqual([
      'api/phams/9/index.json',
      'api/phams/10/index.json',
      'api/phams/index.json',
      'api/phams/page/1.json',
      'api/phams/page/2.json',
    ]);
    // Genes that stand side by side are copied at once.
    expect(files[0]).toMatchObject({ count: 2, slices: Uint32Array.of(1, 111, 132) });
    const link = (page: number) => `"https://example.org/v1/api/phams/?format=api&page=${page}"`;
    const entry = (id: number, genes: number) =>
      `{"PhamID":${id},"Color":"#123456","gene_count":${genes},"phage_count":2}`;
    expect(files.slice(2).map((file) => 'text' in file && file.text)).toEqual([
      `{"count":2,"next":${link(2)},"previous":null,"results":[${entry(9, 2)}]}`,
      `{"count":2,"next":${link(2)},"previous":null,"results":[${entry(9, 2)}]}`,
      `{"count":2,"next":null,"previous":${link(1)},"results":[${entry(10, 4)}]}`,
    ]);
  });

  test('of a site without genes are one empty page', () => {
    const files = [...planPhams(emptyNotes(geneColumns), null, pages)];
    const text = '{"count":0,"next":null,"previous":null,"results":[]}';
    expect(files).toEqual([
      { kind: 'text', path: 'api/phams/index.json', text },
      { kind: 'text', path: 'api/phams/page/1.json', text },
    ]);
  });
});
