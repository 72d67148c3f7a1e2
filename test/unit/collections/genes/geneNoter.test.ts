import { describe, expect, test } from 'vitest';
import { colorText } from '../../../../src/pages/phamColor.ts';
import {
  colorAt,
  phamAt,
  forEachRow,
  geneCount,
  forEachGene,
  phageName,
  phamIdAt,
  textAt,
} from '../../../../src/pages/pageNotes.ts';
import { tinyGene } from '../../../integration/tinyData.ts';
import { noted } from '../noted.ts';

describe('the notes of genes', () => {
  const nameOf = (gene: object) => {
    const notes = noted('genes', [[gene, 1, 1000]]);
    return textAt(notes, notes.rows[phageName]);
  };

  test('are a row for each stretch of one phage on a page', () => {
    const gene = tinyGene('A', 1);
    const size = Buffer.byteLength(JSON.stringify(gene));
    const notes = noted('genes', [
      [gene, 1, 1000],
      [tinyGene('A', 2), 1, 2000],
      [tinyGene('B', 1), 1, 3000],
      [tinyGene('B', 2), 2, 1000],
    ]);
    const wanted = [
      [1, 1000 - size, 2000, 2, 'A'],
      [1, 3000 - size, 3000, 1, 'B'],
      [2, 1000 - size, 1000, 1, 'B'],
    ];
    const found: unknown[] = [];
    forEachRow(notes, (row) =>
      found.push([...row.subarray(0, phageName), textAt(notes, row[phageName])]),
    );
    expect(found).toEqual(wanted);
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
    expect(nameOf(tinyGene(name, 1))).toBe(name);
  });

  test('of genes without a phage have no name, and part those of a phage', () => {
    const gene = tinyGene('A', 1);
    const unnamed = [
      { ...gene, PhageID: null },
      { ...gene, PhageID: { ...gene.PhageID, PhageID: null } },
    ];
    for (const none of unnamed) {
      const notes = noted('genes', [
        [none, 1, 1000],
        [gene, 1, 2000],
        [none, 1, 3000],
        [gene, 1, 4000],
      ]);
      const names: string[] = [];
      forEachRow(notes, (row) => names.push(textAt(notes, row[phageName])));
      expect(names).toEqual(['', 'A', '', 'A']);
    }
  });
});

describe('the families of genes', () => {
  const familiesOf = (...genes: readonly object[]) => {
    const notes = noted(
      'genes',
      genes.map((gene, at) => [gene, 1, (at + 1) * 1000]),
    );
    return Array.from({ length: geneCount(notes) }, (_, gene) => {
      const pointer = phamAt(notes, gene);
      const PhamID = phamIdAt(notes, pointer);
      return PhamID === null ? null : { PhamID, Color: colorText(colorAt(notes, pointer)) };
    });
  };
  const inFamily = (PhamID: unknown, fields = {}) => ({ ...tinyGene('A', 1), PhamID, ...fields });

  test('are noted as each gene has them, also where they do not agree on the colour', () => {
    const families = [
      { PhamID: 9007199254740991, Color: '#FFaa00' },
      { PhamID: 0, Color: null },
      ...['#111111', '#aaaaaa', '#AAAAAA'].map((Color) => ({ PhamID: 7, Color })),
    ];
    expect(familiesOf(...families.map((family) => inFamily(family)))).toEqual(families);
    const none = [null, { PhamID: null, Color: '#111111' }].map((family) => inFamily(family));
    expect(familiesOf(...none, inFamily(families[0]))).toEqual([null, null, families[0]]);
  });

  test('are found whatever else the gene holds', () => {
    const PhamID = { PhamID: 7, Color: '#111111' };
    const trap = ',"PhamID":{"PhamID":8,"Color":"#222222"}';
    const { PhageID } = tinyGene('A', 1);
    for (const fields of [
      { GeneID: `A${trap}_CDS_1` },
      { PhageID: null },
      { PhageID: { ...PhageID, PhageID: null } },
      { PhageID: { ...PhageID, PhageID: trap, Name: `\\${trap}` } },
    ]) {
      expect(familiesOf(inFamily(PhamID, fields))).toEqual([PhamID]);
    }
  });

  test('and places are found by the number of the gene', () => {
    const genes = [tinyGene('A', 1), tinyGene('A', 2), tinyGene('B', 1), tinyGene('B', 2)];
    const sizes = genes.map((gene) => Buffer.byteLength(JSON.stringify(gene)));
    // Side by side on page 1, but for the last, which is on page 2.
    let end = 50;
    const ends = sizes.map((size, at) => (end = at === 3 ? size + 40 : end + 1 + size));
    const notes = noted(
      'genes',
      genes.map((gene, at) => [gene, at === 3 ? 2 : 1, ends[at]!]),
    );
    const places: unknown[] = [];
    forEachRow(notes, (row, _, firstGene) =>
      forEachGene(notes, row, firstGene, (_family, from, to, gene) => {
        places[gene] = [row[0], textAt(notes, row[phageName]), from, to];
      }),
    );
    const wanted = genes.map(({ PhageID }, at) => [
      at === 3 ? 2 : 1,
      PhageID.PhageID,
      ends[at]! - sizes[at]!,
      ends[at],
    ]);
    expect(places).toEqual(wanted);
  });
});
