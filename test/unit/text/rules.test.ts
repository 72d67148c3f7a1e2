/** The names of rules; what each means, and how grave it is, docs/data.md says, which test/docs compares. */
import { expect, test } from 'vitest';
import { allowableRules, isRuleName, ruleNames, rules } from '../../../src/text/rules.ts';

test('a rule name is one of the table, not of the language', () => {
  expect(ruleNames.every(isRuleName)).toBe(true);
  expect(['', 'toString', '__proto__', 'Schema'].some(isRuleName)).toBe(false);
});

test('the rules that can be allowed are those of which the table says so', () => {
  expect(allowableRules).toEqual(ruleNames.filter((name) => rules[name].allowable));
});
