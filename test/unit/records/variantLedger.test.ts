import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startCpuWatch } from '../../cpuTime.ts';
import type { RecordPlace } from '../../../src/text/findings.ts';
import { createVariantLedger } from '../../../src/records/collection.ts';

function place(rank: number, line: number): RecordPlace {
  return { rank, line };
}

interface Note {
  readonly group: string;
  readonly variant: string;
  readonly place: RecordPlace;
}

function groupsOf(notes: readonly Note[]) {
  const ledger = createVariantLedger<string, string>();
  for (const { group, variant, place: where } of notes) ledger.note(group, variant, where);
  type Groups = ReturnType<typeof ledger.groups>;
  const byName = (some: Groups) => new Map(Array.from(some, ([name, ...all]) => [name, all]));
  const groups = byName(ledger.groups());
  const contested = [...groups].filter(([, variants]) => variants.length > 1);
  expect(byName(ledger.contested())).toEqual(new Map(contested));
  return groups;
}

test('a ledger without notes has no groups', () => {
  expect([...createVariantLedger().groups()]).toEqual([]);
});

test('a variant is known by the first place in source order at which it stands', () => {
  const groups = groupsOf([
    { group: 'a', variant: 'x', place: place(1, 5) },
    { group: 'a', variant: 'x', place: place(0, 9) },
    { group: 'a', variant: 'x', place: place(2, 1) },
  ]);
  expect(groups.get('a')).toEqual([{ value: 'x', place: place(0, 9) }]);
});

test('the variants of a group are in the order of their first places', () => {
  const groups = groupsOf([
    { group: 'a', variant: 'x', place: place(1, 5) },
    { group: 'a', variant: 'y', place: place(1, 4) },
    { group: 'b', variant: 'x', place: place(0, 1) },
    { group: 'a', variant: 'z', place: place(0, 7) },
  ]);
  expect(groups.get('a')?.map(({ value }) => value)).toEqual(['z', 'y', 'x']);
  expect(groups.get('b')?.map(({ value }) => value)).toEqual(['x']);
});

test('the order in which records are noted does not matter', () => {
  const notes = fc.uniqueArray(
    fc.record({
      group: fc.constantFrom('a', 'b', '__proto__'),
      variant: fc.constantFrom('x', 'y', 'z'),
      place: fc.record({ rank: fc.nat(2), line: fc.nat(9) }),
    }),
    { selector: (note) => `${note.place.rank}:${note.place.line}` },
  );
  fc.assert(
    fc.property(
      notes.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      ),
      ([all, shuffled]) => {
        const groups = groupsOf(shuffled);
        expect(groups).toEqual(groupsOf(all));
        const said = new Set(all.map(({ group, variant }) => `${group} ${variant}`));
        expect([...groups.values()].flat()).toHaveLength(said.size);
      },
    ),
  );
});

test('to note many variants of one group takes time in proportion to their number', () => {
  const cpuOf = (variants: number) => {
    const cpuMs = startCpuWatch();
    const ledger = createVariantLedger<string, number>();
    for (let at = 0; at < variants; at++) ledger.note('a', at, place(0, at));
    expect([...ledger.contested()][0]).toHaveLength(1 + variants);
    return cpuMs();
  };
  const few = Math.min(...Array.from({ length: 5 }, () => cpuOf(1000)));
  // A hundred times in proportion, ten thousand times where each is compared with all that came before.
  expect(cpuOf(100_000)).toBeLessThan(2000 * Math.max(few, 0.1));
});

test('of very many variants the first are kept, in whatever order they come, and the rest are counted', () => {
  const property = (order: readonly number[]) => {
    const ledger = createVariantLedger<string, string>(2);
    for (const at of order) {
      ledger.note('a', `variant ${at}`, place(0, at));
      // Later places of the same variant change nothing.
      ledger.note('a', `variant ${at}`, place(1, 100 - at));
    }
    const [[, ...variants] = ['']] = [...ledger.contested()];
    expect(variants.slice(0, 3)).toEqual(
      [0, 1, 2].map((at) => ({ value: `variant ${at}`, place: place(0, at) })),
    );
    // Twice the bound, a few more, and the one that all are held against.
    expect(variants.length).toBeLessThanOrEqual(2 * 2 + 16 + 1);
    expect(variants.length + ledger.unreported()).toBe(80);
  };
  const all = Array.from({ length: 80 }, (_, at) => at);
  fc.assert(fc.property(fc.shuffledSubarray(all, { minLength: 80 }), property), { numRuns: 20 });
});
