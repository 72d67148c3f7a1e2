import { expect, test } from 'vitest';
import { captioned } from '../../../../src/web/map/captioned.ts';
import { lightTheme, type Scene, svgOf } from '../../../../src/web/map/scene.ts';

const scene: Scene = { width: 300, height: 100, background: lightTheme.paper, shapes: [] };

const textsOf = ({ shapes }: Scene) =>
  shapes.flatMap((shape) => (shape.kind === 'text' ? [shape] : []));

test('a figure has its caption in lines below the drawing, none of it outside', () => {
  const caption = 'Map of Alpha & Beta: '.concat('word '.repeat(40)).trim();
  const { width, height, shapes } = captioned(scene, { caption });
  const texts = textsOf({ ...scene, shapes });
  expect(texts.map(({ text }) => text).join(' ')).toBe(caption);
  expect(texts.length).toBeGreaterThan(3);
  for (const { y, text } of texts) {
    expect(y).toBeGreaterThan(scene.height);
    expect(y).toBeLessThan(height);
    expect(text.length).toBeLessThan(50);
  }
  expect(width).toBe(300);
});

test('a figure tells what each colour means, beside a box of it', () => {
  const legend = Array.from({ length: 6 }, (_, at) => ({
    color: `#00000${at}`,
    label: `category ${at}`,
  }));
  const figure = captioned(scene, { caption: 'Genes.', legend });
  const boxes = figure.shapes.flatMap((shape) => (shape.kind === 'polygon' ? [shape] : []));
  expect(boxes.map(({ fill }) => fill)).toEqual(legend.map(({ color }) => color));
  const labels = textsOf(figure).slice(0, 6);
  expect(labels.map(({ text }) => text)).toEqual(legend.map(({ label }) => label));
  for (const [at, { points }] of boxes.entries()) {
    expect(Math.max(...points.filter((_, n) => n % 2 === 0))).toBeLessThan(300);
    expect(labels[at]?.y).toBe(points[5]);
  }
  // As text, which can be edited.
  expect(svgOf(figure, 'x')).toMatch(/<text [^>]*>category 5<\/text>/);
});
