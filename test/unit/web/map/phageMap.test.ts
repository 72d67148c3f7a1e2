import { describe, expect, test } from 'vitest';
import { gcShare } from '../../../../src/web/map/gcLine.ts';
import { isDark, shortened } from '../../../../src/web/map/mapLabels.ts';
import { phageMap } from '../../../../src/web/map/phageMap.ts';
import { lightTheme, type Shape } from '../../../../src/web/map/scene.ts';
import { gene } from '../geneOf.ts';

const genes = [
  gene({ id: 'A_1', notes: 'terminase, large subunit [head and packaging]' }),
  gene({ id: 'A_2', start: 500, stop: 900, isReverse: true, notes: 'hypothetical protein' }),
];
const content = { genes, features: [], length: 1000, sequence: null, colorOf: () => '#00ff00' };
const state = {
  from: 0,
  to: 1000,
  width: 800,
  theme: lightTheme,
  marked: null,
  widthOf: (text: string) => text.length * 6,
};

function textsOf(shapes: readonly Shape[]): string[] {
  return shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
}

describe('the map of a genome', () => {
  test('names genes and what they do, and not that it is not known', () => {
    const { scene } = phageMap(content, state);
    const texts = textsOf(scene.shapes);
    expect(texts).toContain('terminase, large subunit');
    expect(texts).not.toContain('hypothetical protein');
    expect(texts).toContain('0 kb');
  });

  test('has a box for each gene in view to point at', () => {
    expect(phageMap(content, state).boxes.map((box) => box.gene.id)).toEqual(['A_1', 'A_2']);
    expect(phageMap(content, { ...state, from: 450 }).boxes.map((box) => box.gene.id)).toEqual([
      'A_2',
    ]);
  });

  test('shows the gene that is pointed at', () => {
    const strokes = (marked: string | null) =>
      phageMap(content, { ...state, marked }).scene.shapes.filter(
        (shape) => shape.kind === 'polygon' && shape.stroke === lightTheme.accent,
      );
    expect(strokes(null)).toHaveLength(0);
    expect(strokes('A_2')).toHaveLength(1);
  });

  test('has a line of GC content with a genome, and its bases where they have room', () => {
    const sequence = 'ACGT'.repeat(250);
    const far = phageMap({ ...content, sequence }, state).scene;
    expect(textsOf(far.shapes)).toContain('GC content from 20 to 80 %, with a line at 50 %');
    expect(textsOf(far.shapes)).not.toContain('A');
    const near = phageMap({ ...content, sequence }, { ...state, from: 4, to: 12 }).scene;
    const bases = textsOf(near.shapes).filter((text) => /^[ACGT]$/.test(text));
    expect(bases.join('')).toBe('ACGTACGT');
  });
});

test('the share of G and C is of the bases that are known', () => {
  expect(gcShare('GCATNN', 0, 6)).toBe(0.5);
  expect(gcShare('NNNN', 0, 4)).toBeNull();
});

test('a long label is cut between characters', () => {
  expect(shortened('😀'.repeat(50), 3)).toBe('😀😀…');
});

test('white is written on dark colours, black on light ones', () => {
  expect(isDark('#000080')).toBe(true);
  expect(isDark('#ffff00')).toBe(false);
});
