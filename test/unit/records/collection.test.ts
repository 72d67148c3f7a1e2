import { afterEach, describe, expect, test } from 'vitest';
import { type Gene, type Rule, shortcutOf } from '../../../src/records/collection.ts';
import { collections } from '../../../src/records/collections.ts';
import { phagePathName } from '../../../src/records/phageNames.ts';
import { namedCollections } from '../../../src/contract/collectionName.ts';
import { tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { checkFiles } from './checkFiles.ts';
import { factsFrom } from './someFacts.ts';

const rules = collections.genes.rules as Rule<Gene>[];
const own = [...rules];

test('a rule of phages is refused among those of genes', () => {
  // @ts-expect-error A gene has no fields of a phage.
  const refused: Rule<Gene> = phagePathName;
  expect(rules).not.toContain(refused);
});

afterEach(() => void rules.splice(0, rules.length, ...own));

describe('a rule that the shortcut does not cover', () => {
  const genes = [1, 2].map((number) => JSON.stringify(tinyGene('Quillon', number)));
  const files = { 'genes/a.ndjson': `${genes.join('\n')}\n` };
  const check = () => checkFiles(files, ['gene-phage-known', 'source-missing']);

  test('makes it step aside', () => {
    expect(shortcutOf(collections.genes)).toBe(collections.genes.shortcut);
    rules.push({});
    expect(shortcutOf(collections.genes)).toBe(null);
  });

  test('is asked of each record', async () => {
    const onlyFirst: Rule<Gene> = {
      breaches: ({ GeneID }) =>
        GeneID === 'Quillon_CDS_1'
          ? []
          : [{ rule: 'gene-id-form', pointer: '/GeneID', expected: 'the first', found: 'another' }],
    };
    expect((await check()).map(({ rule }) => rule)).not.toContain('gene-id-form');
    rules.push(onlyFirst);
    expect((await check()).filter(({ rule }) => rule === 'gene-id-form')).toMatchObject([
      { file: 'genes/a.ndjson', line: 2, expected: 'the first', found: 'another' },
    ]);
  });
});

test.each(namedCollections)(
  'the names of %s, which are in addresses, are held against what a host can serve',
  (collection) => {
    const record = { genes: tinyGene('Quillon', 1), phages: tinyPhage('Quillon') }[collection];
    const all = factsFrom({ [collection]: [record] });
    const names = collections[collection].rules.flatMap((rule) => [...(rule.names?.(all) ?? [])]);
    // Of genes, their phage's name stands for all of them.
    expect(names).not.toEqual([]);
  },
);
