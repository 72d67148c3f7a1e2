import { describe, expect, test } from 'vitest';
import { countPlaces, publishedPlaces, surroundings } from '../../../../src/web/data/families.ts';
import { siteOf } from '../../../../src/web/data/site.ts';
import { gene } from '../geneOf.ts';

const genes = Array.from({ length: 8 }, (_, n) =>
  gene({
    id: `A_${n}`,
    start: n * 100,
    stop: n * 100 + 90,
    pham: n,
    notes: n % 2 === 0 ? 'even' : '',
    isReverse: n === 6,
  }),
);

describe('the neighbourhood of a gene', () => {
  test('is five genes on each side, as far as the genome goes', () => {
    const found = surroundings(genes, 'A_2');
    expect(found?.places.map((one) => one?.id ?? null)).toEqual([
      null,
      null,
      null,
      'A_0',
      'A_1',
      'A_2',
      'A_3',
      'A_4',
      'A_5',
      'A_6',
      'A_7',
    ]);
  });

  test('is in the direction in which the gene is read', () => {
    const found = surroundings(genes, 'A_6');
    expect(found?.places.map((one) => one?.id ?? null).slice(4, 7)).toEqual(['A_7', 'A_6', 'A_5']);
  });

  test('is none of a gene that is not there', () => {
    expect(surroundings(genes, 'B_1')).toBeNull();
  });

  test('is counted by the site over all genes of a family', () => {
    const site = siteOf({ field_names: { Notes: 'product' } });
    const place = {
      place: -1,
      gene_count: 12,
      pham_count: 3,
      phams: [{ PhamID: 4, Color: '#AABBCC', gene_count: 6 }],
      note_count: 4,
      notes: [
        { product: '', gene_count: 5 },
        { product: 'spanin', gene_count: 3 },
        { product: 'holin', gene_count: 2 },
        { product: 'Holin', gene_count: 2 },
      ],
    };
    expect(publishedPlaces(site, { places: [place] })).toEqual([
      {
        place: -1,
        count: 12,
        families: [{ pham: 4, color: '#aabbcc', count: 6 }],
        notes: [
          ['Holin', 4],
          ['spanin', 3],
        ],
        withoutNotes: 5,
        moreFamilies: 2,
        moreNotes: 0,
      },
    ]);
    expect(publishedPlaces(site, null)).toEqual([]);
  });

  test('counts families and notes place by place', () => {
    const both = [surroundings(genes, 'A_2')!, surroundings(genes, 'A_3')!];
    const next = countPlaces(both)[6]!;
    expect(next).toMatchObject({ place: 1, count: 2, withoutNotes: 1 });
    expect(next.families.map(({ pham }) => pham)).toEqual([3, 4]);
    expect(next.notes).toEqual([['even', 1]]);
  });
});
