import { expect, test } from 'vitest';
import { parseLocation } from '../../../../src/importing/annotations/genbank.ts';

const shown = (text: string, circle: number | null = null) => {
  const location = parseLocation(text, circle);
  if (typeof location === 'string') return location;
  const parts = location.parts.map(({ start, end, strand }) => `${start}-${end}/${strand}`);
  return `${parts.join(' ')}${location.isPartial ? ' partial' : ''}`;
};

test.each([
  ['5', '4-5/1'],
  ['5..10', '4-10/1'],
  ['<1..1056', '0-1056/1 partial'],
  ['7465..>7647', '7464-7647/1 partial'],
  ['complement(22..159)', '21-159/-1'],
  ['join(14987..15361,15361..15804)', '14986-15361/1 15360-15804/1'],
  ['complement(join(5..10,20..30))', '19-30/-1 4-10/-1'],
  ['join(complement(20..30),complement(5..10))', '19-30/-1 4-10/-1'],
  ['order(5..10,20..30)', '4-10/1 19-30/1'],
  ['join(152830..153401,1..4)', '152829-153401/1 0-4/1'],
  ['join(1..2, join(5..6,\t8..9))', '0-2/1 4-6/1 7-9/1'],
  ['5^6', '5-5/1'],
])('%s is %s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  ['J00194.1:5..10', 'a location in another sequence'],
  ['10..5', 'a location through the origin of a molecule that LOCUS does not call circular'],
  ['0..5', 'a location that ends first'],
  ['', 'no location'],
  ['5..', 'no location'],
  ['join(5..10', 'no location'],
  ['(5.8)..10', 'a location that leaves a choice (write the one that is meant)'],
  ['join(1..2,one-of(5,8)..10)', 'a location that leaves a choice (write the one that is meant)'],
  [
    'one-of(1..5,complement(2..5))',
    'a location that leaves a choice (write the one that is meant)',
  ],
  [`${'complement('.repeat(10_000)}5${')'.repeat(10_000)}`, 'a location too deeply nested'],
  ['1..99999999999', 'a location that ends first'],
])('%s is refused: %s', (text, reason) => {
  expect(shown(text)).toBe(reason);
});

test.each([
  ['<1..20', 'start'],
  ['1..>20', 'end'],
  ['<1..>20', 'start'],
  ['complement(<1..20)', 'end'],
  ['complement(1..>20)', 'start'],
  ['join(<1..5,8..20)', 'start'],
  ['join(1..5,8..>20)', 'end'],
  ['join(1..5,<8..20)', 'end'],
  ['complement(join(<1..5,8..20))', 'end'],
  ['join(complement(8..>20),complement(1..5))', 'start'],
  ['complement(complement(<1..20))', 'start'],
  ['<5', 'start'],
  ['>5', 'end'],
])('of %s the %s is open', (text, open) => {
  expect(parseLocation(text)).toMatchObject({ isPartial: true, isStartOpen: open === 'start' });
});

test('no end is open where nothing says so', () => {
  expect(parseLocation('complement(1..20)')).toMatchObject({
    isPartial: false,
    isStartOpen: false,
  });
});

test.each([
  ['242..45', '241-300/1 0-45/1'],
  ['<242..>45', '241-300/1 0-45/1 partial'],
  ['complement(242..45)', '0-45/-1 241-300/-1'],
  ['join(242..45,60..70)', '241-300/1 0-45/1 59-70/1'],
  ['301..45', 'a location that ends first'],
  ['242..0', 'a location that ends first'],
  ['5..10', '4-10/1'],
])('%s on a circle of 300 is %s', (text, expected) => {
  expect(shown(text, 300)).toBe(expected);
});
