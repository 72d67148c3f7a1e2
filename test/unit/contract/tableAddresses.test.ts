import { describe, expect, test } from 'vitest';
import { unfitStaticReason } from '../../../src/contract/aliases.ts';
import { familyFile, familyOf, isTablePath, tableAt } from '../../../src/contract/bulkFiles.ts';

describe('the address of a table', () => {
  test.each([
    ['/data/', 'set=seq&type=full', '/data/full.tsv'],
    ['/data/', 'set=seq&type=simple', '/data/simple.tsv'],
    ['/data/', '', '/data/full.tsv'],
    ['/data/', 'type=simple&type=full', '/data/full.tsv'],
    ['/data/', 'type=full&type=simple', '/data/simple.tsv'],
    ['/data/', '%74ype=simp%6Ce', '/data/simple.tsv'],
    ['/data/', 'type=Simple', '/data/full.tsv'],
    ['/phams/genelist/512/', '', '/phams/genelist/512.tsv'],
    ['/phams/genelist/512', 'x', '/phams/genelist/512.tsv'],
  ])('%s?%s is that of %s', (path, query, file) => {
    expect(tableAt(path, query)).toBe(file);
    expect(isTablePath(file.slice(1))).toBe(true);
  });

  test.each(['/data', '/data/full.tsv', '/api/data/', '/phams/genelist/', '/phams/genelist/x/'])(
    'is not %s',
    (path) => expect(tableAt(path, 'type=simple')).toBeNull(),
  );
});

test('the path of the table of a family tells its PhamID', () => {
  expect(familyOf(familyFile(512))).toBe(512);
  for (const other of ['phams/genelist/a.tsv', 'phams/genelist/1.json', 'x/phams/genelist/1.tsv'])
    expect(familyOf(other)).toBeNull();
});

test("the publisher's own files lie nowhere near the tables of a site that has some", () => {
  const without = { phageAliases: false, pages: false, html: false, bulk: [] };
  for (const path of ['data/mine.tsv', 'DATA', 'Phams/x.html']) {
    expect(unfitStaticReason(path, { ...without, bulk: ['phagesdb'] })).toBe(
      'has the path of a file of the site',
    );
    expect(unfitStaticReason(path, without)).toBeNull();
  }
  // Verify knows tables by their paths.
  expect(unfitStaticReason('data/full.tsv', without)).not.toBeNull();
  expect(unfitStaticReason('data.html', { ...without, bulk: ['phagesdb'] })).toBeNull();
});
