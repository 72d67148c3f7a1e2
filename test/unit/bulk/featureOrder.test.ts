import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFeatureOrder, type GeneStretch, partsOf } from '../../../src/bulk/featureOrder.ts';
import { findGene, geneSpans } from '../../../src/generated/plainRecords.ts';
import { exampleGene } from '../generated/exampleRecords.ts';

interface Place {
  readonly id?: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly length?: number;
}

function stretchOf(genes: readonly Place[]): GeneStretch {
  const records = genes.map(({ id = 'A_CDS_1', from, to, length = 1 }) =>
    JSON.stringify({ ...exampleGene, GeneID: id, Start: from, Stop: to, Length: length }),
  );
  const bytes = Buffer.from(records.join(','));
  const spans = new Int32Array(genes.length * geneSpans);
  let at = 0;
  records.forEach((record, gene) => {
    findGene(bytes, at, spans, gene * geneSpans);
    at += Buffer.byteLength(record) + 1;
  });
  return { count: genes.length, bytes, spans };
}

function orderOf(genomeLength: number | null, ...stretches: (readonly Place[])[]) {
  const order = createFeatureOrder(stretches.flat().length, genomeLength);
  for (const genes of stretches) order.note(stretchOf(genes));
  return order;
}

describe('the parts of a gene', () => {
  test.each([
    ['before its end', 4, 9, [{ first: 5, last: 9 }]],
    [
      'through the origin',
      90,
      10,
      [
        { first: 91, last: 100 },
        { first: 1, last: 10 },
      ],
    ],
    ['up to the origin', 90, 0, [{ first: 91, last: 100 }]],
    ['from the origin', 100, 10, [{ first: 1, last: 10 }]],
    ['of no length', 7, 7, [{ first: 7, last: 7 }]],
    ['of no length at the origin', 0, 0, [{ first: 1, last: 1 }]],
  ])('%s', (_where, from, to, parts) => {
    expect(partsOf(from, to, 100)).toEqual(parts);
  });

  test('have as many bases as the gene', () => {
    const position = fc.nat({ max: 100 });
    fc.assert(
      fc.property(position, position, (from, to) => {
        fc.pre(from !== to);
        const bases = partsOf(from, to, 100).reduce(
          (sum, { first, last }) => sum + last - first + 1,
          0,
        );
        expect(bases).toBe(to > from ? to - from : 100 - from + to);
      }),
    );
  });
});

describe('the rows of a phage', () => {
  test('are in order of first base, last base and gene, whatever the batches', () => {
    const genes = [
      { id: 'A_CDS_1', from: 50, to: 60 },
      { id: 'A_CDS_2', from: 4, to: 20 },
      { id: 'A_CDS_3', from: 4, to: 9 },
      { id: 'A_CDS_4', from: 4, to: 9 },
    ];
    // A row is twice the number of its gene, and one more for the second part.
    const expected = [4, 6, 2, 0];
    expect([...orderOf(100, genes).rows()]).toEqual(expected);
    expect([...orderOf(100, genes.slice(0, 1), genes.slice(1)).rows()]).toEqual(expected);
  });

  test('are two for a gene through the origin, and none for one without a place', () => {
    const order = orderOf(100, [
      { from: null, to: 5 },
      { from: 90, to: 10 },
    ]);
    expect([...order.rows()]).toEqual([3, 2]);
    expect(order.placed()).toBe(1);
  });
});

test('the region ends with the genome, or with what lies behind it', () => {
  expect(orderOf(100, [{ from: 4, to: 20 }]).last()).toBe(100);
  expect(orderOf(10, [{ from: 4, to: 20 }]).last()).toBe(20);
  expect(orderOf(100, [{ from: 90, to: 10, length: 40 }]).last()).toBe(100);
  expect(orderOf(null, []).last()).toBe(1);
  // 10 of 20 bases lie behind the origin.
  expect(orderOf(null, [{ from: 90, to: 10, length: 20 }]).last()).toBe(100);
});

test('a GeneID like the one before is noticed, across batches too', () => {
  const [one, other] = [
    { id: 'A_CDS_1', from: 1, to: 2 },
    { id: 'A_CDS_2', from: 1, to: 2 },
  ];
  for (const order of [orderOf(9, [one, one, other]), orderOf(9, [one], [one, other])])
    expect([0, 1, 2].map(order.isRepeated)).toEqual([false, true, false]);
});
