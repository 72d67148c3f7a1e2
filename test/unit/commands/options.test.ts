import { Command } from 'commander';
import { expect, test } from 'vitest';
import { dataOptions, siteOptions } from '../../../src/commands/options.ts';

function parsed(...args: string[]): Record<string, unknown> {
  const command = siteOptions(dataOptions(new Command())).exitOverride();
  command.configureOutput({ writeErr: () => {} });
  return command.parse(args, { from: 'user' }).opts();
}

test('what is not said is absent, so that the configuration file decides', () => {
  expect(parsed()).toEqual({});
});

test.each([
  ['geneFiles', 'gene-files'],
  ['caseInsensitiveNames', 'case-insensitive-names'],
  ['phageAliases', 'phage-aliases'],
  ['spreadsheetSafe', 'spreadsheet-safe'],
  ['linkGenomes', 'link-genomes'],
  ['cache', 'cache'],
])('%s can be said and taken back', (name, flag) => {
  expect(parsed(`--${flag}`)).toEqual({ [name]: true });
  expect(parsed(`--no-${flag}`)).toEqual({ [name]: false });
  expect(parsed(`--${flag}`, `--no-${flag}`)).toEqual({ [name]: false });
});

test.each([['views'], ['bulk'], ['profile']])('--no-%s leaves all of it out', (name) => {
  expect(parsed(`--no-${name}`)).toEqual({ [name]: false });
});
