import { describe, expect, test } from 'vitest';
import type { CollectionName } from '../../../src/contract/collectionName.ts';
import { createNoter } from '../../../src/rendering/noter.ts';
import { forEachRow, type PageNotes, textAt } from '../../../src/views/pageNotes.ts';
import { tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { examplePhage } from '../generated/exampleRecords.ts';

/** Notes records that lie in the middle of a buffer; each ends a page, or the page before, at `end`. */
function noted(
  collection: CollectionName,
  records: readonly (readonly [record: object, page: number, end: number])[],
): PageNotes {
  const noter = createNoter(collection);
  for (const [record, page, end] of records) {
    const json = JSON.stringify(record);
    const bytes = Buffer.from(`key${json}","PhageID":{"PhageID":"next`);
    noter.note(bytes, 3, 3 + Buffer.byteLength(json), { page, end });
  }
  return noter.finish();
}

describe('the notes of genes', () => {
  const nameOf = (gene: object) => noted('genes', [[gene, 1, 1000]]).texts;

  test('are a row for each stretch of one phage on a page', () => {
    const gene = tinyGene('A', 1);
    const size = Buffer.byteLength(JSON.stringify(gene));
    const { rows, texts } = noted('genes', [
      [gene, 1, 1000],
      [tinyGene('A', 2), 1, 2000],
      [tinyGene('B', 1), 1, 3000],
      [tinyGene('B', 2), 2, 1000],
    ]);
    const wanted = [
      [1, 1000 - size, 2000, 2, 1],
      [1, 3000 - size, 3000, 1, 2],
      [2, 1000 - size, 1000, 1, 2],
    ];
    expect([...rows]).toEqual(wanted.flat());
    expect(texts).toEqual(['A', 'B']);
  });

  test.each([
    'Quillon',
    'a"b',
    '\\',
    'é🧬',
    '\u0001',
    'x'.repeat(300),
    '","PhageID":{"PhageID":"y',
  ])('find the name %j, also behind a GeneID that holds it', (name) => {
    expect(nameOf(tinyGene(name, 1))).toEqual([name]);
  });

  test('go by PhageID, not by GeneID', () => {
    const gene = tinyGene('A', 1);
    expect(nameOf({ ...gene, PhageID: { ...gene.PhageID, PhageID: 'B' } })).toEqual(['B']);
  });

  test('of genes without a phage have no name, and part those of a phage', () => {
    const gene = tinyGene('A', 1);
    const unnamed = [
      { ...gene, PhageID: null },
      { ...gene, PhageID: { ...gene.PhageID, PhageID: null } },
    ];
    for (const none of unnamed) {
      const { rows, texts } = noted('genes', [
        [none, 1, 1000],
        [gene, 1, 2000],
        [none, 1, 3000],
        [gene, 1, 4000],
      ]);
      expect(texts).toEqual(['A']);
      expect(Array.from(rows).filter((_, at) => at % 5 === 4)).toEqual([0, 1, 0, 1]);
    }
  });
});

describe('the notes of phages', () => {
  const rowOf = (fields: object) => {
    const notes = noted('phages', [[{ ...tinyPhage('A'), ...fields }, 3, 9000]]);
    const rows: unknown[][] = [];
    forEachRow(notes, (row) =>
      rows.push([row[0], row[2], row[3], ...[4, 5, 6, 7].map((at) => textAt(notes, row[at]))]),
    );
    return rows[0];
  };

  test('are what views choose by, hosts as they stand in the record', () => {
    const { host_genus, host_species } = examplePhage;
    const genus = { ...host_genus, genus_name: 'line\u2028' };
    expect(
      rowOf({
        seq_finished: true,
        pcluster: { cluster: 'A', temperate: false },
        psubcluster: { subcluster: 'A1' },
        host_genus: genus,
      }),
    ).toEqual([
      3,
      9000,
      1 + 4,
      'A',
      'A1',
      JSON.stringify(genus).replace('\u2028', '\\u2028'),
      JSON.stringify(host_species),
    ]);
  });

  test('have nothing where the record has null', () => {
    const nulls = { pcluster: null, psubcluster: null, host_genus: null, host_species: null };
    expect(rowOf({ seq_finished: null, ...nulls })).toEqual([3, 9000, 0, '', '', '', '']);
    const inner = {
      pcluster: { cluster: null, temperate: null },
      psubcluster: { subcluster: null },
    };
    expect(rowOf({ seq_finished: false, ...inner })?.slice(2, 5)).toEqual([0, '', '']);
  });
});
