import { expect, test } from 'vitest';
import { siteOf } from '../../../src/web/data/site.ts';
import { degreesOf, factsOfPhage } from '../../../src/text/phageFields.ts';
import { PhageFields } from '../../../src/web/phageFields.tsx';

test.each([
  [0, ['Year', 'unknown']],
  [2012, ['Year', '2012']],
  // Among the fields without a value.
  [null, ['Year']],
])('a phage found in the year %j', (found_year, shown) => {
  const drawn = PhageFields({ site: siteOf({}), record: { found_year } });
  expect(textsIn(drawn).filter((text) => ['Year', 'unknown', '2012', '0'].includes(text))).toEqual(
    shown,
  );
});

test.each([
  ['JN408461', 'https://www.ncbi.nlm.nih.gov/nuccore/JN408461'],
  ['NC_043029.1', 'https://www.ncbi.nlm.nih.gov/nuccore/NC_043029.1'],
  ['NZ_CP012345.1', 'https://www.ncbi.nlm.nih.gov/nuccore/NZ_CP012345.1'],
  ['A123456', undefined],
  ['pending', undefined],
  ['JN408461/../x', undefined],
])('the accession %s leads to the archive: %s', (archive_accession, href) => {
  const { groups } = factsOfPhage({ archive_accession }, (field) => field);
  const [fact] = groups[0]!.facts;
  const link = { kind: 'link', text: archive_accession, href };
  expect(fact).toEqual({
    label: 'Accession',
    value: href === undefined ? { kind: 'text', text: archive_accession } : link,
  });
});

/** The texts of what is drawn, in their order; what other components draw is among their properties. */
function textsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null || !('props' in node)) return [];
  const props = node.props as Readonly<Record<string, unknown>>;
  return ['text', 'of', 'children'].flatMap((name) => textsIn(textedIn(props[name])));
}

/** The text of a value that a component is given to show. */
function textedIn(of: unknown): unknown {
  return typeof of === 'object' && of !== null && 'kind' in of && 'text' in of ? of.text : of;
}

test.each([
  ['59.7011 N', 90, 59.7011],
  ['10.7626 W', 180, -10.7626],
  ['-33.5', 90, -33.5],
  ['33.5 S', 90, -33.5],
  ['91 N', 90, null],
  ['', 90, null],
  ['12"><script>', 90, null],
  ['1e1 N', 90, null],
])('"%s" is a place where it is degrees', (text, limit, degrees) => {
  expect(degreesOf(text, limit)).toBe(degrees);
});
