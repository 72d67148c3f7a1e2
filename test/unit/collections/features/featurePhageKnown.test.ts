/** The names of phages that features name: known by a record, by genes, or by nothing else. */
import { expect, test } from 'vitest';
import { factsOf } from '../../../../src/collections/collection.ts';
import { collections } from '../../../../src/collections/collections.ts';
import { createCrossRecordRules } from '../../../../src/collections/crossRecordRules.ts';
import { createFactCollectors } from '../../../../src/collections/fact.ts';
import { countFeaturePhages } from '../../../../src/collections/features/featurePhageKnown.ts';
import type { CollectionName } from '../../../../src/contract/collectionName.ts';
import { tinyFeature, tinyGene, tinyPhage } from '../../../integration/tinyData.ts';

/** All rules, once these phages have a record, a gene and a feature. */
function rulesWith(phages: readonly string[], genes: readonly string[], features: string[]) {
  const rules = createCrossRecordRules();
  const note = (of: CollectionName, records: readonly object[], rank: number) => {
    const facts = createFactCollectors(factsOf(collections[of]));
    records.forEach((record, line) => facts.note(record, line));
    rules.note(facts.finish(), rank);
  };
  note(
    'phages',
    phages.map((name) => tinyPhage(name)),
    0,
  );
  note(
    'genes',
    genes.map((name) => tinyGene(name, 1)),
    1,
  );
  note(
    'features',
    features.map((name) => tinyFeature(name)),
    2,
  );
  const found = [
    ...rules.findings(({ rank, line }) => ({
      file: ['phages', 'genes', 'features'][rank] ?? '',
      line,
    })),
  ];
  return {
    told: found.flatMap(({ file, line, rule, found: what }) =>
      file === 'features' ? [`${line} ${rule}: ${what}`] : [],
    ),
    names: [...rules.names()]
      .filter(({ pointer }) => pointer === '/PhageID')
      .map(({ name }) => name),
    count: countFeaturePhages(rules.all),
  };
}

test('a feature of a phage with a record breaks no rule, and its name is asked of no host again', () => {
  const { told, names, count } = rulesWith(['Trixie'], [], ['Trixie', 'Trixie']);
  expect([told, names, count]).toEqual([[], [], 1]);
});

test('one of a phage that genes name is told, and the rest of its name is for the rules of genes', () => {
  const { told, names, count } = rulesWith([], ['a/b'], ['a/b']);
  expect(told).toEqual(['0 feature-phage-known: "a/b", which has none']);
  expect([names, count]).toEqual([[], 0]);
});

test('a name that only features have is held to what names must be', () => {
  const { told, names, count } = rulesWith(
    ['Trixie'],
    ['Fabian'],
    ['trixie', 'FABIAN', '..', 'x', 'X'],
  );
  expect(told.filter((text) => text.includes('feature-phage-known'))).toHaveLength(5);
  expect(told.filter((text) => !text.includes('feature-phage-known'))).toEqual([
    expect.stringMatching(/^2 path-name: "\.\."/),
    '0 name-case: "trixie", beside "Trixie" at phages:0',
    '1 name-case: "FABIAN", beside "Fabian" at genes:0',
    '4 name-case: "X", beside "x" at features:3',
  ]);
  expect([names, count]).toEqual([['trixie', 'FABIAN', '..', 'x', 'X'], 4]);
});
