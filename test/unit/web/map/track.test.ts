import { describe, expect, test } from 'vitest';
import { darkTheme, lightTheme } from '../../../../src/web/map/scene.ts';
import { blank } from '../../../../src/web/map/colors.ts';
import { geneNames } from '../../../../src/web/map/labels.ts';
import { geneArrows, geneBoxes, ruler, spansOn } from '../../../../src/web/map/track.ts';
import { gene } from '../geneOf.ts';

const view = { from: 0, to: 1000, left: 0, right: 500 };
const upright = { length: 1000, isFlipped: false, shift: 0 };

describe('a gene on a track', () => {
  test('lies to scale, forward above and reverse below', () => {
    const genes = [gene({ id: 'f' }), gene({ id: 'r', isReverse: true, start: 600, stop: 800 })];
    const boxes = geneBoxes(genes, upright, view, { y: 10, rowHeight: 20 });
    expect(boxes.map(({ x1, x2, y1, y2 }) => [x1, x2, y1, y2])).toEqual([
      [50, 200, 10, 30],
      [300, 400, 30, 50],
    ]);
  });

  test('points the other way where its genome is turned round, and moves with it', () => {
    const turned = { length: 1000, isFlipped: true, shift: 50 };
    expect(spansOn(turned, gene())).toEqual([{ from: 650, to: 950, pointsLeft: true }]);
  });

  test('has two parts where it runs through the origin', () => {
    const through = gene({ start: 900, stop: 50, isReverse: true });
    expect(spansOn(upright, through)).toEqual([
      { from: 900, to: 1000, pointsLeft: true },
      { from: 0, to: 50, pointsLeft: true },
    ]);
    const boxes = geneBoxes([through], upright, view, { y: 0, rowHeight: 20 });
    expect(boxes.map(({ x1, x2 }) => [x1, x2])).toEqual([
      [450, 500],
      [0, 25],
    ]);
  });

  test('goes on behind the end in one, where the track does', () => {
    const through = gene({ start: 900, stop: 50, isReverse: true });
    expect(spansOn({ ...upright, runsOn: true }, through)).toEqual([
      { from: 900, to: 1050, pointsLeft: true },
    ]);
    expect(spansOn({ ...upright, isFlipped: true, runsOn: true }, through)).toEqual([
      { from: -50, to: 100, pointsLeft: false },
    ]);
  });

  test('is drawn only where it is in view, and never too thin to see', () => {
    const genes = [gene({ start: 2000, stop: 2300 }), gene({ start: 10, stop: 11 })];
    const boxes = geneBoxes(genes, upright, view, { y: 0, rowHeight: 20 });
    expect(boxes).toHaveLength(1);
    expect(boxes[0]!.x2 - boxes[0]!.x1).toBe(1.5);
  });

  test('is an arrow with its head where it is read to', () => {
    const boxes = geneBoxes([gene()], upright, view, { y: 0, rowHeight: 20 });
    const state = { colorOf: () => '#000000', theme: lightTheme, marked: null };
    const [right] = geneArrows(boxes, upright, state, 0.5);
    const [left] = geneArrows(boxes, { ...upright, isFlipped: true }, state, 0.5);
    expect(right).toMatchObject({ points: [50, 2, 193, 2, 200, 10, 193, 18, 50, 18] });
    expect(left).toMatchObject({ points: [50, 10, 57, 2, 200, 2, 200, 18, 57, 18] });
  });

  test.each([
    ['light', lightTheme],
    ['dark', darkTheme],
  ])('without a colour is as the paper, with a name that can be read, on a %s page', (_, theme) => {
    const boxes = geneBoxes([gene()], upright, view, { y: 0, rowHeight: 20 });
    const state = { colorOf: () => blank, theme, marked: null };
    expect(geneArrows(boxes, upright, state, 0.5)).toMatchObject([{ fill: theme.paper }]);
    const room = { theme, width: 1000, widthOf: () => 10 };
    const names = geneNames(boxes, () => blank, room, { size: 10, spare: 8 });
    expect(names).toMatchObject([{ text: '1', fill: theme.ink }]);
  });
});

test('a ruler says kilobases, and bases where it is looked at closely', () => {
  const texts = (marks: number[]) =>
    ruler(marks, view, 0, lightTheme).flatMap((shape) =>
      shape.kind === 'text' ? [shape.text] : [],
    );
  expect(texts([0, 500, 1000])).toEqual(['0 kb', '0.5 kb', '1 kb']);
  expect(texts([120, 140])).toEqual(['120', '140']);
});

test('what a ruler says at its ends stays inside it', () => {
  const anchors = ruler([0, 20, 500, 1000], view, 0, lightTheme).flatMap((shape) =>
    shape.kind === 'text' ? [shape.anchor] : [],
  );
  expect(anchors).toEqual(['start', 'start', 'middle', 'end']);
});
