import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createFactCollectors,
  createVariantLedger,
  factsOf,
  type Phage,
  sortKeyOf,
} from '../../../src/records/collection.ts';
import { collections, createCrossRecordRules } from '../../../src/records/collections.ts';
import { countFeaturePhages } from '../../../src/records/features.ts';
import { phageParts } from '../../../src/records/geneRules.ts';
import { phagePathName } from '../../../src/records/phageNames.ts';
import { lengthsClaimed } from '../../../src/records/phageRules.ts';
import { phageSummaries, phamColors } from '../../../src/records/summaries.ts';
import { noGenomes } from '../../../src/sequences/genomeStore.ts';
import type { RecordPlace } from '../../../src/text/findings.ts';
import { compareText } from '../../../src/text/order.ts';
import { startCpuWatch } from '../../cpuTime.ts';
import { tinyFeature, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { factsFrom } from './someFacts.ts';

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

test('the variants of one line are in the order of their piece, whichever piece came first', () => {
  const [one, other] = [place(0, 1), place(1, 1)];
  const ofOne = [
    { group: 'a', variant: 'y', place: one },
    { group: 'a', variant: 'x', place: one },
  ];
  for (const variant of ['x', 'y']) {
    const ofOther = { group: 'a', variant, place: other };
    for (const notes of [
      [...ofOne, ofOther],
      [ofOther, ...ofOne],
    ])
      expect(groupsOf(notes).get('a')).toEqual([
        { value: 'y', place: one },
        { value: 'x', place: one },
      ]);
  }
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

// The names of phages that features name: known by a record, by genes, or by nothing else.

const makers = {
  phages: tinyPhage,
  genes: (name: string) => tinyGene(name, 1),
  features: tinyFeature,
};
const unknown = (line: number, name: string) =>
  `${line} feature-phage-known: "${name}", which has none`;

test.each<
  [
    phages: string[],
    genes: string[],
    features: string[],
    told: unknown[],
    named: string[],
    count: number,
  ]
>([
  // Its name is asked of no host again.
  [['Trixie'], [], ['Trixie', 'Trixie'], [], [], 1],
  // The rest of its name is for the rules of genes.
  [[], ['a/b'], ['a/b'], [unknown(0, 'a/b')], [], 0],
  // A name that only features have is held to what names must be.
  [
    ['Trixie'],
    ['Fabian'],
    ['trixie', 'FABIAN', '..', 'x', 'X'],
    [
      unknown(0, 'trixie'),
      '0 name-case: "trixie", beside "Trixie" at phages:0',
      unknown(1, 'FABIAN'),
      '1 name-case: "FABIAN", beside "Fabian" at genes:0',
      unknown(2, '..'),
      expect.stringMatching(/^2 path-name: "\.\."/),
      unknown(3, 'x'),
      unknown(4, 'X'),
      '4 name-case: "X", beside "x" at features:3',
    ],
    ['trixie', 'FABIAN', '..', 'x', 'X'],
    4,
  ],
])('phages %j, genes of %j and features of %j', (phages, genes, features, told, named, count) => {
  const rules = createCrossRecordRules();
  const names = { phages, genes, features };
  const kinds = ['phages', 'genes', 'features'] as const;
  kinds.forEach((kind, rank) => {
    const facts = createFactCollectors(factsOf(collections[kind]));
    names[kind].forEach((name, line) => facts.note(makers[kind](name), line));
    rules.note(facts.finish(), rank);
  });
  const found = [...rules.findings(({ rank, line }) => ({ file: kinds[rank] ?? '', line }))]
    .filter(({ file }) => file === 'features')
    .map(({ line, rule, found: what }) => `${line} ${rule}: ${what}`);
  expect(found.toSorted()).toEqual(told);
  const asked = [...rules.names()].filter(({ pointer }) => pointer === '/PhageID');
  expect(asked.map(({ name }) => name)).toEqual(named);
  expect(countFeaturePhages(rules.all)).toBe(count);
});

test('the facts of all collections have names of their own, by which they are kept and joined', () => {
  const facts = new Set(Object.values(collections).flatMap((one) => [...factsOf(one)]));
  const names = [...facts].map(({ name }) => name);
  expect(names).toContain('clusters');
  expect(names).toEqual([...new Set(names)]);
});

test('the largest PhamID there may be, and the colours black and white, are facts', () => {
  const facts = createFactCollectors([phamColors]);
  const rows = [
    [Number.MAX_SAFE_INTEGER, 0xffffff, 9],
    [0, 0, 10],
  ] as const;
  for (const [pham, color, line] of rows) facts.of(phamColors).noteColor(pham, color, line);
  expect(facts.finish()).toEqual({ colors: Float64Array.from(rows.flat()) });
});

test('families are counted once each, whether their genes have a colour, none, or some do', () => {
  const genes = [
    [1, '#00FF00'] as const,
    [1, null] as const,
    [2, null] as const,
    [3, '#00FF00'] as const,
  ].map(([PhamID, Color]) => ({ ...exampleGene, PhamID: { PhamID, Color } }));
  expect(
    factsFrom({ genes: [...genes, ...genes, { ...exampleGene, PhamID: null }] })(
      phamColors,
    ).countPhams(),
  ).toBe(3);
});

test('facts are taken of whole records, as far as these have them', () => {
  const facts = createFactCollectors([phageSummaries, phageParts, phamColors]);
  facts.note(exampleGene, 4);
  facts.note({ ...exampleGene, GeneID: null, PhageID: null, PhamID: null }, 5);
  const { PhageID, PhamID } = exampleGene;
  expect(facts.finish()).toEqual({
    summaries: [{ phageId: PhageID.PhageID, text: JSON.stringify(PhageID), line: 4 }],
    phageParts: [{ text: 'Quillon', line: 4 }],
    colors: Float64Array.from([PhamID.PhamID, Number.parseInt(PhamID.Color.slice(1), 16), 4]),
  });
});

test('of genomes the longest length of each name is known', () => {
  const lengths = [7, 9, 0, null, 8].map((length) => ({ ...examplePhage, genome_length: length }));
  const claimed = lengthsClaimed(factsFrom({ phages: lengths }));
  expect(claimed).toEqual(new Map([[examplePhage.phage_name, 9]]));
});

describe('the sort key', () => {
  test('of one field of text is that text', () => {
    expect(sortKeyOf({ GeneID: 'a\0b', Start: 1 }, ['GeneID'])).toBe('a\0b');
  });

  test('is none where a field is missing or is neither text nor number', () => {
    expect(sortKeyOf({}, ['GeneID'])).toBeNull();
    expect(sortKeyOf({ GeneID: 7 }, ['GeneID'])).toBeNull();
    expect(sortKeyOf({ GeneID: null }, ['GeneID'])).toBeNull();
    expect(sortKeyOf({ a: 'x', b: true }, ['a', 'b'])).toBeNull();
  });

  test('of several sorts by one after the other, text by its bytes and numbers by value', () => {
    const text = fc.string({ unit: fc.constantFrom('\0', '\u0001', 'a', 'b', 'é'), maxLength: 3 });
    const record = fc.record({ a: text, b: fc.maxSafeNat(), c: text });
    const keyOf = (one: object) => sortKeyOf({ ...one }, ['a', 'b', 'c']) ?? '';
    fc.assert(
      fc.property(record, record, (one, other) => {
        const due = compareText(one.a, other.a) || one.b - other.b || compareText(one.c, other.c);
        expect(Math.sign(compareText(keyOf(one), keyOf(other)))).toBe(Math.sign(due));
      }),
    );
  });
});

const { pcluster } = examplePhage;
const inCluster = (cluster: string | null, subcluster: string | null) => ({
  pcluster: { ...pcluster, cluster },
  psubcluster: { subcluster },
});

test.each<[changes: Partial<Phage>, pointers: string[]]>([
  [{}, []],
  [{ phage_name: 'a/b' }, ['/phage_name']],
  [{ phage_name: null }, []],
  [inCluster('A/B', 'index.json'), ['/pcluster/cluster', '/psubcluster/subcluster']],
  [inCluster('', null), []],
  [inCluster(null, ''), []],
  [{ pcluster: null, psubcluster: null }, []],
])('of a phage with %j, what can be no path is %j', (changes, pointers) => {
  const breaches = phagePathName.breaches?.({ ...examplePhage, ...changes }, noGenomes) ?? [];
  const due = pointers.map((pointer) => ({ rule: 'path-name', pointer }));
  expect(breaches).toMatchObject(due);
  expect(breaches).toHaveLength(due.length);
});
