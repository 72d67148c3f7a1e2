import { expect, test } from 'vitest';
import { listLink, recordLink } from '../../../src/contract/links.ts';

const base = 'https://example.org/phages';
const genes = `${base}/api/genes/`;

test('lists and records are linked by their canonical paths (A2, A3)', () => {
  expect(listLink(base, 'genes')).toBe(genes);
  expect(recordLink(base, 'genes', '100% Éclair?#&+🧬')).toBe(
    `${genes}100%25%20%C3%89clair%3F%23%26%2B%F0%9F%A7%AC/`,
  );
});
