import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { defaultConfigFile, defaultPageSize, defaults } from '../../src/config/config.ts';
import { exitCodes } from '../../src/failure.ts';
import { ruleNames, rules } from '../../src/findings/rules.ts';
import { createProgram } from '../../src/program.ts';
import { compileConfigSchema } from '../../src/validation/recordSchemas.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  dependencies: Record<string, string>;
};

const program = createProgram(
  {
    out: () => {},
    file: () => {},
    err: () => {},
    calledAs: 'phagepress',
    progress: () => ({ stage: () => {}, advance: () => {}, end: () => {} }),
    now: () => 0,
    interruption: () => new AbortController().signal,
  },
  { exit: () => {}, complain: () => {}, formatted: () => {} },
);

/** What README.md must give as an option's default where `defaults` decides it, not commander. */
const resolvedDefaults: Record<string, string> = {
  '--data': defaults.data,
  '--out': defaults.out,
  '--base-url': defaults.baseUrl,
  '--page-size': String(defaultPageSize),
  '--max-age': String(defaults.maxAge),
  '--max-errors': String(defaults.maxErrors),
  '--format': defaults.format,
  '--config': defaultConfigFile,
};

describe.each(program.commands.map((command) => [command.name(), command] as const))(
  'README.md on phagepress %s',
  (name, command) => {
    const section = sectionOf(`### \`phagepress ${name}\``);

    test.each(command.options.map((option) => [option.flags, option] as const))(
      'tells of %s and its default',
      (flags, option) => {
        // `check` takes some of the options of `build`, and README.md says which.
        if (name === 'check') {
          expect(section).toContain(`\`${option.long}\``);
          return;
        }
        const row = rowOf(section, `\`${flags}\``);
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
      expect(command.options.map((option) => option.flags)).toEqual(expect.arrayContaining(told));
    });
  },
);

test('the help of each command names the defaults that are used', () => {
  for (const command of program.commands) {
    for (const option of visibleOptions(command)) {
      const expected = resolvedDefaults[option.long ?? ''];
      if (expected === undefined || option.defaultValue !== undefined) continue;
      if (isElsewhere(command.name(), option.long)) continue;
      expect(option.description).toContain(`default: ${expected}`);
    }
  }
});

test('the help marks every option that must be given', () => {
  for (const command of program.commands) {
    for (const option of command.options) {
      expect(option.description.includes('(required)')).toBe(option.mandatory);
    }
  }
});

test('README.md tells of every command', () => {
  const told = [...readme.matchAll(/^### `phagepress (\w+)`/gm)].map((match) => match[1] ?? '');
  expect(told.toSorted()).toEqual(program.commands.map((command) => command.name()).toSorted());
});

describe('README.md on rules', () => {
  const section = sectionOf('## Findings and rules');

  test.each(ruleNames)('gives the meaning, severity and allowance of %s', (rule) => {
    const { meaning, severity, allowable } = rules[rule];
    const cells = cellsOf(rowOf(section, `\`${rule}\``));
    expect(cells).toEqual([
      `\`${rule}\``,
      meaning.replaceAll('<', '\\<'),
      severity,
      allowable ? 'yes' : 'no',
    ]);
  });

  test('names no rule that there is not', () => {
    const told = [...section.matchAll(/^\| `([a-z-]+)`/gm)].map((match) => match[1]);
    expect(told).toEqual(ruleNames);
  });
});

test('README.md documents every exit code', () => {
  const told = [...sectionOf('### Exit codes').matchAll(/^\| (\d) /gm)].map((match) =>
    Number(match[1]),
  );
  expect(told).toEqual([0, ...Object.values(exitCodes)]);
});

test('the configuration file in README.md is valid and names every key', () => {
  const block = /```json\n(.*?)```/s.exec(sectionOf('### Configuration file'))?.[1] ?? '';
  const config: unknown = JSON.parse(block);
  const validate = compileConfigSchema();
  expect(validate(config), JSON.stringify(validate.errors)).toBe(true);
  const schema = JSON.parse(readFileSync(`${root}schemas/config.schema.json`, 'utf8')) as {
    properties: object;
  };
  expect(Object.keys(config as object)).toEqual(Object.keys(schema.properties));
});

test('README.md says what each package is for, and names no other', () => {
  const section = sectionOf('## Working on it');
  const told = [...section.matchAll(/^\| ([a-z, -]+?) +\| [^|]+\|$/gm)]
    .flatMap((match) => (match[1] ?? '').split(', '))
    .filter((name) => name !== 'package' && !name.startsWith('-'));
  expect(told.toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted());
});

test('the map in README.md shows every part of src/', () => {
  const section = sectionOf('## Map of the source');
  const folders = readdirSync(`${root}src`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  for (const folder of folders) expect(section).toContain(`\`src/${folder}/\``);
  for (const [, path] of section.matchAll(/`src\/(\w+)\/`/g)) expect(folders).toContain(path);
});

test('the two commands stand at the top of README.md', () => {
  const top = readme.slice(0, readme.indexOf('## Five minutes'));
  expect(top).toContain('npm ci && npm start');
  expect(top).toContain('npm cit');
});

/** Options that have another default, or none, where they do not say how to build. */
function isElsewhere(command: string, option: string | undefined): boolean {
  return ['--out', '--max-age'].includes(option ?? '') && command !== 'build';
}

function sectionOf(heading: string): string {
  const start = readme.indexOf(`${heading}\n`);
  expect(start, `README.md has a heading ${heading}`).toBeGreaterThanOrEqual(0);
  const level = /^#+/.exec(heading)?.[0].length ?? 0;
  const rest = readme.slice(start + heading.length);
  const end = rest.search(new RegExp(`^#{1,${level}} `, 'm'));
  return end < 0 ? rest : rest.slice(0, end);
}

function rowOf(section: string, firstCell: string): string {
  const row = section.split('\n').find((line) => cellsOf(line)[0] === firstCell);
  expect(row, `a row for ${firstCell}`).toBeDefined();
  return row ?? '';
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function visibleOptions(command: Command) {
  return command.options.filter((option) => !option.hidden);
}
