/** Records of a service become those of this interface. */
import { expect, test } from 'vitest';
import { createSpread, geneOf } from '../../../src/importing/servedRecords.ts';
import { gene } from '../../integration/servedApi.ts';

function read(fields: object) {
  const said: string[] = [];
  const note = (what: string) => (one: string) => void said.push(`${what} ${one}`);
  const found = geneOf(
    { ...gene('One', 1), ...fields },
    { changed: note('changed'), missing: note('missing'), unknown: note('unknown') },
  );
  const json = typeof found === 'string' ? null : (JSON.parse(found.json) as object);
  return { found, json, said };
}

test('a gene as this interface has it stays as it is, to the byte', () => {
  const { found, said } = read({});
  expect(found).toMatchObject({
    id: 'One_CDS_1',
    phage: 'One',
    json: JSON.stringify(gene('One', 1)),
  });
  expect(said).toEqual([]);
});

test.each([
  [String.raw`b'5\'-3\' \xc3\xa9 \\ \n'`, "5'-3' é \\ \n"],
  [`b"tail's end"`, "tail's end"],
  [`b''`, ''],
  [`b'`, `b'`],
  [String.raw`b'a\'`, String.raw`b'a\'`],
  [`b'a' or b'b'`, `b'a' or b'b'`],
  [String.raw`b'caf\xe9'`, 'café'],
  ['b', 'b'],
  [`a b'c'`, `a b'c'`],
  ['', ''],
])('Notes %s are %s', (notes, text) => {
  expect(read({ Notes: notes }).json).toMatchObject({ Notes: text });
});

test.each([
  [{ GeneID: undefined }, 'without a GeneID'],
  [{ PhageID: 'One' }, 'without a PhageID'],
  [{ Translation: null }, 'without a translation'],
  [{ Orientation: '' }, 'without an orientation'],
  [{ Start: '12' }, 'without Start and Stop'],
])('a gene with %j is refused: %s', (fields, why) => {
  expect(read(fields).found).toBe(why);
});

test('a family keeps its colour; without one it gets that of its number, be it of one gene or many', () => {
  const colorOf = (PhamID: unknown) =>
    (read({ PhamID }).json as { PhamID: { Color: string } }).PhamID;
  expect(colorOf({ PhamID: 5, Color: '#FFFFFF' })).toEqual({ PhamID: 5, Color: '#FFFFFF' });
  const made = colorOf({ PhamID: 5 });
  expect(made).toMatchObject({
    PhamID: 5,
    Color: expect.stringMatching(/^#[0-9a-f]{6}$/) as string,
  });
  expect(read({ PhamID: undefined, phams: ['5', '6'] })).toMatchObject({
    json: { PhamID: made },
    said: [
      'changed genes with phams, now PhamID',
      'changed genes of several families, now of the first',
      'changed families without a colour, now with one of their number (genes)',
    ],
  });
});

test('fields that are missing or unknown are told by the name that they have here', () => {
  const { PhageID: _, ...rest } = gene('One', 1);
  const { json, said } = read({
    ...rest,
    PhageID: { PhageID: 'One', Mood: 'lytic' },
    LocusTag: 'T',
  });
  expect(json).toMatchObject({
    PhageID: { PhageID: 'One', Name: 'One', Cluster: '', Subcluster: null },
  });
  expect(said).toContain('missing PhageID.Cluster');
  expect(said).toContain('unknown PhageID.Mood');
});

const draw = (seed: string) => {
  const spread = createSpread(seed);
  return Array.from({ length: 200 }, spread);
};

test('factors lie between a half and one, differ, and follow from the seed', () => {
  const drawn = draw('a');
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0.5);
  expect(Math.max(...drawn)).toBeLessThan(1);
  expect(new Set(drawn).size).toBe(200);
  expect(draw('a')).toEqual(drawn);
  expect(draw('b')).not.toEqual(drawn);
});
