import { expect, test } from 'vitest';
import { allowableRules, isRuleName, ruleNames, rules } from '../../../src/findings/rules.ts';

test('the rules across fields and records, and those of what is not read, are the allowable ones (S3)', () => {
  expect(allowableRules.toSorted()).toEqual([
    'feature-phage-known',
    'gene-id-form',
    'gene-id-unique',
    'gene-length',
    'gene-phage-known',
    'gene-translation',
    'gene-within-genome',
    'genome-gc',
    'genome-length',
    'genome-phage-known',
    'host-name',
    'local-base-url',
    'name-case',
    'null-value',
    'path-name',
    'phage-alias',
    'phage-name-unique',
    'phage-summary-consistent',
    'pham-color-consistent',
    'source-missing',
    'source-unread',
  ]);
});

test('a gene, feature or genome without its phage, another translation, a file that is not read and a link that leads out are warnings by themselves', () => {
  expect(ruleNames.filter((name) => rules[name].severity === 'warning')).toEqual([
    'source-link',
    'source-unread',
    'gene-phage-known',
    'feature-phage-known',
    'genome-phage-known',
    'gene-translation',
    'phage-alias',
  ]);
});

test('a rule name is one of the table, not of the language', () => {
  expect(ruleNames.every(isRuleName)).toBe(true);
  expect(['', 'toString', '__proto__', 'Schema'].some(isRuleName)).toBe(false);
});

test('every rule says in a sentence what it means', () => {
  for (const name of ruleNames) expect(rules[name].meaning).toMatch(/^[A-Z].*\.$/);
});
