import { expect, test } from 'vitest';
import { bulkRows } from '../../../src/verifying/otherRows.ts';
import { factsWith } from './someFacts.ts';

const rowsFor = (...bulk: string[]) => bulkRows(factsWith({ bulk }));

test('a site without bulk files is asked for none', () => {
  expect(rowsFor()).toEqual([]);
});

test('each file is asked for by HEAD, and may not be changed', () => {
  const rows = rowsFor('bulk/index.json', 'bulk/genes.tsv.gz');
  for (const target of ['/bulk/index.json', '/bulk/genes.tsv.gz']) {
    const methods = rows.filter((row) => row.target === target).map(({ method }) => method);
    expect(methods).toEqual(expect.arrayContaining(['HEAD', 'POST', 'DELETE']));
  }
});

test('parts are asked for of a file behind the index, or of the index where it is alone', () => {
  const ranged = (...bulk: string[]) =>
    rowsFor(...bulk)
      .filter(({ expected }) => expected.kind === 'part')
      .map(({ target, headers, expected }) => [target, headers['Range'], expected]);
  expect(ranged('bulk/index.json', 'bulk/genes.tsv.gz')).toEqual([
    ['/bulk/genes.tsv.gz', 'bytes=0-9', { kind: 'part', file: 'bulk/genes.tsv.gz', bytes: 10 }],
  ]);
  expect(ranged('bulk/index.json')).toMatchObject([['/bulk/index.json', 'bytes=0-9', {}]]);
});

test('the address of a file is escaped, and one that no address can name is left out', () => {
  const targets = rowsFor('bulk/index.json', 'bulk/phages/Mr 100%.faa').map(({ target }) => target);
  expect(targets).toContain('/bulk/phages/Mr%20100%25.faa');
  const rows = rowsFor('bulk/index.json', 'bulk/\ud800.faa');
  expect(rows.some(({ expected }) => expected.kind === 'part')).toBe(false);
  expect(rows.every(({ target }) => !target.includes('\ud800'))).toBe(true);
});
