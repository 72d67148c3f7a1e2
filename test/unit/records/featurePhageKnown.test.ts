/** The names of phages that features name: known by a record, by genes, or by nothing else. */
import { expect, test } from 'vitest';
import { createFactCollectors, factsOf } from '../../../src/records/collection.ts';
import { collections, createCrossRecordRules } from '../../../src/records/collections.ts';
import { countFeaturePhages } from '../../../src/records/features.ts';
import { tinyFeature, tinyGene, tinyPhage } from '../../integration/tinyData.ts';

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
