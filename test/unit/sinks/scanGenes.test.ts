/** What a scan of pages finds is what parsing them gives, whatever stands in their texts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGeneScan } from '../../../src/sinks/indexes.ts';
import { exampleGene } from '../generated/exampleRecords.ts';

interface Made {
  readonly id: string;
  readonly phage: string | null;
  readonly pham: number | null;
  readonly notes: string | null;
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\\', '"', '{"GeneID":"', ',"Notes":"x', '\\"Notes":', 'é𝄞', ''),
);
const text = fc.array(hostile, { maxLength: 4 }).map((parts) => parts.join(''));
const anyGene: fc.Arbitrary<Made> = fc.record({
  id: text,
  phage: fc.option(text),
  pham: fc.option(fc.nat({ max: Number.MAX_SAFE_INTEGER })),
  notes: fc.option(text),
});

/** With what is said of the gene in other fields, too. */
function pageOf(genes: readonly Made[]): Buffer {
  const results = genes.map(({ id, phage, pham, notes }) => ({
    ...exampleGene,
    GeneID: id,
    PhageID: phage === null ? null : { ...exampleGene.PhageID, PhageID: phage },
    PhamID: pham === null ? null : { ...exampleGene.PhamID, PhamID: pham },
    Name: notes,
    Translation: id,
    Notes: notes,
    LocusTag: phage,
  }));
  return Buffer.from(JSON.stringify({ count: genes.length, next: null, previous: null, results }));
}

function scanned(genes: readonly Made[], maxPiece?: number): unknown[] {
  const found: unknown[] = [];
  createGeneScan({}, maxPiece)(pageOf(genes), ({ id, phage, pham, notes }) => {
    found.push({ id: id(), phage, pham, notes });
  });
  return found;
}

const expected = ({ id, phage, pham, notes }: Made) => ({
  id,
  phage: phage ?? '',
  pham: pham ?? -1,
  notes: notes ?? '',
});

describe('a scan of pages of genes', () => {
  test('finds what stands in them', () => {
    fc.assert(
      fc.property(fc.array(anyGene, { maxLength: 5 }), (genes) => {
        expect(scanned(genes)).toEqual(genes.map(expected));
      }),
      { seed: 14 },
    );
  });

  test('finds the same in pieces, also where a gene is longer than one', () => {
    fc.assert(
      fc.property(
        fc.array(anyGene, { maxLength: 5 }),
        fc.integer({ min: 20, max: 900 }),
        (genes, most) => {
          expect(scanned(genes, most)).toEqual(genes.map(expected));
        },
      ),
      { seed: 14 },
    );
  });

  test('knows fields by the names of the site', () => {
    const page = pageOf([{ id: 'A_CDS_1', phage: 'A', pham: 7, notes: 'lysin' }]);
    const renamed = Buffer.from(page.toString().replaceAll('"Notes"', '"produit é"'));
    const notes: string[] = [];
    createGeneScan({ Notes: 'produit é' })(renamed, (gene) => notes.push(gene.notes));
    expect(notes).toEqual(['lysin']);
  });
});
