import { expect, test } from 'vitest';
import { treeOf } from '../../../../src/web/data/content.ts';
import { matrixMap } from '../../../../src/web/map/matrixMap.ts';
import { lightTheme } from '../../../../src/web/map/scene.ts';

const names = ['Aa', 'Bb', 'Cc', 'Dd'];
const similarities = new Float64Array([1, 0.25, 0, 0.9, 0.25, 1, 0, 0, 0, 0, 1, 0, 0.9, 0, 0, 1]);
const content = { names, similarities, tree: treeOf(similarities, names.length)! };

function numbersIn(width: number) {
  const { scene } = matrixMap(content, { width, theme: lightTheme }, (a, b) => `${a}/${b}`);
  return scene.shapes.flatMap((shape) =>
    shape.kind === 'text' && !names.includes(shape.text) ? [shape] : [],
  );
}

test('cells with room for it say their number, in letters that can be read on their colour', () => {
  const numbers = numbersIn(800);
  expect(numbers.map(({ text }) => text).sort((a, b) => (a < b ? -1 : 1))).toEqual([
    '0/1',
    '0/3',
    '1/0',
    '3/0',
  ]);
  const fillOf = (text: string) => numbers.find((number) => number.text === text)?.fill;
  expect([fillOf('0/3'), fillOf('0/1')]).toEqual(['#ffffff', '#10181f']);
  expect(numbersIn(160)).toEqual([]);
});

test('names stand beside their rows and above their columns, where cells are as high as letters', () => {
  const drawnIn = (width: number) => matrixMap(content, { width, theme: lightTheme }, () => '');
  const namesIn = (width: number) =>
    drawnIn(width).scene.shapes.filter(
      (shape) => shape.kind === 'text' && names.includes(shape.text),
    );
  const drawn = drawnIn(800);
  const [first, second] = ['Aa', 'Dd'].map((name) =>
    namesIn(800).filter((shape) => shape.kind === 'text' && shape.text === name),
  );
  const { x, y } = drawn.boxOf(0, 0);
  expect(first).toMatchObject([{ anchor: 'end' }, { anchor: 'start', isUpright: true }]);
  expect(drawn.pairAt(x + 1, y - 1)).toBeNull();
  expect(drawn.pairAt(x + drawn.size + 1, y + 1)).toEqual([0, 1]);
  expect(second).toHaveLength(2);
  expect(namesIn(100)).toEqual([]);
});
