import { describe, expect, test } from 'vitest';
import { isDark, shortened } from '../../../../src/web/map/labels.ts';
import {
  featureLegend,
  fewestBases,
  gcShare,
  gcSkew,
  phageMap,
} from '../../../../src/web/map/phageMap.ts';
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

  test('has lines of GC content and skew with a genome, and its bases where they have room', () => {
    const sequence = 'ACGT'.repeat(250);
    const far = phageMap({ ...content, sequence }, state).scene;
    expect(textsOf(far.shapes)).toContain('GC content: 45 % to 55 %, with a line at 50 %');
    expect(textsOf(far.shapes)).toContain(
      'GC skew, (G − C) / (G + C): −5 % to 5 %, with a line at 0 %',
    );
    expect(textsOf(far.shapes)).not.toContain('A');
    const uneven = `${'GC'.repeat(250)}${'AT'.repeat(250)}`;
    const steep = phageMap({ ...content, sequence: uneven }, state).scene;
    expect(textsOf(steep.shapes)).toContain('GC content: 0 % to 100 %, with a line at 50 %');
    const near = phageMap({ ...content, sequence }, { ...state, from: 4, to: 12 }).scene;
    const bases = textsOf(near.shapes).filter((text) => /^[ACGT]$/.test(text));
    expect(bases.join('')).toBe('ACGTACGT');
  });
});

test('on the narrowest screen, too, bases can be read where a map is nearest', () => {
  for (const width of [240, 328, 360, 800, 1280]) {
    const to = fewestBases(width);
    const sequence = 'ACGT'.repeat(250);
    const { shapes } = phageMap({ ...content, sequence }, { ...state, width, to }).scene;
    expect(textsOf(shapes).filter((text) => /^[ACGT]$/.test(text))).toHaveLength(to);
  }
});

describe('features', () => {
  const feature = { phage: 'A', type: 'tRNA', name: 'tRNA-Trp', notes: '', isReverse: false };
  const features = [
    { ...feature, start: 100, stop: 175 },
    { ...feature, start: 130, stop: 200, name: 'tRNA-Gln' },
    { ...feature, start: 950, stop: 40, type: 'tmRNA', name: '' },
  ];
  const drawn = (marked: (typeof features)[number] | null, more = {}) =>
    phageMap({ ...content, features }, { ...state, markedFeature: marked, ...more });

  test('have bars on a lane of their own, in the colours of the legend', () => {
    const map = drawn(null);
    expect(map.features.map((box) => box.feature)).toEqual([...features, features[2]]);
    const legend = featureLegend(features);
    expect(legend.map(({ label }) => label)).toEqual(['tRNA', 'tmRNA']);
    const lowest = Math.max(...map.boxes.map(({ y2 }) => y2));
    for (const { feature: of, x1, x2, y1, y2 } of map.features) {
      expect(y1).toBeGreaterThan(lowest);
      expect(map.scene.shapes).toContainEqual({
        kind: 'polygon',
        points: [x1, y1, x2, y1, x2, y2, x1, y2],
        fill: legend.find(({ label }) => label === of.type)?.color,
      });
    }
    expect(drawn(null, { from: 500, to: 600 }).features).toEqual([]);
  });

  test('have names where these fit, and the one that is pointed at has its own', () => {
    const names = (marked: (typeof features)[number] | null) =>
      textsOf(drawn(marked).scene.shapes).filter((text) => text.startsWith('tRNA'));
    expect(names(null)).toEqual(['tRNA-Trp']);
    expect(names(features[1]!)).toEqual(['tRNA-Gln']);
    // Its type, where it has none, at each of its ends.
    const { shapes } = drawn(null).scene;
    expect(textsOf(shapes).filter((text) => text === 'tmRNA')).toHaveLength(2);
    const strokes = drawn(features[1]!).scene.shapes.filter(
      (shape) => shape.kind === 'polygon' && shape.stroke === lightTheme.accent,
    );
    expect(strokes).toHaveLength(1);
  });
});

describe('labels', () => {
  const notes = (text: string, at: number) =>
    gene({ id: `A_${at}`, name: '', start: 40 * at, stop: 40 * at + 30, notes: text });

  test('have no line through them, whatever stands beside them', () => {
    const long = 'a note that is about as long as some are';
    const many = Array.from({ length: 24 }, (_, at) => notes(long.slice(at), at));
    const { shapes } = phageMap({ ...content, genes: many }, state).scene;
    const lines = shapes.flatMap((shape, order) =>
      shape.kind === 'line' && shape.strokeWidth === 0.5 ? [{ order, points: shape.points }] : [],
    );
    const texts = shapes.flatMap((shape, order) =>
      shape.kind === 'text' && shape.size === 11 && long.endsWith(shape.text.slice(-5))
        ? [{ order, ...shape, half: state.widthOf(shape.text) / 2 }]
        : [],
    );
    expect(texts.length).toBeGreaterThan(8);
    for (const { order, points } of lines) {
      const [x = 0, top = 0, , bottom = 0] = points;
      const crossed = texts.filter(
        (text) =>
          text.order < order &&
          Math.abs(text.x - x) < text.half &&
          Math.min(top, bottom) < text.y - 1 &&
          Math.max(top, bottom) > text.y - 8,
      );
      expect(crossed.map(({ text }) => text)).toEqual([]);
    }
  });

  test('of genes within others stand where their own gene is seen', () => {
    const outer = gene({ id: 'A_1', name: 'outer', start: 100, stop: 700 });
    const inner = gene({ id: 'A_2', name: 'inner', start: 350, stop: 450 });
    const map = phageMap({ ...content, genes: [outer, inner] }, state);
    const xOf = (name: string) =>
      map.scene.shapes.flatMap((shape) =>
        shape.kind === 'text' && shape.text === name ? [shape.x] : [],
      );
    const [, over] = map.boxes;
    expect(xOf('inner')).toEqual([(over!.x1 + over!.x2) / 2]);
    const [x = 0] = xOf('outer');
    const half = state.widthOf('outer') / 2;
    expect(x + half < over!.x1 || x - half > over!.x2).toBe(true);
    // Without room beside the other it has none.
    const wide = { ...inner, start: 110, stop: 690 };
    const crowded = phageMap({ ...content, genes: [outer, wide] }, state).scene.shapes;
    expect(textsOf(crowded)).toContain('inner');
    expect(textsOf(crowded)).not.toContain('outer');
  });
});

test('the share of G and C is of the bases that are known', () => {
  expect(gcShare('GCATNN', 0, 6)).toBe(0.5);
  expect(gcShare('NNNN', 0, 4)).toBeNull();
  expect([gcSkew('GGGCAT', 0, 6), gcSkew('GGGCAT', 3, 9), gcSkew('ATN', 0, 3)]).toEqual([
    0.5,
    -1,
    null,
  ]);
});

test('a long label is cut between characters', () => {
  expect(shortened('😀'.repeat(50), 3)).toBe('😀😀…');
});

test('white is written on dark colours, black on light ones', () => {
  expect(isDark('#000080')).toBe(true);
  expect(isDark('#ffff00')).toBe(false);
});
