import { expect, test } from 'vitest';
import { listLink, pageLink, pageLinks, recordLink } from '../../../src/contract/links.ts';

const base = 'https://example.org/phages';

test('a page link has the base URL, format and page, in this order (L2)', () => {
  expect(pageLink(base, 'genes', 7, 'query')).toBe(
    'https://example.org/phages/api/genes/?format=api&page=7',
  );
});

test('whoever follows links stays in a size (L5)', () => {
  expect(pageLinks(base, 'genes', 2, 3, 'query', 1000)).toEqual({
    next: 'https://example.org/phages/api/genes/?format=api&page=3&page_size=1000',
    previous: 'https://example.org/phages/api/genes/?format=api&page=1&page_size=1000',
  });
  expect(pageLink(base, 'genes', 7, 'path', 1000)).toBe(
    'https://example.org/phages/api/genes/page-size/1000/page/7.json?format=api&page=7&page_size=1000',
  );
});

test('a page in the middle names both neighbours (L2)', () => {
  expect(pageLinks(base, 'phages', 2, 3, 'query')).toEqual({
    next: 'https://example.org/phages/api/phages/?format=api&page=3',
    previous: 'https://example.org/phages/api/phages/?format=api&page=1',
  });
});

test('the first page has no previous and the last page no next (L2)', () => {
  expect(pageLinks(base, 'genes', 1, 3, 'query').previous).toBeNull();
  expect(pageLinks(base, 'genes', 1, 3, 'query').next).toContain('page=2');
  expect(pageLinks(base, 'genes', 3, 3, 'query').next).toBeNull();
  expect(pageLinks(base, 'genes', 3, 3, 'query').previous).toContain('page=2');
});

test('the only page has no neighbours (L6)', () => {
  expect(pageLinks(base, 'genes', 1, 1, 'query')).toEqual({ next: null, previous: null });
});

test('a list link is the canonical path (A2)', () => {
  expect(listLink(base, 'genes')).toBe('https://example.org/phages/api/genes/');
});

test.each([
  ['Trixie', 'Trixie'],
  ['Éclair', '%C3%89clair'],
  ['Mr Spaced', 'Mr%20Spaced'],
  ['100% Phage?#&+', '100%25%20Phage%3F%23%26%2B'],
  ['🧬', '%F0%9F%A7%AC'],
])('the record %j is linked as %j (A3)', (name, encoded) => {
  expect(recordLink(base, 'phages', name)).toBe(
    `https://example.org/phages/api/phages/${encoded}/`,
  );
});

test('as paths they lead to the files of pages, and say the number in the query all the same', () => {
  expect(pageLinks(base, 'genes', 2, 3, 'path')).toEqual({
    next: `${base}/api/genes/page/3.json?format=api&page=3`,
    previous: `${base}/api/genes/page/1.json?format=api&page=1`,
  });
});
