import { expect, test } from 'vitest';
import { phageRows } from '../../../src/web/data/indexes.ts';
import { groupsMatching, groupsOf } from '../../../src/web/search.tsx';

const groups = groupsOf(
  phageRows({
    name: ['One', 'Two'],
    clusters: ['A'],
    cluster: [0, 0],
    genera: ['Gordonia', 'Mycobacterium'],
    genus: [1, 0],
    strains: ['Mycobacterium smegmatis mc2 155', 'Gordonia terrae 3612'],
    strain: [0, 1],
  }),
);
const meant = (text: string) =>
  groupsMatching(groups, text).map(({ name, count }) => [name, count]);

test.each([
  ['a', [['A', 2]]],
  ['myco', [['Mycobacterium', 1]]],
  ['MC2', [['Mycobacterium smegmatis mc2 155', 1]]],
  ['gordonia t', [['Gordonia terrae 3612', 1]]],
  ['bacterium', []],
])('%j means what it begins, or a word of a strain', (text, found) => {
  expect(meant(text)).toEqual(found);
});
