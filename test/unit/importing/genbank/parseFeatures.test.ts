import { describe, expect, test } from 'vitest';
import type { ImportFault, PassedOver } from '../../../../src/importing/annotation.ts';
import { parseFeatures } from '../../../../src/importing/genbank/parseFeatures.ts';

/** Lines of a feature table: a key in its column, everything else in the next. */
function featureLines(key: string, ...texts: readonly string[]): string[] {
  return texts.map((text, at) => `     ${(at === 0 ? key : '').padEnd(16)}${text}`);
}

function parse(...lines: readonly string[]) {
  const faults: ImportFault[] = [];
  const passedOver: PassedOver[] = [];
  const features = parseFeatures(lines, 10, {
    report: (fault) => faults.push(fault),
    passOver: (passed) => passedOver.push(passed),
  });
  return { features, faults, passedOver };
}

function qualifiersOf(...texts: readonly string[]) {
  const { features, faults } = parse(...featureLines('CDS', '1..9', ...texts));
  return { qualifiers: Object.fromEntries(features[0]?.qualifiers ?? []), faults };
}

describe('a qualifier', () => {
  test('without a value is there all the same', () => {
    expect(qualifiersOf('/pseudo', '/codon_start=1').qualifiers).toEqual({
      pseudo: [''],
      codon_start: ['1'],
    });
  });

  test('that is said twice has both values', () => {
    expect(qualifiersOf('/note="a"', '/note="b"').qualifiers).toEqual({ note: ['a', 'b'] });
  });

  test('goes on over lines with a space between them, or none in a translation', () => {
    const { qualifiers, faults } = qualifiersOf('/note="one', 'two"', '/translation="MA', 'GK"');
    expect(qualifiers).toEqual({ note: ['one two'], translation: ['MAGK'] });
    expect(faults).toEqual([]);
  });

  test('holds quotes that are doubled, and slashes at the start of a line', () => {
    expect(qualifiersOf('/note="a ""b"" of', '/c d"').qualifiers).toEqual({
      note: ['a "b" of /c d'],
    });
  });

  test('goes on after a doubled quote at the end of a line', () => {
    const { qualifiers, faults } = qualifiersOf('/note="a ""b""', 'c"', '/gene="x"');
    expect(qualifiers).toEqual({ note: ['a "b" c'], gene: ['x'] });
    expect(faults).toEqual([]);
  });

  test('whose quote is not closed is refused, by its line', () => {
    expect(qualifiersOf('/gene="x"', '/note="never').faults).toMatchObject([
      { line: 12, found: 'none before the next feature: /note' },
    ]);
    expect(qualifiersOf('/note="never', '/gene="x"').faults).toMatchObject([
      { line: 11, found: '/gene="x" within /note' },
    ]);
  });
});

describe('a location', () => {
  test('may go on over lines', () => {
    const { features } = parse(...featureLines('CDS', 'join(1..9,', '20..30)', '/gene="x"'));
    expect(features).toMatchObject([{ line: 10, type: 'CDS' }]);
    expect(features[0]?.qualifiers.get('gene')).toEqual(['x']);
  });

  test('that cannot be read ends the import for a gene alone', () => {
    const faultsOf = (key: string) => parse(...featureLines(key, 'nowhere')).faults;
    expect(faultsOf('CDS')).toMatchObject([{ line: 10, isRefusal: false }]);
    expect(faultsOf('tRNA')).toMatchObject([{ line: 10, isRefusal: true }]);
  });
});

test('each feature begins with a key in its column, and knows its line', () => {
  const { features, faults } = parse(
    ...featureLines('CDS', '1..9', '/gene="x"'),
    ...featureLines('tRNA', 'complement(20..30)'),
  );
  expect(features.map(({ type, line }) => [type, line])).toEqual([
    ['CDS', 10],
    ['tRNA', 12],
  ]);
  expect(faults).toEqual([]);
});

test('what stands before the first feature is refused', () => {
  const { faults } = parse('stray', ...featureLines('CDS', '1..9'));
  expect(faults).toMatchObject([{ line: 10, expected: 'a feature', found: "'stray'" }]);
});

test('text on lines behind a closed quote is told, line by line', () => {
  const texts = ['1..9', '/note="abc"', 'stray', '', 'and more', '/gene="x"', 'last'];
  const { features, faults, passedOver } = parse(...featureLines('CDS', ...texts));
  expect(Object.fromEntries(features[0]?.qualifiers ?? [])).toEqual({ note: ['abc'], gene: ['x'] });
  expect(faults).toEqual([]);
  const kind = 'text behind the quote of a qualifier';
  expect(passedOver).toEqual([
    { line: 12, kind, what: 'stray' },
    { line: 14, kind, what: 'and more' },
    { line: 16, kind, what: 'last' },
  ]);
});
