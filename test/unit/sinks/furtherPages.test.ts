import { describe, expect, test } from 'vitest';
import { collectionNames, perList } from '../../../src/contract/collectionName.ts';
import type { ListSizes } from '../../../src/contract/pageSizes.ts';
import { planFurtherPages } from '../../../src/sinks/planViews.ts';
import { phagesOn } from './someNotes.ts';

// Five phages on pages of two.
const phages = [0, 1, 2, 3, 4].map((at) => ({ page: (at >> 1) + 1, at: at % 2 }));
const notes = phagesOn(...phages);

function plan(furtherSizes: ListSizes, renewed: readonly number[] | null = null) {
  const rendered =
    renewed && renewed.map((page) => phagesOn(...phages.filter((one) => one.page === page)));
  return planFurtherPages('phages', notes, rendered, {
    baseUrl: 'https://example.org',
    collections: collectionNames,
    pageSizes: perList(() => 2),
    furtherSizes,
    links: 'query',
  });
}

const pathsOf = (planned: ReturnType<typeof plan>) =>
  [...planned.files()].map((file) => ('path' in file ? file.path : ''));
const files = (size: string, ...pages: number[]) =>
  pages.map((page) => `api/phages/page-size/${size}/page/${page}.json`);

describe('the pages in further sizes', () => {
  test('are none without such sizes, or of other lists alone', () => {
    expect(pathsOf(plan({}))).toEqual([]);
    expect(pathsOf(plan({ genes: ['all'] }))).toEqual([]);
  });

  test('hold every record once, from slices that end where a page ends', () => {
    const planned = plan({ phages: [3, 'all'] });
    expect(pathsOf(planned)).toEqual([...files('3', 1, 2), ...files('all', 1)]);
    expect(planned.fileCount?.()).toBe(3);
    const slices = [...planned.files()].map((file) => ('slices' in file ? [...file.slices] : []));
    // Page, from, to: records have ten bytes from byte 100, with a comma between.
    expect(slices).toEqual([
      [1, 100, 121, 2, 100, 110],
      [2, 111, 121, 3, 100, 110],
      [1, 100, 121, 2, 100, 121, 3, 100, 110],
    ]);
  });

  test('are made again only where a page that they are copied from was', () => {
    const planned = plan({ phages: [3, 'all'] }, [1]);
    expect(pathsOf(planned)).toEqual([...files('3', 1), ...files('all', 1)]);
    expect(planned.isKept('api/phages/page-size/3/page/2.json')).toBe(true);
    expect(planned.isKept('api/phages/page-size/3/page/1.json')).toBe(false);
    // The second page of three begins on the second of two.
    expect(pathsOf(plan({ phages: [3] }, [2]))).toEqual(files('3', 1, 2));
    expect(pathsOf(plan({ phages: [3] }, [3]))).toEqual(files('3', 2));
    expect(pathsOf(plan({ phages: [3] }, []))).toEqual([]);
  });
});
