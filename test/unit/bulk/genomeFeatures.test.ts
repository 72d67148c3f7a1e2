import { describe, expect, test } from 'vitest';
import { findGene, geneSpans } from '../../../src/generated/plainRecords.ts';
import { features } from '../../../src/bulk/genomeFeatures.ts';
import { createTextBuffer } from '../../../src/bulk/textBuffer.ts';
import type { GeneRecord } from '../../../src/generated/records.ts';
import { tinyGene } from '../../integration/tinyData.ts';

function linesOf(genes: readonly GeneRecord[], genomeLength: number | null = 100, phage = 'A') {
  const texts = genes.map((gene) => JSON.stringify(gene));
  const bytes = Buffer.from(texts.join(''));
  const spans = new Int32Array(genes.length * geneSpans);
  let from = 0;
  texts.forEach((text, gene) => {
    findGene(bytes, from, spans, gene * geneSpans);
    from += Buffer.byteLength(text);
  });
  const text = createTextBuffer(1);
  const count = genes.length;
  const told = features.add(text, { name: phage, genomeLength, count, bytes, spans });
  const lines = text.bytes.toString('utf8', 0, text.used).trimEnd().split('\n');
  return { lines, told };
}

const gene = (Start: number | null, Stop: number | null, more: Partial<GeneRecord> = {}) =>
  tinyGene('A', 1, {
    Start,
    Stop,
    Length: Math.max(0, (Stop ?? 0) - (Start ?? 0)),
    Orientation: 'F',
    Name: '1',
    Notes: '',
    LocusTag: null,
    PhamID: { PhamID: 7, Color: '#000000' },
    ...more,
  } as unknown as Partial<GeneRecord>);

/** First and last nucleotide, strand and phase of each line. */
const placesOf = (genes: readonly GeneRecord[], genomeLength?: number | null) =>
  linesOf(genes, genomeLength)
    .lines.slice(1)
    .map((line) => {
      const [, , , first, last, , strand, phase] = line.split('\t');
      return `${first}-${last} ${strand} ${phase}`;
    });

describe('the features of a genome', () => {
  test('are its region and a CDS a gene, from 1 on and with both ends', () => {
    const full = gene(0, 9, { Notes: 'tail; 50%, "x"=1', LocusTag: 'T_1' });
    expect(linesOf([full]).lines).toEqual([
      '##sequence-region A 1 100',
      'A\tphagepress\tCDS\t1\t9\t.\t+\t0\tID=A_CDS_1;Name=1;locus_tag=T_1;product=tail%3B 50%25%2C "x"%3D1;pham=7',
    ]);
  });

  test('are in order of Start, then Stop', () => {
    expect(placesOf([gene(50, 60), gene(2, 9), gene(2, 5)])).toEqual([
      '3-5 + 0',
      '3-9 + 0',
      '51-60 + 0',
    ]);
  });

  test('over the origin are in two parts with one ID, each with its phase', () => {
    const turned = (Orientation: 'F' | 'R') =>
      gene(95, 7, { Orientation, Length: 12, GeneID: `A_CDS_${Orientation}` });
    // Forwards 5 of 12 nucleotides come first, backwards 7.
    expect(placesOf([turned('F')])).toEqual(['1-7 + 1', '96-100 + 0']);
    expect(placesOf([turned('R')])).toEqual(['1-7 - 0', '96-100 - 2']);
    const { lines, told } = linesOf([turned('R')]);
    expect(told).toBe(1);
    expect(lines.filter((line) => line.includes('ID=A_CDS_R;'))).toHaveLength(2);
    expect(lines.join()).not.toContain('coding_length');
  });

  test('over the origin say themselves where a genome ends of which nothing else is known', () => {
    const { lines } = linesOf([gene(0, 300), gene(49_000, 200, { Length: 1200 })], null);
    expect(lines[0]).toBe('##sequence-region A 1 50000');
    expect(lines.slice(1, 4).map((line) => line.split('\t').slice(3, 8).join(' '))).toEqual([
      '1 200 . + 2',
      '1 300 . + 0',
      '49001 50000 . + 0',
    ]);
    expect(lines.join()).not.toContain('coding_length');
  });

  test('never end beyond their region, whatever the phage says of its length', () => {
    expect(linesOf([gene(10, 150)]).lines[0]).toBe('##sequence-region A 1 150');
    expect(linesOf([gene(10, 50)], null).lines[0]).toBe('##sequence-region A 1 50');
    expect(linesOf([gene(120, 50)]).lines[0]).toBe('##sequence-region A 1 120');
    expect(linesOf([gene(0, 0)], null).lines[0]).toBe('##sequence-region A 1 1');
    expect(placesOf([gene(0, 0), gene(7, 7), gene(100, 4), gene(100, 0)])).toEqual([
      '1-1 + 0',
      '1-4 + 0',
      '7-7 + 0',
      '100-100 + 0',
    ]);
  });

  test('say how long a gene is whose span is longer or shorter', () => {
    expect(linesOf([gene(0, 30, { Length: 31 })]).lines[1]).toContain(';coding_length=31');
    expect(linesOf([gene(0, 30)]).lines[1]).not.toContain('coding_length');
  });

  test('have no two genes of one ID', () => {
    const { lines } = linesOf([gene(0, 9), gene(20, 29)]);
    expect(lines.filter((line) => line.includes('ID=A_CDS_1'))).toHaveLength(1);
  });

  test('leave out what has no place', () => {
    expect(linesOf([gene(null, 9), gene(3, null), gene(1, 4)])).toMatchObject({ told: 1 });
  });

  test.each([
    ['Mr Spaced', 'Mr%20Spaced'],
    ['>x', '%3Ex'],
    ['a|b.c:1', 'a|b.c:1'],
    ['é\t%', '%C3%A9%09%25'],
  ])('name the region of %j as %s', (name, region) => {
    const { lines } = linesOf([gene(0, 3)], 3, name);
    expect(lines[0]).toBe(`##sequence-region ${region} 1 3`);
    expect(lines[1]).toMatch(new RegExp(`^${region.replace('|', '\\|')}\t`));
  });
});
