/** The schema of the configuration file says the same as the command line; its lists of names are generated. */
import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { defaults } from '../../../src/commands/config.ts';
import { maxPageSize, pageSizeFlag } from '../../../src/commands/flags.ts';
import { hostingNames } from '../../../src/hosts/host.ts';
import { allowableRules } from '../../../src/text/rules.ts';
import { createProgram } from '../../../src/program.ts';
import { compileConfigSchema } from '../../../src/records/schemas.ts';
import { silentTerminal } from './silentTerminal.ts';

interface Property {
  readonly type: string | readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly items?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly 'x-expected'?: string;
}

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/config.schema.json', import.meta.url), 'utf8'),
) as { readonly properties: Readonly<Record<string, Property>> };
const { properties } = schema;

test('the largest page is that of the flag', () => {
  const sizes = properties['pageSize'];
  for (const size of [sizes, sizes?.properties?.['genes'], sizes?.properties?.['phages']]) {
    expect(size).toMatchObject({ minimum: 1, maximum: maxPageSize });
    expect(size?.['x-expected']).toContain(`an integer from 1 to ${maxPageSize}`);
  }
  expect(pageSizeFlag(String(maxPageSize))).toEqual({ all: maxPageSize });
  expect(() => pageSizeFlag(String(maxPageSize + 1))).toThrow(InvalidArgumentError);
});

test.each([
  ['maxAge', '--max-age'],
  ['maxErrors', '--max-errors'],
  ['maxDrop', '--max-drop'],
  ['maxRefused', '--max-refused'],
  ['maxRecordBytes', '--max-record-bytes'],
  ['maxNesting', '--max-nesting'],
  ['jobs', '--jobs'],
])('the limits of %s are those of %s', (name, flag) => {
  const { minimum = -1, maximum = -1 } = properties[name] ?? {};
  expect(accepts(flag, minimum)).toBe(true);
  expect(accepts(flag, maximum)).toBe(true);
  expect(accepts(flag, maximum + 1)).toBe(false);
  expect(properties[name]?.['x-expected']).toContain(` from ${minimum} to ${maximum}`);
});

test('every option of a build but --config can be said in the file', () => {
  const options = commandOf('build')?.options.map((option) => option.attributeName()) ?? [];
  const settings = new Set(options.filter((name) => name !== 'config'));
  expect(
    Object.keys(properties)
      .filter((name) => !['$schema', 'hosting', 'fieldNames', 'imports', 'about'].includes(name))
      .toSorted(),
  ).toEqual([...settings].toSorted());
});

test('what the command host takes of a host can be said in the file, and nothing else', () => {
  const flags = commandOf('host')?.options.map((option) => option.attributeName()) ?? [];
  const hosting = properties['hosting'] as unknown as { properties: object };
  expect(Object.keys(hosting.properties)).toEqual([...hostingNames]);
  expect(flags).toEqual(expect.arrayContaining([...hostingNames]));
});

test('the defaults would pass as a file', () => {
  const validate = compileConfigSchema();
  expect(validate({ ...defaults, pageSize: 100, allow: allowableRules })).toBe(true);
});

function commandOf(name: string) {
  const effects = { exit: () => {}, complain: () => {}, formatted: () => {} };
  const { commands } = createProgram(silentTerminal, effects);
  return commands.find((command) => command.name() === name);
}

/** Whether the option's parser takes the value; nothing is run. */
function accepts(flag: string, value: number): boolean {
  const option = commandOf('build')?.options.find(({ long }) => long === flag);
  try {
    return option?.parseArg?.(String(value), undefined) === value;
  } catch {
    return false;
  }
}
