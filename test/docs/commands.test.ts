/** docs/commands.md says of commands, options, the configuration file and exit codes what the program does. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { defaultConfigFile, defaultPageSize, defaults } from '../../src/commands/config.ts';
import { exitCodes } from '../../src/base/failure.ts';
import { createProgram } from '../../src/program.ts';
import { compileConfigSchema } from '../../src/records/schemas.ts';
import { silentTerminal } from '../unit/commands/silentTerminal.ts';
import { readPage, root, rowOf, sectionOf } from './pages.ts';

const page = 'docs/commands.md';

const program = createProgram(silentTerminal, {
  exit: () => {},
  complain: () => {},
  formatted: () => {},
});

/** What docs/commands.md must give as an option's default where `defaults` decides it, not commander. */
const resolvedDefaults: Record<string, string> = {
  '--data': defaults.data,
  '--out': defaults.out,
  '--base-url': defaults.baseUrl,
  '--page-size': String(defaultPageSize),
  '--max-age': String(defaults.maxAge),
  '--max-errors': String(defaults.maxErrors),
  '--max-refused': String(defaults.maxRefused),
  '--format': defaults.format,
  '--config': defaultConfigFile,
};

/** Each command that can be run, by what is typed: `import` has commands of its own. */
const commands = program.commands.flatMap((command) => [
  [command.name(), command] as const,
  ...command.commands.map((inner) => [`${command.name()} ${inner.name()}`, inner] as const),
]);

/** What all imports take: the table of `phagepress import` tells it once. */
const ofAllImports = new Set(
  commands.find(([name]) => name === 'import')![1].options.map(({ flags }) => flags),
);

/** What the steps of a build in shares take: the table of `phagepress shard` tells it once, and that of `build`. */
const ofAllSteps = new Set(
  commands.find(([name]) => name === 'shard join')![1].options.map(({ flags }) => flags),
);
const ofBuild = new Set(
  commands.find(([name]) => name === 'build')![1].options.map(({ flags }) => flags),
);

describe.each(commands)('docs/commands.md on phagepress %s', (name, command) => {
  const section = sectionOf(page, `## \`phagepress ${name}\``);

  test.each(command.options.map((option) => [option.flags, option] as const))(
    'tells of %s and its default',
    (flags, option) => {
      // `check` takes some of the options of `build`, and docs/commands.md says which.
      if (name === 'check') {
        expect(section).toContain(`\`${option.long}\``);
        return;
      }
      if (name === 'shard plan' && ofBuild.has(flags)) {
        expect(section).toContain('all options of `build`');
        return;
      }
      if (name.startsWith('shard ') && ofAllSteps.has(flags)) {
        rowOf(sectionOf(page, '## `phagepress shard`'), `\`${flags}\``);
        return;
      }
      const isOfAll = name.startsWith('import ') && ofAllImports.has(flags);
      const told = isOfAll ? sectionOf(page, '## `phagepress import`') : section;
      const row = rowOf(told, `\`${flags}\``);
      const byCommander: unknown = option.defaultValue;
      const expected =
        typeof byCommander === 'string' || typeof byCommander === 'number'
          ? String(byCommander)
          : resolvedDefaults[option.long ?? ''];
      if (expected !== undefined && !isElsewhere(name, option.long))
        expect(row).toContain(`\`${expected}\``);
    },
  );

  test('tells of no option that there is not', () => {
    const told = [...section.matchAll(/^\| `(--[^`]+)`/gm)].map((match) => match[1]);
    const taken = name === 'shard' ? [...ofAllSteps] : command.options.map(({ flags }) => flags);
    expect(taken).toEqual(expect.arrayContaining(told));
  });
});

test('the help of each command names the defaults that are used', () => {
  for (const [, command] of commands) {
    for (const option of visibleOptions(command)) {
      const expected = resolvedDefaults[option.long ?? ''];
      if (expected === undefined || option.defaultValue !== undefined) continue;
      if (isElsewhere(command.name(), option.long)) continue;
      expect(option.description).toContain(`default: ${expected}`);
    }
  }
});

test('the help gives no default twice', () => {
  for (const [name, command] of commands) {
    for (const option of visibleOptions(command)) {
      // Commander adds those that it knows.
      if (option.defaultValue === undefined) continue;
      expect(option.description, `${name} ${option.flags}`).not.toContain('default');
    }
  }
});

test('the help marks every option that must be given', () => {
  for (const [, command] of commands) {
    for (const option of command.options) {
      expect(option.description.includes('(required)')).toBe(option.mandatory);
    }
  }
});

test('docs/commands.md tells of every command', () => {
  const told = [...readPage(page).matchAll(/^## `phagepress ([\w ]+)`/gm)].map(
    (match) => match[1] ?? '',
  );
  expect(told.toSorted()).toEqual(commands.map(([name]) => name).toSorted());
});

test('docs/commands.md documents every exit code', () => {
  const told = [...sectionOf(page, '## Exit codes').matchAll(/^\| (\d) /gm)].map((match) =>
    Number(match[1]),
  );
  expect(told).toEqual([0, ...Object.values(exitCodes)]);
});

test('the configuration file in docs/commands.md is valid and names every key', () => {
  const block = /```json\n(.*?)```/s.exec(sectionOf(page, '## Configuration file'))?.[1] ?? '';
  const config: unknown = JSON.parse(block);
  const validate = compileConfigSchema();
  expect(validate(config), JSON.stringify(validate.errors)).toBe(true);
  const schema = JSON.parse(readFileSync(`${root}schemas/config.schema.json`, 'utf8')) as {
    properties: object;
  };
  expect(Object.keys(config as object)).toEqual(Object.keys(schema.properties));
});

/** Options that have another default, or none, where they do not say how to build. */
function isElsewhere(command: string, option: string | undefined): boolean {
  return ['--out', '--max-age'].includes(option ?? '') && command !== 'build';
}

function visibleOptions(command: Command) {
  return command.options.filter((option) => !option.hidden);
}
