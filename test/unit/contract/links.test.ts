import { expect, test } from 'vitest';
import { listLink, pageLink, pageLinks, recordLink } from '../../../src/contract/links.ts';

const base = 'https://example.org/phages';
const genes = `${base}/api/genes/`;

test('a page names its neighbours, if it has any, with format and page in this order (L2, L6)', () => {
  expect(pageLink(base, 'genes', 7, 'query')).toBe(`${genes}?format=api&page=7`);
  const [one, two] = [1, 2].map((page) => `${genes}?format=api&page=${page}`);
  expect(pageLinks(base, 'genes', 1, 3, 'query')).toEqual({ next: two, previous: null });
  expect(pageLinks(base, 'genes', 2, 2, 'query')).toEqual({ next: null, previous: one });
  expect(pageLinks(base, 'genes', 1, 1, 'query')).toEqual({ next: null, previous: null });
});

test('whoever follows links stays in a size (L5)', () => {
  expect(pageLinks(base, 'genes', 2, 3, 'query', 1000)).toEqual({
    next: `${genes}?format=api&page=3&page_size=1000`,
    previous: `${genes}?format=api&page=1&page_size=1000`,
  });
});

test('as paths links lead to the files of pages, and say the number in the query all the same', () => {
  expect(pageLinks(base, 'genes', 2, 3, 'path')).toEqual({
    next: `${genes}page/3.json?format=api&page=3`,
    previous: `${genes}page/1.json?format=api&page=1`,
  });
  expect(pageLink(base, 'genes', 7, 'path', 1000)).toBe(
    `${genes}page-size/1000/page/7.json?format=api&page=7&page_size=1000`,
  );
});

test('lists and records are linked by their canonical paths (A2, A3)', () => {
  expect(listLink(base, 'genes')).toBe(genes);
  expect(recordLink(base, 'genes', '100% Éclair?#&+🧬')).toBe(
    `${genes}100%25%20%C3%89clair%3F%23%26%2B%F0%9F%A7%AC/`,
  );
});
