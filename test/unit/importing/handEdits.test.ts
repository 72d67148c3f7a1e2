import { describe, expect, test } from 'vitest';
import { mergeEdits } from '../../../src/importing/handEdits.ts';

type Records = readonly object[];

const lines = (records: Records) =>
  Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));

/** Merges files of genes; gives what is written, and what is told. */
function merge(base: Records, live: Records, next: Records, color: string | null = null) {
  const file = 'genes/L5.ndjson';
  const versions = { base: lines(base), live: lines(live), next: lines(next) };
  const { bytes, edits } = mergeEdits(file, versions, color === null ? null : () => color);
  const written: unknown[] = bytes
    .toString()
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const told = edits.map(
    ({ record, field, what, inputNow }) =>
      `${record} ${field ?? ''} ${what}${inputNow === null ? '' : `, now ${inputNow}`}`,
  );
  return { written, told };
}

const gene = (n: number, fields: object = {}) => ({ GeneID: `L5_CDS_${n}`, Notes: 'a', ...fields });

describe('records that were edited by hand', () => {
  test('take what the input changed elsewhere', () => {
    const next = [gene(1, { Name: 'x' }), gene(2, { Name: 'y' })];
    expect(merge([gene(1), gene(2)], [gene(1, { Notes: 'mine' }), gene(2)], next)).toEqual({
      written: [gene(1, { Notes: 'mine', Name: 'x' }), gene(2, { Name: 'y' })],
      told: ['L5_CDS_1 Notes changed'],
    });
  });

  test('conflict only where the input changed the same field', () => {
    const live = [gene(1, { Notes: 'mine' }), gene(2, { Notes: 'b' })];
    const next = [gene(1, { Notes: 'new' }), gene(2, { Notes: 'b' })];
    expect(merge([gene(1), gene(2)], live, next)).toEqual({
      written: [gene(1, { Notes: 'mine' }), gene(2, { Notes: 'b' })],
      // What the input says by now, too, is no edit any more.
      told: ['L5_CDS_1 Notes changed, now "new"'],
    });
  });

  test('keep a field that was added or taken away', () => {
    const base = [gene(1, { LocusTag: 'T1' })];
    expect(merge(base, [gene(1, { mine: 1 })], base)).toEqual({
      written: [gene(1, { mine: 1 })],
      told: ['L5_CDS_1 LocusTag changed', 'L5_CDS_1 mine changed'],
    });
  });

  test('are compared field by field in objects, too', () => {
    const of = (Name: string, Cluster: string) => gene(1, { PhageID: { Name, Cluster } });
    expect(merge([of('L5', 'A')], [of('mine', 'A')], [of('L5', 'B')])).toEqual({
      written: [of('mine', 'B')],
      told: ['L5_CDS_1 PhageID/Name changed'],
    });
  });

  test('stay where they were added, and away where they were removed', () => {
    const [one, two, three] = [gene(1), gene(2), gene(3)];
    expect(merge([one, two], [two, gene(9)], [one, two, three])).toEqual({
      written: [two, three, gene(9)],
      told: ['L5_CDS_1  removed', 'L5_CDS_9  added'],
    });
    expect(merge([one], [], [gene(1, { Notes: 'b' })]).told).toEqual([
      'L5_CDS_1  removed, now {"GeneID":"L5_CDS_1","Notes":"b"}',
    ]);
  });

  test('stay where the input has them no longer; what was not edited goes', () => {
    const mine = gene(1, { Notes: 'mine' });
    expect(merge([gene(1), gene(2)], [mine, gene(2)], [])).toEqual({
      written: [mine],
      told: ['L5_CDS_1  added, now no such record'],
    });
  });

  test('have the colour of the family that they were moved into', () => {
    const of = (PhamID: number, Color: string) => gene(1, { PhamID: { PhamID, Color } });
    const { written } = merge(
      [of(1, '#111111')],
      [of(2, '#111111')],
      [of(1, '#444444')],
      '#222222',
    );
    expect(written).toEqual([of(2, '#222222')]);
    const chosen = merge([of(1, '#111111')], [of(2, '#abcdef')], [of(1, '#111111')], '#222222');
    expect(chosen.written).toEqual([of(2, '#abcdef')]);
    const recolored = merge([of(1, '#111111')], [of(1, '#333333')], [of(1, '#444444')], '#222222');
    expect(recolored.written).toEqual([of(1, '#333333')]);
  });

  test('follow their gene when genes are numbered anew, or it begins elsewhere', () => {
    const at = (n: number, Stop: number, fields: object = {}) =>
      gene(n, { Start: 0, Stop, Orientation: 'F', ...fields });
    const base = [at(1, 10), at(2, 20), at(3, 30)];
    const live = [at(1, 10), at(2, 20, { Notes: 'mine' })];
    // The first gene is gone; the second begins later; the third was removed by hand.
    const next = [at(1, 20, { Start: 5 }), at(2, 30)];
    expect(merge(base, live, next)).toEqual({
      written: [at(1, 20, { Start: 5, Notes: 'mine' })],
      told: ['L5_CDS_1 Notes changed', expect.stringContaining('L5_CDS_2  removed, now {')],
    });
  });

  test('follow a locus tag where all places are others', () => {
    const at = (n: number, Stop: number, LocusTag: string | null, Notes = 'a') =>
      gene(n, { Stop, Orientation: 'F', LocusTag, Notes });
    const base = [at(1, 10, 'T1'), at(2, 20, 'T2'), at(3, 30, null)];
    const live = [at(1, 10, 'T1'), at(2, 20, 'T2', 'mine'), at(3, 30, null, 'lost')];
    const next = [at(1, 12, 'T2'), at(2, 22, null)];
    expect(merge(base, live, next)).toEqual({
      written: [at(1, 12, 'T2', 'mine'), at(2, 22, null), at(3, 30, null, 'lost')],
      told: ['L5_CDS_1 Notes changed', 'L5_CDS_3  added, now no such record'],
    });
  });

  test('of a gene that is gone stay under another name where its name is that of another gene now', () => {
    const at = (n: number, Stop: number, Notes = 'a', Accession = '') =>
      gene(n, { PhageID: { Accession }, Stop, Orientation: 'F', Notes });
    const base = [at(1, 10), at(2, 20), at(3, 30)];
    const live = [at(1, 10), at(2, 20, 'mine'), at(3, 30)];
    const next = [at(1, 10, 'a', 'MN1'), at(2, 30, 'a', 'MN1')];
    const kept = [...next, at(4, 20, 'mine', 'MN1')];
    expect(merge(base, live, next)).toEqual({
      written: kept,
      told: ['L5_CDS_4  added, now another gene named L5_CDS_2'],
    });
    // The input has it again.
    expect(merge(next, kept, base)).toEqual({
      written: [at(1, 10), at(2, 20, 'mine'), at(3, 30)],
      told: ['L5_CDS_2 Notes changed, now "a"'],
    });
  });

  test('keep a name that objects have of themselves', () => {
    const [base, live] = ['{"GeneID":"L5_CDS_1"}', '{"GeneID":"L5_CDS_1","__proto__":1}'].map(
      (text) => Buffer.from(`${text}\n`),
    ) as [Buffer, Buffer];
    const next = Buffer.from('{"GeneID":"L5_CDS_1","Name":"x"}\n');
    const { bytes } = mergeEdits('genes/L5.ndjson', { base, live, next }, null);
    expect(bytes.toString()).toBe('{"GeneID":"L5_CDS_1","Name":"x","__proto__":1}\n');
  });

  test('that are no UTF-8 are refused, not read otherwise', () => {
    const base = Buffer.from('{"GeneID":"L5_CDS_1"}\n');
    const live = Buffer.from('{"GeneID":"L5_CDS_1","Notes":"\u00e9"}\n', 'latin1');
    expect(() => mergeEdits('genes/L5.ndjson', { base, live, next: base }, null)).toThrow(
      'genes/L5.ndjson is no UTF-8 text since it was edited',
    );
  });

  test('are left as they are written where only their form differs', () => {
    const base = Buffer.from('{"GeneID":"L5_CDS_1","Notes":"a"}\n');
    const live = Buffer.from('{ "Notes": "a", "GeneID": "L5_CDS_1" }\n');
    const { bytes, edits } = mergeEdits('genes/L5.ndjson', { base, live, next: base }, null);
    expect(bytes.toString()).toBe(live.toString());
    expect(edits).toEqual([]);
  });

  test('of phages are one object, over several lines', () => {
    const json = (fields: object) =>
      Buffer.from(`${JSON.stringify({ phage_name: 'L5', ...fields }, null, 2)}\n`);
    const versions = {
      base: json({ found_city: '', found_year: 1 }),
      live: json({ found_city: 'Kyoto', found_year: 1 }),
      next: json({ found_city: '', found_year: 2 }),
    };
    const { bytes, edits } = mergeEdits('phages/L5.json', versions, null);
    expect(bytes.toString()).toBe(json({ found_city: 'Kyoto', found_year: 2 }).toString());
    expect(edits).toMatchObject([{ record: 'L5', field: 'found_city' }]);
  });

  test('of features are told apart by their place, and by their order', () => {
    const feature = (Start: number, Name: string) => ({ Type: 'tRNA', Start, Stop: 9, Name });
    const base = lines([feature(1, 'a'), feature(1, 'b')]);
    const live = lines([feature(1, 'a'), feature(1, 'mine')]);
    const next = lines([feature(1, 'A'), feature(1, 'b')]);
    const { bytes } = mergeEdits('features/L5.ndjson', { base, live, next }, null);
    expect(bytes.toString()).toBe(lines([feature(1, 'A'), feature(1, 'mine')]).toString());
  });
});
