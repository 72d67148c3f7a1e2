import { expect, test } from 'vitest';
import { circleMap } from '../../../../src/web/map/circleMap.ts';
import { lightTheme, type Shape } from '../../../../src/web/map/scene.ts';
import { gene } from '../geneOf.ts';

const genes = [
  // At the top, to the right of it, to the left, and through the origin on the other strand.
  gene({ id: 'A_1', start: 0, stop: 400, notes: 'terminase' }),
  gene({ id: 'A_2', start: 2000, stop: 3000, notes: 'lysin [lysis]' }),
  gene({ id: 'A_3', start: 7000, stop: 8000, isReverse: true, notes: 'Hypothetical protein' }),
  gene({ id: 'A_4', start: 9600, stop: 200, isReverse: true }),
];
const content = {
  genes,
  features: [],
  length: 10_000,
  sequence: 'ACGT'.repeat(2500),
  colorOf: ({ id }: { id: string }) => `#${id}`,
};
const map = (width: number, marked: string | null = null) =>
  circleMap(content, { width, theme: lightTheme, marked });

const polygons = (shapes: readonly Shape[]) =>
  shapes.flatMap((shape) => (shape.kind === 'polygon' ? [shape] : []));

/** A point on the circle, at a base and so far from the middle of it. */
function pointAt({ scene }: ReturnType<typeof map>, base: number, distance: number) {
  const angle = (2 * Math.PI * base) / 10_000 - Math.PI / 2;
  const top = Math.min(
    ...polygons(scene.shapes).flatMap(({ points }) => points.filter((_, at) => at % 2 === 1)),
  );
  // The genes of the forward strand reach 16 pixels beyond the circle, the first of them to its top.
  const [x, radius] = [scene.width / 2, scene.width / 2 - 170 - 16 - 8];
  const y = top + radius + 16;
  return [x + distance * Math.cos(angle), y + distance * Math.sin(angle)] as const;
}

test('each gene is at its place, on the side of its strand, also through the origin', () => {
  const drawn = map(860);
  const radius = 860 / 2 - 170 - 16 - 8;
  const at = (base: number, side: 1 | -1) =>
    drawn.geneAt(...pointAt(drawn, base, radius + side * 8))?.id ?? null;
  expect([at(300, 1), at(2500, 1), at(7500, -1)]).toEqual(['A_1', 'A_2', 'A_3']);
  expect([at(9800, -1), at(100, -1)]).toEqual(['A_4', 'A_4']);
  // The other strand, and between genes.
  expect([at(2500, -1), at(7500, 1), at(5000, 1), at(5000, -1)]).toEqual([null, null, null, null]);
  expect(drawn.geneAt(...pointAt(drawn, 2500, radius / 2))).toBeNull();
});

test('says what genes do where there is room beside the circle, and what its rings are', () => {
  const textsOf = (width: number) =>
    map(width).scene.shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  expect(textsOf(860)).toEqual(expect.arrayContaining(['terminase', 'lysin', '0 kb', '5 kb']));
  expect(textsOf(860).join('\n')).not.toMatch(/hypothetical/i);
  expect(textsOf(860).join('\n')).toMatch(/GC content: 4\d % to 5\d %\nGC skew/);
  expect(textsOf(360)).not.toContain('lysin');
  expect(textsOf(360).join('\n')).toMatch(/GC content: .*\nGC skew/);
});

test('numbers of the scale stand beside their marks, not on them', () => {
  const texts = map(860).scene.shapes.flatMap((shape) =>
    shape.kind === 'text' && shape.text.endsWith(' kb') ? [[shape.text, shape.anchor]] : [],
  );
  expect(texts).toEqual(
    expect.arrayContaining([
      ['0 kb', 'middle'],
      ['2 kb', 'end'],
      ['5 kb', 'middle'],
      ['8 kb', 'start'],
    ]),
  );
});

test.each([360, 860, 2000])('stays in its drawing of %d pixels', (width) => {
  const { scene } = map(width);
  expect(scene.width).toBeLessThanOrEqual(width);
  for (const shape of scene.shapes) {
    if (shape.kind === 'text' || shape.kind === 'cells') continue;
    const values = shape.points;
    for (const [at, value] of values.entries()) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(at % 2 === 0 ? scene.width : scene.height);
    }
  }
});

test('marks the gene that is pointed at', () => {
  const marked = polygons(map(860, 'A_2').scene.shapes).filter(
    ({ stroke }) => stroke === lightTheme.accent,
  );
  expect(marked.map(({ fill }) => fill)).toEqual(['#A_2']);
});
