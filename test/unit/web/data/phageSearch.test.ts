import { expect, test } from 'vitest';
import { phageRows } from '../../../../src/web/data/phageIndex.ts';
import { phagesLike } from '../../../../src/web/data/phageSearch.ts';

const rows = phageRows({
  name: ['SubTrixie', 'Trixie2', 'Trixie', 'L5', 'Myrna'],
  old: ['', '', '', 'Phage L5; Big Trixie', ''],
  accession: ['', '', 'JN408461', '', ''],
  reference: ['', '', '', 'NC_001335', ''],
});
const like = (text: string, most = 10) => phagesLike(rows, text, most).map(({ name }) => name);

test('the phage itself comes first, then names that begin so, other names, and names that hold it', () => {
  expect(like('TRIXIE')).toEqual(['Trixie', 'Trixie2', 'L5', 'SubTrixie']);
  expect(like('trixie', 2)).toEqual(['Trixie', 'Trixie2']);
});

test('accessions and words in any order are found, parts of words inside other names are not', () => {
  expect(like('jn4084')).toEqual(['Trixie']);
  expect(like('001335')).toEqual(['L5']);
  expect(like('trixie big')).toEqual(['L5']);
  expect(['hage', 'big myrna', ' ', 'none'].map((text) => like(text))).toEqual([[], [], [], []]);
});
