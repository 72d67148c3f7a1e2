import { hcl } from 'd3-color';
import { expect, test } from 'vitest';
import { colorOf } from '../../../../src/web/data/records.ts';

test.each(['#ff00ff', '#00FF00', '#ffff00', '#1919d6'])(
  'the colour of a family is drawn in its hue and lightness, and no louder than others: %s',
  (color) => {
    const [own, drawn] = [hcl(color), hcl(colorOf(color))];
    expect(drawn.c).toBeLessThan(50);
    expect(Math.abs(drawn.l - own.l)).toBeLessThan(1);
    expect(Math.abs(drawn.h - own.h)).toBeLessThan(3);
  },
);

test('a quiet colour is drawn as it is, and what is no colour is white', () => {
  expect(colorOf('#ABCDEF')).toBe('#abcdef');
  expect(colorOf('#777777')).toBe('#777777');
  for (const none of ['#ffffff', 'red', '#fff', null, 7]) expect(colorOf(none)).toBe('#ffffff');
});
