import { describe, expect, test } from 'vitest';
import { drawScene, escapeXml, type Scene, svgOf, textAt } from '../../../../src/web/map/scene.ts';

describe('a drawing as SVG', () => {
  const hostile = '<script>alert("1")</script>&\u0000\u0007';
  const scene: Scene = {
    width: 100,
    height: 50,
    background: '#ffffff',
    shapes: [
      { kind: 'polygon', points: [0, 0, 10.123, 0, 10, 5], fill: '#112233', opacity: 0.3 },
      { kind: 'line', points: [0, 1, 2, 3], stroke: '#000000', strokeWidth: 2 },
      { kind: 'text', x: 1, y: 2, text: hostile, size: 11, fill: '#000000', anchor: 'end' },
      textAt(5, 9, 'up', { size: 11, fill: '#000000', isUpright: true }),
    ],
  };

  test('has every shape, and texts as texts', () => {
    const svg = svgOf(scene, hostile);
    expect(svg).toContain('<polygon points="0,0 10.12,0 10,5" fill="#112233" fill-opacity="0.3"/>');
    expect(svg).toContain(
      '<polyline points="0,1 2,3" fill="none" stroke="#000000" stroke-width="2"/>',
    );
    expect(svg).toContain(
      'text-anchor="end">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;</text>',
    );
    expect(svg).toContain('<text x="5" y="9" transform="rotate(-90 5 9)"');
    expect(svg).not.toContain('<script');
  });

  test('leaves out what XML cannot hold', () => {
    expect(escapeXml('a\u0000b\u001fc\td')).toBe('abc\td');
  });
});

test('cells are drawn as runs of one level, and the lowest is left out', () => {
  const levels = Uint8Array.from([0, 1, 1, 2, 2, 0]);
  const cells = { kind: 'cells', x: 10, y: 0, size: 4, columns: 3, levels } as const;
  const fills = ['#000000', '#111111', '#222222'];
  const svg = svgOf({ width: 9, height: 9, background: '#fff', shapes: [{ ...cells, fills }] }, '');
  expect(svg).toContain('<path fill="#111111" d="M14,0h8v4h-8z"/>');
  expect(svg).toContain('<path fill="#222222" d="M10,4h8v4h-8z"/>');
  expect(svg).not.toContain('#000000');
});

test('of a tall drawing only the shapes between two heights are drawn', () => {
  const texts: string[] = [];
  const context = { fillRect() {}, fillText: (text: string) => texts.push(text) };
  const heights = [5, 100, 205, 300];
  const scene: Scene = {
    width: 10,
    height: 400,
    background: '#ffffff',
    shapes: heights.map((y) => {
      return { kind: 'text', x: 0, y, text: String(y), size: 10, fill: '#000000', anchor: 'start' };
    }),
  };
  const draw = (...between: [] | [readonly [number, number]]) => {
    texts.length = 0;
    drawScene(context as unknown as CanvasRenderingContext2D, scene, ...between);
    return texts.join(' ');
  };
  expect(draw([100, 200])).toBe('100 205');
  expect(draw()).toBe('5 100 205 300');
});
